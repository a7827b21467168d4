# The whole, applied to the service that the VIDEOINDEXER_ variables name and
# destroyed again: meant for the simulated one ("make mockserver").

run "apply" {
  assert {
    condition     = videoindexer_brands.dictionary.brands["1002"].name == "Tarn & Fell"
    error_message = "The service holds the brand under another name."
  }

  assert {
    condition     = output.brands_off == tolist(["Basalt"])
    error_message = "One brand is off."
  }

  assert {
    condition     = output.models["en-US"] != output.models["es-ES"]
    error_message = "Each language has a model of its own."
  }
}

# The same texts, and one sentence more in birds.txt.
run "a_sentence_more" {
  variables {
    vocabulary = "tests/edited"
  }

  assert {
    condition     = output.triggers["a1b2c3d4e5"]["birds.txt"] == filesha256("tests/edited/en-US/birds.txt")
    error_message = "The video in English must be indexed again, with the edited text."
  }

  assert {
    condition     = output.triggers["a1b2c3d4e5"]["birds.txt"] != filesha256("vocabulary/en-US/birds.txt")
    error_message = "The edited text is not edited."
  }

  assert {
    condition     = output.triggers["f6a7b8c9d0"]["minerales.txt"] == filesha256("vocabulary/es-ES/minerales.txt")
    error_message = "The video in Spanish must be left alone."
  }
}
