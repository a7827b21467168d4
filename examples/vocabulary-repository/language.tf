locals {
  folder = "${path.module}/${var.vocabulary}"

  # en-US/birds.txt, en-US/minerals.txt, es-ES/aves.txt ...
  texts     = fileset(local.folder, "*/*.txt")
  languages = toset([for text in local.texts : dirname(text)])
}

# A model a language, made of the texts in its folder. A new text is uploaded,
# an edited one is exchanged, and one that is deleted leaves the model. With
# extended operations the model is trained after that, and the apply waits.
resource "videoindexer_language_model" "vocabulary" {
  for_each = local.languages

  name     = "${var.model_name} (${each.key})"
  language = each.key
  train    = var.extended_operations ? true : null

  files = {
    for text in local.texts : basename(text) => {
      source = "${local.folder}/${text}"
    } if dirname(text) == each.key
  }
}
