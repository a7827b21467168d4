variable "accounts" {
  description = "The accounts, by names that you choose. Default location: that of the provider."
  type = map(object({
    location   = optional(string)
    account_id = string
  }))
}
