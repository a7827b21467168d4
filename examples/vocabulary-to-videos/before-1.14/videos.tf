data "videoindexer_videos" "archive" {
  source_language = "en-US"
}

# A change of the vocabulary re-indexes each of these videos.
resource "videoindexer_video" "archive" {
  for_each = { for video in data.videoindexer_videos.archive.videos : video.video_id => video.name }

  video_id            = each.key
  linguistic_model_id = videoindexer_language_model.vocabulary.linguistic_model_id
  reindex_triggers    = local.vocabulary
  wait_for_indexing   = true

  lifecycle {
    precondition {
      condition     = data.videoindexer_videos.archive.videos_count <= var.max_videos
      error_message = "The archive has more videos than max_videos allows."
    }
    # The total is null if the length of a video is not known.
    precondition {
      condition     = try(data.videoindexer_videos.archive.total_duration_in_seconds <= var.max_hours * 3600, false)
      error_message = "The archive has more hours of video than max_hours allows, or videos of unknown length."
    }
  }

  depends_on = [videoindexer_brands.vocabulary]
}
