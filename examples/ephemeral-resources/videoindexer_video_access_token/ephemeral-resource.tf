# A token for one video, for a script that publishes its player. It is stored neither in the state nor in the plan.
ephemeral "videoindexer_video_access_token" "player" {
  video_id = "a1b2c3d4e5"
}

resource "terraform_data" "player" {
  triggers_replace = filesha256("${path.module}/player.html")

  provisioner "local-exec" {
    command = "./publish-player.sh player.html"
    environment = {
      ACCESS_TOKEN = ephemeral.videoindexer_video_access_token.player.access_token
    }
  }
}
