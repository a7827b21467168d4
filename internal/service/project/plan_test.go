package project_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const resourceType = "videoindexer_project"

func config(more acctest.Values) acctest.Values {
	values := acctest.Values{"project_id": id}
	maps.Copy(values, more)
	return values
}

var deletes = acctest.Values{"deletion_policy": "delete"}

// adopted is a project in the state, and nothing of the process that adopted it.
func adopted(t *testing.T, server *acctest.Server, arguments acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, config(arguments))))
	restart(t, server, instance)
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

func isThere(t *testing.T, server *acctest.Server, want bool) {
	t.Helper()
	if _, ok := server.Project(server.Account.ID, id); ok != want {
		t.Errorf("the project exists: %t, want %t", ok, want)
	}
}

// TestPlanLooks has the plan of a create see whether the project exists. The look of the plan that precedes the create
// in the same process serves the create.
func TestPlanLooks(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	missing := server.Protocol(t, nil).Instance(resourceType).Plan(t.Context(), acctest.Values{"project_id": "none"})
	d := acctest.Says(t, missing.Diagnostics, acctest.Failure, "Project does not exist", "no project none (account", "has no call that creates projects")
	if d.Attribute == nil || d.Attribute.String() != `AttributeName("project_id")` {
		t.Errorf("the error is at %s", d.Attribute)
	}

	instance := server.Protocol(t, nil).Instance(resourceType)
	server.ResetRequests()
	plan := planned(t, instance, config(nil))
	if got := server.Count(1); got != 1 {
		t.Errorf("the plan looked %d times, want once", got)
	}
	restart(t, server, instance)
	server.ResetRequests()
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	if got := server.Count(1); got != 1 || !instance.Exists() {
		t.Errorf("the apply looked %d times, want once; it exists: %t", got, instance.Exists())
	}
}

// TestPlanOfUnknown leaves the look to the create where the project, its account or the provider is not known yet.
func TestPlanOfUnknown(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	for name, test := range map[string]struct{ provider, arguments acctest.Values }{
		"the project":  {nil, acctest.Values{"project_id": unknown}},
		"the account":  {nil, acctest.Values{"account_id": unknown}},
		"the location": {nil, acctest.Values{"location": unknown}},
		"the provider": {acctest.Values{"endpoint": unknown}, nil},
	} {
		server.ResetRequests()
		plan := server.Protocol(t, test.provider).Instance(resourceType).Plan(t.Context(), config(test.arguments))
		if len(plan.Diagnostics) > 0 || server.Count(1) > 0 {
			t.Errorf("%s: %q, %d looks", name, acctest.Texts(plan.Diagnostics), server.Count(1))
		}
	}
	// The create looks for the project where the plan could not.
	instance := server.Protocol(t, acctest.Values{"endpoint": unknown}).Instance(resourceType)
	plan := planned(t, instance, acctest.Values{"project_id": "none", "deletion_policy": "abandon"})
	restart(t, server, instance)
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "Project does not exist")
}

// TestUnknownRender plans everything of a render as unknown while it is not known whether there is one.
func TestUnknownRender(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	expect := func(render any, known bool) {
		t.Helper()
		plan := planned(t, instance, config(acctest.Values{"render": render}))
		for _, name := range []string{"render_state", "video_ranges", "render_error"} {
			if got := attribute(t, plan, name); got.IsKnown() != known || known && !got.IsNull() {
				t.Errorf("render %v: %s is planned as %s", render, name, got)
			}
		}
	}
	expect(unknownBool, false)
	expect(true, false)
	expect(false, true)
	expect(nil, true)
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, config(nil))))
	expect(unknownBool, false)
	expect(false, true)
}

