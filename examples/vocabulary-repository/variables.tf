variable "vocabulary" {
  description = "Folder with the texts. It contains a folder for each language, with a text file for each subject."
  type        = string
  default     = "vocabulary"
}

variable "model_name" {
  description = "Name of the language models, without the language."
  type        = string
  default     = "Natural history"
}

variable "extended_operations" {
  description = "Whether the service has extended operations. Models are then trained after each change, and videos are indexed with the trained models."
  type        = bool
  default     = false
}

variable "brands_on_destroy" {
  description = "Effect of a destroy on the brands: abandon keeps them unchanged, disable turns them off, restore writes back the previous values."
  type        = string
  default     = "restore"

  validation {
    condition     = contains(["abandon", "disable", "restore"], var.brands_on_destroy)
    error_message = "brands_on_destroy is one of abandon, disable and restore."
  }
}
