package brandsettings_test

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const resourceType = "videoindexer_brands_model_settings"

var (
	extended      = acctest.Values{"extended_operations": true}
	disablePolicy = acctest.Values{"deletion_policy": "disable"}
)

func configured(enabled, useBuiltIn bool) acctest.Values {
	return acctest.Values{"enabled": enabled, "use_built_in": useBuiltIn}
}

// wantState compares the two settings of a state; "-" stands for null.
func wantState(t *testing.T, instance *acctest.Instance, enabled, useBuiltIn string) {
	t.Helper()
	for name, want := range map[string]string{"enabled": enabled, "use_built_in": useBuiltIn} {
		check.Equal(t, want, acctest.Text(instance.State()[name]), "the state has %s", name)
	}
}

// wantSettings expects settings on the server.
func wantSettings(t *testing.T, server *acctest.Server, state, useBuiltIn bool) {
	t.Helper()
	want := mockserver.BrandsModelSettings{State: state, UseBuiltIn: useBuiltIn}
	check.Equal(t, want, server.BrandsModelSettings(server.Account.ID), "the server holds")
}

// respondWith has the service answer the next write with settings of its own.
func respondWith(server *acctest.Server, body string) {
	server.Script(mockserver.Fault{
		Operation: mockserver.UpdateBrandsModelSettings, Do: mockserver.Body(http.StatusOK, "application/json", body),
	})
}

// TestDisableAgain destroys settings that Terraform has switched off and somebody else has switched
// on since, which no refresh is sure to see.
func TestDisableAgain(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]mockserver.Option{"base API": nil, "extended": {mockserver.WithExtended()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, options...)
			instance := server.Protocol(t, acctest.Values{"extended_operations": options != nil}).Instance(resourceType)
			instance.Run(configured(false, false).With(disablePolicy))
			server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true})
			instance.Run(nil)
			wantSettings(t, server, false, false)
		})
	}
}

// TestDestroyFails has a destroy meet a service that keeps the recognition on.
func TestDestroyFails(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	instance.Run(configured(true, true).With(disablePolicy))
	plan := instance.MustPlan(nil)
	respondWith(server, `{"state":true,"useBuiltIn":false}`)
	acctest.MustSay(
		t, instance.Apply(t.Context(), plan), acctest.Failure, "not kept by the service",
		"enabled = false for the brand settings", "returns true",
	)
}

// TestNotTaken has the service answer with another value than was sent. The error names the
// setting, the state keeps what the service has, and the next apply tries again. A create that
// failed is replaced without touching the settings, whatever the policy.
func TestNotTaken(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	on := configured(true, false).With(disablePolicy)
	off := configured(false, false).With(disablePolicy)
	respondWith(server, `{"state":true,"useBuiltIn":true}`)
	acctest.MustSay(
		t, instance.Apply(t.Context(), instance.MustPlan(on)), acctest.Failure,
		"not kept by the service", "use_built_in = false for", "returns true",
	)
	server.ResetRequests()
	plan := instance.Run(on)
	check.Equal(t, true, plan.IsReplacement, "a replacement")
	check.Equal(t, 1, server.Count(mockserver.UpdateBrandsModelSettings), "writes, of the create")
	wantSettings(t, server, true, false)
	plan = instance.PlanWithRefresh(off)
	respondWith(server, `{"state":true,"useBuiltIn":false}`)
	acctest.MustSay(
		t, instance.Apply(t.Context(), plan), acctest.Failure,
		"not kept by the service", "enabled = false for", "returns true",
	)
	plan = instance.Run(off)
	if !plan.IsUpdate {
		t.Errorf("want an update after what was not kept. Planned: %s", plan)
	}
	wantSettings(t, server, false, false)
	wantState(t, instance, "false", "false")
}

// TestDoubtful has somebody turn on what Terraform has turned off: some services always say that it
// is on, so that a refresh warns of it, and the message says how to turn it off again.
func TestDoubtful(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended())
	instance := server.Protocol(t, extended).Instance(resourceType)
	config := configured(false, true)
	instance.Run(config)
	server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true, UseBuiltIn: true})
	acctest.Restart(instance)
	acctest.MustSay(
		t, instance.Refresh(t.Context()), acctest.Warning,
		"Brand recognition may be on", "`terraform apply -replace='<address>'`",
	)
	acctest.MustSucceed(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), config)))
	wantSettings(t, server, false, true)
	acctest.Restart(instance)
	acctest.MustSayNothing(t, instance.Refresh(t.Context()))
}

