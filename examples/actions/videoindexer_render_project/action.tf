# Renders the project whenever its ranges change, because the service discards
# the render of a project that changes (extended operations).
resource "videoindexer_project" "highlights" {
  name = "Highlights"
  video_ranges = [
    { video_id = "a1b2c3d4e5", start = "00:01:30", end = "00:02:10.500" },
    { video_id = "f6a7b8c9d0", start = "00:00:00", end = "00:00:45" },
  ]
}

action "videoindexer_render_project" "highlights" {
  config {
    project_id            = videoindexer_project.highlights.project_id
    send_completion_email = true
    timeout               = "1h"
  }
}

resource "terraform_data" "clips" {
  input = videoindexer_project.highlights.video_ranges

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.videoindexer_render_project.highlights]
    }
  }
}
