locals {
  account_path = "${local.location}/${local.account}"
  single_imports = concat(
    # By their ids: those that are left out stay with the account.
    [for ids in [join(",", local.brands[*].brand_id)] : { to = "module.customization.videoindexer_brands.this[0]", id = "${local.account_path}/${ids}" } if ids != ""],
    [for file in keys(local.settings_files) : { to = "module.customization.videoindexer_brands_model_settings.this[0]", id = local.account_path }],
    [for i, object in local.media : { to = local.media_addresses[i], id = "${local.account_path}/${object.id}" }],
  )
  # One block for all instances of a resource: some versions of Terraform use only one of several.
  many_imports = {
    "module.customization.videoindexer_language_model.this"     = { for model in local.language_models : local.model_keys[model.model_id] => model.model_id }
    "module.customization.videoindexer_person_model.this"       = { for model in local.person_models : local.keys["person models/${model.person_model_id}"] => model.person_model_id if !model.is_default }
    "module.customization.videoindexer_person.this"             = { for key, person in local.person_ids : key => person.id if !person.is_in_default }
    "module.customization.videoindexer_person.in_default_model" = { for key, person in local.person_ids : key => person.id if person.is_in_default }
  }
  default_models = [for model in local.person_models : model.person_model_id if model.is_default]
  person_ids = {
    for person in local.persons : "${local.keys["person models/${person.person_model_id}"]}/${local.keys["${person.person_model_id}/${person.person_id}"]}" => {
      id            = "${person.person_model_id}/${person.person_id}"
      is_in_default = contains(local.default_models, person.person_model_id)
    }
  }
  imports = concat(
    [for import in local.single_imports : "import {\n  to = ${import.to}\n  id = ${jsonencode(import.id)}\n}\n"],
    [for address, ids in local.many_imports : join("\n", concat(
      ["import {", "  for_each = {"],
      [for key, id in ids : "    ${jsonencode(key)} = ${jsonencode("${local.account_path}/${id}")}"],
      ["  }", "", "  to = ${address}[each.key]", "  id = each.value", "}", ""],
    )) if length(ids) > 0],
  )

  # Of the characters that jsonencode escapes, three are only for web pages. A backslash of a name is two in JSON, and escapes nothing there.
  readable = {
    for name, text in merge(local.media_files, {
      "imports.tf" = join("\n", local.imports)
      "left_out"   = join("\n", concat(local.brands_left_out, local.models_left_out, local.people_left_out))
    }) : name => join("\\\\", [for part in split("\\\\", text) : replace(replace(replace(part, "\\u0026", "&"), "\\u003c", "<"), "\\u003e", ">")])
  }
}

output "files" {
  description = "The text of each file, by its path below the folder of the new configuration. Write them there."
  sensitive   = true # only so that an apply does not print them all
  value = merge(
    local.brand_files, local.settings_files, local.model_files, local.people_files,
    { for name, text in local.readable : name => text if name != "left_out" },
  )
}

output "left_out" {
  description = "A line for each object that the files do not contain, with the reason."
  value       = [for line in split("\n", local.readable["left_out"]) : line if line != ""]
}
