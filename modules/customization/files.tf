locals {
  # "**" leaves out links to nothing, which are an error of the other patterns. (A suffix would miss names that begin with some letters outside ASCII.)
  patterns    = ["**", "[^.]*", "models/[^.]*", "models/*/[^.]*", "models/*/*/[^.]*"]
  found_files = toset(var.folder == null ? [] : flatten([for pattern in local.patterns : tolist(fileset(var.folder, pattern))]))

  # Reading a required file that is missing is an error of all that is read.
  required = [for file in var.required_files : file("${var.folder}/${file}") if !anytrue([for found in local.found_files : startswith("${found}/", "${trimsuffix(file, "/")}/")])]
  files    = length(local.required) == 0 ? local.found_files : []

  # Each of these may be YAML or JSON. Both are an error of file().
  documents = {
    for name in ["brands", "settings", "models", "people"] : name => length(setsubtract(["${name}.yaml", "${name}.json"], local.files)) > 0 ? one(
      [for file in ["${name}.yaml", "${name}.json"] : file if contains(local.files, file)]
    ) : file("${var.folder}/${name}.yaml and ${name}.json: keep one of them")
  }
  used_files = setunion(
    [for file in concat(["brands.csv"], values(local.documents)) : file if file == null ? false : contains(local.files, file)],
    [for text in local.texts : "models/${text}"],
  )
  # Hidden files, and those of Terraform and of READMEs, have no place here but do no harm either.
  unused_files = sort([
    for file in setsubtract(local.files, local.used_files) : file if !can(regex("(^|/)\\.|\\.(md|tf|tfvars|tfstate|hcl)$", file))
  ])
}

check "unused_files" {
  assert {
    condition     = length(local.unused_files) == 0
    error_message = "${coalesce(var.folder, "-")} has files that nothing reads: ${join(", ", local.unused_files)}. The README of the module says which names it reads; texts end in txt, vtt, srt or ttml."
  }
}

check "empty_table" {
  assert {
    condition     = !local.has_table || length(local.table_brands) > 0
    error_message = "${coalesce(var.folder, "-")}/brands.csv has no brand below the names of the columns: Terraform manages none of its brands."
  }
}
