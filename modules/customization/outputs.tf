output "files" {
  description = "The files of the folder that were read."
  value = var.folder == null ? [] : sort(concat(
    [for file in ["brands.csv"] : file if local.has_brands_table],
    flatten(values(local.document_files)),
    [for text in local.model_texts : "models/${text}"],
  ))

  # Here, and not at the resources: a file that cannot be used may leave no resource to check.
  precondition {
    condition     = length(local.table_problems) == 0
    error_message = "${coalesce(var.folder, "-")}/brands.csv: ${join("\n", local.table_problems)}"
  }
  precondition {
    condition     = length(local.brand_problems) == 0
    error_message = "${coalesce(var.folder, "-")}/${join(" and ", local.document_files.brands)}: ${join("\n", local.brand_problems)}"
  }
  precondition {
    condition     = length(local.settings_problems) == 0
    error_message = "${coalesce(var.folder, "-")}/${join(" and ", local.document_files.settings)}: ${join("\n", local.settings_problems)}"
  }
  precondition {
    condition     = length(local.text_problems) == 0
    error_message = "${coalesce(var.folder, "-")}: ${join("\n", local.text_problems)}"
  }
  precondition {
    condition     = length(local.model_problems) == 0
    error_message = "${coalesce(var.folder, "-")}/${join(" and ", local.document_files.models)}: ${join("\n", local.model_problems)}"
  }
  precondition {
    condition     = length(local.people_problems) == 0
    error_message = "${coalesce(var.folder, "-")}/${join(" and ", local.document_files.people)}: ${join("\n", local.people_problems)}"
  }
}

output "brand_ids" {
  description = "Ids of the brands by name."
  value       = { for name, brand in try(videoindexer_brand_dictionary.this[0].brands, {}) : name => brand.brand_id }
}

output "adopted_brands" {
  description = "Names of the brands that existed in the account before. Destroy leaves them."
  value       = coalesce(one(videoindexer_brand_dictionary.this[*].adopted), [])
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
