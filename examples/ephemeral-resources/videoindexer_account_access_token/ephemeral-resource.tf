# A token with write permission, for a script. It is stored neither in the state nor in the plan.
ephemeral "videoindexer_account_access_token" "writer" {
  allow_edit = true
}

resource "terraform_data" "upload" {
  triggers_replace = filesha256("${path.module}/race.mp4")

  provisioner "local-exec" {
    command = "./upload.sh race.mp4"
    environment = {
      ACCESS_TOKEN = ephemeral.videoindexer_account_access_token.writer.access_token
    }
  }
}
