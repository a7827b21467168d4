# What files and values are made into, and what is wrong with files. Terraform
# mocks the provider: no service is needed.

mock_provider "videoindexer" {}

run "a_whole_folder" {
  command = plan

  variables {
    folder = "tests/whole"
  }

  assert {
    condition     = join(", ", keys(videoindexer_brand_dictionary.this[0].brands)) == "Old Ferry Line, Tarn & Fell"
    error_message = "There is one brand for each row."
  }

  assert {
    condition     = videoindexer_brand_dictionary.this[0].brands["Tarn & Fell"].enabled && !videoindexer_brand_dictionary.this[0].brands["Old Ferry Line"].enabled
    error_message = "The column enabled says yes or no, in any letter case."
  }

  assert {
    condition     = videoindexer_brand_dictionary.this[0].brands["Tarn & Fell"].tags == toset(["sponsor", "outdoor"])
    error_message = "Tags are separated by semicolons."
  }

  assert {
    condition     = videoindexer_brand_dictionary.this[0].brands["Old Ferry Line"].reference_url == "" && length(videoindexer_brand_dictionary.this[0].brands["Old Ferry Line"].tags) == 0
    error_message = "An empty cell is an empty value."
  }

  assert {
    condition     = videoindexer_brands_model_settings.this[0].enabled && !videoindexer_brands_model_settings.this[0].use_built_in
    error_message = "The settings are those of settings.yaml."
  }

  assert {
    condition     = { for key, model in videoindexer_language_model.this : key => "${model.name} ${model.language} ${join(" ", keys(model.files))}" } == { "Commentary/en-GB" = "Commentary en-GB climbs.txt riders.txt", "Commentary/it-IT" = "Commentary it-IT salite.txt" }
    error_message = "There is a language model for each language of a name, with the texts of its folder."
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
    condition     = length(output.files) == 6
    error_message = "All files were read."
  }
}

run "a_single_file" {
  command = plan

  variables {
    folder = "tests/brands_only"
  }

  assert {
    condition     = output.files == tolist(["brands.csv"]) && length(videoindexer_brand_dictionary.this) == 1
    error_message = "A folder may hold brands alone."
  }

  assert {
    condition     = length(videoindexer_brands_model_settings.this) + length(videoindexer_language_model.this) + length(videoindexer_person_model.this) + length(videoindexer_person.this) == 0
    error_message = "What has no file is not managed."
  }

  assert {
    condition     = videoindexer_brand_dictionary.this[0].brands["Velora"].enabled
    error_message = "The brand is on."
  }
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
    condition     = videoindexer_brand_dictionary.this[0].brands["Quay; Radio"].tags == toset(["news; daily"]) && !videoindexer_brand_dictionary.this[0].brands["Quay; Radio"].enabled && local.brands["Velora"].tags == null
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

    folder           = "tests/whole"
    exclusive_brands = true
    brands           = { Halden = { description = "Timekeeper." } }
    settings         = { enabled = true, use_built_in = true }
    language_models  = { riders = { name = "Riders", language = "fr-FR", files = { "riders.txt" = { content = "Zofia Wrzesniewska" } } } }
    person_models    = { guests = { persons = { dora = { name = "Dora Lind" } } } }
  }

  assert {
    condition     = join(", ", keys(videoindexer_brand_dictionary.this[0].brands)) == "Halden" && videoindexer_brand_dictionary.this[0].exclusive
    error_message = "The brands are those of the variable."
  }

  assert {
    condition     = videoindexer_brands_model_settings.this[0].use_built_in
    error_message = "The settings are those of the variable."
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

run "files_that_cannot_be_used" {
  command = plan

  variables {
    folder = "tests/broken"
  }

  expect_failures = [output.files]
}

run "what_is_wrong_with_brands" {
  command = plan

  variables {
    folder = "tests/semicolons"
  }

  expect_failures = [output.files]
}

run "two_objects_in_one_place" {
  command = plan

  variables {
    folder = "tests/collisions"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.people_problems == ["a, persons, b/c and a/b, persons, c: their keys make the same address, a/b/c. Change one of the keys."]
    error_message = "Two persons have one address:\n${join("\n", local.people_problems)}"
  }

  assert {
    condition     = local.model_problems == ["models/Commentary/en-GB: climbs.txt and riders.txt have the same name, riders.txt."]
    error_message = "Two texts have one name:\n${join("\n", local.model_problems)}"
  }

  assert {
    condition     = local.table_problems == ["Rows 2 and 3 have the same name, \"Velora\"."]
    error_message = "Two rows have one name:\n${join("\n", local.table_problems)}"
  }

  assert {
    condition     = local.brand_problems == ["Halden: brands.csv has a row with the same name."]
    error_message = "The table and the document have one name:\n${join("\n", local.brand_problems)}"
  }
}

run "a_document_in_both_formats" {
  command = plan

  variables {
    folder = "tests/twice"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.settings_problems == ["There are settings.yaml and settings.json: keep one of them."]
    error_message = "One of the two would be ignored:\n${join("\n", local.settings_problems)}"
  }
}

run "a_folder_that_is_not_there" {
  command = plan

  variables {
    folder = "tests/missing"
  }

  expect_failures = [var.folder]
}
