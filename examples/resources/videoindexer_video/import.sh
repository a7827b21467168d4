# A video of the provider's account, by its id:
terraform import videoindexer_video.race a1b2c3d4e5

# A video of any account: location, account and id.
terraform import videoindexer_video.race westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/a1b2c3d4e5
