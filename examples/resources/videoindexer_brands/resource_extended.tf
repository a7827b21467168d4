# Without brand_id, the key is the name of the brand. Terraform adopts the brands that
# exist, and creates the others.
resource "videoindexer_brands" "partners" {
  brands = jsondecode(file("${path.module}/brands.json"))
}
