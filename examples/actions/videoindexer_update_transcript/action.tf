# Replaces the transcript once, by hand: terraform apply -invoke=action.videoindexer_update_transcript.race
action "videoindexer_update_transcript" "race" {
  config {
    video_id = "a1b2c3d4e5"
    language = "en-US"
    content  = file("${path.module}/race.en-US.vtt")
  }
}
