package brandsettings_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var extended = acctest.Values{"extended_operations": true}

func configured(enabled, useBuiltIn bool) acctest.Values {
	return acctest.Values{"enabled": enabled, "use_built_in": useBuiltIn}
}

// pair are the two settings of a state; nil where one is null.
type pair struct{ enabled, useBuiltIn any }

func pairOf(t *testing.T, instance *acctest.Instance) pair {
	t.Helper()
	value := func(name string) any {
		var value *bool
		if err := instance.State()[name].As(&value); err != nil {
			t.Fatal(err)
		}
		if value == nil {
			return nil
		}
		return *value
	}
	return pair{value("enabled"), value("use_built_in")}
}

func expectPair(t *testing.T, instance *acctest.Instance, want pair) {
	t.Helper()
	if diff := cmp.Diff(want, pairOf(t, instance), cmp.AllowUnexported(pair{})); diff != "" {
		t.Errorf("in the state (-want +got):\n%s", diff)
	}
}

// TestRefreshReads has someone change the settings that Terraform wrote: the refresh shows what the service reports
// for certain.
func TestRefreshReads(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		form             mockserver.SettingsState
		written, changed mockserver.BrandsModelSettings
		want             pair
	}{
		"unchanged": {
			written: mockserver.BrandsModelSettings{State: true}, changed: mockserver.BrandsModelSettings{State: true}, want: pair{true, false},
		},
		"switched off": {
			written: mockserver.BrandsModelSettings{State: true, UseBuiltIn: true}, changed: mockserver.BrandsModelSettings{UseBuiltIn: true}, want: pair{false, true},
		},
		"the built-in brands left out": {
			written: mockserver.BrandsModelSettings{State: true, UseBuiltIn: true}, changed: mockserver.BrandsModelSettings{State: true}, want: pair{true, false},
		},
		"switched on, as services say whose state is always true": {
			written: mockserver.BrandsModelSettings{}, changed: mockserver.BrandsModelSettings{State: true}, want: pair{false, false},
		},
		"state is missing": {
			form:    mockserver.SettingsStateMissing,
			written: mockserver.BrandsModelSettings{State: true}, changed: mockserver.BrandsModelSettings{UseBuiltIn: true}, want: pair{true, true},
		},
		"state is missing, and off": {
			form:    mockserver.SettingsStateMissing,
			written: mockserver.BrandsModelSettings{}, changed: mockserver.BrandsModelSettings{}, want: pair{false, false},
		},
		"state is always true, and off": {
			form:    mockserver.SettingsStateAlwaysTrue,
			written: mockserver.BrandsModelSettings{}, changed: mockserver.BrandsModelSettings{UseBuiltIn: true}, want: pair{false, true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.Extended(), mockserver.ShowsSettingsState(test.form))
			instance := server.Protocol(t, extended).Instance(resourceType)
			config := configured(test.written.State, test.written.UseBuiltIn)
			acctest.Succeeds(t, instance.Apply(t.Context(), instance.MustPlan(config)))
			server.SetBrandsModelSettings(server.Account.ID, test.changed)
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			expectPair(t, instance, test.want)
			if plan := instance.MustPlan(config); plan.IsUpdate != (test.want != pair{test.written.State, test.written.UseBuiltIn}) {
				t.Errorf("an update is planned: %t", plan.IsUpdate)
			}
		})
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

// TestImportReads imports what the service shows; state is null where it shows none, and then the first apply writes.
func TestImportReads(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		form   mockserver.SettingsState
		remote mockserver.BrandsModelSettings
		want   pair
	}{
		"on":               {remote: mockserver.BrandsModelSettings{State: true}, want: pair{true, false}},
		"off":              {remote: mockserver.BrandsModelSettings{UseBuiltIn: true}, want: pair{false, true}},
		"state is missing": {form: mockserver.SettingsStateMissing, remote: mockserver.BrandsModelSettings{UseBuiltIn: true}, want: pair{nil, true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.Extended(), mockserver.ShowsSettingsState(test.form))
			server.SetBrandsModelSettings(server.Account.ID, test.remote)
			instance := server.Protocol(t, extended).Instance(resourceType)
			acctest.Succeeds(t, instance.Import(t.Context(), server.Account.ID))
			expectPair(t, instance, test.want)
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			expectPair(t, instance, test.want)
			if plan := instance.MustPlan(configured(test.remote.State, test.remote.UseBuiltIn)); plan.IsUpdate != (test.want.enabled == nil) {
				t.Errorf("an update is planned: %t", plan.IsUpdate)
			}
		})
	}
}

// TestLostWriteIsReadBack loses the answer of an update that was carried out, and goes back to the former configuration:
// that writes again, whether the service says what it has or not.
func TestLostWriteIsReadBack(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		form mockserver.SettingsState
		want pair
	}{
		"state is shown":       {mockserver.SettingsStateShown, pair{false, false}},
		"state is missing":     {mockserver.SettingsStateMissing, pair{nil, false}},
		"state is always true": {mockserver.SettingsStateAlwaysTrue, pair{nil, false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.Extended(), mockserver.ShowsSettingsState(test.form))
			instance := server.Protocol(t, acctest.Values{"extended_operations": true, "max_retries": 0}).Instance(resourceType)
			acctest.Succeeds(t, instance.Apply(t.Context(), instance.MustPlan(configured(true, true))))
			server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
			acctest.Says(t, instance.Apply(t.Context(), instance.MustPlan(configured(false, false))), acctest.Failure, "Unable to write brands model settings")
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			expectPair(t, instance, test.want)
			plan := instance.MustPlan(configured(true, true))
			if !plan.IsUpdate {
				t.Fatal("no update is planned")
			}
			acctest.Succeeds(t, instance.Apply(t.Context(), plan))
			if got := server.BrandsModelSettings(server.Account.ID); !got.State || !got.UseBuiltIn {
				t.Errorf("the service holds %+v", got)
			}
		})
	}
}

// TestServiceCannotRead has a service that lacks X4: an error that names the argument, and the state stays. A provider
// without extended operations goes on with it.
func TestServiceCannotRead(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		server := acctest.NewServer(t, mockserver.Extended(), mockserver.Lacks(status, "X4"))
		instance := server.Protocol(t, extended).Instance(resourceType)
		acctest.Succeeds(t, instance.Apply(t.Context(), instance.MustPlan(configured(true, false))))
		acctest.Says(t, instance.Refresh(t.Context()), acctest.Failure, "Unable to read brands model settings", "extended_operations", "does not mean that the object is gone")
		expectPair(t, instance, pair{true, false})
		instance.Protocol = server.Protocol(t, nil)
		acctest.Succeeds(t, instance.Refresh(t.Context()))
		if instance.MustPlan(configured(true, false)).IsUpdate {
			t.Error("an update is planned")
		}
	}
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
