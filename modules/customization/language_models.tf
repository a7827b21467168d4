locals {
  # Commentary/en-GB/climbs.txt, Commentary/en-GB/riders.txt, Commentary/it-IT/salite.txt ...
  texts       = try(fileset("${var.folder}/models", "**/*.{txt,vtt,srt,ttml}"), [])
  model_texts = [for text in local.texts : text if length(split("/", text)) == 3]
  texts_of    = { for text in local.model_texts : dirname(text) => basename(text)... }

  # What folders and files cannot say of the models, by folder and language.
  model_document = try(merge(local.documents.models, {}), {})

  text_problems = [
    for text in local.texts : "models/${text} belongs in a folder for its language in a folder for its model, such as models/Commentary/en-GB/${basename(text)}."
    if length(split("/", text)) != 3
  ]
  model_parts = concat(
    [{ path = "The file", is = local.documents.models, keys = null }],
    [for key, model in local.model_document : { path = key, is = model, keys = ["name", "enabled", "files"] }],
    [for key, model in local.model_document : { path = "${key}, files", is = try(model.files, null), keys = null }],
    flatten([for key, model in local.model_document : [
      for file, is in try(merge(model.files, {}), {}) : [{ path = "${key}, files, ${file}", is = is, keys = ["name", "enabled"] }]
    ]]),
  )
  model_problems = concat(
    local.document_problems.models,
    [for part in local.model_parts : "${part.path}: this must be a map." if !can(merge(part.is, {}))],
    flatten([for part in local.model_parts : [
      for key in setsubtract(try(keys(merge(part.is, {})), []), part.keys) : "${part.path}: there is no place for ${key}, only for ${join(", ", part.keys)}."
    ] if part.keys != null]),
    [for part in local.model_parts : "${part.path}, enabled: this must be true or false." if !can(tobool(try(part.is.enabled, null)))],
    [for key in keys(local.model_document) : "${key}: the key must be the model's folder and language, such as Commentary/en-GB." if length(split("/", key)) != 2],
    flatten([for key, model in local.model_document : [
      for file in setsubtract(try(keys(model.files), []), try(local.texts_of[key], [])) : "${key}, files: there is no file models/${key}/${file}."
    ]]),
    flatten([for key, names in local.file_names : [
      for name, files in names : "models/${key}: ${join(" and ", files)} have the same name, ${name}." if length(files) > 1
    ]]),
  )

  # The files of each model by their names in the model.
  file_names = {
    for key, files in local.texts_of : key => { for file in files : try(coalesce(local.model_document[key].files[file].name), file) => file... }
  }

  # Of a model without files, files are managed only where models.yaml has "files".
  language_models = merge(
    coalesce(var.language_models, {}),
    {
      for key in setunion(keys(local.texts_of), keys(local.model_document)) : key => {
        name     = try(coalesce(local.model_document[key].name), dirname(key))
        language = basename(key)
        enabled  = try(tobool(local.model_document[key].enabled), null)
        files = try(
          { for name, files in local.file_names[key] : name => {
            source  = "${var.folder}/models/${key}/${files[0]}"
            enabled = try(tobool(local.model_document[key].files[files[0]].enabled), null)
          } },
          try(local.model_document[key].files, null) == null ? null : {},
        )
      } if var.language_models == null
    },
  )
}

resource "videoindexer_language_model" "this" {
  for_each = local.language_models

  location   = var.location
  account_id = var.account_id
  name       = each.value.name
  language   = each.value.language
  enabled    = each.value.enabled
  files      = each.value.files
  train      = var.train_language_models
}
