package account_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestAccPaidAccount_importThenApply imports an account and applies: what it was created with is taken
// from the configuration, in place, without a request.
func TestAccPaidAccount_importThenApply(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	config := server.Config(letGo(arguments{"media_resource": `"whatever"`, "auto_scale": "true", "encryption_key_contract": "jsonencode({})"}))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exist(server, 0),
		Steps: []resource.TestStep{
			{Config: config, ResourceName: address, ImportState: true, ImportStateId: server.Account.ID, ImportStatePersist: true},
			{
				Config: config, ConfigPlanChecks: plans(plancheck.ResourceActionUpdate),
				Check: server.WritesNothing(),
				ConfigStateChecks: []statecheck.StateCheck{
					shows(address, "account_id", knownvalue.StringExact(server.Account.ID)),
					shows(address, "media_resource", knownvalue.StringExact("whatever")),
					shows(address, "name", knownvalue.StringExact(server.Account.Name)),
				},
			},
			{Config: config, ConfigPlanChecks: emptyPlan},
			{ // from then on it is as if it had been created here
				Config:      server.Config(paid(arguments{"media_resource": `"another"`, "auto_scale": "true", "encryption_key_contract": "jsonencode({})"})),
				PlanOnly:    true,
				ExpectError: says("must not be replaced", "the change of media_resource would replace it"),
			},
		},
	})
}

func TestAccPaidAccount_importRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		id     func(*acctest.Server) string
		expect string
	}{
		"no guid":        {func(*acctest.Server) string { return "mine" }, `account_id "mine" is not a GUID`},
		"an empty part":  {func(*acctest.Server) string { return "/" + subscriptionID }, "has an empty part"},
		"too many parts": {func(*acctest.Server) string { return "a/b/c" }, "cannot be read"},
		"not there":      {func(*acctest.Server) string { return subscriptionID }, "Paid account is not listed"},
		"a trial":        {func(s *acctest.Server) string { return withTrial(s).ID }, "is a trial account"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
				Config: server.Config(paid(nil)), ResourceName: address, ImportState: true, ImportStateId: test.id(server),
				ExpectError: says(test.expect),
			}}})
		})
	}
}
