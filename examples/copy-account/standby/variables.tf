variable "original" {
  description = "The account that is copied. Nothing is written there."
  type = object({
    location   = optional(string)
    account_id = string
  })
}

variable "standby" {
  description = "The account that is to be like it."
  type = object({
    location   = optional(string)
    account_id = string
  })
}
