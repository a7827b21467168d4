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
    # If the folder cannot be read, local.found_files has the error.
    condition     = var.folder == null || try(anytrue([for file in fileset(var.folder, "**") : can(regex("^(brands\\.csv$|(brands|settings|people|models)\\.(yaml|json)$|models/)", file))]), true)
    error_message = "There is no brands.csv, brands.yaml, settings.yaml, people.yaml, models.yaml or models/ in the folder. A relative path begins where Terraform runs: write \"$${path.module}/...\" for a folder beside the configuration."
  }
}

variable "required_files" {
  description = "Files and folders that must be in the folder, such as [\"brands.csv\", \"models\"]. If one is missing, every plan fails."
  type        = set(string)
  default     = []
  nullable    = false
}

variable "deletion_policy" {
  description = "Effect of a removed entry or file, and of a destroy, for each kind of object: the deletion_policy of its resource. If omitted, objects that Terraform created are deleted, and others are left as they are."
  type = object({
    brands          = optional(string)
    settings        = optional(string)
    language_models = optional(string)
    person_models   = optional(string)
    persons         = optional(string)
  })
  default  = {}
  nullable = false
}

variable "brands" {
  description = "Brands by keys that you choose, in place of brands.csv and brands.yaml. The default of a name is the key. Fields that are left out are not managed."
  type = map(object({
    brand_id      = optional(number)
    name          = optional(string)
    enabled       = optional(bool)
    description   = optional(string)
    reference_url = optional(string)
    tags          = optional(set(string))
  }))
  default = null
}

variable "exclusive_brands" {
  description = "Whether to delete all other brands of the account. The plan names each brand that the apply deletes."
  type        = bool
  default     = false
}

variable "settings" {
  description = "Brand settings, in place of settings.yaml: enabled turns it on, use_built_in also uses the built-in brands of the service."
  type = object({
    enabled      = bool
    use_built_in = bool
  })
  default = null
}

variable "language_models" {
  description = "Language models by keys that you choose, in place of models/ and models.yaml. Each file has one of source, content and url, and is used unless enabled is false."
  type = map(object({
    name      = string
    language  = string
    enabled   = optional(bool)
    exclusive = optional(bool)
    files = optional(map(object({
      source  = optional(string)
      content = optional(string)
      url     = optional(string)
      enabled = optional(bool)
    })))
  }))
  default = null
}

variable "exclusive_language_models" {
  description = "Whether to delete texts of language models that others added. The plan after the apply that sets this names each text."
  type        = bool
  default     = false
  nullable    = false
}

variable "train_language_models" {
  description = "Whether to train language models after they are created and after changes of their files. The apply waits for the training, which takes minutes."
  type        = bool
  default     = false
  nullable    = false
}

variable "person_models" {
  description = "Person models and their persons by keys that you choose, in place of people.yaml. The default of a name is the key. default = true selects the account's default model. Faces are addresses of pictures by labels; without them, faces are not managed."
  type = map(object({
    name    = optional(string)
    default = optional(bool, false)
    persons = optional(map(object({
      name  = optional(string)
      faces = optional(map(string))
    })), {})
  }))
  default = null
}
