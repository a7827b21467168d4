resource "videoindexer_person_model" "presenters" {
  name = "Presenters"
}
