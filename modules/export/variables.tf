variable "account_id" {
  description = "Id of the account. Default: the provider's."
  type        = string
  default     = null
}

variable "location" {
  description = "Region of the account. Default: the provider's."
  type        = string
  default     = null
}

variable "kinds" {
  description = "Kinds of objects to read: any of brands, language_models, people, projects, settings and videos. Default: all."
  type        = set(string)
  default     = ["brands", "language_models", "people", "projects", "settings", "videos"]

  validation {
    condition     = length(var.kinds) > 0 && length(setsubtract(var.kinds, ["brands", "language_models", "people", "projects", "settings", "videos"])) == 0
    error_message = "kinds takes one or more of brands, language_models, people, projects, settings and videos."
  }
}

variable "videos_limit" {
  description = "Number of videos to read, newest first."
  type        = number
  default     = 50
}
