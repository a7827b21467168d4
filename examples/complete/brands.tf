# All brands are one resource. A plan shows only the entries that change.
resource "videoindexer_brands" "race" {
  brands = provider::videoindexer::parse_brands(file("${path.module}/brands.yaml"), "Yaml")

  deletion_policy = var.brands_on_destroy
}

# Look for our brands, and for the built-in brands of the service.
resource "videoindexer_brands_model_settings" "this" {
  enabled      = true
  use_built_in = true
}
