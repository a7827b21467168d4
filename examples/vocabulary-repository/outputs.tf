# The last lines of a plan: how many brands exist already, how many the apply
# creates, and how many values it replaces.
output "brands" {
  description = "Number of adopted and created brands, and of values that Terraform has replaced."
  value = {
    adopted  = length([for brand in videoindexer_brands.museum.brands : brand if brand.adopted != false])
    created  = length([for brand in videoindexer_brands.museum.brands : brand if brand.adopted == false])
    replaced = length(flatten([for brand in videoindexer_brands.museum.brands : try([for field, value in brand.overwritten : field if value != null], [])]))
  }
}

output "models" {
  description = "Ids of the language models, by language."
  value       = { for language, model in videoindexer_language_model.vocabulary : language => model.model_id }
}

output "brands_off" {
  description = "Brands that are in the account, but are disabled."
  value       = sort([for brand in videoindexer_brands.museum.brands : brand.name if !brand.enabled])
}

output "triggers" {
  description = "Triggers of each video. A change of one of them re-indexes the video."
  value       = { for id, video in videoindexer_video.archive : id => video.reindex_triggers }
}
