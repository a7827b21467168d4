variable "brands_on_destroy" {
  description = "Effect of a destroy on the brands: abandon keeps them unchanged, disable turns them off, restore writes back the previous values."
  type        = string
  default     = "restore"
}

variable "language_model_name" {
  description = "Name of the language model."
  type        = string
  default     = "Race commentary"
}

variable "language" {
  description = "Spoken language of the videos."
  type        = string
  default     = "en-GB"
}
