# A brand of the vocabulary is found in a video in which it is known to appear.
check "vocabulary_is_found" {
  data "videoindexer_video_index" "sample" {
    video_id     = var.sample.video_id
    include_json = false
    depends_on   = [videoindexer_language_model.vocabulary]
  }

  assert {
    condition     = contains([for brand in data.videoindexer_video_index.sample.brands : brand.name], var.sample.brand)
    error_message = "${var.sample.brand} is not found in video ${var.sample.video_id}."
  }
}
