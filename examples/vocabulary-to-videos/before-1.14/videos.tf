data "videoindexer_videos" "archive" {
  source_language = "en-US"
}

# A change of the vocabulary indexes each of these videos again.
resource "videoindexer_video" "archive" {
  for_each = { for video in data.videoindexer_videos.archive.videos : video.video_id => video.name }

  video_id            = each.key
  linguistic_model_id = videoindexer_language_model.vocabulary.linguistic_model_id
  reindex_triggers    = local.vocabulary
  wait_for_indexing   = true

  lifecycle {
    precondition {
      condition     = data.videoindexer_videos.archive.videos_count <= var.max_videos && coalesce(data.videoindexer_videos.archive.total_duration_in_seconds, 0) <= var.max_hours * 3600
      error_message = "The archive has more videos than max_videos and max_hours allow."
    }
  }

  depends_on = [videoindexer_brand_dictionary.vocabulary]
}
