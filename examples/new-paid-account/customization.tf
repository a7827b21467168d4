# These resources wait for the account, because they need its id.
locals {
  newsroom = {
    location   = videoindexer_paid_account.newsroom.location
    account_id = videoindexer_paid_account.newsroom.account_id
  }
}

resource "videoindexer_brands_model_settings" "newsroom" {
  location   = local.newsroom.location
  account_id = local.newsroom.account_id

  enabled      = true
  use_built_in = true
}

resource "videoindexer_language_model" "newsroom" {
  location   = local.newsroom.location
  account_id = local.newsroom.account_id

  name     = "Newsroom"
  language = "en-GB"

  files = {
    for name in fileset("${path.module}/vocabulary", "*") : name => {
      source = "${path.module}/vocabulary/${name}"
    } if endswith(name, ".txt")
  }
}

# A new account has no brands. After brands were added in the service's portal,
# list them in var.brands to adopt them.
resource "videoindexer_brands" "newsroom" {
  count = length(var.brands) > 0 ? 1 : 0

  location   = local.newsroom.location
  account_id = local.newsroom.account_id

  brands = var.brands
}
