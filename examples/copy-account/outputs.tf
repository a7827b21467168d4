output "language_models" {
  description = "By account, the ids of the language models: each account has ids of its own."
  value       = { for account, customization in module.customization : account => customization.language_model_ids }
}

output "person_models" {
  description = "By account, the ids of the person models."
  value       = { for account, customization in module.customization : account => customization.person_model_ids }
}
