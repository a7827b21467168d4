# terraform query lists the projects of an account;
# terraform query -generate-config-out=projects.tf writes a resource for each, with its ranges, and blocks that import them.
list "videoindexer_project" "all" {
  provider         = videoindexer
  include_resource = true
  limit            = 10000
}
