# terraform query lists the videos that were made this year;
# terraform query -generate-config-out=videos.tf writes resources without settings, and blocks that import them.
list "videoindexer_video" "recent" {
  provider         = videoindexer
  include_resource = true
  limit            = 10000

  config {
    state         = "Processed"
    created_after = "2026-01-01"
  }
}
