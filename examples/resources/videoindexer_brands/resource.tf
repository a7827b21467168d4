# brands.json maps ids of brands to their values:
#   { "1001": { "name": "Velora", "tags": ["sponsor", "bikes"] }, ... }
locals {
  brands = jsondecode(file("${path.module}/brands.json"))
}

resource "videoindexer_brands" "sponsors" {
  brands = {
    for id, brand in local.brands : id => {
      name        = brand.name
      description = try(brand.description, null) # null: not managed, the service keeps its value
      tags        = try(brand.tags, [])
    }
  }

  parallelism = 20

  # Destroy, and the removal of an entry, write back the values that Terraform has overwritten.
  deletion_policy = "restore"
}
