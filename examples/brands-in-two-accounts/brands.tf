locals {
  brands = {
    for row in csvdecode(file("${path.module}/brands.csv")) : row.name => {
      enabled       = row.enabled == "yes"
      tags          = compact(split(";", row.tags))
      reference_url = row.reference_url
      description   = row.description
    }
  }
}

# The same dictionary in every account. What an account has already is adopted
# by its name and set to what the file says; what it lacks is created.
resource "videoindexer_brand_dictionary" "shared" {
  for_each = var.accounts

  location   = each.value.location
  account_id = each.value.account_id
  brands     = local.brands
}
