# A person of the provider's account: the ids of person model and person.
terraform import videoindexer_person.ada 8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f/c4d5e6f7-0819-4a2b-9c3d-4e5f60718293

# A person of any account: location and account in front.
terraform import videoindexer_person.ada westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f/c4d5e6f7-0819-4a2b-9c3d-4e5f60718293

# A person by its name, with extended operations:
terraform import videoindexer_person.ada "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f/name:Ada Marlow"
