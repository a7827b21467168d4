import {
  to = videoindexer_video.race
  id = "a1b2c3d4e5"
}
