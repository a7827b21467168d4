# Checks that all resources are in the new account. Terraform mocks the provider,
# so a service is not needed, and an account is not created.

mock_provider "videoindexer" {
  mock_resource "videoindexer_paid_account" {
    defaults = {
      account_id = "0f9e8d7c-6b5a-4c3d-9e2f-1a0b9c8d7e6f"
    }
  }
}

variables {
  location            = "westus2"
  subscription_id     = "2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90"
  resource_group      = "newsroom"
  media_resource      = "newsroommedia"
  directory_tenant_id = "6f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f"
  application_id      = "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a"
  application_key     = "not a key"
}

run "customized" {
  assert {
    condition     = videoindexer_brands_model_settings.newsroom.account_id == output.account_id
    error_message = "The settings belong to the new account."
  }

  assert {
    condition     = videoindexer_language_model.newsroom.account_id == output.account_id
    error_message = "The language model belongs to the new account."
  }

  assert {
    condition     = length(videoindexer_brands.newsroom) == 0
    error_message = "A new account has no brands to adopt."
  }
}

run "brands_follow" {
  variables {
    brands = { gazette = { brand_id = 1001, name = "Harbor Gazette" } }
  }

  assert {
    condition     = videoindexer_brands.newsroom[0].account_id == output.account_id
    error_message = "The brands belong to the new account."
  }
}
