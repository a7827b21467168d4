# A person model of the provider's account, by its id:
terraform import videoindexer_person_model.presenters 8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f

# A person model of any account: location, account and id.
terraform import videoindexer_person_model.presenters westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f

# A person model by its name, with extended operations:
terraform import videoindexer_person_model.presenters name:Presenters
