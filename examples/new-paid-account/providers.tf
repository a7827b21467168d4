terraform {
  # For the write-only argument of the application's key.
  required_version = ">= 1.11"

  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

# Endpoint and key come from the environment: VIDEOINDEXER_ENDPOINT and
# VIDEOINDEXER_SUBSCRIPTION_KEY. A default account is not needed, because all
# resources belong to the new account.
provider "videoindexer" {}
