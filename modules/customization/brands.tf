locals {
  has_brands_file = try(fileexists("${var.folder}/brands.csv"), false)

  # Spreadsheets may put a byte order mark in front.
  brand_rows    = csvdecode(trimprefix(local.has_brands_file ? file("${var.folder}/brands.csv") : "name\n", "\uFEFF"))
  brand_columns = toset(flatten([for row in local.brand_rows : keys(row)]))
  is_enabled    = { "" = true, yes = true, true = true, no = false, false = false }

  # A column that is missing is null here, which means that it is not managed.
  brand_entries = [
    for row in local.brand_rows : {
      name          = trimspace(try(row.name, ""))
      enabled       = try(local.is_enabled[lower(trimspace(row.enabled))], null)
      description   = try(row.description, null)
      reference_url = try(trimspace(row.reference_url), null)
      tags          = try(compact([for tag in split(";", row.tags) : trimspace(tag)]), null)
    }
  ]

  # Rows are counted as in a spreadsheet: the first row has the names of the columns. A row that is empty in every column, as spreadsheets leave
  # them at the end, is no brand.
  rows_of_brands = { for i, entry in local.brand_entries : entry.name => i + 2... if trimspace(join("", values(local.brand_rows[i]))) != "" }

  brand_problems = concat(
    [for column in setsubtract(local.brand_columns, ["name", "enabled", "tags", "reference_url", "description"]) :
    "There is a column \"${column}\". The columns are name, enabled, tags, reference_url and description, separated by commas."],
    [for row in try(local.rows_of_brands[""], []) : "Row ${row} has no name."],
    [for name, rows in local.rows_of_brands :
    "Rows ${join(" and ", rows)} have the same name, \"${name}\"." if name != "" && length(rows) > 1],
    [for i, row in local.brand_rows :
    "In row ${i + 2}, enabled is \"${row.enabled}\": write yes or no." if !contains(keys(local.is_enabled), lower(trimspace(try(row.enabled, ""))))],
  )

  brands = merge(
    coalesce(var.brands, {}),
    { for name, rows in local.rows_of_brands : name => local.brand_entries[rows[0] - 2] if var.brands == null && name != "" },
  )
}

# Brands of the account that have one of these names are adopted. The others
# are created, and deleted at destroy.
resource "videoindexer_brand_dictionary" "this" {
  count = var.brands != null || local.has_brands_file ? 1 : 0

  location   = var.location
  account_id = var.account_id
  exclusive  = var.exclusive_brands

  brands = {
    for name, brand in local.brands : name => {
      enabled       = brand.enabled
      description   = brand.description
      reference_url = brand.reference_url
      tags          = brand.tags
    }
  }
}
