# The transcript and insights of a video, after it was indexed with the account's brands.
resource "videoindexer_video" "race" {
  video_id          = "a1b2c3d4e5"
  indexing_preset   = "Advanced"
  wait_for_indexing = true
}

data "videoindexer_video_index" "race" {
  video_id     = videoindexer_video.race.video_id
  include_json = false

  depends_on = [videoindexer_video.race]
}

output "brands" {
  value = [for brand in data.videoindexer_video_index.race.brands : brand.name]
}

output "text" {
  value = join("\n", [for line in data.videoindexer_video_index.race.transcript : line.text])
}
