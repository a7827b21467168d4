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
  description = "Id of the person model, for person_model_id of videos in which to recognize these people."
  value       = videoindexer_person_model.presenters.person_model_id
}
