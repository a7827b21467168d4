# Brands that the account has are adopted by their names; the others are created.
resource "videoindexer_brands" "sponsors" {
  brands          = yamldecode(file("brands.yaml"))
  deletion_policy = "restore" # destroy writes back the previous values
}

# A text that teaches speech recognition our words.
resource "videoindexer_language_model" "racing" {
  name     = "Racing terms"
  language = "en-GB"
  files    = { "terms.txt" = { source = "terms.txt" } }
}
