# A token that may write in the account, for a script. It reaches neither state nor plan.
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
