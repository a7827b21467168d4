locals {
  people_file = local.documents.people

  # The file as two lists, so that one mistake does not hide the next. Values
  # that are not maps have no entries here, and are among the problems.
  file_models = [for key, model in try(merge(local.people_file, {}), {}) : { path = key, key = key, is = model }]
  file_persons = flatten([for model in local.file_models : [
    for key, person in try(merge(model.is.persons, {}), {}) : [{ path = "${model.path}, persons, ${key}", model = model.key, key = key, is = person }]
  ]])

  people_parts = concat(
    [{ path = "The file", is = local.people_file, keys = null }],
    [for model in local.file_models : { path = model.path, is = model.is, keys = ["name", "default", "persons"] }],
    [for model in local.file_models : { path = "${model.path}, persons", is = try(model.is.persons, null), keys = null }],
    [for person in local.file_persons : { path = person.path, is = person.is, keys = ["name", "faces"] }],
    [for person in local.file_persons : { path = "${person.path}, faces", is = try(person.is.faces, null), keys = null }],
  )
  people_problems = concat(
    local.document_problems.people,
    [for part in local.people_parts : "${part.path}: this must be a map." if !can(merge(part.is, {}))],
    flatten([for part in local.people_parts : [
      for key in setsubtract(try(keys(merge(part.is, {})), []), part.keys) : "${part.path}: there is no place for ${key}, only for ${join(", ", part.keys)}."
    ] if part.keys != null]),
    [for model in local.file_models : "${model.path}, default: this must be true or false." if !can(tobool(try(model.is.default, false)))],
    [for key, paths in { for person in local.file_persons : "${person.model}/${person.key}" => person.path... } :
    "${join(" and ", paths)}: their keys make the same address, ${key}. Change one of the keys." if length(paths) > 1],
  )

  person_models = merge(
    { for key, model in coalesce(var.person_models, {}) : key => { name = coalesce(model.name, key), default = coalesce(model.default, false) } },
    {
      for model in local.file_models : model.key => {
        name    = try(coalesce(model.is.name), model.key)
        default = try(coalesce(tobool(model.is.default)), false)
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
        faces = try({ for label, url in person.is.faces : label => tostring(url) }, null)
      }
    } if var.person_models == null],
  ])...)

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

  location   = var.location
  account_id = var.account_id
  name       = each.value.name
}

resource "videoindexer_person" "this" {
  for_each = { for key, person in local.persons : key => person if !local.person_models[person.model].default }

  location        = var.location
  account_id      = var.account_id
  person_model_id = videoindexer_person_model.this[each.value.model].person_model_id
  name            = each.value.name
  faces           = each.value.faces == null ? null : { for label, url in each.value.faces : label => { url = url } }
}

# A data source may be deferred until the apply, for example by depends_on. The id
# of the default model never changes: what is deferred must not replace persons.
resource "videoindexer_person" "in_default_model" {
  for_each = { for key, person in local.persons : key => person if local.person_models[person.model].default }

  location        = var.location
  account_id      = var.account_id
  person_model_id = local.default_model_id
  name            = each.value.name
  faces           = each.value.faces == null ? null : { for label, url in each.value.faces : label => { url = url } }

  lifecycle {
    ignore_changes = [person_model_id]
  }
}
