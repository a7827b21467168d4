# terraform query -generate-config-out=settings.tf writes a resource with the settings of the account, and a block that imports them.
list "videoindexer_brands_model_settings" "current" {
  provider = videoindexer
  limit    = 1
}
