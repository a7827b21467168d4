locals {
  # Commentary/en-GB/climbs.txt, Commentary/en-GB/riders.txt, Commentary/it-IT/salite.txt ...
  texts        = try(fileset("${var.folder}/models", "**/*.{txt,vtt,srt,ttml}"), [])
  model_texts  = [for text in local.texts : text if length(split("/", text)) == 3]
  text_folders = toset([for text in local.model_texts : dirname(text)])

  model_problems = [
    for text in local.texts : "models/${text} belongs into a folder for its language within a folder for its model, as models/Commentary/en-GB/${basename(text)}."
    if length(split("/", text)) != 3
  ]

  language_models = merge(
    coalesce(var.language_models, {}),
    {
      for folder in local.text_folders : folder => {
        name     = dirname(folder)
        language = basename(folder)
        files = {
          for text in local.model_texts : basename(text) => { source = "${var.folder}/models/${text}" } if dirname(text) == folder
        }
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
  files      = each.value.files
  train      = var.train_language_models
}
