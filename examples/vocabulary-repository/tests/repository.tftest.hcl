# The resources that are created from the files of this repository. Terraform
# mocks the provider, so a service is not needed.

mock_provider "videoindexer" {}

run "files_become_models" {
  command = plan

  assert {
    condition     = keys(videoindexer_language_model.vocabulary) == ["en-US", "es-ES"]
    error_message = "There is one model for each folder of vocabulary/."
  }

  assert {
    condition     = keys(videoindexer_language_model.vocabulary["en-US"].files) == tolist(["birds.txt", "minerals.txt"])
    error_message = "A model has the texts of its own folder, and no others."
  }
}

run "entries_become_brands" {
  command = plan

  assert {
    condition     = videoindexer_brands.museum.brands["tarn-and-fell"].brand_id == 1002 && !videoindexer_brands.museum.brands["basalt"].enabled
    error_message = "Each entry of brands.yaml is a brand."
  }
}

run "every_video_has_a_vocabulary" {
  command = plan

  assert {
    condition     = alltrue([for video in local.videos : contains(local.languages, video.language)])
    error_message = "videos.yaml names a language without a folder in vocabulary/."
  }
}

run "unknown_policy" {
  command = plan

  variables {
    brands_on_destroy = "delete"
  }

  expect_failures = [var.brands_on_destroy]
}
