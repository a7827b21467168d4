locals {
  vocabulary = "${path.module}/vocabulary"
}

# Every text file in the folder becomes a file of the model. If you edit one, the
# plan shows this file, and the apply sends only this file.
resource "videoindexer_language_model" "commentary" {
  name     = var.language_model_name
  language = var.language

  files = {
    for name in fileset(local.vocabulary, "*") : name => {
      source = "${local.vocabulary}/${name}"
    } if endswith(name, ".txt")
  }
}
