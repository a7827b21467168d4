import {
  to = videoindexer_person.ada
  identity = {
    location        = "westeurope"
    account_id      = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    person_model_id = "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f"
    person_id       = "c4d5e6f7-0819-4a2b-9c3d-4e5f60718293"
  }
}
