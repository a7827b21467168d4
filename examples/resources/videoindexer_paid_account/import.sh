# An account in the provider's location, by its id. The service does not tell what
# it was created with: the first apply takes the arguments into the state as they
# are configured, without changing the account.
terraform import videoindexer_paid_account.newsroom 3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11

# An account in another location:
terraform import videoindexer_paid_account.newsroom westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11
