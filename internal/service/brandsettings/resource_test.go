package brandsettings_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// holds expects settings on the server.
func holds(t *testing.T, server *acctest.Server, state, useBuiltIn bool) {
	t.Helper()
	want := mockserver.BrandsModelSettings{State: state, UseBuiltIn: useBuiltIn}
	if got := server.BrandsModelSettings(server.Account.ID); got != want {
		t.Errorf("the server holds %+v, want %+v", got, want)
	}
}

// answers has the service answer the next write with settings of its own.
func answers(server *acctest.Server, body string) {
	server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.Body(http.StatusOK, "application/json", body)})
}

// TestLifecycle walks the settings through every change to a destroy that leaves them.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	disabling := acctest.Values{"deletion_policy": "disable"}
	for name, option := range map[string]mockserver.Option{
		"the answer is the settings": mockserver.SettingsAnswer(mockserver.ShapeObject),
		"the answer is empty":        mockserver.SettingsAnswer(mockserver.ShapeNothing),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, option)
			instance := server.Protocol(t, nil).Instance(resourceType)
			for _, step := range []struct {
				enabled, useBuiltIn bool
				more                acctest.Values
				writes              int
			}{
				{true, false, nil, 1},
				{true, false, acctest.Values{"account_id": strings.ToUpper(server.Account.ID)}, 0},
				{false, false, nil, 1},
				{false, true, nil, 1},
				{false, true, disabling, 0},
				{false, true, nil, 0},
				{true, true, nil, 1},
			} {
				server.ResetRequests()
				config := configured(step.enabled, step.useBuiltIn).With(step.more)
				instance.Run(config)
				instance.IsUnchanged(config)
				holds(t, server, step.enabled, step.useBuiltIn)
				if got := server.Writes(); got != step.writes {
					t.Errorf("%v: %d requests write, want %d", config, got, step.writes)
				}
			}
			if texts := instance.Texts(); texts["location"] != server.Account.Location || texts["account_id"] != server.Account.ID || texts["deletion_policy"] != "" {
				t.Errorf("in the state: %v", texts)
			}
			instance.Run(nil)
			holds(t, server, true, true)
		})
	}
}

// TestImportWrites imports settings that cannot be read: the first apply writes them, in place.
func TestImportWrites(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, instance.Import(t.Context(), server.Account.Location+"/"+server.Account.ID))
	if plan := instance.Run(configured(false, false)); !plan.IsUpdate {
		t.Error("no update is planned")
	}
	holds(t, server, false, false)
}

// TestDisableAgain destroys settings that Terraform has switched off and somebody else has switched on since, which no
// refresh is sure to see.
func TestDisableAgain(t *testing.T) {
	t.Parallel()
	for _, options := range [][]mockserver.Option{nil, {mockserver.Extended()}} {
		server := acctest.NewServer(t, options...)
		instance := server.Protocol(t, acctest.Values{"extended_operations": options != nil}).Instance(resourceType)
		instance.Run(configured(false, false).With(acctest.Values{"deletion_policy": "disable"}))
		server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true})
		instance.Run(nil)
		holds(t, server, false, false)
	}
}

// TestDestroyFails has a destroy meet a service that keeps the recognition on, which is an error, and an account that no longer
// exists, which is no error.
func TestDestroyFails(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := written(t, server, "disable")
	plan := instance.Planned(nil)
	answers(server, `{"state":true,"useBuiltIn":false}`)
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "not kept by the service", "enabled = false for the brands model settings", "has true")
	plan = instance.Planned(nil)
	server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.Before(func(*http.Request) { server.RemoveAccount(server.Account.ID) })})
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
}

// TestNotTaken has the service answer with another value than was sent. The error names the setting, the state keeps what the
// service has, and the next apply tries again. A create that failed is replaced without touching the settings, whatever the policy.
func TestNotTaken(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	on, off := settings("disable").With(configured(true, false)), settings("disable").With(configured(false, false))
	answers(server, `{"state":true,"useBuiltIn":true}`)
	acctest.Says(t, instance.Apply(t.Context(), instance.Planned(on)), acctest.Failure, "not kept by the service", "use_built_in = false for", "has true")
	server.ResetRequests()
	if plan := instance.Run(on); !plan.IsReplacement || server.Count(18) != 1 {
		t.Errorf("replacement: %t, with %d writes, want only that of the create", plan.IsReplacement, server.Count(18))
	}
	holds(t, server, true, false)
	plan := instance.Look(off)
	answers(server, `{"state":true,"useBuiltIn":false}`)
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "not kept by the service", "enabled = false for", "has true")
	if plan := instance.Run(off); !plan.IsUpdate {
		t.Error("no update is planned")
	}
	holds(t, server, false, false)
	expectPair(t, instance, pair{false, false})
}

// TestLostWriteIsRepeated loses the answer of an update that was carried out. Going back to the former configuration must write
// again, since the service may no longer hold what the state says.
func TestLostWriteIsRepeated(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := server.Protocol(t, acctest.Values{"max_retries": 0}).Instance(resourceType)
	instance.Run(configured(true, true))
	plan := instance.Look(configured(false, true))
	server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "Unable to write brands model settings", "504")
	if plan := instance.Run(configured(true, true)); !plan.IsUpdate {
		t.Error("no update is planned")
	}
	holds(t, server, true, true)
}

// TestNoSuchAccount plans the settings of an account that the subscription key cannot use.
func TestNoSuchAccount(t *testing.T) {
	t.Parallel()
	const other = "99999999-9999-4999-8999-999999999999"
	plan := acctest.NewServer(t).Protocol(t, nil).Instance(resourceType).Plan(t.Context(), settings("abandon").With(acctest.Values{"account_id": other}))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, "Unable to plan brands model settings", "cannot use this account", other)
}
