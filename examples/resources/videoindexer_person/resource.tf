resource "videoindexer_person_model" "presenters" {
  name = "Presenters"
}

resource "videoindexer_person" "ada" {
  person_model_id = videoindexer_person_model.presenters.person_model_id
  name            = "Ada Marlow"

  # Pictures, by labels that you choose. A changed address replaces the face.
  faces = {
    front = { url = "https://pictures.example/ada/front.jpg" }
    left  = { url = "https://pictures.example/ada/left.jpg" }
  }
}
