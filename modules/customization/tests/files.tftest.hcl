# What files and values become. Terraform mocks the provider, apart from its
# functions: no service is needed.

mock_provider "videoindexer" {}

run "a_whole_folder" {
  command = plan

  variables {
    folder         = "tests/whole"
    required_files = ["brands.csv", "models/", "models/Commentary"]
  }

  assert {
    condition     = join(", ", keys(videoindexer_brands.this[0].brands)) == "Old Ferry Line, Tarn & Fell"
    error_message = "There is one brand for each row."
  }

  assert {
    condition     = videoindexer_brands.this[0].brands["Tarn & Fell"].enabled && !videoindexer_brands.this[0].brands["Old Ferry Line"].enabled
    error_message = "The column enabled says yes or no, in any letter case."
  }

  assert {
    condition     = videoindexer_brands.this[0].brands["Tarn & Fell"].tags == toset(["sponsor", "outdoor"])
    error_message = "Tags are separated by semicolons."
  }

  assert {
    condition     = local.brands["Old Ferry Line"].reference_url == null && local.brands["Old Ferry Line"].tags == null
    error_message = "An empty cell is not managed."
  }

  assert {
    condition     = videoindexer_brands_model_settings.this[0].enabled && !videoindexer_brands_model_settings.this[0].use_built_in
    error_message = "The settings are those of settings.yaml."
  }

  assert {
    condition     = { for key, model in videoindexer_language_model.this : key => "${model.name} ${model.language} ${join(" ", keys(model.files))}" } == { "Commentary/en-GB" = "Commentary en-GB climbs.txt riders.txt", "Commentary/it-IT" = "Commentary it-IT salite.txt", "Öl/de-DE" = "Öl de-DE Öl.TXT" }
    error_message = "There is a language model for each language of a name, with the texts of its folder, whatever letters their names have."
  }

  assert {
    condition     = { for key, model in videoindexer_person_model.this : key => model.name } == { presenters = "Presenters" }
    error_message = "There is a person model for each entry."
  }

  assert {
    condition     = { for key, person in videoindexer_person.this : key => person.name } == { "presenters/ada" = "Ada Marlow", "presenters/Ben Okoro" = "Ben Okoro", "presenters/cleo" = "Cleo Hart" }
    error_message = "A person without a name has that of the key."
  }

  assert {
    condition     = join(", ", keys(videoindexer_person.this["presenters/ada"].faces)) == "front, left" && videoindexer_person.this["presenters/Ben Okoro"].faces == null && length(videoindexer_person.this["presenters/cleo"].faces) == 0
    error_message = "Faces that are left out are not managed; an empty map means none."
  }

  assert {
    condition     = length(output.files) == 7 && length(output.unused_files) == 0
    error_message = "All files were read, and hidden ones and READMEs are not named:\n${join("\n", output.unused_files)}"
  }
}

run "files_that_nothing_reads" {
  command = plan

  variables {
    folder = "tests/unused"
  }

  assert {
    condition     = output.unused_files == tolist(["Brands.csv", "models/Commentary/en-GB/terms.docx", "models/Commentary/en-GB/~$riders.txt", "people.yml"])
    error_message = "These are named:\n${join("\n", output.unused_files)}"
  }

  expect_failures = [check.unused_files]
}

run "json_in_place_of_yaml" {
  command = plan

  variables {
    folder = "tests/json"
  }

  assert {
    condition     = output.files == tolist(["brands.json", "models.json", "people.json", "settings.json"])
    error_message = "Each document may be JSON."
  }

  assert {
    condition     = videoindexer_brands.this[0].brands["Quay; Radio"].tags == toset(["news; daily"]) && !videoindexer_brands.this[0].brands["Quay; Radio"].enabled && local.brands["Velora"].tags == null
    error_message = "The brands are those of brands.json; a key that is left out is not managed."
  }

  assert {
    condition     = videoindexer_brands_model_settings.this[0].enabled && !videoindexer_brands_model_settings.this[0].use_built_in
    error_message = "The settings are those of settings.json."
  }

  assert {
    condition     = { for key, model in videoindexer_language_model.this : key => "${model.name} ${model.language} ${model.enabled} ${length(model.files)}" } == { "Names/de-DE" = "Names, first de-DE false 0" }
    error_message = "The language model is that of models.json."
  }

  assert {
    condition     = { for key, person in videoindexer_person.this : key => "${person.name}: ${try(person.faces.front.url, "not managed")}" } == { "presenters/ada" = "Ada Marlow: https://pictures.example/ada/front.jpg", "presenters/Ben Okoro" = "Ben Okoro: not managed" }
    error_message = "The persons are those of people.json."
  }
}

run "values_in_place_of_files" {
  command = plan

  variables {
    train_language_models = true
    required_files        = null

    folder           = "tests/json"
    exclusive_brands = true
    brands           = { Halden = { description = "Timekeeper." } }
    deletion_policy  = { brands = "restore", settings = "disable", language_models = "delete", person_models = "abandon", persons = "delete" }
    settings         = { enabled = true, use_built_in = true }
    language_models  = { riders = { name = "Riders", language = "fr-FR", files = { "riders.txt" = { content = "Zofia Wrzesniewska" } } } }
    person_models    = { guests = { persons = { dora = { name = "Dora Lind" } } } }
  }

  assert {
    condition     = join(", ", keys(videoindexer_brands.this[0].brands)) == "Halden" && videoindexer_brands.this[0].exclusive
    error_message = "The brands are those of the variable."
  }

  assert {
    condition     = videoindexer_brands_model_settings.this[0].use_built_in
    error_message = "The settings are those of the variable."
  }

  assert {
    condition = [
      videoindexer_brands.this[0].deletion_policy, videoindexer_brands_model_settings.this[0].deletion_policy, videoindexer_language_model.this["riders"].deletion_policy,
      videoindexer_person_model.this["guests"].deletion_policy, videoindexer_person.this["guests/dora"].deletion_policy,
    ] == ["restore", "disable", "delete", "abandon", "delete"]
    error_message = "Each kind of object has its deletion_policy."
  }

  assert {
    condition     = join(", ", keys(videoindexer_language_model.this)) == "riders" && videoindexer_language_model.this["riders"].train
    error_message = "The language models are those of the variable."
  }

  assert {
    condition     = join(", ", keys(videoindexer_person.this)) == "guests/dora" && videoindexer_person_model.this["guests"].name == "guests"
    error_message = "The persons are those of the variable."
  }
}

run "a_model_that_has_lost_its_texts" {
  command = plan

  variables {
    folder = "tests/missing_text"
  }

  assert {
    condition     = videoindexer_language_model.this["Commentary/en-GB"].name == "Commentary, first" && length(videoindexer_language_model.this["Commentary/en-GB"].files) == 0
    error_message = "It has no files, which the plan shows."
  }

  assert {
    condition     = videoindexer_language_model.this["Others/de-DE"].exclusive && local.language_models["Commentary/en-GB"].exclusive == null
    error_message = "A model may be exclusive."
  }

  assert {
    condition     = local.language_models["Others/de-DE"].files == null
    error_message = "A model may say that its files are not managed."
  }
}

run "a_table_without_brands" {
  command = plan

  variables {
    folder = "tests/no_brands"
  }

  assert {
    condition     = length(videoindexer_brands.this[0].brands) == 0
    error_message = "The plan says what the table says."
  }

  expect_failures = [check.empty_table]
}

run "a_folder_that_is_not_there" {
  command = plan

  variables {
    folder = "tests/missing"
  }

  expect_failures = [var.folder]
}
