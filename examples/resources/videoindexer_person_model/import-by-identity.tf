import {
  to = videoindexer_person_model.presenters
  identity = {
    location        = "westeurope"
    account_id      = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    person_model_id = "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f"
  }
}
