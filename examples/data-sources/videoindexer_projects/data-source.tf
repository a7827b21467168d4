# The projects of the tour, by their names.
data "videoindexer_projects" "tour" {
  name_regex = "(?i)\\btour\\b"
}

output "tour" {
  value = { for project in data.videoindexer_projects.tour.projects : project.project_id => project.name }
}
