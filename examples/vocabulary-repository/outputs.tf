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
