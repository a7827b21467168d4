data "videoindexer_image_model" "this" {}

output "image_model_endpoint" {
  value = data.videoindexer_image_model.this.endpoint
}
