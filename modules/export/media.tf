data "videoindexer_projects" "all" {
  count = contains(var.kinds, "projects") ? 1 : 0

  location   = var.location
  account_id = var.account_id
}

data "videoindexer_videos" "latest" {
  count = contains(var.kinds, "videos") ? 1 : 0

  location   = var.location
  account_id = var.account_id
  limit      = var.videos_limit
}

locals {
  media = concat(
    [for project in flatten(data.videoindexer_projects.all[*].projects) : {
      type      = "videoindexer_project", id = project.project_id, called = project.name
      arguments = merge({ project_id = project.project_id }, { for name in project.name[*] : "name" => name if name != "" && trimspace(name) == name })
    }],
    [for video in flatten(data.videoindexer_videos.latest[*].videos) : {
      type = "videoindexer_video", id = video.video_id, called = video.name, arguments = { video_id = video.video_id }
    }],
  )
  media_addresses = [for object in local.media : "${object.type}.i${replace(object.id, "/\\W/", "_")}"]
  account_arguments = {
    for name, value in { location = var.location, account_id = var.account_id } : name => value if value != null
  }
  media_files = {
    for text in [join("\n", [
      for i, object in local.media : join("\n", concat(
        ["# ${replace(jsonencode(object.called == null ? "" : object.called), "/^\"|\"$/", "")}"],
        ["resource \"${object.type}\" \"${split(".", local.media_addresses[i])[1]}\" {"],
        # A text of HCL is one of JSON, with "$${" for "$" and "{".
        [for name, value in merge(local.account_arguments, object.arguments) : "  ${name} = ${replace(jsonencode(value), "/([$%])\\{/", "$1$1{")}"],
        ["}", ""],
      ))
    ])] : "media.tf" => text if text != ""
  }
}
