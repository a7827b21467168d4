import {
  to = videoindexer_person_model.presenters
  id = "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f"
}
