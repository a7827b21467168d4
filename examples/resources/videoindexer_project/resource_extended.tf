# Without project_id, Terraform creates the project and renders it. Destroy deletes both.
resource "videoindexer_project" "best_of" {
  name = "Best of the tour"

  video_ranges = [
    { video_id = "a1b2c3d4e5", start = "00:01:30", end = "00:02:10.500" },
    { video_id = "f6a7b8c9d0", start = "00:00:00", end = "00:00:45" },
  ]

  # Renders the project again whenever the ranges change.
  render = true
}
