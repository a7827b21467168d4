# The same folder for every account. An edit of a file changes all accounts.
module "customization" {
  source   = "../../modules/customization"
  for_each = var.accounts

  location   = each.value.location
  account_id = each.value.account_id
  folder     = "${path.module}/customization"

  train_language_models = true
}
