locals {
  people_file = var.person_models == null ? local.documents.people : null
  people      = local.people_file == null ? coalesce(var.person_models, {}) : provider::videoindexer::parse_people(file("${var.folder}/${local.people_file}"))

  # With a mistake in a person, there are no models either.
  person_models = { for key, model in local.people : key => { name = coalesce(model.name, key), default = model.default } if length(local.persons) >= 0 }
  # Two persons with one address are an error here.
  persons = { for person in flatten([
    for model_key, model in local.people : [
      for key, person in model.persons : { address = "${model_key}/${key}", model = model_key, name = coalesce(person.name, key), faces = person.faces }
    ]
  ]) : person.address => person }

  # Local values: Terraform evaluates another expression of for_each for each instance.
  persons_of_models  = { for key, person in local.persons : key => person if !local.person_models[person.model].default }
  persons_of_default = { for key, person in local.persons : key => person if local.person_models[person.model].default }

  default_model_id = one([for model in flatten(data.videoindexer_person_models.all[*].person_models) : model.person_model_id if model.is_default])
}

# Every account has a default person model, which nobody can create.
data "videoindexer_person_models" "all" {
  count = anytrue([for model in local.person_models : model.default]) ? 1 : 0

  location   = var.location
  account_id = var.account_id
}

resource "videoindexer_person_model" "this" {
  for_each = { for key, model in local.person_models : key => model if !model.default }

  location        = var.location
  account_id      = var.account_id
  name            = each.value.name
  deletion_policy = var.deletion_policy.person_models
}

resource "videoindexer_person" "this" {
  for_each = local.persons_of_models

  location        = var.location
  account_id      = var.account_id
  person_model_id = videoindexer_person_model.this[each.value.model].person_model_id
  name            = each.value.name
  faces           = each.value.faces == null ? null : { for label, url in each.value.faces : label => { url = url } }
  deletion_policy = var.deletion_policy.persons
}

# A data source may be deferred until the apply, for example by depends_on. The id
# of the default model never changes: what is deferred must not replace persons.
resource "videoindexer_person" "in_default_model" {
  for_each = local.persons_of_default

  location        = var.location
  account_id      = var.account_id
  person_model_id = local.default_model_id
  name            = each.value.name
  faces           = each.value.faces == null ? null : { for label, url in each.value.faces : label => { url = url } }
  deletion_policy = var.deletion_policy.persons

  lifecycle {
    ignore_changes = [person_model_id]
  }
}
