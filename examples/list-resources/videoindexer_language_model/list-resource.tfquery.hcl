# terraform query lists the language models in English;
# terraform query -generate-config-out=models.tf writes resources, and blocks that import them. Each file has a source there:
# the guide "From a portal to files" says how to get the texts.
list "videoindexer_language_model" "english" {
  provider         = videoindexer
  include_resource = true

  config {
    language = "en-US"
  }
}
