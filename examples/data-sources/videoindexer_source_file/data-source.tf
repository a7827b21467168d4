data "videoindexer_source_file" "race" {
  video_id = "a1b2c3d4e5"
}

output "download" {
  value     = data.videoindexer_source_file.race.download_url
  sensitive = true
}
