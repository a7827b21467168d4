locals {
  # What is wrong with each file.
  problems = merge(
    { "brands.csv" = local.table_problems },
    { for name, problems in {
      brands   = local.brand_problems
      settings = local.settings_problems
      models   = local.model_problems
      people   = local.people_problems
    } : "${length(local.document_files[name]) == 0 ? "${name}.yaml" : join(" and ", local.document_files[name])}" => concat(local.document_problems[name], problems) },
    local.text_problems, local.name_problems,
  )
  missing_files = [for file in var.required_files : file if !anytrue([for found in local.found_files : found == file || startswith(found, "${file}/")])]
}

output "files" {
  description = "The files of the folder that were read."
  value       = sort(local.used_files)

  # Here, and not at the resources: a file that cannot be used may leave no resource to check.
  precondition {
    condition     = length(flatten(values(local.problems))) == 0
    error_message = join("\n\n", [for file, problems in local.problems : "${coalesce(var.folder, "-")}/${file}: ${join("\n", problems)}" if length(problems) > 0])
  }
  precondition {
    condition     = length(local.missing_files) == 0
    error_message = "${coalesce(var.folder, "-")} has no ${join(", ", local.missing_files)}, which required_files names. Without this check, the plan would destroy what the file has managed."
  }
}

output "unused_files" {
  description = "The files of the folder that were not read."
  value       = local.unused_files
}

output "brand_ids" {
  description = "Ids of the brands by key."
  value       = { for key, brand in merge(videoindexer_brands.this[*].brands...) : key => brand.brand_id }
}

output "adopted_brands" {
  description = "Keys of the brands that existed in the account before Terraform managed them."
  value       = [for key, brand in merge(videoindexer_brands.this[*].brands...) : key if brand.adopted == true]
}

output "language_model_ids" {
  description = "Ids of the language models, by <name>/<language> or the key, for linguistic_model_id of a video."
  value       = { for key, model in videoindexer_language_model.this : key => model.model_id }
}

output "person_model_ids" {
  description = "Ids of the person models by key, for person_model_id of a video."
  value = {
    for key, model in local.person_models : key => model.default ? local.default_model_id : videoindexer_person_model.this[key].person_model_id
  }
}

output "person_ids" {
  description = "Ids of the persons, by <key of the person model>/<key>."
  value       = { for key, person in merge(videoindexer_person.this, videoindexer_person.in_default_model) : key => person.person_id }
}
