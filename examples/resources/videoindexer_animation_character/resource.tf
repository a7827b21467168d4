resource "videoindexer_animation_character" "hero" {
  video_id     = "f6a7b8c9d0"
  character_id = 1
  name         = "Captain Marrow"
}
