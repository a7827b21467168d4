# A character of the provider's account, by the video's id and its own:
terraform import videoindexer_animation_character.hero f6a7b8c9d0/1

# A character of any account: location, account, video and character.
terraform import videoindexer_animation_character.hero westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/f6a7b8c9d0/1
