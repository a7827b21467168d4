terraform {
  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

# Endpoint, location, account and key come from the environment.
provider "videoindexer" {}
