locals {
  has_brands_table = contains(local.found_files, "brands.csv")
  has_brands       = local.has_brands_table || length(local.document_files.brands) > 0

  # Spreadsheets may put a byte order mark in front, and end lines with a carriage return alone.
  table_text    = local.has_brands_table ? try(replace(trimprefix(file("${var.folder}/brands.csv"), "\uFEFF"), "/\r\n?/", "\n"), null) : "name\n"
  table_lines   = split("\n", local.table_text == null ? "" : local.table_text)
  has_commas    = !can(regex("^\"?\\w+\\*?\"?[;\\t]", local.table_lines[0]))
  brand_rows    = local.has_commas ? try(csvdecode(local.table_text), []) : []
  brand_columns = toset(flatten([for row in local.brand_rows : [for column, cell in row : column if column != "" || cell != ""]]))
  is_enabled    = { yes = true, true = true, no = false, false = false }

  # A star behind the name of a column says that an empty cell clears the field. Without it, the field is not managed.
  table_columns = ["key", "brand_id", "name", "enabled", "tags", "reference_url", "description"]
  star_columns  = [for column in ["tags", "reference_url", "description"] : column if contains(local.brand_columns, "${column}*")]
  brand_cells = [
    for row in local.brand_rows : { for column in local.table_columns : column => try(row["${column}*"], row[column], "") }
  ]
  # Rows are counted as in a spreadsheet: the first row has the names of the columns. A row that is empty in every column, as spreadsheets leave
  # them at the end, is no brand.
  brand_entries = [
    for i, cells in local.brand_cells : {
      row           = i + 2
      key           = try(coalesce(trimspace(cells.key), trimspace(cells.name), trimspace(cells.brand_id)), "")
      brand_id      = try(tonumber(trimspace(cells.brand_id)), null)
      name          = trimspace(cells.name) == "" ? null : trimspace(cells.name)
      enabled       = try(local.is_enabled[lower(trimspace(cells.enabled))], null)
      tags          = trimspace(cells.tags) == "" && !contains(local.star_columns, "tags") ? null : compact([for tag in split(";", cells.tags) : trimspace(tag)])
      reference_url = trimspace(cells.reference_url) == "" && !contains(local.star_columns, "reference_url") ? null : trimspace(cells.reference_url)
      description   = trimspace(cells.description) == "" && !contains(local.star_columns, "description") ? null : cells.description
    } if trimspace(join("", values(local.brand_rows[i]))) != ""
  ]
  rows_of_keys  = { for entry in local.brand_entries : entry.key => entry.row... if entry.key != "" }
  rows_of_names = { for entry in local.brand_entries : entry.name => entry.row... if entry.name != null }

  table_problems = local.table_text == null ? ["It is not encoded in UTF-8. Save it as \"CSV UTF-8\"."] : concat(
    local.has_commas ? [] : ["Its columns are separated by semicolons or tabs. Separate them by commas."],
    [
      # What can be read up to a line, and not with the next one. (A conditional expression would look for it in each table.)
      for lines in [local.table_lines] : join(" ", [
        "Line ${max(0, [for i, line in lines : i + 1 if can(csvdecode(join("\n", slice(lines, 0, i + 1))))]...) + 1} cannot be read.",
        "Each row has as many cells as the first one, which has the names of the columns.",
        "A cell that contains a comma or a quotation mark is in quotation marks, and each quotation mark in it is doubled: \"5\"\" wheels\".",
      ]) if local.has_commas && !can(csvdecode(local.table_text))
    ],
    [for column in setsubtract(local.brand_columns, concat(local.table_columns, [for column in local.star_columns : "${column}*"])) :
    "There is a column \"${column}\". The columns are ${join(", ", local.table_columns)}."],
    [for column in local.star_columns : "There are two columns ${column}: keep ${column} or ${column}*." if contains(local.brand_columns, column)],
    [for entry in local.brand_entries : "Row ${entry.row} has no name." if entry.key == ""],
    [for name, rows in local.rows_of_names : "Rows ${join(" and ", rows)} have the same name, \"${name}\"." if length(rows) > 1],
    [for key, rows in local.rows_of_keys : "Rows ${join(" and ", rows)} have the same key, \"${key}\"." if length(rows) > 1 && length(try(local.rows_of_names[key], [])) < length(rows)],
    [for entry in local.brand_entries : "Row ${entry.row}: enabled is \"${local.brand_cells[entry.row - 2].enabled}\". Write yes or no, or leave the cell empty."
    if entry.enabled == null && trimspace(local.brand_cells[entry.row - 2].enabled) != ""],
    [for entry in local.brand_entries : "Row ${entry.row}: brand_id is \"${local.brand_cells[entry.row - 2].brand_id}\". Write a number, or leave the cell empty."
    if entry.brand_id == null && trimspace(local.brand_cells[entry.row - 2].brand_id) != ""],
  )
  brand_problems = [for key in keys(local.entries.brands) : "${key}: brands.csv has a row with the same key." if contains(keys(local.rows_of_keys), key)]

  brands = merge(
    { for key, brand in coalesce(var.brands, {}) : key => [brand] },
    { for entry in local.brand_entries : entry.key => entry... if var.brands == null && entry.key != "" },
    { for key, brand in local.entries.brands : key => [{
      brand_id      = try(tonumber(brand.brand_id), null)
      name          = try(tostring(brand.name), null)
      enabled       = try(tobool(brand.enabled), null)
      description   = try(tostring(brand.description), null)
      reference_url = try(tostring(brand.reference_url), null)
      tags          = try([for tag in brand.tags : tostring(tag)], null)
    }] if var.brands == null },
  )
}

# Brands of the account that have one of these names or ids are adopted. The
# others are created.
resource "videoindexer_brands" "this" {
  count = var.brands != null || local.has_brands ? 1 : 0

  location        = var.location
  account_id      = var.account_id
  exclusive       = var.exclusive_brands
  deletion_policy = var.deletion_policy.brands

  brands = {
    for key, brand in local.brands : key => {
      brand_id      = brand[0].brand_id
      name          = brand[0].name
      enabled       = brand[0].enabled
      description   = brand[0].description
      reference_url = brand[0].reference_url
      tags          = brand[0].tags
    }
  }
}
