# The newest videos that could not be indexed.
data "videoindexer_videos" "failed" {
  state         = "Failed"
  created_after = "2026-01-01"
  limit         = 20
}

output "failed" {
  value = { for video in data.videoindexer_videos.failed.videos : video.video_id => video.name }
}

# The cost of re-indexing the English videos of a series.
data "videoindexer_videos" "series" {
  source_language = "en-US"
  name_regex      = "^Race "
  indexed_before  = "2026-03-01T08:00:00Z"
}

output "series" {
  value = "${data.videoindexer_videos.series.videos_count} videos, ${data.videoindexer_videos.series.total_duration_in_seconds} seconds"
}
