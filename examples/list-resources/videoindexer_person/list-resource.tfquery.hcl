# terraform query lists the persons of all models, or of the one that person_model_id in a config block names;
# terraform query -generate-config-out=persons.tf writes resources without faces, and blocks that import them.
list "videoindexer_person" "all" {
  provider         = videoindexer
  include_resource = true
  limit            = 10000
}
