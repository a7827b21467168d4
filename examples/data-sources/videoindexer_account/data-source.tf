data "videoindexer_account" "this" {
  include_usage = true
}

output "uploads_left_today" {
  value = (
    data.videoindexer_account.this.quota_usage.daily_upload_count_limit -
    data.videoindexer_account.this.quota_usage.daily_upload_count
  )
}
