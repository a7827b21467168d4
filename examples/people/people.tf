locals {
  people = yamldecode(file("${path.module}/people.yaml"))
}

resource "videoindexer_person_model" "presenters" {
  name = "Presenters"
}

resource "videoindexer_person" "presenter" {
  for_each = local.people

  person_model_id = videoindexer_person_model.presenters.person_model_id
  name            = each.value.name
  faces           = { for label, address in each.value.faces : label => { url = address } }
}

output "person_model_id" {
  description = "For the person_model_id of videos that are to show who is in them."
  value       = videoindexer_person_model.presenters.person_model_id
}
