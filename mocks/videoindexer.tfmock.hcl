# What mock_provider makes of the attributes that the provider computes, in tests of your own. Copy this file
# to a folder, and name the folder in the block:
#
#   mock_provider "videoindexer" {
#     source = "./tests/mocks"
#   }

mock_resource "videoindexer_animation_character" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_resource "videoindexer_brand" {
  defaults = {
    account_id  = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    adopted     = true
    brand_id    = 1001
    create_time = "2026-01-31T10:00:00Z"
    description = "Mock"
    enabled     = true
    location    = "westus2"
    name        = "Mock"
    overwritten = {
      description   = "Mock"
      enabled       = true
      name          = "Mock"
      reference_url = "https://videoindexer.example/mock"
    }
    reference_url = "https://videoindexer.example/mock"
  }
}

mock_resource "videoindexer_brands" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    brands = {
      adopted     = true
      brand_id    = 1001
      description = "Mock"
      enabled     = true
      name        = "Mock"
      overwritten = {
        description   = "Mock"
        enabled       = true
        name          = "Mock"
        reference_url = "https://videoindexer.example/mock"
      }
      reference_url = "https://videoindexer.example/mock"
    }
    exclusive   = false
    location    = "westus2"
    parallelism = 10
  }
}

mock_resource "videoindexer_brands_model_settings" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_resource "videoindexer_image_model" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    adopted    = false
    location   = "westus2"
  }
}

mock_resource "videoindexer_language_model" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    adopted    = false
    enabled    = true
    exclusive  = false
    files = {
      content        = null
      content_sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
      enabled        = true
      file_id        = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
      source         = null
      url            = null
    }
    linguistic_model_id = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
    location            = "westus2"
    model_id            = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
    state               = "Complete"
    train               = false
    training_state      = "trained"
    wait_for_training   = true
  }
}

mock_resource "videoindexer_paid_account" {
  defaults = {
    account_id                                = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    account_type                              = "Paid"
    auto_scale                                = false
    cname                                     = "Mock"
    create_time                               = "2026-01-31T10:00:00Z"
    description                               = "Mock"
    is_paid                                   = true
    location                                  = "westus2"
    media_directory_connection_application_id = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
    name                                      = "Mock"
    state                                     = "Connected"
  }
}

mock_resource "videoindexer_person" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    adopted    = false
    faces = {
      face_id = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
      state   = "Ok"
    }
    location  = "westus2"
    person_id = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
  }
}

mock_resource "videoindexer_person_model" {
  defaults = {
    account_id      = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    adopted         = false
    is_default      = false
    location        = "westus2"
    person_model_id = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
    persons_count   = 0
  }
}

mock_resource "videoindexer_project" {
  defaults = {
    account_id      = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    adopted         = false
    location        = "westus2"
    name            = "Mock"
    project_id      = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
    render          = false
    render_error    = null
    render_state    = "Succeeded"
    wait_for_render = true
  }
}

mock_resource "videoindexer_video" {
  defaults = {
    account_id        = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location          = "westus2"
    wait_for_indexing = false
  }
}

mock_resource "videoindexer_video_transcript" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_data "videoindexer_account" {
  defaults = {
    account_id                                = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    account_type                              = "Paid"
    cname                                     = "Mock"
    create_time                               = "2026-01-31T10:00:00Z"
    description                               = "Mock"
    is_paid                                   = true
    location                                  = "westus2"
    media_directory_connection_application_id = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
    media_info                                = "{}"
    media_resource                            = "Mock"
    name                                      = "Mock"
    quota_usage = {
      daily_upload_count                     = 0
      daily_upload_count_limit               = 36000
      daily_upload_duration_in_seconds       = 0
      daily_upload_duration_limit_in_seconds = 36000
      ever_upload_duration_in_seconds        = 0
      ever_upload_duration_limit_in_seconds  = 36000
    }
    state      = "Connected"
    statistics = "{}"
  }
}

mock_data "videoindexer_accounts" {
  defaults = {
    location = "westus2"
  }
}

mock_data "videoindexer_brand" {
  defaults = {
    account_id              = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    create_time             = "2026-01-31T10:00:00Z"
    description             = "Mock"
    enabled                 = true
    last_modified           = "2026-01-31T10:00:00Z"
    last_modifier_user_name = "Mock"
    location                = "westus2"
    name                    = "Mock"
    reference_url           = "https://videoindexer.example/mock"
  }
}

mock_data "videoindexer_brands" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_data "videoindexer_brands_model_settings" {
  defaults = {
    account_id   = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    enabled      = true
    location     = "westus2"
    use_built_in = true
  }
}

mock_data "videoindexer_captions" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    content    = "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nWelcome.\n"
    format     = "Vtt"
    location   = "westus2"
  }
}

mock_data "videoindexer_faces" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_data "videoindexer_image_model" {
  defaults = {
    account_id             = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    endpoint               = "https://videoindexer.example/mock"
    location               = "westus2"
    prediction_resource_id = "/subscriptions/2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90/resourceGroups/images/providers/vision/accounts/images"
  }
}

mock_data "videoindexer_insights_widget" {
  defaults = {
    account_id   = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    content      = "Welcome."
    content_type = "text/html"
    location     = "westus2"
    url          = "https://videoindexer.example/mock"
  }
}

mock_data "videoindexer_language_models" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_data "videoindexer_person_models" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_data "videoindexer_persons" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_data "videoindexer_projects" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location   = "westus2"
  }
}

mock_data "videoindexer_source_file" {
  defaults = {
    account_id   = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    download_url = "https://videoindexer.example/mock"
    location     = "westus2"
  }
}

mock_data "videoindexer_supported_operations" {
  defaults = {
    account_id                      = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    extended_operations_recommended = true
    location                        = "westus2"
  }
}

mock_data "videoindexer_video_index" {
  defaults = {
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    duration   = 0
    json       = "{}"
    location   = "westus2"
    state      = "Processed"
  }
}

mock_data "videoindexer_videos" {
  defaults = {
    account_id                = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
    location                  = "westus2"
    total_duration_in_seconds = 0
    videos_count              = 0
  }
}
