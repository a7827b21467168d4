# The projects of the tour, by their names.
data "videoindexer_projects" "all" {}

output "tour" {
  value = {
    for project in data.videoindexer_projects.all.projects : project.project_id => project.name
    if can(regex("(?i)\\btour\\b", project.name))
  }
}
