# Names and switches of language models, whose texts are in folders such as texts/Commentary/en-GB.
locals {
  models = provider::videoindexer::parse_language_models(file("${path.module}/models.yaml"))
}

resource "videoindexer_language_model" "all" {
  for_each = local.models

  name     = each.value.name
  language = basename(each.key)
  enabled  = each.value.enabled
  files = {
    for text in fileset("${path.module}/texts/${each.key}", "*.txt") : text => {
      source = "${path.module}/texts/${each.key}/${text}"
    }
  }
}
