# The configuration for terraform query. The list block is in list-resource.tfquery.hcl.
terraform {
  required_version = ">= 1.14"

  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

provider "videoindexer" {
  extended_operations = true
}
