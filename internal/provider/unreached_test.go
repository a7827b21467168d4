package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// wrongCredentials lists provider arguments that reach nothing of any account, with what the error must say.
var wrongCredentials = map[string]struct {
	provider acctest.Values
	says     string
}{
	"a wrong key":      {acctest.Values{"subscription_key": "another"}, "check subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY)"},
	"a wrong location": {acctest.Values{"location": "elsewhere"}, "cannot use this account"},
	"a wrong account":  {acctest.Values{"account_id": testAccount}, "cannot use this account"},
}

// TestPlanProvesTheAccount plans the create of every resource with credentials that reach nothing: an error of the plan.
func TestPlanProvesTheAccount(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		for what, wrong := range wrongCredentials {
			if name == "videoindexer_paid_account" && what != "a wrong key" {
				continue // it belongs to no account, and any location may be a paid region
			}
			server := museum(t)
			plan := server.Protocol(t, provided(t, name, wrong.provider)).Instance(name).Plan(t.Context(), configuration)
			errors := acctest.Texts(acctest.Errors(plan.Diagnostics))
			if len(errors) != 1 || !strings.Contains(errors[0], wrong.says) {
				t.Errorf("%s: errors %q, want one that says %q", what, errors, wrong.says)
			}
			if server.Writes() > 0 {
				t.Errorf("%s: the plan wrote", what)
			}
		}
	})
}

// TestChangeProvesTheAccount plans a change of every resource without a refresh, with a key that was good at the create.
func TestChangeProvesTheAccount(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		server := museum(t)
		instance := created(t, server.Protocol(t, provided(t, name, nil)), name, configuration)
		instance.Protocol = server.Protocol(t, provided(t, name, wrongCredentials["a wrong key"].provider))
		plan := instance.Plan(t.Context(), configuration.With(fixtures.All[name].Changes))
		if !plan.IsUpdate {
			t.Fatal("no update")
		}
		acctest.Says(t, plan.Diagnostics, acctest.Failure, wrongCredentials["a wrong key"].says)
		instance.Protocol = server.Protocol(t, provided(t, name, wrongCredentials["a wrong key"].provider))
		server.ResetRequests()
		if plan := instance.Plan(t.Context(), configuration); len(plan.Diagnostics) > 0 || len(server.Requests()) > 0 {
			t.Errorf("nothing to change: %q, %d requests", acctest.Texts(plan.Diagnostics), len(server.Requests()))
		}
	})
}

// TestErrorIsShared refreshes every resource twice with a key that is no longer good, and plans its create: the first error is the
// whole report, and the others, which send nothing, are one line.
func TestErrorIsShared(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		server := museum(t)
		extended := acctest.Values{"extended_operations": true}
		instance := created(t, server.Protocol(t, extended), name, configuration)
		protocol := server.Protocol(t, extended.With(wrongCredentials["a wrong key"].provider))
		instance.Protocol = protocol
		first := instance.Refresh(t.Context())
		if name == "videoindexer_animation_character" { // the service does not return characters
			first = protocol.Instance("videoindexer_video").Plan(t.Context(), fixtures.All["videoindexer_video"].Arguments).Diagnostics
		}
		acctest.Says(t, first, acctest.Failure, wrongCredentials["a wrong key"].says)
		if name == "videoindexer_paid_account" { // its create belongs to no account
			acctest.Says(t, protocol.Instance(name).Plan(t.Context(), configuration).Diagnostics, acctest.Failure, wrongCredentials["a wrong key"].says)
		}
		server.ResetRequests()
		for what, diags := range map[string][]*tfprotov6.Diagnostic{
			"refresh": instance.Refresh(t.Context()), "plan": protocol.Instance(name).Plan(t.Context(), configuration).Diagnostics,
		} {
			again := acctest.Texts(acctest.Errors(diags))
			isNone := name == "videoindexer_animation_character" && what == "refresh" && len(again) == 0
			if !isNone && (len(again) != 1 || !strings.Contains(again[0], "Did not try to") || strings.Contains(again[0], "\n")) {
				t.Errorf("the second %s says %q", what, again)
			}
		}
		if n := len(server.Requests()); n > 0 {
			t.Errorf("sent %d requests", n)
		}
	})
}

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
			if plan := here.MustPlan(config); plan.IsReplacement {
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
			tainted.Protocol = process(other)
			tainted.Taint(true)
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
