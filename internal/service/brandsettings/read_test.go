package brandsettings_test

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var extended = acctest.Values{"extended_operations": true}

func configured(enabled, useBuiltIn bool) acctest.Values {
	return acctest.Values{"enabled": enabled, "use_built_in": useBuiltIn}
}

// expectState compares the two settings of a state; "-" stands for null.
func expectState(t *testing.T, instance *acctest.Instance, enabled, useBuiltIn string) {
	t.Helper()
	if state := instance.State(); acctest.Text(state["enabled"]) != enabled || acctest.Text(state["use_built_in"]) != useBuiltIn {
		t.Errorf("the state has %s and %s, want %s and %s", state["enabled"], state["use_built_in"], enabled, useBuiltIn)
	}
}

// TestDoubtful has somebody turn on what Terraform has turned off: some services always say that it is on, so that a refresh warns of it, and
// the message says how to turn it off again.
func TestDoubtful(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	instance := server.Protocol(t, extended).Instance(resourceType)
	config := configured(false, true)
	instance.Run(config)
	server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true, UseBuiltIn: true})
	acctest.Restart(instance)
	acctest.Says(t, instance.Refresh(t.Context()), acctest.Warning, "Brand recognition may be on", "`terraform apply -replace='<address>'`")
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), config)))
	isEnabled(t, server, false)
	acctest.Restart(instance)
	if diags := instance.Refresh(t.Context()); len(diags) > 0 {
		t.Errorf("after that: %q", acctest.Texts(diags))
	}
}

// TestLostWriteIsRepeated loses the answer of an update that was carried out, and goes back to the former configuration: that writes again, at a
// service that does not say what it has.
func TestLostWriteIsRepeated(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.ShowsSettingsState(mockserver.SettingsStateAlwaysTrue))
	instance := server.Protocol(t, acctest.Values{"extended_operations": true, "max_retries": 0}).Instance(resourceType)
	instance.Run(configured(true, true))
	plan := instance.MustPlan(configured(false, false))
	server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "Unable to write brands model settings")
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	expectState(t, instance, "-", "false")
	if plan := instance.Run(configured(true, true)); !plan.IsUpdate {
		t.Error("no update is planned")
	}
	holds(t, server, true, true)
}

// TestServiceCannotRead has a service that lacks X4: an error that names the argument, and the state stays. A provider
// without extended operations goes on with it.
func TestServiceCannotRead(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.Lacks(http.StatusNotImplemented, "X4"))
	instance := server.Protocol(t, nil).Instance(resourceType)
	instance.Run(configured(true, false))
	instance.Protocol = server.Protocol(t, extended)
	acctest.Says(t, instance.Refresh(t.Context()), acctest.Failure, "Unable to read brands model settings", "extended_operations", "does not mean that the object is gone")
	expectState(t, instance, "true", "false")
	instance.Protocol = server.Protocol(t, nil)
	instance.IsUnchanged(configured(true, false))
}

// TestCreateShowsPrior has the plan of a create show what the account's settings are, where they differ and can be read.
func TestCreateShowsPrior(t *testing.T) {
	t.Parallel()
	const overwritten = "Brands model settings will be overwritten"
	unknown := tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)
	for name, test := range map[string]struct {
		options []mockserver.Option
		config  acctest.Values
		says    []string // nothing, where there is no warning
	}{
		"the same":         {config: configured(true, true)},
		"another":          {config: configured(true, false), says: []string{"The create overwrites use_built_in = true, and keeps no copy."}},
		"both":             {config: configured(false, false), says: []string{"overwrites enabled = true and use_built_in = true, and"}},
		"unknown":          {config: acctest.Values{"enabled": unknown, "use_built_in": true}, says: []string{"overwrites enabled = true, and"}},
		"state is missing": {options: []mockserver.Option{mockserver.ShowsSettingsState(mockserver.SettingsStateMissing)}, config: configured(false, true)},
		"not to be read":   {options: []mockserver.Option{mockserver.Lacks(http.StatusNotFound, "X4")}, config: configured(false, false)},
	} {
		server := acctest.NewServer(t, append(test.options, mockserver.Extended())...)
		server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true, UseBuiltIn: true})
		plan := server.Protocol(t, extended).Instance(resourceType).MustPlan(test.config)
		if test.says == nil && len(plan.Diagnostics) > 0 {
			t.Errorf("%s: %q", name, acctest.Texts(plan.Diagnostics))
		}
		if test.says != nil {
			acctest.Says(t, plan.Diagnostics, acctest.Warning, append(test.says, overwritten)...)
		}
		instance := server.Protocol(t, extended).Instance(resourceType)
		if test.options == nil {
			acctest.Succeeds(t, instance.Apply(t.Context(), instance.MustPlan(configured(true, true))))
			instance.Protocol = server.Protocol(t, extended)
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			if plan := instance.MustPlan(configured(true, false)); !plan.IsUpdate || len(plan.Diagnostics) > 0 {
				t.Errorf("%s: the plan of an update says %q", name, acctest.Texts(plan.Diagnostics))
			}
		}
		asked := server.CountOf("X4")
		plan = server.Protocol(t, nil).Instance(resourceType).MustPlan(configured(false, false))
		if len(plan.Diagnostics) > 0 || server.CountOf("X4") != asked {
			t.Errorf("%s: without extended operations: %q", name, acctest.Texts(plan.Diagnostics))
		}
	}
}
