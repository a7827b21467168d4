data "videoindexer_brands_model_settings" "current" {}

output "brands_are_recognized" {
  value = data.videoindexer_brands_model_settings.current.enabled
}
