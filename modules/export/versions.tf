terraform {
  required_version = ">= 1.8"

  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}
