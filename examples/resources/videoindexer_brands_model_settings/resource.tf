# Look for the brands of the account, and leave out those that the service knows by itself.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = false
}
