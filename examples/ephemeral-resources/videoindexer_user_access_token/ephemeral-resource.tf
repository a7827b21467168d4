# A token for operations on the accounts of the key's user. It is stored neither in the state nor in the plan.
ephemeral "videoindexer_user_access_token" "reader" {
  location = "westeurope"
}

resource "terraform_data" "report" {
  triggers_replace = timestamp() # at every apply

  provisioner "local-exec" {
    command = "./report-accounts.sh"
    environment = {
      ACCESS_TOKEN = ephemeral.videoindexer_user_access_token.reader.access_token
    }
  }
}
