variable "accounts" {
  description = "The accounts that are to be as customization/ says, by names of our own. Without a location, that of the provider."
  type = map(object({
    location   = optional(string)
    account_id = string
  }))
}
