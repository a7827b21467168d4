data "videoindexer_insights_widget" "race" {
  video_id    = "a1b2c3d4e5"
  widget_type = "People"
}

# The service answers with an address or with the page itself, both without a token.
output "widget" {
  value     = coalesce(data.videoindexer_insights_widget.race.url, data.videoindexer_insights_widget.race.content)
  sensitive = true
}
