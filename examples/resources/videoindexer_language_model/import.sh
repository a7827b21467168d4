# A model of the provider's account, by its id. With extended operations, the
# first plan is empty if the model has the files of the configuration. Without
# them, the files cannot be read, and the first plan is an update in place.
terraform import videoindexer_language_model.commentary 8a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d

# A model of any account: location, account and id.
terraform import videoindexer_language_model.commentary westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/8a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d

# A model by its name, with extended operations:
terraform import videoindexer_language_model.commentary "name:Race commentary"
