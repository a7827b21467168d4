output "brand_ids" {
  description = "Ids of the brands by account and name. They are different in each account."
  value       = { for account, brands in module.brands : account => brands.brand_ids }
}

output "adopted" {
  description = "Names of the brands that an account had before. Destroy keeps them unchanged."
  value       = { for account, brands in module.brands : account => brands.adopted_brands }
}
