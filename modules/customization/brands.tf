locals {
  has_table      = var.brands == null && contains(local.files, "brands.csv")
  table_brands   = local.has_table ? provider::videoindexer::parse_brands(file("${var.folder}/brands.csv"), "Csv") : {}
  has_document   = var.brands == null && local.documents.brands != null
  further_brands = local.has_document ? provider::videoindexer::parse_brands(file("${var.folder}/${local.documents.brands}"), "Yaml") : {}

  # A key that is in both files is an error here.
  brands = { for entry in concat(
    [for key, brand in coalesce(var.brands, {}) : { key = key, brand = brand }],
    [for key, brand in local.table_brands : { key = key, brand = brand }],
    [for key, brand in local.further_brands : { key = key, brand = brand }],
  ) : entry.key => entry.brand }
}

# Brands of the account that have one of these names or ids are adopted. The
# others are created.
resource "videoindexer_brands" "this" {
  count = var.brands != null || local.has_table || local.has_document ? 1 : 0

  location        = var.location
  account_id      = var.account_id
  exclusive       = var.exclusive_brands
  deletion_policy = var.deletion_policy.brands
  brands          = local.brands
}
