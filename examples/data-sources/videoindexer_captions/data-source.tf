data "videoindexer_captions" "race" {
  video_id = "a1b2c3d4e5"
  format   = "Srt"
  language = "en-US"
}

output "race_srt" {
  value = data.videoindexer_captions.race.content
}
