terraform {
  required_version = ">= 1.8"

  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

# Endpoint, location and key come from the environment: VIDEOINDEXER_ENDPOINT,
# VIDEOINDEXER_LOCATION and VIDEOINDEXER_SUBSCRIPTION_KEY. One key must be able
# to use all accounts.
provider "videoindexer" {
  extended_operations = true
}
