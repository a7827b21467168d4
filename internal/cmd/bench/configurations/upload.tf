resource "videoindexer_language_model" "large" {
  name     = "Large"
  language = "en-GB"
  files    = { "large.txt" = { source = "upload.txt" } }
}
