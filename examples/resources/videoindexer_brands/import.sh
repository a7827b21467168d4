# Brands of the provider's account, by their ids:
terraform import videoindexer_brands.sponsors 1001,1002

# Brands of any account: location, account and ids.
terraform import videoindexer_brands.sponsors westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/1001,1002
