# A transcript that an editor has corrected, in a file of the configuration.
resource "videoindexer_video_transcript" "english" {
  video_id = "a1b2c3d4e5"
  language = "en-US"
  content  = file("${path.module}/race.en-US.vtt")
}

# The service replaces all translations when it indexes the video, so write other languages after the spoken one.
resource "videoindexer_video_transcript" "german" {
  video_id = "a1b2c3d4e5"
  language = "de-DE"
  content  = <<-VTT
    WEBVTT

    00:00:00.000 --> 00:00:02.500
    Willkommen zum Rennen.
  VTT

  depends_on = [videoindexer_video_transcript.english]
}
