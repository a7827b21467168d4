locals {
  has_settings_file = length(local.document_files.settings) > 0
  settings_file     = local.documents.settings
  settings_problems = [
    for name in ["enabled", "use_built_in"] : "It must say ${name}: true or ${name}: false." if local.has_settings_file && try(tobool(local.settings_file[name]), null) == null
  ]

  settings = concat(
    [for settings in [var.settings] : settings if settings != null],
    [for settings in [local.settings_file] : settings if local.has_settings_file && length(local.settings_problems) == 0],
  )
}

# Every account has these settings. Destroy leaves them as they are.
resource "videoindexer_brands_model_settings" "this" {
  count = length(local.settings) > 0 ? 1 : 0

  location        = var.location
  account_id      = var.account_id
  enabled         = local.settings[0].enabled
  use_built_in    = local.settings[0].use_built_in
  deletion_policy = var.deletion_policy.settings
}
