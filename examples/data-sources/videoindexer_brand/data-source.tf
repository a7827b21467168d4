data "videoindexer_brand" "velora" {
  brand_id = 1001
}

output "velora_tags" {
  value = data.videoindexer_brand.velora.tags
}
