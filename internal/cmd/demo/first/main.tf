terraform {
  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

# Endpoint, location, account and key come from the environment.
provider "videoindexer" {}

# Brands of the account. Fields that you omit keep their remote values.
resource "videoindexer_brands" "sponsors" {
  brands = {
    velora = {
      brand_id    = 1001
      description = "Title sponsor of the tour."
      tags        = ["sponsor"]
    }
    halden = { brand_id = 1004, tags = ["sponsor", "timing"] }
  }

  deletion_policy = "restore" # destroy writes back the previous values
}

# A text that teaches speech recognition your words.
resource "videoindexer_language_model" "racing" {
  name     = "Racing terms"
  language = "en-GB"

  files = {
    "terms.txt" = { source = "${path.module}/terms.txt" }
  }
}
