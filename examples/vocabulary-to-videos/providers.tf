terraform {
  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

# Endpoint, location, account and key come from the environment:
# VIDEOINDEXER_ENDPOINT, VIDEOINDEXER_LOCATION, VIDEOINDEXER_ACCOUNT_ID and
# VIDEOINDEXER_SUBSCRIPTION_KEY.
provider "videoindexer" {
  extended_operations = true
}
