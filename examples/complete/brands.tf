locals {
  brands = yamldecode(file("${path.module}/${var.brands_file}"))
}

resource "videoindexer_brand" "race" {
  for_each = local.brands

  brand_id      = each.value.id
  name          = each.value.name
  enabled       = lookup(each.value, "enabled", true)
  description   = lookup(each.value, "description", null)
  reference_url = lookup(each.value, "reference_url", null)
  tags          = lookup(each.value, "tags", null)

  deletion_policy = var.brands_on_destroy
}

# Look for our brands, and for those of the service's own list.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = true
}
