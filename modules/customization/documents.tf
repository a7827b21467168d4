locals {
  # Each of these may be YAML or JSON.
  document_files = {
    for name in ["brands", "settings", "models", "people"] : name => [
      for file in ["${name}.yaml", "${name}.json"] : file if try(fileexists("${var.folder}/${file}"), false)
    ]
  }
  documents = {
    for name, files in local.document_files : name => concat(
      [for file in files : yamldecode(file("${var.folder}/${file}")) if endswith(file, ".yaml")],
      [for file in files : jsondecode(file("${var.folder}/${file}")) if endswith(file, ".json")],
      [{}],
    )[0]
  }
  document_problems = {
    for name, files in local.document_files : name => length(files) > 1 ? ["There are ${join(" and ", files)}: keep one of them."] : []
  }
}
