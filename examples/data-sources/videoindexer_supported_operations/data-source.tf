# The extended operations of the service: check them before you set extended_operations.
data "videoindexer_supported_operations" "mine" {}

output "extended_operations_recommended" {
  value = data.videoindexer_supported_operations.mine.extended_operations_recommended
}

output "missing_operations" {
  value = [for name, support in data.videoindexer_supported_operations.mine.operations : name if support == "missing"]
}
