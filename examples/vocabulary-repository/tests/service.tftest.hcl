# The whole, applied to the service that the VIDEOINDEXER_ variables name and
# destroyed again: meant for the simulated one ("make mockserver").

# Models of the tests' own, beside those that an apply has made.
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

# Texts of the tests' own, so that editing vocabulary/ does not break them.
run "before" {
  variables {
    vocabulary = "tests/before"
  }
}

# One sentence more in en-US/shore.txt.
run "after" {
  variables {
    vocabulary = "tests/after"
  }

  assert {
    condition     = output.triggers["a1b2c3d4e5"]["shore.txt"] == filesha256("tests/after/en-US/shore.txt")
    error_message = "The video in English must be indexed again, with the edited text."
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
