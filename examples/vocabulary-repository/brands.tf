locals {
  brands = yamldecode(file("${path.module}/brands.yaml"))
}

# The dictionary is one resource: a plan still shows just the entries that
# change, and hundreds of them are read and written several at a time.
resource "videoindexer_brands" "dictionary" {
  brands = {
    for brand in local.brands : brand.id => {
      name          = brand.name
      enabled       = lookup(brand, "enabled", true)
      description   = lookup(brand, "description", null)
      reference_url = lookup(brand, "reference_url", null)
      tags          = lookup(brand, "tags", null)
    }
  }

  deletion_policy = var.brands_on_destroy
}

# Look for the brands of this dictionary alone.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = false
}
