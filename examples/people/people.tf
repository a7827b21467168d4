locals {
  people = provider::videoindexer::parse_people(file("${path.module}/people.yaml"))
  persons = merge([
    for model, of in local.people : { for key, person in of.persons : "${model}/${key}" => merge(person, { model = model }) }
  ]...)
}

resource "videoindexer_person_model" "all" {
  for_each = local.people

  name = each.value.name
}

resource "videoindexer_person" "all" {
  for_each = local.persons

  person_model_id = videoindexer_person_model.all[each.value.model].person_model_id
  name            = each.value.name
  faces           = each.value.faces == null ? null : { for label, address in each.value.faces : label => { url = address } }
}

output "person_model_ids" {
  description = "Ids of the person models, for person_model_id of videos in which to recognize these people."
  value       = { for key, model in videoindexer_person_model.all : key => model.person_model_id }
}
