package project_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAdoptedExtended adopts a project, changes what is configured of it, and leaves it in the end. The plan says what will be
// changed.
func TestAdoptedExtended(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		config acctest.Values
		says   []string // of the plan; nil for nothing
		holds  string
		writes int
	}{
		"nothing configured":  {config(nil), nil, foundAsIs, 0},
		"the same configured": {config(acctest.Values{"name": "Found", "video_ranges": clips(clip{"v1", "0:00:01", "00:01:00.0"})}), nil, foundAsIs, 0},
		"another name": {
			config(acctest.Values{"name": "Mine"}), []string{"Project will be changed", `name: "Found" becomes "Mine"`}, "Mine: v1 00:00:01-00:01:00", 1,
		},
		"other ranges": {
			config(acctest.Values{"video_ranges": clips(otherClip)}),
			[]string{"Project will be changed", "video_ranges: v1 from 00:00:01 to 00:01:00 become v2 from 0:00:05 to 00:00:07.500"},
			"Found: v2 00:00:05-00:00:07.500", 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newProjectServer(t)
			i := server.Protocol(t, extended).Instance(resourceType)
			plan := i.Planned(test.config)
			if test.says == nil && len(plan.Diagnostics) > 0 {
				t.Errorf("the plan says %q", acctest.Texts(plan.Diagnostics))
			} else if test.says != nil {
				acctest.Says(t, plan.Diagnostics, acctest.Warning, test.says...)
			}
			if server.CountOf("1") > 0 || server.CountOf("X29") != 1 || server.Writes() > 0 {
				t.Errorf("the plan asked for %d tokens of the project, read it %d times, and wrote %d times", server.CountOf("1"), server.CountOf("X29"), server.Writes())
			}
			acctest.Restart(i)
			acctest.Succeeds(t, i.Apply(t.Context(), plan))
			holds(t, server, test.holds)
			if server.Writes() != test.writes {
				t.Errorf("%d writes", server.Writes())
			}
			if got := i.Texts(); got["deletion_policy"] != "abandon" || got["name"] == "" {
				t.Errorf("the state is %v", got)
			}
			i.IsUnchanged(test.config)
			i.Run(nil)
			holds(t, server, test.holds)
		})
	}
	t.Run("a project that is missing", func(t *testing.T) {
		t.Parallel()
		plan := newProjectServer(t).Protocol(t, extended).Instance(resourceType).Plan(t.Context(), acctest.Values{"project_id": "none"})
		acctest.Says(t, plan.Diagnostics, acctest.Failure, "Project does not exist", "The account has no project none")
	})
	t.Run("a change that is refused", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t)
		i := server.Protocol(t, extended).Instance(resourceType)
		refused := config(acctest.Values{"name": "Mine", "video_ranges": clips(clip{"missing", "00:00:01", "00:00:02"}), "render": true, "deletion_policy": "delete"})
		d := acctest.Says(t, i.Apply(t.Context(), i.Planned(refused)), acctest.Failure, "Unable to change project", "INVALID_INPUT")
		if d.Attribute == nil || d.Attribute.String() != `AttributeName("video_ranges")` {
			t.Errorf("the error is at %s", d.Attribute)
		}
		if got := i.Texts(); !i.Tainted || got["name"] != "Found" || got["deletion_policy"] != "abandon" || shown(t, i.State()["video_ranges"]) != "v1 00:00:01 00:01:00" {
			t.Errorf("tainted %t, %v", i.Tainted, got)
		}
		i.Run(config(acctest.Values{"name": "Mine", "deletion_policy": "delete"}))
		holds(t, server, "Mine: v1 00:00:01-00:01:00")
		i.Run(config(acctest.Values{"name": "Mine"}))
		if got := i.Texts()["deletion_policy"]; got != "abandon" {
			t.Errorf("without an argument, deletion_policy is %q", got)
		}

		acctest.Restart(i)
		acctest.Says(t, i.Apply(t.Context(), i.Planned(refused)), acctest.Failure, "Unable to change project")
		if got := i.Texts()["name"]; got != "Mine" || shown(t, i.State()["video_ranges"]) != "v1 00:00:01 00:01:00" {
			t.Errorf("after an update: %q, %s", got, shown(t, i.State()["video_ranges"]))
		}
	})
	t.Run("one that is rendered", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t)
		server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) { p.Render, p.Rendered = mockserver.RenderSucceeded, ranges })
		plan := server.Protocol(t, extended).Instance(resourceType).Planned(config(acctest.Values{"video_ranges": clips(otherClip)}))
		acctest.Says(t, plan.Diagnostics, acctest.Warning, "Rendered file will be deleted", "project d3adb33f")
		server.ResetRequests()
		plan = server.Protocol(t, extended).Instance(resourceType).Planned(config(acctest.Values{"name": "Mine"}))
		if len(plan.Diagnostics) != 1 {
			t.Errorf("another name keeps the render: %q", acctest.Texts(plan.Diagnostics))
		}
	})
	t.Run("without a subscription key", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t, mockserver.KeyOnOperations(mockserver.KeyOptional))
		provider := acctest.Values{"subscription_key": nil, "access_token": server.AccountToken(server.Account.Location, server.Account.ID, true), "extended_operations": true}
		plan := server.Protocol(t, provider).Instance(resourceType).Plan(t.Context(), config(nil))
		if len(plan.Diagnostics) > 0 {
			t.Errorf("%q", acctest.Texts(plan.Diagnostics))
		}
	})
}

