package provider_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// unknownConfig configures the provider with the output of a resource: unknown while that is being
// planned, known at apply. Another value of seed makes it unknown again.
func unknownConfig(server *acctest.Server, seed, body string) string {
	return fmt.Sprintf(`
resource "terraform_data" "source" {
  input            = { endpoint = %q, location = %q, account = %q, key = %q }
  triggers_replace = %q
}

provider "videoindexer" {
  endpoint         = terraform_data.source.output.endpoint
  location         = terraform_data.source.output.location
  account_id       = terraform_data.source.output.account
  subscription_key = terraform_data.source.output.key
}
%s`, server.URL, server.Account.Location, server.Account.ID, server.Key, seed, body)
}

// TestAccUnknownConfiguration plans and applies with a provider that is known only at apply.
func TestAccUnknownConfiguration(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso", Enabled: true})
	const (
		address = "videoindexer_brand.test"
		body    = "resource \"videoindexer_brand\" \"test\" {\n  brand_id    = 1001\n  description = \"managed\"\n}\n"
	)
	acctest.Run(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: unknownConfig(server, "first", body),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate),
					plancheck.ExpectUnknownValue(address, tfjsonpath.New("account_id")),
				}},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
				},
			},
			{ // unknown again: what exists keeps its account, and nothing is to be done to it
				Config: unknownConfig(server, "second", body),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionNoop),
				}},
			},
			{ // data cannot wait for apply, and the error says so
				Config:      unknownConfig(server, "third", body+"data \"videoindexer_brand\" \"test\" {\n  brand_id = 1001\n}\n"),
				ExpectError: regexp.MustCompile(`(?s)configuration is not known yet.*"endpoint", "subscription_key"`),
			},
		},
	})
}
