# terraform query lists the language models in English;
# terraform query -generate-config-out=models.tf writes resources, and blocks that import them. Each file has a source there;
# with include_content = true, it has its text.
list "videoindexer_language_model" "english" {
  provider         = videoindexer
  include_resource = true
  limit            = 10000

  config {
    language = "en-US"
  }
}
