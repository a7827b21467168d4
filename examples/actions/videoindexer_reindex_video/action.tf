# Re-indexes the video whenever its list of people changes.
action "videoindexer_reindex_video" "race" {
  config {
    video_id        = "a1b2c3d4e5"
    indexing_preset = "Advanced"
    person_model_id = "5e8a2b71-0c4d-4f96-8b13-6d7e9f0a1c25"
    timeout         = "2h"
  }
}

resource "terraform_data" "people" {
  input = filesha256("${path.module}/people.json")

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.videoindexer_reindex_video.race]
    }
  }
}
