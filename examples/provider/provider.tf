terraform {
  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

provider "videoindexer" {
  endpoint   = "https://api.videoindexer.example"
  location   = "westeurope"
  account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"

  # Set VIDEOINDEXER_SUBSCRIPTION_KEY, to keep the key out of the configuration.
}
