# brands.json maps names of brands to their values:
#   { "Velora": { "description": "…", "tags": ["sponsor", "bikes"] }, ... }
locals {
  brands = jsondecode(file("${path.module}/brands.json"))
}

resource "videoindexer_brand_dictionary" "sponsors" {
  brands = {
    for name, brand in local.brands : name => {
      enabled       = try(brand.enabled, true)
      description   = try(brand.description, "")
      reference_url = try(brand.reference_url, null) # null: not managed, the service keeps its value
      tags          = try(brand.tags, [])
    }
  }
}
