package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestChangedDefaultMovesNothing changes the provider's account, or its location, under an object: the plan of the configuration is an error that names
// both accounts, and writes nothing. A refresh and a destroy go to the account of the state, and the destroy of a tainted object refuses. A
// default that is not known keeps what the state says.
func TestChangedDefaultMovesNothing(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		t.Helper()
		for argument, other := range map[string]string{"account_id": mockserver.SecondAccountID, "location": "elsewhere"} {
			if name == "videoindexer_paid_account" && argument == "account_id" {
				continue // which is another account than the provider's
			}
			server := gallery(t)
			process := func(value any) *acctest.Protocol {
				settings := acctest.Values{"extended_operations": true}
				if value != nil {
					settings[argument] = value
				}
				return server.Protocol(t, settings)
			}
			here := created(t, process(nil), name, config)
			server.ResetRequests()

			here.Protocol = process(unknownOf(tftypes.String))
			if plan := here.Planned(config); plan.IsReplacement {
				t.Errorf("unknown %s: planned as a replacement", argument)
			}
			here.Protocol = process(other)
			acctest.Succeeds(t, here.Refresh(t.Context()))
			errors := acctest.Errors(here.Plan(t.Context(), config).Diagnostics)
			if len(errors) != 1 || !strings.HasSuffix(errors[0].Summary, "in another account than the provider's") {
				t.Fatalf("other %s: %q", argument, acctest.Texts(errors))
			}
			for _, part := range []string{here.Texts()[argument], other, "VIDEOINDEXER_ACCOUNT_ID", "destroy = false"} {
				if !strings.Contains(errors[0].Detail, part) {
					t.Errorf("other %s: no %s in %s", argument, part, errors[0].Detail)
				}
			}

			tainted := *here
			tainted.Tainted, tainted.Protocol = true, process(other)
			plan := tainted.Plan(t.Context(), config)
			if len(acctest.Errors(plan.Diagnostics)) == 0 { // it may not find there what it would adopt
				tainted.Protocol = process(other)
				acctest.Says(t, tainted.ApplyDestroy(t.Context(), plan), acctest.Failure, "in another account than the provider's")
			}
			if server.Writes() > 0 || !tainted.Exists() {
				t.Errorf("other %s: %d writes, the state has the tainted object: %t", argument, server.Writes(), tainted.Exists())
			}

			server.ResetRequests()
			here.Protocol = process(other)
			destroy := here.Plan(t.Context(), nil)
			if config["deletion_policy"] != "prevent" {
				acctest.Succeeds(t, destroy.Diagnostics)
				acctest.Succeeds(t, here.Apply(t.Context(), destroy))
			}
			for _, r := range server.Requests() {
				if strings.Contains(r.Path, "/"+other+"/") {
					t.Errorf("other %s: sent %s %s", argument, r.Method, r.Path)
				}
			}
		}
	})
}
