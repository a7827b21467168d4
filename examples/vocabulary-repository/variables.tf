variable "vocabulary" {
  description = "Folder with the texts: a folder a language in it, a text file a subject in that."
  type        = string
  default     = "vocabulary"
}

variable "model_name" {
  description = "What the language models are called, before their language."
  type        = string
  default     = "Natural history"
}

variable "extended_operations" {
  description = "Whether the service has extended operations: models are then trained after each change, and videos indexed with what was trained."
  type        = bool
  default     = false
}

variable "brands_on_destroy" {
  description = "What becomes of the brands at destroy: abandon leaves them as they are, disable turns them off, restore puts back the values that Terraform has overwritten."
  type        = string
  default     = "restore"

  validation {
    condition     = contains(["abandon", "disable", "restore"], var.brands_on_destroy)
    error_message = "brands_on_destroy is one of abandon, disable and restore."
  }
}
