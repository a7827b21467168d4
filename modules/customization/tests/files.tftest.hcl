# What files and values are made into, and what is wrong with files. Terraform
# mocks the provider: no service is needed.

mock_provider "videoindexer" {}

run "a_whole_folder" {
  command = plan

  variables {
    folder = "tests/whole"
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
    condition     = local.brands["Old Ferry Line"][0].reference_url == null && local.brands["Old Ferry Line"][0].tags == null
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

run "a_single_file" {
  command = plan

  variables {
    folder = "tests/brands_only"
  }

  assert {
    condition     = output.files == tolist(["brands.csv"]) && length(videoindexer_brands.this) == 1
    error_message = "A folder may hold brands alone."
  }

  assert {
    condition     = length(videoindexer_brands_model_settings.this) + length(videoindexer_language_model.this) + length(videoindexer_person_model.this) + length(videoindexer_person.this) == 0
    error_message = "What has no file is not managed."
  }

  assert {
    condition = { for key, brand in videoindexer_brands.this[0].brands : key => "${brand.name} ${brand.enabled}" if key != "Halden" } == {
      "Velora" = "Velora Cycles true", "Quay Radio" = "Quay Radio false"
    }
    error_message = "The key stays when a brand is renamed; without one, it is the name. Letter case does not matter in enabled."
  }

  assert {
    condition     = local.brands["Velora"][0].brand_id == 1001 && local.brands["Quay Radio"][0].brand_id == null && local.brands["Halden"][0].enabled == null && local.brands["Halden"][0].name == null
    error_message = "An empty cell is not managed."
  }

  assert {
    condition     = local.brands["Velora"][0].description == "" && length(local.brands["Velora"][0].tags) == 0 && local.brands["Velora"][0].reference_url == null
    error_message = "In a column with a star, an empty cell clears the field."
  }

  assert {
    condition     = local.brands["Halden"][0].description == "Timekeeper, \"official\".\nSince 1887."
    error_message = "A cell may have commas, quotation marks and lines."
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
    condition     = videoindexer_brands.this[0].brands["Quay; Radio"].tags == toset(["news; daily"]) && !videoindexer_brands.this[0].brands["Quay; Radio"].enabled && local.brands["Velora"][0].tags == null
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

# The messages are those of TestAccCustomizationProblems.
run "files_that_cannot_be_used" {
  command = plan

  variables {
    folder = "tests/broken"
  }

  expect_failures = [output.files]
}

run "files_that_cannot_be_read" {
  command = plan

  variables {
    folder = "tests/unreadable"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.document_problems.people == ["Line 3 cannot be read as YAML."] && local.document_problems.settings == ["It cannot be read as JSON."]
    error_message = "Documents are named:\n${join("\n", concat(local.document_problems.people, local.document_problems.settings))}"
  }

  assert {
    condition     = startswith(local.table_problems[0], "Line 4 cannot be read.") && length(local.table_problems) == 1
    error_message = "The line is named in which a quotation mark is missing:\n${join("\n", local.table_problems)}"
  }
}

run "a_table_whose_lines_end_in_carriage_returns" {
  command = plan

  variables {
    folder = "tests/carriage_returns"
  }

  assert {
    condition     = join(", ", keys(local.brands)) == "Old Ferry Line, Tarn & Fell" && join(", ", local.brands["Tarn & Fell"][0].tags) == "sponsor, outdoor"
    error_message = "There is one brand for each row: ${join(", ", keys(local.brands))}."
  }
}

run "a_table_with_semicolons" {
  command = plan

  variables {
    folder = "tests/semicolons"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.table_problems == ["Its columns are separated by semicolons or tabs. Separate them by commas."]
    error_message = "The separator is named, and nothing else:\n${join("\n", local.table_problems)}"
  }
}

run "files_that_are_not_utf_8" {
  command = plan

  variables {
    folder = "tests/latin"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.table_problems == ["It is not encoded in UTF-8. Save it as \"CSV UTF-8\"."] && local.document_problems.people == ["It is not encoded in UTF-8."]
    error_message = "The encoding is named:\n${join("\n", concat(local.table_problems, local.document_problems.people))}"
  }
}

run "empty_files_and_keys_that_are_there_twice" {
  command = plan

  variables {
    folder = "tests/empty"
  }

  expect_failures = [output.files]

  assert {
    condition     = startswith(join("", local.table_problems), "Line 1 cannot be read.") && local.document_problems.brands == ["It is empty. Write {}, or delete the file."] && local.document_problems.people == local.document_problems.brands
    error_message = "Files without contents are named:\n${join("\n", concat(local.table_problems, local.document_problems.brands, local.document_problems.people))}"
  }

  assert {
    condition     = local.document_problems.settings == ["enabled: lines 1 and 3 have the same key."]
    error_message = "JSON has the same keys:\n${join("\n", local.document_problems.settings)}"
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
    condition     = local.language_models["Others/de-DE"].files == null
    error_message = "A model may say that its files are not managed."
  }
}

run "a_file_that_is_gone" {
  command = plan

  variables {
    folder         = "tests/missing_text"
    required_files = ["brands.csv", "models", "models.yaml"]
  }

  expect_failures = [output.files]

  assert {
    condition     = local.missing_files == ["brands.csv", "models"]
    error_message = "These are missing: ${join(", ", local.missing_files)}"
  }
}

run "two_objects_in_one_place" {
  command = plan

  variables {
    folder = "tests/collisions"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.people_problems == ["a, persons, b/c and a/b, persons, c: their keys make the same address, a/b/c. Change one of the keys.", "all and everyone: an account has one default person model.", "a and a/b have the same name, Guests."]
    error_message = "Two persons have one address, two models are the default one, and two have one name:\n${join("\n", local.people_problems)}"
  }

  assert {
    condition     = local.text_problems["models/Commentary/en-GB"] == ["climbs.txt and riders.txt have the same name, riders.txt."]
    error_message = "Two texts have one name:\n${join("\n", local.text_problems["models/Commentary/en-GB"])}"
  }

  assert {
    condition     = local.table_problems == ["Rows 2 and 3 have the same name, \"Velora\"."]
    error_message = "Two rows have one name:\n${join("\n", local.table_problems)}"
  }

  assert {
    condition     = local.brand_problems == ["Halden: brands.csv has a row with the same key."]
    error_message = "The table and the document have one name:\n${join("\n", local.brand_problems)}"
  }
}

run "keys_that_are_twice_in_one_line" {
  command = plan

  variables {
    folder = "tests/collisions"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.document_problems.settings == ["enabled: line 1 has this key twice."]
    error_message = "JSON without spaces has a key twice:\n${join("\n", local.document_problems.settings)}"
  }

  assert {
    condition = local.document_problems.brands == [
      "Halden, description: lines 1 and 2 have the same key.", "Halden, enabled: line 2 has this key twice.", "Halden, tags: line 1 has this key twice.",
    ]
    error_message = "Keys in braces are there twice:\n${join("\n", local.document_problems.brands)}"
  }
}

run "a_document_in_both_formats" {
  command = plan

  variables {
    folder = "tests/twice"
  }

  expect_failures = [output.files]

  assert {
    condition     = local.document_problems.settings == ["There are settings.yaml and settings.json: keep one of them."]
    error_message = "One of the two would be ignored:\n${join("\n", local.document_problems.settings)}"
  }
}

run "a_folder_that_is_not_there" {
  command = plan

  variables {
    folder = "tests/missing"
  }

  expect_failures = [var.folder]
}
