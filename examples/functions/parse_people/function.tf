# A file of person models, each with its persons and the addresses of their pictures.
locals {
  people = provider::videoindexer::parse_people(file("${path.module}/people.yaml"))
}

resource "videoindexer_person_model" "all" {
  for_each = local.people

  name = each.value.name
}

resource "videoindexer_person" "all" {
  for_each = merge([
    for key, model in local.people : { for label, person in model.persons : "${key}/${label}" => merge(person, { model = key }) }
  ]...)

  person_model_id = videoindexer_person_model.all[each.value.model].person_model_id
  name            = each.value.name
  faces           = each.value.faces == null ? null : { for label, address in each.value.faces : label => { url = address } }
}
