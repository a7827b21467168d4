variable "accounts" {
  description = "The accounts that customization/ is applied to, by names that you choose. The default location is that of the provider."
  type = map(object({
    location   = optional(string)
    account_id = string
  }))
}
