data "videoindexer_videos" "archive" {
  source_language = "en-US"
}

# The time of the last change of the vocabulary. The plan knows plantimestamp(), but not timestamp().
resource "terraform_data" "vocabulary" {
  input            = plantimestamp()
  triggers_replace = local.vocabulary

  lifecycle {
    ignore_changes = [input]
  }
}

locals {
  changed = terraform_data.vocabulary.input

  # Videos that were uploaded after the change wait for the next change.
  archive = {
    for video in data.videoindexer_videos.archive.videos : video.video_id => video
    if try(timecmp(video.created, local.changed) < 0, true)
  }

  # The lengths of the videos that the apply re-indexes, because they were not indexed after the change.
  outdated = [
    for video in local.archive : video.duration_in_seconds
    if try(timecmp(video.last_indexed, local.changed) < 0, true)
  ]
  hours = try(ceil(sum(concat([0], local.outdated)) / 360) / 10, null)
}

# The budget of an apply. The length of a video may be unknown.
resource "terraform_data" "budget" {
  lifecycle {
    precondition {
      condition     = length(local.outdated) <= var.max_videos && try(local.hours <= var.max_hours, false)
      error_message = "The apply would re-index ${length(local.outdated)} videos of ${coalesce(local.hours, "an unknown number of")} hours in total. max_videos and max_hours allow ${var.max_videos} videos and ${var.max_hours} hours."
    }
  }
}

# A change of the vocabulary re-indexes each of these videos.
resource "videoindexer_video" "archive" {
  for_each = local.archive

  video_id            = each.key
  linguistic_model_id = videoindexer_language_model.vocabulary.model_id
  reindex_triggers    = local.vocabulary
  wait_for_indexing   = true

  depends_on = [terraform_data.budget, videoindexer_brands.vocabulary]
}
