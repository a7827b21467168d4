# A new address in every run, stored neither in the state nor in the plan.
ephemeral "videoindexer_source_file" "race" {
  video_id = "a1b2c3d4e5"
}

resource "terraform_data" "archive" {
  triggers_replace = "a1b2c3d4e5"

  provisioner "local-exec" {
    command = "curl --fail --output race.mp4 \"$SOURCE\""
    environment = {
      SOURCE = ephemeral.videoindexer_source_file.race.download_url
    }
  }
}