// TestNotExtendedAnyMore takes extended operations away and gives them back: the state is read both ways, and nothing that needs
// them is called or planned.
func TestNotExtendedAnyMore(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	i := created(t, server, config(acctest.Values{"name": "Mine", "video_ranges": clips(otherClip), "render": true}))
	server.ResetRequests()
	plain := func() { i.Protocol = server.Protocol(t, nil) }
	plain()
	acctest.Succeeds(t, i.Refresh(t.Context()))
	if got := i.Texts()["name"]; got != "Mine" || shown(t, i.State()["video_ranges"]) != "v2 0:00:05 00:00:07.500" {
		t.Errorf("the state lost %q, %s", got, shown(t, i.State()["video_ranges"]))
	}
	if plan := i.Planned(config(acctest.Values{"render": true})); plan.IsUpdate || plan.IsReplacement {
		t.Error("something is planned without them")
	}
	for argument, config := range map[string]acctest.Values{
		"name": config(acctest.Values{"name": "Mine"}), "video_ranges": config(acctest.Values{"video_ranges": clips(otherClip)}),
		"cancel_render_on_interrupt": config(acctest.Values{"cancel_render_on_interrupt": true}), "project_id": {"name": "Mine"},
	} {
		acctest.Says(t, i.Plan(t.Context(), config).Diagnostics, acctest.Failure, argument, "extended_operations = true")
	}
	plain()
	acctest.Succeeds(t, i.Apply(t.Context(), i.Planned(config(nil))))
	plain()
	acctest.Succeeds(t, i.Apply(t.Context(), i.Planned(config(acctest.Values{"render": true}))))
	for _, request := range server.Requests() {
		if request.Endpoint >= mockserver.X(1) {
			t.Errorf("sent %s %s", request.Method, request.Path)
		}
	}
	i.Protocol = server.Protocol(t, extended)
	i.IsUnchanged(config(acctest.Values{"name": "Mine", "video_ranges": clips(otherClip), "render": true}))

	// A state that was written without them is completed by the first refresh, and can do without one.
	i = server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, i.Apply(t.Context(), i.Planned(config(nil))))
	i.Protocol = server.Protocol(t, extended)
	plan := i.Planned(config(acctest.Values{"name": "Again"}))
	acctest.Restart(i)
	acctest.Succeeds(t, i.Apply(t.Context(), plan))
	holds(t, server, "Again: v2 00:00:05-00:00:07.500 Succeeded")
	i.IsUnchanged(config(acctest.Values{"name": "Again"}))
}

