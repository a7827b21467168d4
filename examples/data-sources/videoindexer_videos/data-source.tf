# The newest videos that could not be indexed.
data "videoindexer_videos" "failed" {
  state         = "Failed"
  created_after = "2026-01-01"
  limit         = 20
}

output "failed" {
  value = { for video in data.videoindexer_videos.failed.videos : video.video_id => video.name }
}
