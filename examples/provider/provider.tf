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
  # The key comes from the environment: VIDEOINDEXER_SUBSCRIPTION_KEY.
}

# A brand that the account has already. The remote values of fields that you omit are kept.
resource "videoindexer_brand" "velora" {
  brand_id    = 1001
  description = "Title sponsor of the tour."
  tags        = ["sponsor", "bikes"]
}
