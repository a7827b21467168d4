variable "location" {
  description = "Region of the new account. It must be a paid location."
  type        = string
}

variable "subscription_id" {
  description = "Cloud subscription of the media-services resource (GUID)."
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
  description = "Directory tenant of the application."
  type        = string
}

variable "application_id" {
  description = "Directory application that may use the media-services resource (GUID)."
  type        = string
}

variable "application_key" {
  description = "Key of that application. It is stored neither in the plan nor in the state."
  type        = string
  sensitive   = true
  ephemeral   = true
}

variable "account_on_destroy" {
  description = "Effect of a destroy: prevent fails, abandon stops managing the account and leaves it in the service. The service cannot delete an account."
  type        = string
  default     = "prevent"
}

variable "brands" {
  description = "Brands of the new account, once it has brands. Terraform cannot create brands without extended_operations."
  type = map(object({
    brand_id    = number
    name        = optional(string)
    enabled     = optional(bool)
    description = optional(string)
    tags        = optional(set(string))
  }))
  default = {}
}
