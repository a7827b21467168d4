locals {
  settings_file = var.settings == null ? local.documents.settings : null
  settings      = local.settings_file == null ? var.settings : provider::videoindexer::parse_brands_model_settings(file("${var.folder}/${local.settings_file}"))
}

# Every account has these settings. Destroy does not change them.
resource "videoindexer_brands_model_settings" "this" {
  count = local.settings == null ? 0 : 1

  location        = var.location
  account_id      = var.account_id
  enabled         = local.settings.enabled
  use_built_in    = local.settings.use_built_in
  deletion_policy = var.deletion_policy.settings
}
