# terraform query lists the identities of the paid accounts;
# terraform query -generate-config-out=accounts.tf writes blocks that import them.
list "videoindexer_paid_account" "all" {
  provider = videoindexer
  limit    = 10000

  config {
    location = "westeurope"
  }
}
