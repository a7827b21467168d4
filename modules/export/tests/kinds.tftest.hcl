# Which objects are read. Terraform mocks the provider: no service is needed.

mock_provider "videoindexer" {}

run "two_kinds" {
  command = plan

  variables {
    kinds = ["brands", "settings"]
  }

  assert {
    condition     = keys(output.files) == ["customization/settings.yaml", "imports.tf"] && length(data.videoindexer_brands.all) == 1
    error_message = "There are only the files of the two, and none of brands where the account has none."
  }

  assert {
    condition     = length(data.videoindexer_language_models.all) + length(data.videoindexer_person_models.all) + length(data.videoindexer_projects.all) + length(data.videoindexer_videos.latest) == 0
    error_message = "Nothing else is read."
  }

  assert {
    condition     = strcontains(output.files["imports.tf"], "to = module.customization.videoindexer_brands_model_settings.this[0]") && length(split("import {", output.files["imports.tf"])) == 2
    error_message = "Only what is read is imported."
  }
}

run "people" {
  command = plan

  variables {
    kinds = ["people"]
  }

  assert {
    condition     = keys(output.files) == ["customization/people.yaml", "imports.tf"] && length(data.videoindexer_brands.all) == 0
    error_message = "There are only the persons."
  }
}

run "videos" {
  command = plan

  variables {
    kinds        = ["videos"]
    videos_limit = 10
  }

  assert {
    condition     = data.videoindexer_videos.latest[0].limit == 10 && length(data.videoindexer_projects.all) == 0
    error_message = "Ten videos are read, and no projects."
  }
}

run "an_unknown_noun" {
  command = plan

  variables {
    kinds = ["brands", "models"]
  }

  expect_failures = [var.kinds]
}

run "no_noun" {
  command = plan

  variables {
    kinds = []
  }

  expect_failures = [var.kinds]
}
