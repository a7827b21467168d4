import {
  to = videoindexer_person.ada
  id = "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f/c4d5e6f7-0819-4a2b-9c3d-4e5f60718293"
}
