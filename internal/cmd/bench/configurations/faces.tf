variable "n" {
  type = number
}

# The person that the simulated service has.
data "videoindexer_faces" "all" {
  person_model_id = "5e8a2b71-0c4d-4f96-8b13-6d7e9f0a1c25"
  person_id       = "9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f"
  page_size       = 100
}

output "faces" {
  value = length(data.videoindexer_faces.all.faces)

  precondition {
    condition     = length(data.videoindexer_faces.all.faces) == var.n
    error_message = "Not all faces were read."
  }
}
