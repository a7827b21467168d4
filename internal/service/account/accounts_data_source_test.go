package account_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const accountsAddress = "data.videoindexer_accounts.test"

// withTrial adds a trial account to the default one, which is paid.
func withTrial(server *acctest.Server) mockserver.Account {
	trial := mockserver.DefaultAccount()
	trial.ID, trial.Name, trial.AccountType = "7d9e6f10-1111-4222-8333-444455556666", "on trial", "Trial"
	server.AddAccount(trial)
	return trial
}

func summary(a mockserver.Account) knownvalue.Check {
	return knownvalue.ObjectExact(map[string]knownvalue.Check{
		"account_id": knownvalue.StringExact(a.ID), "name": knownvalue.StringExact(a.Name),
		"location": knownvalue.StringExact(a.Location), "account_type": knownvalue.StringExact(a.AccountType),
	})
}

func TestAccAccounts_list(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	trial := withTrial(server)
	lists := func(filter string, accounts ...knownvalue.Check) resource.TestStep {
		return resource.TestStep{
			Config: server.Config(fmt.Sprintf("data \"videoindexer_accounts\" \"test\" {\n%s\n}", filter)),
			ConfigStateChecks: []statecheck.StateCheck{
				shows(accountsAddress, "location", knownvalue.StringExact(server.Account.Location)),
				shows(accountsAddress, "accounts", knownvalue.ListExact(accounts)),
			},
		}
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			lists("", summary(server.Account), summary(trial)),
			lists(`account_type = "Paid"`, summary(server.Account)),
			lists(`account_type = "Trial"`, summary(trial)),
			lists(`location = "`+server.Account.Location+`"`, summary(server.Account), summary(trial)),
			{
				Config:            server.Config("data \"videoindexer_accounts\" \"test\" {\n  location = \"elsewhere\"\n}"),
				ConfigStateChecks: []statecheck.StateCheck{shows(accountsAddress, "accounts", knownvalue.ListSizeExact(0))},
			},
		},
	})
}

// TestAccAccounts_noToken reads the account too, which takes an account token: no token may reach the state.
func TestAccAccounts_noToken(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: server.Config("data \"videoindexer_accounts\" \"test\" {}\n" + accountBlock("")),
			Check: func(state *terraform.State) error {
				text, err := json.Marshal(state)
				if err != nil {
					return err
				}
				issued := server.IssuedTokens()
				if len(issued) == 0 {
					return fmt.Errorf("no token was given out: the test shows nothing")
				}
				for _, token := range issued {
					if strings.Contains(string(text), token) {
						return fmt.Errorf("a token is in the state")
					}
				}
				return nil
			},
		}},
	})
}

func TestAccAccounts_errors(t *testing.T) {
	t.Parallel()
	t.Run("a type that there is not", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t)
		acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
			Config:      server.Config("data \"videoindexer_accounts\" \"test\" {\n  account_type = \"Free\"\n}"),
			ExpectError: says("account_type", `"Trial"`, `"Paid"`),
		}}})
	})
	t.Run("a token in place of the key", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t)
		token := server.AccountToken(server.Account.Location, server.Account.ID, false)
		acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
			Config: fmt.Sprintf("provider \"videoindexer\" {\n  endpoint = %q\n  location = %q\n  account_id = %q\n  access_token = %q\n}\ndata \"videoindexer_accounts\" \"test\" {}",
				server.URL, server.Account.Location, server.Account.ID, token),
			ExpectError: says("Unable to list accounts", "Set subscription_key"),
		}}})
	})
}
