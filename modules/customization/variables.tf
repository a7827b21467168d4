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
  description = "Path of the folder with brands.csv, brands.yaml, settings.yaml, people.yaml, models.yaml and models/<name>/<language>/*.txt. Each of them is optional, and .yaml may be .json; objects without a file are not managed. A relative path is relative to the directory where Terraform runs."
  type        = string
  default     = null

  validation {
    condition     = var.folder == null || length(try(setunion(fileset(var.folder, "brands.csv"), fileset(var.folder, "{brands,settings,people,models}.{yaml,json}"), fileset(var.folder, "models/**")), [])) > 0
    error_message = "There is no brands.csv, brands.yaml, settings.yaml, people.yaml, models.yaml or models/ in the folder. A relative path begins where Terraform runs: write \"$${path.module}/...\" for a folder beside the configuration."
  }
}

variable "brands" {
  description = "Brands by name, in place of brands.csv and brands.yaml. Fields that are left out are not managed."
  type = map(object({
    enabled       = optional(bool)
    description   = optional(string)
    reference_url = optional(string)
    tags          = optional(set(string))
  }))
  default = null
}

variable "exclusive_brands" {
  description = "Whether to delete all other brands of the account. The plan shows each brand that the apply deletes."
  type        = bool
  default     = false
}

variable "settings" {
  description = "Settings of brand recognition, in place of settings.yaml: enabled turns it on, use_built_in also uses the service's own dictionary."
  type = object({
    enabled      = bool
    use_built_in = bool
  })
  default = null
}

variable "language_models" {
  description = "Language models by keys that you choose, in place of models/ and models.yaml. Each file has one of source, content and url, and is used unless enabled is false."
  type = map(object({
    name     = string
    language = string
    enabled  = optional(bool)
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
  description = "Whether to train language models after they are created and after changes of their files. The apply waits for the training, which takes minutes."
  type        = bool
  default     = false
}

variable "person_models" {
  description = "Person models and their persons by keys that you choose, in place of people.yaml. The default of a name is the key. default = true selects the account's default model. Faces are addresses of pictures by labels; without them, faces are not managed."
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
