module "standby" {
  source = "../../../modules/customization"

  location   = var.standby.location
  account_id = var.standby.account_id

  brands = {
    for brand in data.videoindexer_brands.original.brands : brand.name => {
      enabled       = brand.enabled
      description   = brand.description
      reference_url = brand.reference_url == null ? "" : brand.reference_url
      tags          = brand.tags
    }
  }
  exclusive_brands = true # deletes brands that the original no longer has

  # The ids of the original are the keys, so that a person who is renamed there is renamed here.
  person_models = {
    for model in data.videoindexer_person_models.original.person_models : model.person_model_id => {
      name    = model.name
      default = model.is_default
      persons = {
        for person in data.videoindexer_persons.original[model.person_model_id].persons : person.person_id => { name = person.name }
      }
    }
  }

  # Without the models and files that the service created.
  language_models = {
    for model in data.videoindexer_language_models.original.language_models : model.model_id => {
      name     = model.name
      language = model.language
      files = {
        for file in model.files : file.name => { content = file.content, enabled = file.enabled } if !file.is_service_made
      }
    } if !model.is_service_made
  }
  train_language_models = true

  # From the file, because some services always return enabled = true.
  settings = provider::videoindexer::parse_brands_model_settings(file("${path.module}/../customization/settings.yaml"))
}
