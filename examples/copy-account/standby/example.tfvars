# Accounts of "make mockserver ARGS='-extended -accounts 3'"; put yours here.
original = { account_id = "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10" }
standby  = { account_id = "e41c7a95-3d20-4f68-b7a1-c9d8e6f50312", location = "trial" }
