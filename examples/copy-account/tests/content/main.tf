# The content of an account, without ids, which are different in each account.

terraform {
  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}

provider "videoindexer" {
  extended_operations = true
}

variable "account" {
  type = object({
    location   = optional(string)
    account_id = string
  })
}

data "videoindexer_brands" "all" {
  location   = var.account.location
  account_id = var.account.account_id
}

data "videoindexer_language_models" "all" {
  location        = var.account.location
  account_id      = var.account.account_id
  include_content = true
}

data "videoindexer_person_models" "all" {
  location   = var.account.location
  account_id = var.account.account_id
}

data "videoindexer_persons" "all" {
  for_each = toset(data.videoindexer_person_models.all.person_models[*].person_model_id)

  location        = var.account.location
  account_id      = var.account.account_id
  person_model_id = each.key
}

output "brands" {
  value = toset([
    for brand in data.videoindexer_brands.all.brands : jsonencode([brand.name, brand.enabled, brand.description, brand.reference_url, brand.tags])
  ])
}

output "texts" {
  value = toset(flatten([
    for model in data.videoindexer_language_models.all.language_models : [
      for file in model.files : jsonencode([model.name, model.language, file.name, file.enabled, file.content])
    ]
  ]))
}

output "persons" {
  value = toset(flatten([
    for model in data.videoindexer_person_models.all.person_models : [
      for person in data.videoindexer_persons.all[model.person_model_id].persons : jsonencode([model.name, person.name])
    ]
  ]))
}
