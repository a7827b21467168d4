variable "media_application_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "videoindexer_paid_account" "newsroom" {
  location            = "westeurope"
  subscription_id     = "2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90"
  resource_group      = "newsroom"
  media_resource      = "newsroommedia"
  directory_tenant_id = "6f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f"

  directory_connection = {
    application_id = "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a"

    # Write-only: not stored in plan or state. Before Terraform 1.11, use application_key.
    application_key_wo         = var.media_application_key
    application_key_wo_version = 1
  }

  auto_scale = true
}

# The brand settings of the account, written in the same apply.
resource "videoindexer_brands_model_settings" "newsroom" {
  location     = videoindexer_paid_account.newsroom.location
  account_id   = videoindexer_paid_account.newsroom.account_id
  enabled      = true
  use_built_in = true
}
