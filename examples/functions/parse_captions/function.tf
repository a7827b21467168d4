# The spoken text of a video, as training text of a language model.
locals {
  cues = provider::videoindexer::parse_captions(file("${path.module}/race.vtt"), "Vtt")
}

resource "videoindexer_language_model" "racing" {
  name     = "Racing terms"
  language = "en-US"
  files = {
    "race.txt" = { content = join("\n", local.cues[*].text) }
  }
}
