# The same table for every account. Brands that an account has are adopted by
# their names; the others are created.
module "brands" {
  source   = "../../modules/customization"
  for_each = var.accounts

  location   = each.value.location
  account_id = each.value.account_id
  folder     = "${path.module}/customization"
}
