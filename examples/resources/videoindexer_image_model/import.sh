# The connection of an account in the provider's location, by the account's id:
terraform import videoindexer_image_model.characters 3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11

# In another location:
terraform import videoindexer_image_model.characters westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11
