output "brands" {
  description = "Brands by name, with the time of their last change."
  value       = { for brand in videoindexer_brand.race : brand.name => brand.last_modified }
}

output "disabled_brands" {
  description = "Brands that are kept in the account but not looked for."
  value       = sort([for brand in videoindexer_brand.race : brand.name if !brand.enabled])
}

output "language_model_id" {
  description = "Id of the language model."
  value       = videoindexer_language_model.commentary.model_id
}

output "linguistic_model_id" {
  description = "Second id of the model, once the service has trained it, for services that want it to index videos with."
  value       = videoindexer_language_model.commentary.linguistic_model_id
}