// TestLostWriteIsRepeated loses the response of an update that was carried out, and goes back to
// the former configuration: that writes again, at a service that does not say what it has.
func TestLostWriteIsRepeated(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(
		t, mockserver.WithExtended(), mockserver.WithSettingsState(mockserver.SettingsStateAlwaysTrue),
	)
	instance := server.Protocol(t, acctest.Values{"extended_operations": true, "max_retries": 0}).Instance(resourceType)
	instance.Run(configured(true, true))
	plan := instance.MustPlan(configured(false, false).With(disablePolicy))
	server.Script(mockserver.Fault{
		Operation: mockserver.UpdateBrandsModelSettings, Do: mockserver.StatusAfter(http.StatusGatewayTimeout),
	})
	acctest.MustSay(t, instance.Apply(t.Context(), plan), acctest.Failure, "Unable to write brand settings")
	acctest.MustSucceed(t, instance.Refresh(t.Context()))
	wantState(t, instance, "-", "false")
	policy := instance.State()["deletion_policy"]
	if !policy.IsNull() {
		t.Errorf("after a lost response, the state has deletion_policy %s, want none as before", policy)
	}
	plan = instance.Run(configured(true, true))
	if !plan.IsUpdate {
		t.Errorf("want an update after a lost response. Planned: %s", plan)
	}
	wantSettings(t, server, true, true)
}

// TestCreateShowsPrior has the plan of a create show what the account's settings are, where they
// differ and can be read.
func TestCreateShowsPrior(t *testing.T) {
	t.Parallel()
	const overwritten = "Brand settings will be overwritten"
	unknown := tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)
	for name, test := range map[string]struct {
		options []mockserver.Option
		fault   mockserver.Fault
		config  acctest.Values
		says    []string // nothing, where there is no warning
	}{
		"the same settings":    {config: configured(true, true)},
		"both settings differ": {config: configured(false, false), says: []string{"overwrites enabled = true and use_built_in = true, and"}},
		"an unknown setting":   {config: acctest.Values{"enabled": unknown, "use_built_in": true}, says: []string{"overwrites enabled = true, and"}},
		"state is missing": {
			options: []mockserver.Option{mockserver.WithSettingsState(mockserver.SettingsStateMissing)},
			config:  configured(false, true),
		},
		"the settings cannot be read": {
			options: []mockserver.Option{mockserver.WithoutOperations(http.StatusNotFound, mockserver.GetBrandsModelSettings)},
			config:  configured(false, false),
		},
		"the service shows no settings": {
			fault: mockserver.Fault{
				Operation: mockserver.GetBrandsModelSettings, Do: mockserver.Refuse(http.StatusNotFound, "NOT_FOUND", "no settings"),
			},
			config: configured(false, false),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, append(test.options, mockserver.WithExtended())...)
			server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{
				State: true, UseBuiltIn: true,
			})
			if test.fault.Operation != "" {
				server.Script(test.fault)
			}
			plan := server.Protocol(t, extended).Instance(resourceType).MustPlan(test.config)
			if test.says == nil {
				acctest.MustSayNothing(t, plan.Diagnostics)
			} else {
				acctest.MustSay(t, plan.Diagnostics, acctest.Warning, append(test.says, overwritten)...)
			}
		})
	}
}

// TestIgnoredAfterImport changes one setting after an import that has not read the other one, which
// is ignored: nothing is written in its place.
func TestIgnoredAfterImport(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true, UseBuiltIn: true})
	for _, ignored := range []string{"enabled", "use_built_in"} {
		instance := server.Protocol(t, nil).Instance(resourceType)
		acctest.MustSucceed(t, instance.Import(t.Context(), server.Account.ID))
		instance.Lifecycle = "ignore_changes = [" + ignored + "]"
		instance.MustFail(configured(false, false), "Brand setting is not known", "neither the plan nor the state has "+ignored)
		wantSettings(t, server, true, true)
		instance.Lifecycle = ""
		instance.MustConverge(configured(true, true))
	}
}

// TestDisableUnread destroys settings of which use_built_in was never read or written: with
// extended operations, it is read and stays. Without them, or if the read fails, the destroy fails
// before it writes.
func TestDisableUnread(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended())
	server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true, UseBuiltIn: true})
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.MustSucceed(t, instance.Import(t.Context(), server.Account.ID))
	instance.Lifecycle = "ignore_changes = [enabled, use_built_in]"
	instance.Run(configured(true, true).With(disablePolicy))
	wantState(t, instance, "-", "-")
	instance.MustFail(nil, "Brand setting is not known", "neither the plan nor the state has use_built_in")
	wantSettings(t, server, true, true)
	instance.Protocol = server.Protocol(t, extended)
	plan := instance.MustPlan(nil)
	server.Script(mockserver.Fault{
		Operation: mockserver.GetBrandsModelSettings, Do: mockserver.Status(http.StatusForbidden),
	})
	acctest.MustSay(t, instance.Apply(t.Context(), plan), acctest.Failure, "Unable to read brand settings")
	wantSettings(t, server, true, true)
	acctest.MustSucceed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), nil)))
	wantSettings(t, server, false, true)
}
