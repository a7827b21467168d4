locals {
  brands = provider::videoindexer::parse_brands(file("${path.module}/brands.yaml"), "Yaml")
}

resource "videoindexer_brands" "vocabulary" {
  brands = local.brands
}

# The apply trains the model after each change of its files, and waits for the
# end of the training.
resource "videoindexer_language_model" "vocabulary" {
  name     = "Race commentary"
  language = "en-US"
  train    = true

  files = {
    for name in fileset("${path.module}/vocabulary", "*") : name => { source = "${path.module}/vocabulary/${name}" } if endswith(name, ".txt")
  }
}

# A change to these values re-indexes the videos.
locals {
  vocabulary = merge(
    { for name, file in videoindexer_language_model.vocabulary.files : name => file.content_sha256 },
    { brands = sha256(jsonencode(local.brands)) },
  )
}