// TestNewReplaced goes through what replaces a project that Terraform created.
func TestNewReplaced(t *testing.T) {
	t.Parallel()
	t.Run("because the run asks for it", func(t *testing.T) {
		t.Parallel()
		for _, createFirst := range []bool{false, true} {
			server := newProjectServer(t)
			i := created(t, server, made(nil))
			was := i.Texts()["project_id"]
			i.CreateBeforeDestroy = createFirst
			acctest.Restart(i)
			acctest.Succeeds(t, i.Refresh(t.Context()))
			plan := i.PlanReplacement(t.Context(), made(nil))
			acctest.Restart(i)
			acctest.Succeeds(t, i.Apply(t.Context(), plan))
			holds(t, server, foundAsIs+"; New: v2 00:00:05-00:00:07.500")
			if got := i.Texts()["project_id"]; got == was {
				t.Error("it is the same project")
			}
		}
	})
	t.Run("by one in another account", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t)
		other := mockserver.DefaultAccount()
		other.ID = mockserver.SecondAccountID
		server.AddAccount(other)
		server.AddVideo(other.ID, mockserver.Video{ID: "v2"})
		i := created(t, server, made(nil))
		if plan := i.Run(made(acctest.Values{"account_id": other.ID})); !plan.IsReplacement {
			t.Error("no replacement")
		}
		holds(t, server, foundAsIs)
		if got := len(server.State().Accounts[1].Projects); got != 1 {
			t.Errorf("%d projects in the other account", got)
		}
	})
	t.Run("by one that is adopted", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t)
		i := created(t, server, made(nil))
		acctest.Restart(i)
		acctest.Says(t, i.Plan(t.Context(), config(nil)).Diagnostics, acctest.Failure, "Project must not be replaced", `deletion_policy = "abandon" and apply that first`)
		i.Run(made(acctest.Values{"deletion_policy": "abandon"}))
		plan := i.Run(config(nil))
		acctest.Says(t, plan.Diagnostics, acctest.Warning, "Project will be left as it is")
		holds(t, server, foundAsIs+"; New: v2 00:00:05-00:00:07.500")
		if got := i.Texts(); got["project_id"] != id || got["deletion_policy"] != "abandon" {
			t.Errorf("the state is %v", got)
		}
	})
	t.Run("its own id, put in and taken out", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t)
		i := created(t, server, made(nil))
		itself := made(acctest.Values{"project_id": i.Texts()["project_id"]})
		i.Run(itself) // what has a configured id is not deleted by default
		i.IsUnchanged(itself)
		i.IsUnchanged(made(nil))
		if got := i.Texts()["deletion_policy"]; got != "abandon" {
			t.Errorf("deletion_policy is %q", got)
		}
	})
	t.Run("without a refresh", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t)
		i := created(t, server, made(nil))
		acctest.Restart(i)
		plan := i.Planned(made(acctest.Values{"name": "Renamed"}))
		acctest.Restart(i)
		acctest.Succeeds(t, i.Apply(t.Context(), plan))
		holds(t, server, foundAsIs+"; Renamed: v2 00:00:05-00:00:07.500")
		i.Tainted = true
		acctest.Restart(i)
		plan = i.Planned(made(nil))
		acctest.Restart(i)
		acctest.Succeeds(t, i.Apply(t.Context(), plan))
		holds(t, server, foundAsIs+"; New: v2 00:00:05-00:00:07.500")
	})
}

// TestImportExtended imports a project: the first plan is empty where the configuration says the same.
func TestImportExtended(t *testing.T) {
	t.Parallel()
	for name, option := range map[string][]mockserver.Option{
		"as usual": nil, "with fractions": {mockserver.RangesWithFractions()}, "another member": {mockserver.ProjectRangesMember("videoRanges")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newProjectServer(t, option...)
			i := server.Protocol(t, extended).Instance(resourceType)
			acctest.Succeeds(t, i.Import(t.Context(), id))
			if got := shown(t, i.State()["video_ranges"]); got != "v1 00:00:01 00:01:00" || i.Texts()["deletion_policy"] != "abandon" {
				t.Errorf("ranges %s, policy %s", got, i.Texts()["deletion_policy"])
			}
			i.IsUnchanged(config(acctest.Values{"name": "Found", "video_ranges": clips(clip{"v1", "0:00:01.000", "00:01:00"})}))
			i.Run(config(acctest.Values{"name": "Mine", "video_ranges": clips(firstClip)}))
			if !strings.HasPrefix(projects(server), "Mine: v1 00:00:01") {
				t.Errorf("the account has %s", projects(server))
			}
		})
	}
}
