# Every paid account that the subscription key can use.
data "videoindexer_accounts" "paid" {
  account_type = "Paid"
}

output "account_ids" {
  value = { for account in data.videoindexer_accounts.paid.accounts : account.name => account.account_id }
}
