locals {
  folder = "${path.module}/${var.vocabulary}"

  # en-US/birds.txt, en-US/minerals.txt, es-ES/aves.txt ...
  texts     = [for file in fileset(local.folder, "*/*") : file if endswith(file, ".txt")]
  languages = toset([for text in local.texts : dirname(text)])
}

# One model for each language, with the texts of its folder. New texts are
# uploaded, edited texts are replaced, and deleted texts are removed. With
# extended operations, the apply then trains the model and waits for it.
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
