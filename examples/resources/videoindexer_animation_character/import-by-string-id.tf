import {
  to = videoindexer_animation_character.hero
  id = "f6a7b8c9d0/1"
}
