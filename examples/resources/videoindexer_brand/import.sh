# A brand of the provider's account, by its number:
terraform import videoindexer_brand.velora 1001

# A brand of any account: location, account and number.
terraform import videoindexer_brand.velora westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/1001

# A brand by its name, with extended operations:
terraform import videoindexer_brand.velora name:Velora
