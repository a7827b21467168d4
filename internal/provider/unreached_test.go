package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
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
		instance := server.Protocol(t, provided(t, name, nil)).Instance(name)
		plan := instance.Plan(t.Context(), configuration)
		acctest.Succeeds(t, plan.Diagnostics)
		acctest.Succeeds(t, instance.Apply(t.Context(), plan))
		instance.Protocol = server.Protocol(t, provided(t, name, wrongCredentials["a wrong key"].provider))
		plan = instance.Plan(t.Context(), configuration.With(lives.All[name].Changes))
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
			first = protocol.Instance("videoindexer_video").Plan(t.Context(), lives.All["videoindexer_video"].Arguments).Diagnostics
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

// TestNotListedNames plans for an account that the key's user does not have: the error names those that the user has.
func TestNotListedNames(t *testing.T) {
	t.Parallel()
	server := museum(t)
	plan := server.Protocol(t, nil).Instance("videoindexer_brands_model_settings").Plan(t.Context(),
		lives.All["videoindexer_brands_model_settings"].Arguments.With(acctest.Values{"account_id": testAccount}))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, testAccount, "The subscription key cannot use this account",
		"it can use "+server.Account.ID+" ("+server.Account.Name+")")
}
