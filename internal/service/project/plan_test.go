package project_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

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
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(config(arguments))))
	acctest.Restart(instance)
	return instance
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
	d := acctest.Says(t, missing.Diagnostics, acctest.Failure, "Project does not exist", "no project none:", "must be the id of an existing project")
	if d.Attribute == nil || d.Attribute.String() != `AttributeName("project_id")` {
		t.Errorf("the error is at %s", d.Attribute)
	}

	instance := server.Protocol(t, nil).Instance(resourceType)
	server.ResetRequests()
	plan := instance.Planned(config(nil))
	if got := server.Count(1); got != 1 {
		t.Errorf("the plan looked %d times, want once", got)
	}
	acctest.Restart(instance)
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
	plan := instance.Planned(acctest.Values{"project_id": "none", "deletion_policy": "abandon"})
	instance.Protocol = server.Protocol(t, nil)
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "Project does not exist")
}

// TestUnknownRender plans everything of a render as unknown while it is not known whether there is one.
func TestUnknownRender(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := server.Protocol(t, nil).Instance(resourceType)
	expect := func(render any, known bool) {
		t.Helper()
		acctest.Restart(instance)
		plan := instance.Planned(config(acctest.Values{"render": render}))
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
	acctest.Restart(instance)
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(config(nil))))
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
	plan := instance.Planned(nil)
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
	plan := instance.Planned(nil)
	if diags := slices.Concat(plan.Diagnostics, instance.Apply(t.Context(), plan)); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
	isThere(t, server, false)
}

// TestReplacementIsRefused refuses under "delete" what would delete an adopted project and then look for it, already in the plan.
func TestReplacementIsRefused(t *testing.T) {
	t.Parallel()
	for name, plan := range map[string]func(*acctest.Instance) *acctest.Plan{
		"another project": func(i *acctest.Instance) *acctest.Plan {
			return i.Plan(t.Context(), acctest.Values{"project_id": "other", "deletion_policy": "delete"})
		},
		"another project, no longer to be deleted": func(i *acctest.Instance) *acctest.Plan {
			return i.Plan(t.Context(), acctest.Values{"project_id": "other"})
		},
		"asked for": func(i *acctest.Instance) *acctest.Plan { return i.PlanReplacement(t.Context(), config(deletes)) },
		"tainted":   func(i *acctest.Instance) *acctest.Plan { i.Tainted = true; return i.Plan(t.Context(), config(deletes)) },
		"at another address": func(i *acctest.Instance) *acctest.Plan {
			return i.Instance(resourceType).Plan(t.Context(), config(nil))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			server.AddProject(server.Account.ID, mockserver.Project{ID: "other", Ranges: ranges})
			instance := adopted(t, server, deletes)
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			acctest.Says(t, plan(instance).Diagnostics, acctest.Failure, "Project must not be replaced", "project d3adb33f", `deletion_policy = "abandon" and apply that first`)
		})
	}
}

// TestTakenOver destroys an instance after another one has adopted its project in the same process.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	old := adopted(t, server, deletes)
	destroy := old.Planned(nil) // planned alone, as with -target
	another := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, another.Apply(t.Context(), another.Planned(config(nil))))
	old.Protocol = another.Protocol
	acctest.Says(t, old.Apply(t.Context(), destroy), acctest.Warning, "Project left to another resource", "project d3adb33f")
	isThere(t, server, true)
}

// TestLookFails has the plan fail with the service, and the create with it where the plan could not look.
func TestLookFails(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.Script(mockserver.Fault{Endpoint: 1, Do: mockserver.GatewayHTML(http.StatusNotFound)})
	plan := server.Protocol(t, nil).Instance(resourceType).Plan(t.Context(), config(nil))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, "Unable to read project", "Probably another server has answered")
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
	return acctest.Parts(t, plan.Planned)[name]
}
