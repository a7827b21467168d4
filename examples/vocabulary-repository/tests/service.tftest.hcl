# Applies everything to the service of the VIDEOINDEXER_ variables, and destroys
# it again. Run it only against the simulated service ("make mockserver").

# Separate models for the tests, so that they leave those of an apply alone.
variables {
  model_name = "Natural history, tested"
}

run "apply" {
  assert {
    condition     = videoindexer_brands.museum.brands["tarn-and-fell"].name == "Tarn & Fell"
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

# Separate texts for the tests, so that editing vocabulary/ does not break them.
run "before" {
  variables {
    vocabulary = "tests/before"
  }
}

# One more sentence in en-US/shore.txt.
run "after" {
  variables {
    vocabulary = "tests/after"
  }

  assert {
    condition     = output.triggers["a1b2c3d4e5"]["shore.txt"] == filesha256("tests/after/en-US/shore.txt")
    error_message = "The video in English must be re-indexed, with the edited text."
  }

  assert {
    condition     = output.triggers["a1b2c3d4e5"] != run.before.triggers["a1b2c3d4e5"]
    error_message = "The edited text is not edited."
  }

  assert {
    condition     = output.triggers["f6a7b8c9d0"] == run.before.triggers["f6a7b8c9d0"]
    error_message = "The video in Spanish must be left alone."
  }
}
