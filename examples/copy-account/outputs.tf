output "language_models" {
  description = "Ids of the language models, by account."
  value       = { for account, customization in module.customization : account => customization.language_model_ids }
}

output "person_models" {
  description = "Ids of the person models, by account."
  value       = { for account, customization in module.customization : account => customization.person_model_ids }
}
