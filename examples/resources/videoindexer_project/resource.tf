resource "videoindexer_project" "highlights" {
  project_id = "d3adb33f01"

  # Renders the project once, and waits until it has ended. A project that was rendered before
  # keeps its result.
  render                = true
  send_completion_email = true

  # Destroy keeps the project and its rendered file. "delete" deletes both.
  deletion_policy = "abandon"

  timeouts {
    create = "1h"
    update = "1h"
  }
}

output "highlights" {
  value = videoindexer_project.highlights.video_ranges
}
