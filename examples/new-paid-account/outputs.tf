output "account_id" {
  description = "Id of the new account; set VIDEOINDEXER_ACCOUNT_ID to it to work in it by default."
  value       = videoindexer_paid_account.newsroom.account_id
}

output "language_model_id" {
  description = "Id of the newsroom's language model."
  value       = videoindexer_language_model.newsroom.model_id
}
