locals {
  brands = yamldecode(file("${path.module}/brands.yaml"))
}

resource "videoindexer_brand_dictionary" "vocabulary" {
  brands = local.brands
}

# The apply trains the model after each change of its files, and waits for the
# end of the training.
resource "videoindexer_language_model" "vocabulary" {
  name     = "Race commentary"
  language = "en-US"
  train    = true

  files = {
    for name in fileset("${path.module}/vocabulary", "*.txt") : name => { source = "${path.module}/vocabulary/${name}" }
  }
}

# What videos have to be indexed again for, if it changes.
locals {
  vocabulary = merge(
    { for name, file in videoindexer_language_model.vocabulary.files : name => file.content_sha256 },
    { brands = sha256(jsonencode(local.brands)) },
  )
}
