output "models" {
  description = "Ids of the language models, by language."
  value       = { for language, model in videoindexer_language_model.vocabulary : language => model.model_id }
}

output "brands_off" {
  description = "Brands that are kept in the dictionary but not looked for."
  value       = sort([for brand in videoindexer_brands.dictionary.brands : brand.name if !brand.enabled])
}

output "triggers" {
  description = "What each video was last indexed with: a change of one of these indexes it again."
  value       = { for id, video in videoindexer_video.archive : id => video.reindex_triggers }
}
