# Needs extended_operations = true in the provider's configuration.
data "videoindexer_brands" "sponsors" {
  enabled    = true
  name_regex = "(?i)^(velora|harbor)"
}

output "sponsor_ids" {
  value = { for brand in data.videoindexer_brands.sponsors.brands : brand.name => brand.brand_id }
}
