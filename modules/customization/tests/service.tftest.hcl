# The whole, applied to the service that the VIDEOINDEXER_ variables name and
# destroyed again: meant for the simulated one ("make mockserver").

run "apply" {
  variables {
    folder = "tests/whole"
  }

  assert {
    condition     = join(", ", keys(output.brand_ids)) == "Old Ferry Line, Tarn & Fell" && length(output.adopted_brands) == 0 && output.brand_counts == { adopted = 0, created = 2, replaced = 0 }
    error_message = "Both brands are created."
  }

  assert {
    condition     = output.language_model_ids["Commentary/en-GB"] != output.language_model_ids["Commentary/it-IT"]
    error_message = "Each language has a model of its own."
  }

  assert {
    condition     = alltrue([for face in videoindexer_person.this["presenters/ada"].faces : face.state == "Ok"])
    error_message = "The faces are added."
  }
}

run "again" {
  command = plan

  variables {
    folder = "tests/whole"
  }

  assert {
    condition     = output.brand_ids == run.apply.brand_ids && output.person_ids == run.apply.person_ids && output.language_model_ids == run.apply.language_model_ids
    error_message = "A second plan changes nothing."
  }
}

# The keys stay, and the objects with them.
run "renamed" {
  variables {
    folder          = "tests/whole"
    brands          = { "Tarn & Fell" = { name = "Tarn, Fell & Moor" }, "Old Ferry Line" = {} }
    language_models = { "Commentary/en-GB" = { name = "Comments", language = "en-GB" }, "Commentary/it-IT" = { name = "Commentary", language = "it-IT" }, "Öl/de-DE" = { name = "Öl", language = "de-DE" } }
    person_models   = { presenters = { name = "Hosts", persons = { ada = { name = "Ada Holm" }, "Ben Okoro" = {}, cleo = { name = "Cleo Hart" } } } }
  }

  assert {
    condition     = output.brand_ids == run.apply.brand_ids && output.person_ids == run.apply.person_ids && output.person_model_ids == run.apply.person_model_ids && output.language_model_ids == run.apply.language_model_ids
    error_message = "A renamed object is another one."
  }

  assert {
    condition     = videoindexer_brands.this[0].brands["Tarn & Fell"].name == "Tarn, Fell & Moor" && videoindexer_language_model.this["Commentary/en-GB"].name == "Comments" && videoindexer_person.this["presenters/ada"].name == "Ada Holm"
    error_message = "The names are the new ones."
  }
}

# The account has a default person model already.
run "default_model" {
  variables {
    folder        = "tests/whole"
    person_models = { everyone = { default = true, persons = { dora = { name = "Dora Lind" } } } }
  }

  assert {
    condition     = length(videoindexer_person_model.this) == 0 && output.person_model_ids["everyone"] == videoindexer_person.in_default_model["everyone/dora"].person_model_id
    error_message = "Persons of the default model are in the one that the account has."
  }
}

run "default_model_of_a_file" {
  variables {
    folder = "tests/default_model"
  }

  assert {
    condition     = videoindexer_person.in_default_model["everyone/Dora Lind"].name == "Dora Lind" && output.person_model_ids["everyone"] == run.default_model.person_model_ids["everyone"]
    error_message = "A file may name the default model too."
  }
}
