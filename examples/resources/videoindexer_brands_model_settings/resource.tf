# Look for the brands of the account, but not for those of the service's own list.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = false
}
