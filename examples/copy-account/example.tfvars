# Two of the accounts of "make mockserver ARGS='-extended -accounts 3'"; put yours here.
accounts = {
  archive  = { account_id = "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10" }
  newsroom = { account_id = "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94" }
}
