variable "location" {
  description = "Region of the new account; a paid one."
  type        = string
}

variable "subscription_id" {
  description = "Cloud subscription that the media-services resource is in (GUID)."
  type        = string
}

variable "resource_group" {
  description = "Resource group of the media-services resource."
  type        = string
}

variable "media_resource" {
  description = "Name of the media-services resource to connect."
  type        = string
}

variable "directory_tenant_id" {
  description = "Directory tenant that the application is in."
  type        = string
}

variable "application_id" {
  description = "Directory application that may use the media-services resource (GUID)."
  type        = string
}

variable "application_key" {
  description = "Key of that application. It is used once, and kept neither in a plan nor in the state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "account_on_destroy" {
  description = "prevent refuses to destroy the account; abandon lets go of it. The service has no call that deletes one."
  type        = string
  default     = "prevent"
}

variable "brands" {
  description = "Brands of the new account by id, once it has some: without extended_operations nothing creates brands."
  type = map(object({
    name        = optional(string)
    enabled     = optional(bool)
    description = optional(string)
    tags        = optional(set(string))
  }))
  default = {}
}
