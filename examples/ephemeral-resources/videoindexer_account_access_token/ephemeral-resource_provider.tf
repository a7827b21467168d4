# The second provider block works with a token from the first. It cannot renew the token, so an
# apply that takes longer than an hour needs the key. Leave out allow_edit for a job that only plans. Both blocks take
# location and account from the environment. Do not set VIDEOINDEXER_SUBSCRIPTION_KEY, which the
# second block would use as well.
variable "subscription_key" {
  type      = string
  ephemeral = true
}

provider "videoindexer" {
  alias            = "keyholder"
  subscription_key = var.subscription_key
}

ephemeral "videoindexer_account_access_token" "work" {
  provider   = videoindexer.keyholder
  allow_edit = true
}

provider "videoindexer" {
  access_token = ephemeral.videoindexer_account_access_token.work.access_token
}

resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = true
}