// TestDestroyAbandons leaves the project by default, and says so in the plan and after the apply.
func TestDestroyAbandons(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := adopted(t, server, nil)
	if got := instance.Texts()["deletion_policy"]; got != "abandon" {
		t.Errorf("the default is %q", got)
	}
	plan := planned(t, instance, nil)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Project will be left as it is", "project d3adb33f", `deletion_policy "delete" deletes it`)
	server.ResetRequests()
	diags := instance.Apply(t.Context(), plan)
	acctest.Says(t, diags, acctest.Warning, "Project left as it is")
	if server.Writes() > 0 {
		t.Error("the destroy wrote")
	}
	isThere(t, server, true)
}

func TestDestroyDeletes(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := adopted(t, server, deletes)
	plan := planned(t, instance, nil)
	if diags := slices.Concat(plan.Diagnostics, instance.Apply(t.Context(), plan)); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
	isThere(t, server, false)
}

// TestReplacementIsRefused refuses under "delete" what would delete the project and then look for it, already in the plan.
func TestReplacementIsRefused(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.AddProject(server.Account.ID, mockserver.Project{ID: "other", Ranges: ranges})
	instance := adopted(t, server, deletes)
	acctest.Succeeds(t, instance.Refresh(t.Context()))

	moved := instance.Plan(t.Context(), acctest.Values{"project_id": "other", "deletion_policy": "delete"})
	d := acctest.Says(t, moved.Diagnostics, acctest.Failure, "Project must not be replaced", "Project d3adb33f (account", "a change of project_id", `deletion_policy = "abandon"`)
	if d.Attribute == nil || d.Attribute.String() != `AttributeName("project_id")` {
		t.Errorf("the error is at %s", d.Attribute)
	}
	restart(t, server, instance)
	acctest.Says(t, instance.PlanReplacement(t.Context(), config(deletes)).Diagnostics, acctest.Failure, "Project must not be replaced", "asks for it")

	// The planned policy counts: one apply can end the management of the old project and adopt the other.
	restart(t, server, instance)
	plan := planned(t, instance, acctest.Values{"project_id": "other"})
	restart(t, server, instance)
	diags := instance.Apply(t.Context(), plan)
	acctest.Succeeds(t, diags)
	acctest.Says(t, diags, acctest.Warning, "Project left as it is", "project d3adb33f")
	isThere(t, server, true)
	if got := instance.Texts()["project_id"]; got != "other" {
		t.Errorf("adopted %q", got)
	}
	// What the replacement allowed was for the old instance alone.
	restart(t, server, instance)
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, acctest.Values{"project_id": "other", "deletion_policy": "delete"})))
	restart(t, server, instance)
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, nil)))
	if _, ok := server.Project(server.Account.ID, "other"); ok {
		t.Error("the destroy of the new instance left the project")
	}
}

// TestTaintDeletesNothing replaces a tainted project, which no plan shows to the provider: whatever the policy says,
// the old instance's destroy leaves the project that the new one adopts again.
func TestTaintDeletesNothing(t *testing.T) {
	t.Parallel()
	for said, createFirst := range map[string]bool{"Project left as it is": false, "Project was not deleted": true} {
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			instance := adopted(t, server, deletes)
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			instance.Tainted, instance.CreateBeforeDestroy = true, createFirst
			plan := planned(t, instance, config(deletes))
			restart(t, server, instance)
			diags := instance.Apply(t.Context(), plan)
			acctest.Succeeds(t, diags)
			acctest.Says(t, diags, acctest.Warning, said)
			isThere(t, server, true)
			restart(t, server, instance) // and the new instance's own destroy deletes
			acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, nil)))
			isThere(t, server, false)
		})
	}
}

