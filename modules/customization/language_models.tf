locals {
  # Commentary/en-GB/climbs.txt, Commentary/en-GB/riders.txt, Commentary/it-IT/salite.txt ...
  texts = [for file in local.files : trimprefix(file, "models/") if can(regex("^models/.*\\.(?i:txt|vtt|srt|ttml)$", file)) && !can(regex("/(\\.|~\\$)", file))]
  # A text in another place is an error of file(), which names the right one.
  texts_of = {
    for text in local.texts : length(split("/", text)) == 3 ? dirname(text) : file("${var.folder}/models/<name>/<language>/${basename(text)}") => basename(text)...
  }

  # What file names do not say of models, by folder and language. An entry without texts is a model without texts, unless it says that its files are not managed.
  models_file = var.language_models == null ? local.documents.models : null
  options     = local.models_file == null ? {} : provider::videoindexer::parse_language_models(file("${var.folder}/${local.models_file}"))
  models      = merge({ for key in keys(local.texts_of) : key => { name = dirname(key), enabled = null, exclusive = null, files = {} } }, local.options)

  language_models = merge(coalesce(var.language_models, {}), {
    for key, model in local.models : key => {
      name      = model.name
      language  = basename(key)
      enabled   = model.enabled
      exclusive = model.exclusive
      # Two texts with one name are an error here, and an option of a text that is not there is one of the resource.
      files = model.files == null && !can(local.texts_of[key]) ? null : {
        for file in setunion(try(local.texts_of[key], []), try(keys(model.files), [])) : try(model.files[file].name, file) => {
          source  = "${var.folder}/models/${key}/${file}"
          enabled = try(model.files[file].enabled, null)
        }
      }
    } if var.language_models == null
  })
}

# What is false is null: that needs no extended operations.
resource "videoindexer_language_model" "this" {
  for_each = local.language_models

  location        = var.location
  account_id      = var.account_id
  name            = each.value.name
  language        = each.value.language
  enabled         = each.value.enabled
  files           = each.value.files
  exclusive       = coalesce(each.value.exclusive, var.exclusive_language_models) ? true : null
  train           = var.train_language_models ? true : null
  deletion_policy = var.deletion_policy.language_models
}
