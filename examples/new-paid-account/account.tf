resource "videoindexer_paid_account" "newsroom" {
  location            = var.location
  subscription_id     = var.subscription_id
  resource_group      = var.resource_group
  media_resource      = var.media_resource
  directory_tenant_id = var.directory_tenant_id

  directory_connection = {
    application_id             = var.application_id
    application_key_wo         = var.application_key
    application_key_wo_version = 1
  }

  deletion_policy = var.account_on_destroy
}
