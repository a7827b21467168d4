variable "brands_file" {
  description = "YAML file with the brands; see brands.yaml for its form."
  type        = string
  default     = "brands.yaml"
}

variable "brands_on_destroy" {
  description = "What becomes of the brands at destroy: abandon leaves them as they are, disable turns them off, restore puts back the values that Terraform has overwritten."
  type        = string
  default     = "restore"
}

variable "language_model_name" {
  description = "Name of the language model."
  type        = string
  default     = "Race commentary"
}

variable "language" {
  description = "Language that is spoken in the videos."
  type        = string
  default     = "en-GB"
}
