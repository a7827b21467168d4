import {
  to = videoindexer_animation_character.hero
  identity = {
    location     = "westeurope"
    account_id   = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    video_id     = "f6a7b8c9d0"
    character_id = 1
  }
}
