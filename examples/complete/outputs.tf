output "disabled_brands" {
  description = "Brands that are in the account, but are disabled."
  value       = sort([for brand in videoindexer_brands.race.brands : brand.name if !brand.enabled])
}

output "language_model_id" {
  description = "Id of the language model."
  value       = videoindexer_language_model.commentary.model_id
}

output "linguistic_model_id" {
  description = "Second id of the model, which the service assigns after the training. Some services need it to index videos."
  value       = videoindexer_language_model.commentary.linguistic_model_id
}
