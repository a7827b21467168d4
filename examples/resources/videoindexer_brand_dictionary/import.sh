# All brands of an account in the provider's location:
terraform import videoindexer_brand_dictionary.sponsors 3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11

# Some of them, by name; the location may stand in front of either form:
terraform import videoindexer_brand_dictionary.sponsors westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/Velora,Halden

# Names with spaces or commas:
terraform import videoindexer_brand_dictionary.sponsors '3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/Kestrel Wheels,"Contoso, Inc."'
