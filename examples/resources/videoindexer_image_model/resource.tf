variable "image_model_keys" {
  type      = object({ training = string, prediction = string })
  sensitive = true
  ephemeral = true
}

resource "videoindexer_image_model" "characters" {
  endpoint               = "https://characters.images.example"
  prediction_resource_id = "/subscriptions/2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90/resourceGroups/newsroom/predictions/characters"
  training_key_wo        = var.image_model_keys.training
  prediction_key_wo      = var.image_model_keys.prediction

  # Increase it when the keys were rotated: both are sent again.
  keys_wo_version = 1
}
