locals {
  # All files of the folder, filtered by name here: a pattern with a suffix misses names that begin with some letters outside ASCII.
  found_files = var.folder == null ? toset([]) : try(fileset(var.folder, "**"), toset([]))
  used_files = setunion(
    [for file in ["brands.csv"] : file if contains(local.found_files, file)],
    flatten(values(local.document_files)),
    [for text in local.model_texts : "models/${text}"],
  )
  # Hidden files, and those of Terraform and of READMEs, have no place here but do no harm either.
  unused_files = sort([
    for file in setsubtract(local.found_files, setunion(local.used_files, [for text in local.texts : "models/${text}"])) : file
    if !can(regex("(^|/)\\.|\\.(md|tf|tfvars|tfstate|hcl)$", file))
  ])

  # Terraform reads all names in the Unicode form NFC, in which a letter and its mark are one character. In a name of another form they are two,
  # which patterns see.
  marks        = "[\u0300-\u036F\u1100-\u11FF\u3099\u309A]"
  marked_files = var.folder == null ? [] : [for pattern in ["**/*${local.marks}*", "**/*${local.marks}*/**"] : try(fileset(var.folder, pattern), [])]
  name_problems = {
    for file in setunion([], local.marked_files...) : file => concat(
      [for form in fileset(var.folder, replace(file, "/[^\\w\\/ .-]/", "?")) :
      "Two files have this name: one has letters with marks as single characters (NFC), the other as a letter and a mark (NFD). Delete one of them." if form == file],
      fileexists("${var.folder}/${file}") ? [] : ["The name has letters and marks as two characters each (NFD), and Terraform cannot open it. Rename the file or its folder."],
    ) if !can(regex(local.marks, file))
  }

  # Each of these may be YAML or JSON.
  document_files = {
    for name in ["brands", "settings", "models", "people"] : name => [
      for file in ["${name}.yaml", "${name}.json"] : file if contains(local.found_files, file)
    ]
  }
  document_texts = {
    for name, files in local.document_files : name => length(files) == 0 ? "{}" : try(trimprefix(file("${var.folder}/${files[0]}"), "\uFEFF"), null)
  }
  is_empty = { for name, text in local.document_texts : name => try(trimspace(replace(text, "/(?m)^[ \\t]*(#.*|---[ \\t\\r]*)$/", "")) == "", false) }
  is_json  = { for name, files in local.document_files : name => try(endswith(files[0], ".json"), false) }
  documents = {
    for name, text in local.document_texts : name => try(concat(
      [for text in [text] : jsondecode(text) if local.is_json[name]],
      [for text in [text] : yamldecode(text) if !local.is_json[name]],
    )[0], null)
  }
  entries = { for name, document in local.documents : name => try(merge(document, {}), {}) }

  # What each part of a document is. Without fields, the keys of a part are those of its user.
  parts = concat(
    [for name in ["brands", "models", "people"] : { document = name, path = "", is = local.documents[name], fields = null }],
    [{ document = "settings", path = "", is = local.documents.settings, fields = { enabled = "bool", use_built_in = "bool" } }],
    [for key, is in local.entries.brands : {
      document = "brands", path = key, is = is
      fields   = { brand_id = "number", name = "text", enabled = "bool", description = "text", reference_url = "text", tags = "texts" }
    }],
    [for key, is in local.entries.models : { document = "models", path = key, is = is, fields = { name = "text", enabled = "bool", files = "map" } }],
    flatten([for key, model in local.entries.models : [
      for file, is in try(merge(model.files, {}), {}) : { document = "models", path = "${key}, files, ${file}", is = is, fields = { name = "text", enabled = "bool" } }
    ]]),
    [for key, is in local.entries.people : { document = "people", path = key, is = is, fields = { name = "text", default = "bool", persons = "map" } }],
    flatten([for model in local.file_persons : { document = "people", path = model.path, is = model.is, fields = { name = "text", faces = "map" } }]),
    flatten([for person in local.file_persons : [
      for label, url in try(merge(person.is.faces, {}), {}) : { document = "people", path = "${person.path}, faces", is = { (label) = url }, fields = { (label) = "address" } }
    ]]),
  )
  kinds = { address = "the address of a picture", bool = "true or false", map = "a map", number = "a number", text = "a text: write it in quotes", texts = "a list of texts: write each in quotes" }
  part_problems = {
    for name in keys(local.documents) : name => flatten([
      for part in local.parts : concat(
        [for is in [part.is] : "${part.path == "" ? "The file" : part.path}: this must be a map." if !can(merge(is, {}))],
        [for key in setsubtract(try(keys(merge(part.is, {})), []), try(keys(part.fields), [])) :
        "${part.path == "" ? "" : "${part.path}: "}there is no place for ${key}, only for ${join(", ", keys(part.fields))}." if part.fields != null],
        [for key, kind in merge(part.fields, {}) : "${join(", ", compact([part.path, key]))}: this must be ${local.kinds[kind]}." if !alltrue([
          for value in [try(part.is[key], null)] : value == null ? kind != "address" : {
            address = can(regex("^\"", jsonencode(value)))
            bool    = can(tobool(value)), map = can(merge(value, {})), number = can(tonumber(value)), text = can(regex("^\"", jsonencode(value)))
            texts   = can(toset(value)) && alltrue([for text in try(toset(value), []) : can(regex("^\"", jsonencode(text)))])
          }[kind]
        ])],
      ) if part.document == name
    ])
  }

  # Neither YAML nor JSON minds a key that is there twice, and YAML reads some keys as other values (yes, 007). So each document is read once more,
  # with its line and its place in the line in each key.
  token = join("|", [
    "(?P<quoted_key>\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^']|'')*')\\s*:",
    "(?P<quoted>\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^']|'')*')",
    "^(?P<indent>\\s*)(?P<key>[^\\s#&*!|>'\"%@`{}\\[\\],?<-].*?)\\s*:(?:\\s|$)",
    "(?P<bracket>[{,]\\s*)(?P<inner_key>[^\\s#&*!|>'\"%@`{}\\[\\],?<-][^{}\\[\\],]*?)\\s*:(?:\\s|$)",
    "(?P<other>[^\\s{}\\[\\],\"'][^\\s{}\\[\\],]*|\\s+|.)",
  ])
  marked_lines = {
    for name, text in local.document_texts : name => [
      for i, line in split("\n", text == null ? "" : text) : join("", [
        for j, token in regexall(local.token, line) : try(
          coalesce(token.other, token.quoted == null ? "" : "\"\""),
          "${join("", compact([token.indent, token.bracket]))}${jsonencode("${try(coalesce(token.key, token.inner_key), jsondecode(token.quoted_key), yamldecode(token.quoted_key))}\u241E${i + 1}.${j}")}: ",
          "",
        )
      ])
    ]
  }
  read_twice = merge(
    { for name, document in local.documents : "${name} as it is" => document },
    { for name, lines in local.marked_lines : "${name} with lines" => try(yamldecode(join("\n", lines)), null) }, # which reads JSON too
  )
  keys_1    = flatten([for name, is in local.read_twice : [for key, is in try(merge(is, {}), {}) : { name = name, path = key, is = is }]])
  keys_2    = flatten([for at in local.keys_1 : [for key, is in try(merge(at.is, {}), {}) : { name = at.name, path = "${at.path}, ${key}", is = is }]])
  keys_3    = flatten([for at in local.keys_2 : [for key, is in try(merge(at.is, {}), {}) : { name = at.name, path = "${at.path}, ${key}", is = is }]])
  keys_4    = flatten([for at in local.keys_3 : [for key, is in try(merge(at.is, {}), {}) : { name = at.name, path = "${at.path}, ${key}", is = is }]])
  keys_5    = flatten([for at in local.keys_4 : [for key, is in try(merge(at.is, {}), {}) : { name = at.name, path = "${at.path}, ${key}", is = is }]])
  key_paths = { for at in concat(local.keys_1, local.keys_2, local.keys_3, local.keys_4, local.keys_5) : at.name => at.path... }
  # The lines of each key, and the keys that are not what they look like.
  key_lines = {
    for name in keys(local.documents) : name => {
      for path in try(local.key_paths["${name} with lines"], []) : replace(path, "/\u241E[\\d.]+/", "") => try(regex("\u241E(\\d+)[.]\\d+$", path)[0], "")...
    }
  }
  keys_twice   = { for name, lines in local.key_lines : name => { for path, all in lines : path => all if length(all) > 1 } }
  keys_misread = { for name, lines in local.key_lines : name => setsubtract(keys(lines), try(local.key_paths["${name} as it is"], [])) }

  document_problems = {
    for name, files in local.document_files : name => concat(
      length(files) > 1 ? ["There are ${join(" and ", files)}: keep one of them."] : [],
      local.document_texts[name] == null ? ["It is not encoded in UTF-8."] : [],
      local.is_empty[name] ? ["It is empty. Write {}, or delete the file."] : [],
      local.documents[name] == null && local.document_texts[name] != null && local.is_json[name] && !local.is_empty[name] ? ["It cannot be read as JSON."] : [],
      # What can be read up to a line, and not with the next one. (A conditional expression would look for it in each document.)
      [for lines in [split("\n", local.document_texts[name] == null ? "" : local.document_texts[name])] :
        "Line ${max(0, [for i, line in lines : i + 1 if can(yamldecode(join("\n", slice(lines, 0, i + 1))))]...) + 1} cannot be read as YAML."
      if local.documents[name] == null && local.document_texts[name] != null && !local.is_json[name] && !local.is_empty[name]],
      [for path, lines in local.keys_twice[name] : length(distinct(lines)) == 1 ? "${path}: line ${lines[0]} has this key twice." :
      "${path}: lines ${join(" and ", [for line in sort(formatlist("%06s", distinct(lines))) : tonumber(line)])} have the same key."],
      [for path in local.keys_misread[name] : "${path} (line ${local.key_lines[name][path][0]}): YAML reads this key as another value. Write it in quotes."
      if local.documents[name] != null && length(local.keys_twice[name]) == 0 && !contains([for other in local.keys_misread[name] : startswith(path, "${other}, ")], true)],
      local.part_problems[name],
    )
  }
}

check "unused_files" {
  assert {
    condition     = length(local.unused_files) == 0
    error_message = "${coalesce(var.folder, "-")} has files that nothing reads: ${join(", ", local.unused_files)}. The README of the module says which names it reads; texts end in txt, vtt, srt or ttml."
  }
}
