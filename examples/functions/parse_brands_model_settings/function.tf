# The file has two lines, such as "enabled: true" and "use_built_in: false".
locals {
  settings = provider::videoindexer::parse_brands_model_settings(file("${path.module}/settings.yaml"))
}

resource "videoindexer_brands_model_settings" "this" {
  enabled      = local.settings.enabled
  use_built_in = local.settings.use_built_in
}
