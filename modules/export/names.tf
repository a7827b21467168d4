locals {
  # Keys, files and folders have the names of their objects, without characters that are invalid in file names and addresses.
  # The id follows where that leaves nothing, or the same for two objects. Letter case does not tell files apart everywhere.
  # Objects of one name may differ in "kind" instead: language models in their language, texts in their extension.
  named = concat(
    [for model in local.language_models : { group = "language models", id = model.model_id, name = model.name, kind = model.language }],
    [for file in local.texts : { group = file.model_id, id = file.file_id, name = file.title, kind = file.extension }],
    [for model in local.person_models : { group = "person models", id = model.person_model_id, name = model.name, kind = "" }],
    [for person in local.persons : { group = person.person_model_id, id = person.person_id, name = person.name, kind = "" }],
  )
  simple_names = [for object in local.named : trim(substr(replace(object.name, "/[^\\pL\\pM\\pN &'()+,._-]+/", "_"), 0, 50), " ._")]
  names_alike  = { for i, object in local.named : lower("${object.group}/${local.simple_names[i]}") => object.name... }
  kinds_alike  = { for i, object in local.named : lower("${object.group}/${local.simple_names[i]}/${object.kind}") => object.id... }
  keys = {
    for i, object in local.named : "${object.group}/${object.id}" => trimspace(join(" ", [
      local.simple_names[i],
      alltrue([
        local.simple_names[i] != "",
        length(distinct(local.names_alike[lower("${object.group}/${local.simple_names[i]}")])) == 1,
        length(local.kinds_alike[lower("${object.group}/${local.simple_names[i]}/${object.kind}")]) == 1,
      ]) ? "" : object.id,
    ]))
  }

  spaced   = "its name is empty, or begins or ends with white space, which Terraform does not accept"
  advice   = "Give it another name, and export again."
  location = concat(data.videoindexer_brands.all, data.videoindexer_brands_model_settings.this, data.videoindexer_language_models.all, data.videoindexer_person_models.all, data.videoindexer_projects.all, data.videoindexer_videos.latest)[0].location
  account  = concat(data.videoindexer_brands.all, data.videoindexer_brands_model_settings.this, data.videoindexer_language_models.all, data.videoindexer_person_models.all, data.videoindexer_projects.all, data.videoindexer_videos.latest)[0].account_id
}
