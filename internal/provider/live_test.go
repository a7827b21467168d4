package provider_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestAccLive reads the account that the environment names from a real service.
func TestAccLive(t *testing.T) {
	t.Parallel()
	acctest.Live(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: "provider \"videoindexer\" {}\ndata \"videoindexer_account\" \"this\" {}\ndata \"videoindexer_accounts\" \"all\" {}\n",
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("data.videoindexer_account.this", tfjsonpath.New("account_type"), knownvalue.StringRegexp(regexp.MustCompile(`^(Trial|Paid)$`))),
				statecheck.ExpectKnownValue("data.videoindexer_accounts.all", tfjsonpath.New("accounts").AtSliceIndex(0).AtMapKey("account_id"), knownvalue.NotNull()),
			},
		}},
	})
}
