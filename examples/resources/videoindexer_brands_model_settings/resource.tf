# Look for the account's brands, but not for the built-in brands.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = false
}
