import {
  to = videoindexer_language_model.commentary
  id = "8a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
}
