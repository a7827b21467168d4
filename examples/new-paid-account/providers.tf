terraform {
  # Write-only arguments, which the application's key is given in.
  required_version = ">= 1.11"

  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

# Endpoint and key come from the environment: VIDEOINDEXER_ENDPOINT and
# VIDEOINDEXER_SUBSCRIPTION_KEY. There is no default account: everything here
# works in the one that is made.
provider "videoindexer" {}
