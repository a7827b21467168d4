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

run "a_folder_that_is_not_there" {
  command = plan

  variables {
    folder = "tests/missing"
  }

  expect_failures = [var.folder]
}
