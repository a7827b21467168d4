data "videoindexer_faces" "commentator" {
  person_model_id = "0e4f6a1c-93f2-4d0e-8b1d-5a7c2e9f3b60"
  person_id       = "b7c1d2e3-4f50-4617-8a9b-0c1d2e3f4a5b"
  source_type     = "UploadedPicture"
}

output "pictures" {
  value = data.videoindexer_faces.commentator.faces[*].face_id
}
