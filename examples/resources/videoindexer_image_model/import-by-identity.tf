import {
  to = videoindexer_image_model.characters
  identity = {
    location   = "westeurope"
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
  }
}
