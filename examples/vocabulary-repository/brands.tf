locals {
  brands = provider::videoindexer::parse_brands(file("${path.module}/brands.yaml"), "Yaml")
}

# All brands are one resource. A plan shows only the entries that change, and the
# provider reads and writes several of them at a time.
resource "videoindexer_brands" "museum" {
  brands = local.brands

  deletion_policy = var.brands_on_destroy
}

# Look for these brands only.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = false
}
