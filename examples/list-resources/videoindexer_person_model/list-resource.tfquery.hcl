# terraform query lists the person models;
# terraform query -generate-config-out=models.tf writes resources, and blocks that import them.
list "videoindexer_person_model" "all" {
  provider         = videoindexer
  include_resource = true
  limit            = 10000
}
