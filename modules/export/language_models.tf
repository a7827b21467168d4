data "videoindexer_language_models" "all" {
  count = contains(var.kinds, "language_models") ? 1 : 0

  location        = var.location
  account_id      = var.account_id
  include_content = true
}

locals {
  languages = [
    "zh-Hans", "en-GB", "en-AU", "en-US", "es-ES", "es-MX", "fr-FR", "ar-SY", "ar-EG", "de-DE", "it-IT", "ja-JP", "hi-IN", "ko-KR", "ru-RU", "pt-BR",
  ]

  # Without the models and files that the service created automatically. The key of a file is its name or, where another file of the model
  # has that already, its name and id.
  found_models = [
    for model in [
      for model in flatten(data.videoindexer_language_models.all[*].language_models) : merge(model, { files = [for file in model.files : file if !file.is_service_made] })
      if !model.is_service_made
      ] : merge(model, {
        name = model.name == null ? "" : model.name
        files = [
          for i, file in model.files : merge(file, { key = contains(slice(model.files[*].name, 0, i), file.name) ? "${file.name} (${coalesce(file.file_id, "-")})" : file.name })
        ]
    })
  ]

  # What a configuration cannot hold of a model; all of the model is left out with it. (The names of files have at most 255 bytes.)
  model_problems = {
    for model in local.found_models : model.model_id => concat(
      [for name in [model.name] : local.spaced if name == "" || trimspace(name) != name],
      [for name in [model.name] : "its name contains a control character" if can(regex("\\p{Cc}", name))],
      [for language in [model.language] : "Terraform does not know its language, ${language}" if !contains(local.languages, language)],
      flatten([for file in model.files : [
        for problem, is_so in {
          "has no id"                               = file.file_id == null
          "has an empty name"                       = trimspace(file.name) == ""
          "has a control character in its name"     = can(regex("\\p{Cc}", file.name))
          "has a name of more than 255 bytes"       = length(base64encode(file.key)) > 340
          "cannot be read"                          = file.content == null
          "is empty, which Terraform does not send" = file.content == null ? false : contains(["", "\uFEFF"], file.content)
        } : "its file ${jsonencode(file.name)} ${problem}" if is_so
      ]]),
    )
  }
  language_models = [
    for model in local.found_models : merge(model, {
      # A service disables a model by disabling all of its files.
      is_disabled = anytrue([for file in model.files : file.enabled == false]) && !anytrue([for file in model.files : file.enabled == true])
    }) if length(local.model_problems[model.model_id]) == 0
  ]
  texts = flatten([
    for model in local.language_models : [
      for file in model.files : {
        model_id  = model.model_id
        file_id   = file.file_id
        content   = file.content
        name      = file.key
        title     = replace(file.name, "/(?i)\\.(txt|vtt|srt|ttml)$/", "")
        extension = lower(try(regex("(?i)\\.(txt|vtt|srt|ttml)$", file.name)[0], "txt"))
        enabled   = file.enabled != false || model.is_disabled
      }
    ]
  ])
  model_keys  = { for model in local.language_models : model.model_id => "${local.keys["language models/${model.model_id}"]}/${model.language}" }
  text_names  = { for file in local.texts : "${file.model_id}/${file.file_id}" => "${local.keys["${file.model_id}/${file.file_id}"]}.${file.extension}" }
  model_texts = { for file in local.texts : file.model_id => file... }

  # Settings that file names cannot express.
  model_document = {
    for model in local.language_models : local.model_keys[model.model_id] => merge(
      { for name in [model.name] : "name" => name if name != dirname(local.model_keys[model.model_id]) },
      { for name in ["enabled"] : name => false if model.is_disabled },
      { for files in [{
        for file in try(local.model_texts[model.model_id], []) : local.text_names["${model.model_id}/${file.file_id}"] => merge(
          { for name in [file.name] : "name" => name if name != local.text_names["${model.model_id}/${file.file_id}"] },
          { for name in ["enabled"] : name => false if !file.enabled },
        ) if !file.enabled || file.name != local.text_names["${model.model_id}/${file.file_id}"]
      }] : "files" => files if length(files) > 0 },
      # An import of such a model knows of no files: they are not managed, so that the first plan is empty.
      { for files in [null] : "files" => files if length(model.files) == 0 },
    )
  }
  model_entries = {
    for model in local.language_models : local.model_keys[model.model_id] => local.model_document[local.model_keys[model.model_id]]
    if length(model.files) == 0 || length(local.model_document[local.model_keys[model.model_id]]) > 0
  }

  model_files = merge(
    { for file in local.texts : "customization/models/${local.model_keys[file.model_id]}/${local.text_names["${file.model_id}/${file.file_id}"]}" => file.content },
    { for text in [yamlencode(local.model_entries)] : "customization/models.yaml" => text if length(local.model_entries) > 0 },
  )

  models_left_out = [
    for model in local.found_models : "Left out: language model ${model.model_id} ${jsonencode(model.name)}, because ${local.model_problems[model.model_id][0]}."
    if length(local.model_problems[model.model_id]) > 0
  ]
}
