output "brand_ids" {
  description = "Ids of the brands by account and name: each account numbers its own."
  value = {
    for account, dictionary in videoindexer_brand_dictionary.shared :
    account => { for name, brand in dictionary.brands : name => brand.brand_id }
  }
}

output "adopted" {
  description = "Names of the brands that an account had before: destroy leaves them."
  value = {
    for account, dictionary in videoindexer_brand_dictionary.shared :
    account => dictionary.adopted
  }
}
