package brandsettings_test

import (
	"net/http"
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
	plan := instance.MustPlan(nil)
	answers(server, `{"state":true,"useBuiltIn":false}`)
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "not kept by the service", "enabled = false for the brands model settings", "has true")
	plan = instance.MustPlan(nil)
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
	acctest.Says(t, instance.Apply(t.Context(), instance.MustPlan(on)), acctest.Failure, "not kept by the service", "use_built_in = false for", "has true")
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
	expectState(t, instance, "false", "false")
}

const resourceType = "videoindexer_brands_model_settings"

func settings(policy string) acctest.Values {
	return acctest.Values{"enabled": true, "use_built_in": true, "deletion_policy": policy}
}

// written are settings in the state, and nothing of the process that wrote them.
func written(t *testing.T, server *acctest.Server, policy string) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.MustPlan(settings(policy))))
	acctest.Restart(instance)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	return instance
}

func isEnabled(t *testing.T, server *acctest.Server, want bool) {
	t.Helper()
	if got := server.BrandsModelSettings(server.Account.ID).State; got != want {
		t.Errorf("the recognition is on: %t, want %t", got, want)
	}
}

// TestMoveToAnotherAccount disables the settings of the account that is left.
func TestMoveToAnotherAccount(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	other := mockserver.DefaultAccount()
	other.ID = "7d9e6f10-1111-4222-8333-444455556666"
	server.AddAccount(other)
	instance := written(t, server, "disable")
	instance.CreateBeforeDestroy = true
	arguments := settings("disable")
	arguments["account_id"] = other.ID
	plan := instance.MustPlan(arguments)
	acctest.Restart(instance)
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	isEnabled(t, server, false)
	if !server.BrandsModelSettings(other.ID).State {
		t.Error("the settings of the new account are disabled")
	}
}
