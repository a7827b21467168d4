# The same table for every account. Terraform adopts existing brands by their
# names, and creates the others.
module "brands" {
  source   = "../../modules/customization"
  for_each = var.accounts

  location   = each.value.location
  account_id = each.value.account_id
  folder     = "${path.module}/customization"
}
