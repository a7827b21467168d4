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
  exclusive_brands = true # a brand that the original no longer has goes here too

  # The original's ids are the keys: a person who is renamed there is renamed here.
  person_models = {
    for model in data.videoindexer_person_models.original.person_models : model.person_model_id => {
      name    = model.name
      default = model.is_default
      persons = {
        for person in data.videoindexer_persons.original[model.person_model_id].persons : person.person_id => { name = person.name }
      }
    }
  }

  # What no data source shows comes from the folder: settings, and the texts of language models.
  folder = "${path.module}/../customization"
}
