# A project of the provider's account, by its id:
terraform import videoindexer_project.highlights d3adb33f01

# A project of any account: location, account and id.
terraform import videoindexer_project.highlights westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/d3adb33f01

# A project by its name, with extended operations:
terraform import videoindexer_project.highlights name:Highlights
