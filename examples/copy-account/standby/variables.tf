variable "original" {
  description = "The account to copy. It is only read."
  type = object({
    location   = optional(string)
    account_id = string
  })
}

variable "standby" {
  description = "The account to keep as the copy."
  type = object({
    location   = optional(string)
    account_id = string
  })
}
