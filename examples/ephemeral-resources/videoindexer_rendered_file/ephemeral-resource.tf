resource "videoindexer_project" "best_of" {
  project_id = "d3adb33f01"
  render     = true
}

# A new address in every run, stored neither in the state nor in the plan. Terraform requests it after the render.
ephemeral "videoindexer_rendered_file" "best_of" {
  project_id = videoindexer_project.best_of.project_id

  depends_on = [videoindexer_project.best_of]
}

resource "terraform_data" "publish" {
  triggers_replace = videoindexer_project.best_of.video_ranges

  provisioner "local-exec" {
    command = "curl --fail --output best-of.mp4 \"$RENDERED\""
    environment = {
      RENDERED = ephemeral.videoindexer_rendered_file.best_of.download_url
    }
  }
}
