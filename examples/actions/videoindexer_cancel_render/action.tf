# Cancels a render by hand: terraform apply -invoke=action.videoindexer_cancel_render.highlights
# The project can be changed after the render has ended.
action "videoindexer_cancel_render" "highlights" {
  config {
    project_id = "d3adb33f01"
    timeout    = "5m"
  }
}
