locals {
  videos = yamldecode(file("${path.module}/videos.yaml"))
}

# A video is re-indexed when a text of its language changes, and when the
# brands do, but not when a text of another language changes.
resource "videoindexer_video" "archive" {
  for_each = { for video in local.videos : video.id => video }

  video_id            = each.key
  source_language     = each.value.language
  linguistic_model_id = videoindexer_language_model.vocabulary[each.value.language].model_id

  reindex_triggers = merge(
    { for name, file in videoindexer_language_model.vocabulary[each.value.language].files : name => file.content_sha256 },
    { brands = sha256(jsonencode(local.brands)) },
  )

  # The apply waits if the video is still being indexed.
  timeouts {
    create = "2h"
    update = "2h"
  }

  depends_on = [videoindexer_brands.museum, videoindexer_brands_model_settings.this]
}