// TestChangedKey has another instance adopt the project in the run that destroys the one that managed it: whatever the
// order, the project is not lost.
func TestChangedKey(t *testing.T) {
	t.Parallel()
	moved := []string{"moved {", "videoindexer_project.", "roject d3adb33f (account"}
	t.Run("create planned first", func(t *testing.T) {
		t.Parallel()
		for name, createFirst := range map[string]bool{"create applied first": true, "destroy applied first": false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				server := newServer(t)
				old := adopted(t, server, deletes)
				another := old.Instance(resourceType)
				acctest.Succeeds(t, old.Refresh(t.Context()))
				create := planned(t, another, config(deletes))
				destroy := planned(t, old, nil)
				acctest.Says(t, destroy.Diagnostics, acctest.Warning, append(moved, "Project will not be deleted")...)
				restart(t, server, old, another)
				var diags []*tfprotov6.Diagnostic
				if createFirst {
					acctest.Succeeds(t, another.Apply(t.Context(), create))
					diags = old.Apply(t.Context(), destroy)
				} else {
					diags = old.Apply(t.Context(), destroy)
					acctest.Succeeds(t, another.Apply(t.Context(), create))
				}
				acctest.Succeeds(t, diags)
				acctest.Says(t, diags, acctest.Warning, append(moved, "Project was not deleted")...)
				isThere(t, server, true)
			})
		}
	})
	t.Run("destroy planned first", func(t *testing.T) {
		t.Parallel()
		server := newServer(t)
		old := adopted(t, server, deletes)
		another := old.Instance(resourceType)
		planned(t, old, nil)
		acctest.Says(t, another.Plan(t.Context(), config(nil)).Diagnostics, acctest.Failure, append(moved, "Project is to be deleted", `deletion_policy = "abandon"`)...)
	})
	t.Run("without what the plan knew", func(t *testing.T) {
		t.Parallel()
		server := newServer(t)
		old := adopted(t, server, deletes)
		destroy := planned(t, old, nil) // planned alone, as with -target
		another := old.Instance(resourceType)
		restart(t, server, old, another)
		acctest.Succeeds(t, another.Apply(t.Context(), planned(t, another, config(nil))))
		acctest.Says(t, old.Apply(t.Context(), destroy), acctest.Warning, append(moved, "Project was not deleted")...)
		isThere(t, server, true)
	})
	t.Run("under abandon there is nothing to lose", func(t *testing.T) {
		t.Parallel()
		server := newServer(t)
		old := adopted(t, server, nil)
		another := old.Instance(resourceType)
		destroy := planned(t, old, nil)
		acctest.Succeeds(t, another.Apply(t.Context(), planned(t, another, config(nil))))
		acctest.Succeeds(t, old.Apply(t.Context(), destroy))
	})
}

// TestLookFails has the plan fail with the service, and the create with it where the plan could not look.
func TestLookFails(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.Script(mockserver.Fault{Endpoint: 1, Do: mockserver.GatewayHTML(http.StatusNotFound)})
	plan := server.Protocol(t, nil).Instance(resourceType).Plan(t.Context(), config(nil))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, "Unable to read project", "does not come from the service itself")
}

// TestTokenAlone cannot look for a project: a warning of the plan. That the token reaches the account is proved all the same.
func TestTokenAlone(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.KeyOnOperations(mockserver.KeyOptional))
	provider := func(token string) acctest.Values {
		return acctest.Values{"subscription_key": nil, "access_token": token}
	}
	good := server.AccountToken(server.Account.Location, server.Account.ID, true)
	plan := server.Protocol(t, provider(good)).Instance(resourceType).Plan(t.Context(), config(nil))
	acctest.Succeeds(t, plan.Diagnostics)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Project was not looked for", "VIDEOINDEXER_SUBSCRIPTION_KEY")
	plan = server.Protocol(t, provider("another")).Instance(resourceType).Plan(t.Context(), config(nil))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, "Unable to plan project", "401", "VIDEOINDEXER_ACCESS_TOKEN")
}

var (
	unknown     = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	unknownBool = tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)
)

func attribute(t *testing.T, plan *acctest.Plan, name string) tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := plan.Planned.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes[name]
}

// TestOneLongProcess creates and destroys in one process, as in a debugger: the destroy does not take its own instance
// for another one.
func TestOneLongProcess(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, config(deletes))))
	acctest.Succeeds(t, instance.Apply(t.Context(), planned(t, instance, nil)))
	isThere(t, server, false)
}
