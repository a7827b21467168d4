import {
  to = videoindexer_video_transcript.english
  id = "a1b2c3d4e5/en-US"
}
