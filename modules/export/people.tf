data "videoindexer_person_models" "all" {
  count = contains(var.kinds, "people") ? 1 : 0

  location   = var.location
  account_id = var.account_id
}

data "videoindexer_persons" "of" {
  for_each = toset(local.person_models[*].person_model_id)

  location        = var.location
  account_id      = var.account_id
  person_model_id = each.key
}

locals {
  # The data sources have null for an empty name.
  found_person_models = [
    for model in flatten(data.videoindexer_person_models.all[*].person_models) : merge(model, { name = model.name == null ? "" : model.name })
  ]
  person_models = [for model in local.found_person_models : model if model.is_default || model.name != "" && trimspace(model.name) == model.name]
  found_persons = flatten([
    for model in local.person_models : [
      for person in data.videoindexer_persons.of[model.person_model_id].persons : merge(person, {
        person_model_id = model.person_model_id, name = person.name == null ? "" : person.name
      })
    ]
  ])
  persons    = [for person in local.found_persons : person if person.name != "" && trimspace(person.name) == person.name]
  persons_of = { for person in local.persons : person.person_model_id => person... }

  people_files = {
    for text in [yamlencode({
      for model in local.person_models : local.keys["person models/${model.person_model_id}"] => merge(
        { for name in [model.name] : "name" => name if !model.is_default },
        { for name in ["default"] : name => true if model.is_default },
        { persons = { for person in try(local.persons_of[model.person_model_id], []) : local.keys["${model.person_model_id}/${person.person_id}"] => { name = person.name } } },
      )
    })] : "customization/people.yaml" => text if length(data.videoindexer_person_models.all) > 0
  }

  people_left_out = concat(
    [for model in local.found_person_models : "Left out: person model ${model.person_model_id} ${jsonencode(model.name)} and the ${model.persons_count} persons in it, because ${local.spaced}. ${local.advice}"
    if !contains(local.person_models[*].person_model_id, model.person_model_id)],
    [for person in local.found_persons : "Left out: person ${person.person_id} ${jsonencode(person.name)} of person model ${person.person_model_id}, because ${local.spaced}. ${local.advice}"
    if person.name == "" || trimspace(person.name) != person.name],
  )
}
