# A table from a spreadsheet, and a YAML file, each in one resource.
resource "videoindexer_brands" "sponsors" {
  brands = provider::videoindexer::parse_brands(file("${path.module}/sponsors.csv"), "Csv")
}

resource "videoindexer_brands" "partners" {
  brands = provider::videoindexer::parse_brands(file("${path.module}/partners.yaml"), "Yaml")
}
