# Without brand_id, Terraform adopts the brand named "Kestrel". If it is missing, Terraform
# creates it, and deletes it at destroy.
resource "videoindexer_brand" "kestrel" {
  name          = "Kestrel"
  description   = "Saddles and handlebars."
  reference_url = "https://kestrel.example"
  tags          = ["sponsor"]
}
