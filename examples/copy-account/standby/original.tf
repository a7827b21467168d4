# The current content of the original account.
data "videoindexer_brands" "original" {
  location   = var.original.location
  account_id = var.original.account_id
}

data "videoindexer_language_models" "original" {
  location        = var.original.location
  account_id      = var.original.account_id
  include_content = true
}

data "videoindexer_person_models" "original" {
  location   = var.original.location
  account_id = var.original.account_id
}

data "videoindexer_persons" "original" {
  for_each = toset(data.videoindexer_person_models.original.person_models[*].person_model_id)

  location        = var.original.location
  account_id      = var.original.account_id
  person_model_id = each.key
}
