# terraform query lists the brands;
# terraform query -generate-config-out=brands.tf writes resources, and blocks that import them.
list "videoindexer_brand" "enabled" {
  provider         = videoindexer
  include_resource = true
  limit            = 10000

  config {
    enabled = true
  }
}
