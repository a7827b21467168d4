locals {
  has_brands_table = try(fileexists("${var.folder}/brands.csv"), false)
  has_brands       = local.has_brands_table || length(local.document_files.brands) > 0

  # Spreadsheets may put a byte order mark in front.
  brand_rows    = csvdecode(trimprefix(local.has_brands_table ? file("${var.folder}/brands.csv") : "name\n", "\uFEFF"))
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

  table_problems = concat(
    [for column in setsubtract(local.brand_columns, ["name", "enabled", "tags", "reference_url", "description"]) :
    "There is a column \"${column}\". The columns are name, enabled, tags, reference_url and description, separated by commas."],
    [for row in try(local.rows_of_brands[""], []) : "Row ${row} has no name."],
    [for name, rows in local.rows_of_brands :
    "Rows ${join(" and ", rows)} have the same name, \"${name}\"." if name != "" && length(rows) > 1],
    [for i, row in local.brand_rows :
    "In row ${i + 2}, enabled is \"${row.enabled}\": write yes or no." if !contains(keys(local.is_enabled), lower(trimspace(try(row.enabled, ""))))],
  )

  # Brands that do not fit into the table, by name. A key that is left out is not managed.
  brand_document = try(merge(local.documents.brands, {}), {})
  brand_problems = concat(
    local.document_problems.brands,
    [for file in local.document_files.brands : "The file must be a map." if !can(merge(local.documents.brands, {}))],
    [for name, brand in local.brand_document : "${name}: this must be a map." if !can(merge(brand, {}))],
    flatten([for name, brand in local.brand_document : [
      for key in setsubtract(try(keys(merge(brand, {})), []), ["enabled", "description", "reference_url", "tags"]) :
      "${name}: there is no place for ${key}, only for enabled, description, reference_url and tags."
    ]]),
    [for name, brand in local.brand_document : "${name}, enabled: this must be true or false." if !can(tobool(try(brand.enabled, null)))],
    [for name, brand in local.brand_document : "${name}, tags: this must be a list of texts." if !can(toset([for tag in try(brand.tags, []) : tostring(tag)]))],
    [for name, brand in local.brand_document : "${name}: brands.csv has a row with the same name." if contains(keys(local.rows_of_brands), name)],
  )

  brands = merge(
    coalesce(var.brands, {}),
    { for name, rows in local.rows_of_brands : name => local.brand_entries[rows[0] - 2] if var.brands == null && name != "" },
    { for name, brand in local.brand_document : name => {
      enabled       = try(tobool(brand.enabled), null)
      description   = try(tostring(brand.description), null)
      reference_url = try(tostring(brand.reference_url), null)
      tags          = try([for tag in brand.tags : tostring(tag)], null)
    } if var.brands == null },
  )
}

# Brands of the account that have one of these names are adopted. The others
# are created, and deleted at destroy.
resource "videoindexer_brand_dictionary" "this" {
  count = var.brands != null || local.has_brands ? 1 : 0

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
