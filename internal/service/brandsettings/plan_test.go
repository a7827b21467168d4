package brandsettings_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const resourceType = "videoindexer_brands_model_settings"

func settings(policy string) acctest.Values {
	return acctest.Values{"enabled": true, "use_built_in": true, "deletion_policy": policy}
}

// written are settings in the state, and nothing of the process that wrote them.
func written(t *testing.T, server *acctest.Server, policy string) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, settings(policy))))
	restart(t, server, instance)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	return instance
}

// restart puts instances into a process of their own, as an engine does for each plan and each apply.
func restart(t *testing.T, server *acctest.Server, instances ...*acctest.Instance) {
	t.Helper()
	protocol := server.Protocol(t, nil)
	for _, instance := range instances {
		instance.Protocol = protocol
	}
}

func planned(t *testing.T, instance *acctest.Instance, config acctest.Values) *acctest.Plan {
	t.Helper()
	plan := instance.Plan(t.Context(), config)
	acctest.Succeeds(t, plan.Diagnostics)
	return plan
}

func isEnabled(t *testing.T, server *acctest.Server, want bool) {
	t.Helper()
	if got := server.BrandsModelSettings(server.Account.ID).State; got != want {
		t.Errorf("the recognition is on: %t, want %t", got, want)
	}
}

// TestDestroyIsAnnounced says in the plan of a destroy what it leaves.
func TestDestroyIsAnnounced(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := written(t, server, "abandon")
	plan := planned(t, instance, nil)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Brands model settings will be left as they are", `deletion_policy "disable" turns off brand recognition`)
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Warning, "Brands model settings left as they are")
	isEnabled(t, server, true)

	instance = written(t, server, "disable")
	plan = planned(t, instance, nil)
	if diags := slices.Concat(plan.Diagnostics, instance.Apply(t.Context(), plan)); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
	isEnabled(t, server, false)
}

// TestReplacedInAnyOrder has another instance write the settings in the run that destroys the one that managed them, under
// "disable": what the new one wrote stays.
func TestReplacedInAnyOrder(t *testing.T) {
	t.Parallel()
	moved := []string{"moved {", "videoindexer_brands_model_settings.", "(account"}
	for name, test := range map[string]struct{ createPlannedFirst, createAppliedFirst bool }{
		"create, create":   {true, true},
		"create, destroy":  {true, false},
		"destroy, create":  {false, true},
		"destroy, destroy": {false, false},
	} {
		t.Run("changed key: "+name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			old := written(t, server, "disable")
			another := old.Instance(resourceType)
			var create, destroy *acctest.Plan
			if test.createPlannedFirst {
				create = planned(t, another, settings("disable"))
			}
			destroy = planned(t, old, nil)
			if !test.createPlannedFirst {
				create = planned(t, another, settings("disable"))
			} else {
				acctest.Says(t, destroy.Diagnostics, acctest.Warning, append(moved, "Brands model settings will not be disabled")...)
			}
			restart(t, server, old, another)
			var diags []*tfprotov6.Diagnostic
			if test.createAppliedFirst {
				acctest.Succeeds(t, another.Apply(t.Context(), create))
			}
			diags = old.Apply(t.Context(), destroy)
			acctest.Succeeds(t, diags)
			if test.createPlannedFirst || test.createAppliedFirst {
				acctest.Says(t, diags, acctest.Warning, append(moved, "Brands model settings were not disabled")...)
			}
			if !test.createAppliedFirst {
				acctest.Succeeds(t, another.Apply(t.Context(), create))
			}
			isEnabled(t, server, true)
		})
	}
	for name, createFirst := range map[string]bool{"destroy first": false, "create first": true} {
		t.Run("replaced: "+name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			instance := written(t, server, "disable")
			instance.CreateBeforeDestroy = createFirst
			plan := instance.PlanReplacement(t.Context(), settings("disable"))
			acctest.Succeeds(t, plan.Diagnostics)
			restart(t, server, instance)
			acctest.Succeeds(t, instance.Apply(t.Context(), plan))
			isEnabled(t, server, true)
			restart(t, server, instance) // and the new instance's own destroy disables
			acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, nil)))
			isEnabled(t, server, false)
		})
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
	plan := planned(t, instance, arguments)
	restart(t, server, instance)
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	isEnabled(t, server, false)
	if !server.BrandsModelSettings(other.ID).State {
		t.Error("the settings of the new account are disabled")
	}
}

// TestOneLongProcess creates, destroys and creates again in one process, as in a debugger: the destroy does not take its own
// instance for another one, and neither does the next create.
func TestOneLongProcess(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, settings("disable"))))
	planned(t, instance, settings("disable"))
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, nil)))
	isEnabled(t, server, false)
	if plan := planned(t, instance, settings("disable")); len(plan.Diagnostics) > 0 {
		t.Errorf("the plan takes the instance that was destroyed for another one: %v", plan.Diagnostics)
	}
}
