locals {
  vocabulary = "${path.module}/vocabulary"
}

# Every text file in the folder becomes a file of the model. Editing one shows
# in the plan as a change of that file, and only that file is sent again.
resource "videoindexer_language_model" "commentary" {
  name     = var.language_model_name
  language = var.language

  files = {
    for name in fileset(local.vocabulary, "*") : name => {
      source = "${local.vocabulary}/${name}"
    } if endswith(name, ".txt")
  }
}
