resource "videoindexer_brand" "velora" {
  brand_id      = 1001
  name          = "Velora"
  description   = "Frames and complete road bikes; title sponsor of the tour."
  reference_url = "https://velora.example"
  tags          = ["sponsor", "bikes"]

  # Destroy writes back the previous values, which Terraform has replaced.
  deletion_policy = "restore"
}
