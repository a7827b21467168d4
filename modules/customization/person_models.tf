locals {
  # The persons as one list. What is not a map has no entries here, and is among the problems.
  file_persons = flatten([for model_key, model in local.entries.people : [
    for key, person in try(merge(model.persons, {}), {}) : [{ path = "${model_key}, persons, ${key}", model = model_key, key = key, is = person }]
  ]])
  people_problems = concat(
    [for key, paths in { for person in local.file_persons : "${person.model}/${person.key}" => person.path... } :
    "${join(" and ", paths)}: their keys make the same address, ${key}. Change one of the keys." if length(paths) > 1],
    [for models in [[for key, model in local.person_models : key if model.default]] : "${join(" and ", models)}: an account has one default person model." if length(models) > 1],
    [for name, models in { for key, model in local.person_models : model.name => key... if !model.default } : "${join(" and ", models)} have the same name, ${name}." if length(models) > 1],
  )

  person_models = merge(
    { for key, model in coalesce(var.person_models, {}) : key => { name = coalesce(model.name, key), default = coalesce(model.default, false) } },
    {
      for key, model in local.entries.people : key => {
        name    = try(coalesce(model.name), key)
        default = try(coalesce(tobool(model.default)), false)
      } if var.person_models == null
    },
  )
  persons = merge(flatten([
    [for model_key, model in coalesce(var.person_models, {}) : [
      for key, person in coalesce(model.persons, {}) : {
        "${model_key}/${key}" = { model = model_key, name = coalesce(person.name, key), faces = person.faces }
      }
    ]],
    [for person in local.file_persons : {
      "${person.model}/${person.key}" = {
        model = person.model
        name  = try(coalesce(person.is.name), person.key)
        faces = try({ for label, url in person.is.faces : label => tostring(url) if url != null }, null)
      }
    } if var.person_models == null],
  ])...)

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
