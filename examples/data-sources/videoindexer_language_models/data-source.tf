# Needs extended_operations = true in the provider's configuration.
data "videoindexer_language_models" "english" {
  language = "en-US"
}

output "untrained" {
  description = "Models that were never trained, and those whose training has failed."
  value       = [for model in data.videoindexer_language_models.english.language_models : model.name if contains(["None", "Failed"], model.state)]
}

# Also reads the contents of the files, with one request for each file.
data "videoindexer_language_models" "whole" {
  include_content = true
}

output "texts" {
  value = {
    for model in data.videoindexer_language_models.whole.language_models : model.name => { for file in model.files : file.name => length(file.content) }
  }
}
