# Applies the folder to two accounts and copies the first of them to a third, at
# the service that the VIDEOINDEXER_ variables name, and then destroys everything.
# It is meant for the simulated service: make mockserver ARGS="-extended -accounts 3".

variables {
  accounts = {
    archive  = { account_id = "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10" }
    newsroom = { account_id = "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94" }
  }

  original = { account_id = "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10" }
  standby  = { location = "trial", account_id = "e41c7a95-3d20-4f68-b7a1-c9d8e6f50312" }
}

run "one_folder_for_two_accounts" {}

run "the_first_account" {
  module {
    source = "./tests/content"
  }

  variables {
    account = var.original
  }
}

run "the_second_account_has_the_same_texts_and_persons" {
  module {
    source = "./tests/content"
  }

  variables {
    account = var.accounts.newsroom
  }

  assert {
    condition     = output.texts == run.the_first_account.texts
    error_message = "The language models differ."
  }

  assert {
    condition     = length(setsubtract(output.persons, run.the_first_account.persons)) == 0
    error_message = "The persons differ."
  }

  assert {
    condition     = length(setsubtract(output.brands, run.the_first_account.brands)) == 0
    error_message = "The brands differ."
  }
}

run "a_third_account_becomes_a_copy" {
  module {
    source = "./standby"
  }
}

run "the_copy_holds_what_the_first_account_holds" {
  module {
    source = "./tests/content"
  }

  variables {
    account = var.standby
  }

  assert {
    condition     = output.texts == run.the_first_account.texts
    error_message = "The language models differ."
  }

  assert {
    condition     = output.persons == run.the_first_account.persons
    error_message = "The persons differ."
  }

  assert {
    condition     = output.brands == run.the_first_account.brands
    error_message = "The brands differ."
  }
}
