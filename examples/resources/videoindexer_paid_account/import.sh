# An account in the provider's location, by its id. The service does not return the arguments: the
# first apply records those of the configuration in the state, and does not change the account.
terraform import videoindexer_paid_account.newsroom 3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11

# An account in another location:
terraform import videoindexer_paid_account.newsroom westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11
