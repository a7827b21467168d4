# With extended_operations = true in the provider's configuration: without brand_id,
# Terraform adopts the brand that has the name, or creates one, and deletes that at destroy.
resource "videoindexer_brand" "kestrel" {
  name          = "Kestrel"
  description   = "Saddles and handlebars."
  reference_url = "https://kestrel.example"
  tags          = ["sponsor"]
}
