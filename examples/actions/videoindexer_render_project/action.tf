# Renders the project whenever its list of clips changes.
action "videoindexer_render_project" "highlights" {
  config {
    project_id            = "d3adb33f01"
    send_completion_email = true
    timeout               = "1h"
  }
}

resource "terraform_data" "clips" {
  input = filesha256("${path.module}/clips.json")

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.videoindexer_render_project.highlights]
    }
  }
}
