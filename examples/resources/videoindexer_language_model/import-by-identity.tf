import {
  to = videoindexer_language_model.commentary
  identity = {
    location   = "westeurope"
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    model_id   = "8a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
  }
}
