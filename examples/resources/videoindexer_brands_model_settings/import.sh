# The settings of an account are imported by the account's id:
terraform import videoindexer_brands_model_settings.this 3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11

# An account in another location than the provider's:
terraform import videoindexer_brands_model_settings.this westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11
