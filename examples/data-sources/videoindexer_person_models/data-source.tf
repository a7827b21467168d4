data "videoindexer_person_models" "all" {}

output "default_person_model" {
  value = one([for model in data.videoindexer_person_models.all.person_models : model.person_model_id if model.is_default])
}
