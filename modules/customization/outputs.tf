output "files" {
  description = "The files of the folder that were read."
  value       = sort(local.used_files)
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
  value       = [for key, brand in merge(videoindexer_brands.this[*].brands...) : key if brand.adopted != false]
}

# Known while planning: how many brands exist already, how many the apply creates,
# and how many values it replaces.
output "brand_counts" {
  description = "Number of adopted and created brands, and of values that Terraform has replaced."
  value = {
    adopted = length([for brand in merge(videoindexer_brands.this[*].brands...) : brand if brand.adopted != false])
    created = length([for brand in merge(videoindexer_brands.this[*].brands...) : brand if brand.adopted == false])
    replaced = length(flatten([
      for brand in merge(videoindexer_brands.this[*].brands...) : try([for field, value in brand.overwritten : field if value != null], [])
    ]))
  }
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
