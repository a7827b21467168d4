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

variable "folder" {
  description = "Folder with brands.csv, settings.yaml, people.yaml and models/<name>/<language>/*.txt, each of which may be missing: what it does not have is not managed. A relative path begins where Terraform runs."
  type        = string
  default     = null

  validation {
    condition     = var.folder == null || length(try(setunion(fileset(var.folder, "{brands.csv,settings.yaml,people.yaml}"), fileset(var.folder, "models/**")), [])) > 0
    error_message = "There is no brands.csv, settings.yaml, people.yaml or models/ in the folder. A relative path begins where Terraform runs: write \"$${path.module}/...\" for a folder beside the configuration."
  }
}

variable "brands" {
  description = "Brands by name, in place of brands.csv. What is left out of a brand is not managed."
  type = map(object({
    enabled       = optional(bool)
    description   = optional(string)
    reference_url = optional(string)
    tags          = optional(set(string))
  }))
  default = null
}

variable "exclusive_brands" {
  description = "Whether the account is to have no other brands than these. The plan shows each brand that it would delete."
  type        = bool
  default     = false
}

variable "settings" {
  description = "Whether brands are looked for, and whether the service's own dictionary is used as well, in place of settings.yaml."
  type = object({
    enabled      = bool
    use_built_in = bool
  })
  default = null
}

variable "language_models" {
  description = "Language models by keys of your own, in place of models/. Each file takes one of source, content and url, and is used unless enabled is false."
  type = map(object({
    name     = string
    language = string
    files = optional(map(object({
      source  = optional(string)
      content = optional(string)
      url     = optional(string)
      enabled = optional(bool)
    })))
  }))
  default = null
}

variable "train_language_models" {
  description = "Whether language models are trained once they are made, and again when their files have changed. Apply waits for it, which takes minutes."
  type        = bool
  default     = false
}

variable "person_models" {
  description = "Person models and their persons by keys of your own, in place of people.yaml. A name that is left out is the key; default = true stands for the account's default model. Faces are addresses of pictures by labels; left out, they are not managed."
  type = map(object({
    name    = optional(string)
    default = optional(bool)
    persons = optional(map(object({
      name  = optional(string)
      faces = optional(map(string))
    })))
  }))
  default = null
}
