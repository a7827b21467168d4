locals {
  # Commentary/en-GB/climbs.txt, Commentary/en-GB/riders.txt, Commentary/it-IT/salite.txt ...
  texts       = [for file in local.found_files : trimprefix(file, "models/") if can(regex("^models/.*\\.(?i:txt|vtt|srt|ttml)$", file)) && !can(regex("/(\\.|~\\$)", file))]
  model_texts = [for text in local.texts : text if length(split("/", text)) == 3]
  texts_of    = { for text in local.model_texts : dirname(text) => basename(text)... }

  # The settings of the models, by folder and language.
  model_document = local.entries.models

  text_problems = merge(
    { for text in local.texts : "models/${text}" => ["Put this file into a folder for its language in a folder for its model, such as models/Commentary/en-GB/${basename(text)}."] if length(split("/", text)) != 3 },
    { for key, names in local.file_names : "models/${key}" => [
      for name, files in names : "${join(" and ", files)} have the same name, ${name}." if length(files) > 1
    ] },
  )
  model_problems = concat(
    [for key in keys(local.model_document) : "${key}: the key must be the model's folder and language, such as Commentary/en-GB." if length(split("/", key)) != 2],
    flatten([for key, model in local.model_document : [
      for file in setsubtract(try(keys(model.files), []), try(local.texts_of[key], [])) : "${key}, files: there is no file models/${key}/${file}."
    ]]),
  )

  # The files of each model by their names in the model.
  file_names = {
    for key, files in local.texts_of : key => { for file in files : try(coalesce(local.model_document[key].files[file].name), file) => file... }
  }
  # An entry without texts is a model without texts, unless it says that its files are not managed.
  language_models = merge(
    coalesce(var.language_models, {}),
    {
      for key in setunion(keys(local.texts_of), keys(local.model_document)) : key => {
        name     = try(coalesce(local.model_document[key].name), dirname(key))
        language = basename(key)
        enabled  = try(tobool(local.model_document[key].enabled), null)
        files = !contains(keys(local.texts_of), key) && try(local.model_document[key].files == null, false) ? null : {
          for name, files in try(local.file_names[key], {}) : name => {
            source  = "${var.folder}/models/${key}/${files[0]}"
            enabled = try(tobool(local.model_document[key].files[files[0]].enabled), null)
          }
        }
      } if var.language_models == null && length(split("/", key)) == 2
    },
  )
}

resource "videoindexer_language_model" "this" {
  for_each = local.language_models

  location        = var.location
  account_id      = var.account_id
  name            = each.value.name
  language        = each.value.language
  enabled         = each.value.enabled
  files           = each.value.files
  train           = var.train_language_models
  deletion_policy = var.deletion_policy.language_models
}
