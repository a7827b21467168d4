package provider_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccUnknownConfiguration has the engine plan and apply with a provider that is known only at apply.
func TestAccUnknownConfiguration(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso", Enabled: true})
	const address = "videoindexer_brand.test"
	config := fmt.Sprintf(`
resource "terraform_data" "source" {
  input = { endpoint = %q, location = %q, account = %q, key = %q }
}

provider "videoindexer" {
  endpoint         = terraform_data.source.output.endpoint
  location         = terraform_data.source.output.location
  account_id       = terraform_data.source.output.account
  subscription_key = terraform_data.source.output.key
}

resource "videoindexer_brand" "test" {
  brand_id    = 1001
  description = "managed"
}
`, server.URL, server.Account.Location, server.Account.ID, server.Key)
	acctest.Run(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: config,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate),
					plancheck.ExpectUnknownValue(address, tfjsonpath.New("account_id")),
				}},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
				},
			},
		},
	})
}
