locals {
  brands = provider::videoindexer::parse_brands(file("${path.module}/brands.yaml"), "Yaml")
}

# All brands are one resource: a plan shows only the entries that change, and
# hundreds of them are read and written several at a time.
resource "videoindexer_brands" "museum" {
  brands = local.brands

  deletion_policy = var.brands_on_destroy
}

# Look for these brands alone.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = false
}
