resource "videoindexer_language_model" "racing" {
  name     = "Racing terms"
  language = "en-GB"
  files = {
    "terms.txt" = { source = "${path.module}/terms.txt" }
  }
}

# Indexes the video with the vocabulary, now and whenever one of its files changes.
resource "videoindexer_video" "race" {
  video_id            = "a1b2c3d4e5"
  source_language     = "en-GB"
  linguistic_model_id = videoindexer_language_model.racing.model_id
  callback_url        = "https://hooks.example.com/indexed?video=race"

  reindex_triggers = {
    for name, file in videoindexer_language_model.racing.files : name => file.content_sha256
  }

  timeouts {
    create = "2h"
    update = "2h"
  }
}
