# terraform query lists the persons of a model;
# terraform query -generate-config-out=persons.tf writes resources without faces, and blocks that import them.
list "videoindexer_person" "presenters" {
  provider         = videoindexer
  include_resource = true

  config {
    person_model_id = "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f"
  }
}
