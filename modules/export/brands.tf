data "videoindexer_brands" "all" {
  count = contains(var.kinds, "brands") ? 1 : 0

  location   = var.location
  account_id = var.account_id
}

data "videoindexer_brands_model_settings" "this" {
  count = contains(var.kinds, "settings") ? 1 : 0

  location   = var.location
  account_id = var.account_id
}

locals {
  all_brands = flatten(data.videoindexer_brands.all[*].brands)
  # Keys have LF as line ends, and Unicode's normal form NFC, as those of an import.
  plain_names   = { for brand in local.all_brands : brand.brand_id => replace(replace(brand.name, "\r\n", "\n"), "\r", "\n") }
  brands_called = { for brand in local.all_brands : local.plain_names[brand.brand_id] => brand.brand_id... }
  brands = [
    for brand in local.all_brands : merge(brand, {
      description   = brand.description == null ? "" : brand.description
      reference_url = brand.reference_url == null ? "" : brand.reference_url
      has_address   = can(regex("^((?i:https?)://[^\\s\\pC/?#@:%\\[\\]<>\"^`{}|\\\\]+(:[0-9]*)?([/?#]([^%\\pC]|%[0-9a-fA-F]{2})*)?)?$", brand.reference_url == null ? "" : brand.reference_url))
      # The import labels a brand by its id where Terraform cannot write the name as a key: it would read a template, and has no escape for some characters.
      key      = can(regex("[$%]\\{|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]", brand.name)) ? tostring(brand.brand_id) : local.plain_names[brand.brand_id]
      has_tags = alltrue([for tag in brand.tags : tag != "" && trimspace(tag) == tag])
    }) if brand.name != "" && trimspace(brand.name) == brand.name && local.brands_called[local.plain_names[brand.brand_id]][0] == brand.brand_id
  ]

  # A table has one column for all tags, and one kind of line end. Tags and descriptions that are empty are managed as well, which the stars say. An import knows of no empty
  # address: that is not managed, so that the first plan is empty.
  table_brands = [
    for brand in local.brands : brand
    if brand.has_address && brand.has_tags && !strcontains(join("", concat([brand.name, brand.description, brand.reference_url], tolist(brand.tags))), "\r") && !strcontains(join("", brand.tags), ";")
  ]
  table_keys = toset(local.table_brands[*].key)
  other_brands = {
    for brand in local.brands : brand.key => merge(
      { for name in [brand.name] : "name" => name if name != brand.key },
      { enabled = brand.enabled, description = brand.description },
      { for address in [brand.reference_url] : "reference_url" => address if brand.has_address && address != "" },
      { for tags in [brand.tags] : "tags" => tags if brand.has_tags },
    ) if !contains(local.table_keys, brand.key)
  }

  brand_files = {
    for file, text in {
      "customization/brands.csv" = join("", [
        for row in concat(
          [["key", "name", "enabled", "tags*", "reference_url", "description*"]],
          [for brand in local.table_brands : [brand.key == brand.name ? "" : brand.key, brand.name, brand.enabled ? "yes" : "no", join(";", brand.tags), brand.reference_url, brand.description]],
        ) : "${join(",", [for cell in row : "\"${replace(cell, "\"", "\"\"")}\""])}\n"
      ])
      "customization/brands.yaml" = length(local.other_brands) > 0 ? yamlencode(local.other_brands) : ""
    } : file => text if length(local.brands) > 0 && text != ""
  }
  settings_files = {
    for settings in data.videoindexer_brands_model_settings.this :
    "customization/settings.yaml" => yamlencode({ enabled = settings.enabled, use_built_in = settings.use_built_in }) if settings.enabled != null
  }

  brands_left_out = concat(
    [for brand in local.all_brands : "Left out: brand ${brand.brand_id} ${jsonencode(brand.name)}, because ${local.spaced}. ${local.advice}" if brand.name == "" || trimspace(brand.name) != brand.name],
    [for brand in local.all_brands : "Left out: brand ${brand.brand_id} ${jsonencode(brand.name)}, because brand ${local.brands_called[local.plain_names[brand.brand_id]][0]} has the same name, apart from line ends and Unicode's normal form. ${local.advice}"
    if local.brands_called[local.plain_names[brand.brand_id]][0] != brand.brand_id && trimspace(brand.name) == brand.name && brand.name != ""],
    [for brand in local.brands : "Not managed: reference_url of brand ${brand.brand_id} ${jsonencode(brand.name)}, because ${jsonencode(brand.reference_url)} is not an http or https URL." if !brand.has_address],
    [for brand in local.brands : "Not managed: tags of brand ${brand.brand_id} ${jsonencode(brand.name)}, because one of them is empty, or begins or ends with white space." if !brand.has_tags],
    [for settings in data.videoindexer_brands_model_settings.this : "Left out: the brand settings, because the service does not return whether it is enabled." if settings.enabled == null],
  )
}
