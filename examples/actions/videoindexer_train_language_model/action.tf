# Trains a model once, by hand: terraform apply -invoke=action.videoindexer_train_language_model.racing
# For models that Terraform manages, set "train = true" of videoindexer_language_model instead.
action "videoindexer_train_language_model" "racing" {
  config {
    model_id = "5e8a2b71-0c4d-4f96-8b13-6d7e9f0a1c25"
    timeout  = "2h"
  }
}
