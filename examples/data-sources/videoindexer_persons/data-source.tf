data "videoindexer_persons" "named_ada" {
  person_model_id = "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f"
  name_prefix     = "Ada"
}

output "persons" {
  value = { for person in data.videoindexer_persons.named_ada.persons : person.name => person.person_id... }
}
