package project_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestImported imports a project from a service that writes ranges in another form. The first plan
// is empty if the configuration means the same.
func TestImported(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.WithRangeFractions(), mockserver.WithProjectRangesMember("videoRanges"))
	i := server.Protocol(t, extended).Instance(project)
	acctest.MustSucceed(t, i.Import(t.Context(), id))
	check.Equal(t, "Found: v1 00:00:01-00:01:00; -; adopted", shown(t, i), "imported as")
	i.WantUnchanged(foundProject(acctest.Values{"name": "Found", "video_ranges": clips(clip{"v1", "0:00:01.000", "00:01:00"})}))
}

// TestWithAndWithoutExtended disables extended operations and enables them again. Both ways, the
// provider reads the state; without them, it does not call extended operations.
func TestWithAndWithoutExtended(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, withAndWithoutExtended)
}

func withAndWithoutExtended(t *testing.T) {
	server := newServer(t)
	all := foundProject(acctest.Values{"name": "Mine", "video_ranges": clips(otherClip), "render": true})
	i := applied(t, server, extended, all)
	server.ResetRequests()
	i.Protocol = server.Protocol(t, baseAPI)
	i.WantUnchanged(foundProject(acctest.Values{"render": true}))
	check.Equal(t, "Mine: v2 0:00:05-00:00:07.500; Succeeded; adopted", shown(t, i), "the state")
	i.Run(foundProject(nil))
	i.Run(foundProject(acctest.Values{"render": true}))
	for _, request := range server.Requests() {
		if request.Operation.IsExtended() {
			t.Errorf("sent %s %s, want no extended operation", request.Method, request.Path)
		}
	}
	i.Protocol = server.Protocol(t, extended)
	i.WantUnchanged(all)

	// A state that was written without extended operations needs a refresh.
	i = applied(t, server, baseAPI, foundProject(nil))
	i.Protocol = server.Protocol(t, extended)
	acctest.MustSucceed(t, i.Apply(t.Context(), i.MustPlan(foundProject(acctest.Values{"name": "Again"}))))
	wantProjects(t, server, "Again: v2 00:00:05-00:00:07.500 Succeeded")
}

// TestProviderKnownAtApply adopts a project with a plan that does not know the provider's
// configuration, and so not whether the apply can read the project. It cannot.
func TestProviderKnownAtApply(t *testing.T) {
	t.Parallel()
	for want, config := range map[string]acctest.Values{
		"-: -; -; adopted": foundProject(nil),
		"-: v1 00:00:01-00:01:00; Succeeded; adopted": foundProject(acctest.Values{"render": true}),
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				server := newServer(t)
				i := server.Protocol(t, acctest.Values{"extended_operations": unknownBool}).Instance(project)
				plan := i.MustPlan(config)
				i.Protocol = server.Protocol(t, baseAPI)
				acctest.MustSucceed(t, i.ApplyAsPlanned(t.Context(), plan))
				check.Equal(t, want, shown(t, i), "the state")
				i.WantUnchanged(config)
			})
		})
	}
}

// TestRenderDrift changes a rendered project outside of Terraform, so that the service discards the
// render.
func TestRenderDrift(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, renderDrift)
}

func renderDrift(t *testing.T) {
	server := newServer(t)
	config := foundProject(acctest.Values{"render": true})
	i := applied(t, server, extended, config)
	server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) {
		p.Render = mockserver.NeverRendered
		p.Rendered = nil
		p.LastModified = p.LastModified.Add(time.Second)
	})
	plan := i.Run(config)
	if !plan.IsUpdate {
		t.Errorf("the render was discarded: want an update. Planned: %s", plan)
	}
	check.Equal(t, "Succeeded", i.Texts()["render_state"], "render_state after the render")
	i.WantUnchanged(config)
}

// TestLists lists projects as a query. The service returns pages of 25, newest
// first.
func TestLists(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended(), mockserver.WithPageCap(25))
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "v1"})
	for i := range 60 {
		server.AddProject(server.Account.ID, mockserver.Project{
			ID: fmt.Sprintf("p%02d", i), Name: fmt.Sprintf("Reel %02d", i),
			Created: time.Date(2026, 3, 1+i, 12, 0, 0, 0, time.UTC),
			Ranges:  []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: fmt.Sprintf("00:00:%02d.5", 2+i%50)}},
		})
	}
	protocol := server.Protocol(t, extended)
	forbidden := mockserver.Status(http.StatusForbidden)
	for name, test := range map[string]struct {
		whole        bool // with resources
		limit        int64
		fault        mockserver.Fault
		count        int
		last         string
		pages, reads int
	}{
		"up to a page": {
			limit: 25, fault: mockserver.Fault{Operation: mockserver.ListProjects, Skip: 1, Do: forbidden},
			count: 25, last: "could not read whether the service has more", pages: 2,
		},
		"in full":      {whole: true, count: 60, last: "Reel 00", pages: 3, reads: 60},
		"as they come": {whole: true, limit: 3, count: 3, last: "Reel 57", pages: 1, reads: 4}, // and the next
		"a project is gone": {
			whole: true, limit: 3,
			fault: mockserver.Fault{Operation: mockserver.GetProject, Do: mockserver.Refuse(http.StatusNotFound, "BREAKDOWN_NOT_FOUND", "no")},
			count: 3, last: "Reel 56", pages: 1, reads: 5,
		},
		"the account is gone": {
			fault: mockserver.Fault{Operation: mockserver.ListProjects, Do: mockserver.Refuse(http.StatusNotFound, "ACCOUNT_NOT_FOUND", "no")},
			count: 1, last: "Could not list the projects", pages: 1,
		},
		"a project cannot be read": {
			whole: true, fault: mockserver.Fault{Operation: mockserver.GetProject, Skip: 1, Do: forbidden},
			count: 2, last: "Could not list the projects", pages: 1, reads: 2,
		},
		"a page cannot be read": {
			fault: mockserver.Fault{Operation: mockserver.ListProjects, Skip: 1, Do: forbidden},
			count: 26, last: "Could not list the projects", pages: 2,
		},
	} {
		server.ClearFaults()
		if test.fault.Operation != "" {
			server.Script(test.fault)
		}
		server.ResetRequests()
		listed := protocol.List(t.Context(), project, nil, test.whole, test.limit)
		message := ""
		if len(listed) > 0 {
			message = listed[len(listed)-1].String()
		}
		got := []int{len(listed), server.Count(mockserver.ListProjects), server.Count(mockserver.GetProject)}
		check.Equal(t, []int{test.count, test.pages, test.reads}, got, "%s: projects, pages and reads", name)
		check.Contains(t, test.last, message, "%s: the last one", name)
	}
}

// TestPlanRefuses plans invalid configurations, and expects an error at the argument.
func TestPlanRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		provider acctest.Values
		config   acctest.Values
		says     []string
		at       string
	}{
		"a name": {config: foundProject(acctest.Values{"name": "Mine"}), says: []string{"name needs", "extended_operations = true"}, at: "name"},
		"ranges": {
			config: foundProject(acctest.Values{"video_ranges": clips(otherClip)}),
			says:   []string{"extended_operations = true"}, at: "video_ranges",
		},
		"to create": {config: acctest.Values{"name": "Mine"}, says: []string{"extended_operations = true"}, at: "project_id"},
		"no name":   {provider: extended, config: acctest.Values{}, says: []string{"At least one attribute out of [name,project_id]"}, at: "project_id"},
		"no parts": {
			provider: extended, config: acctest.Values{"name": "Mine", "render": true},
			says: []string{`creates project "Mine" without video_ranges`}, at: "render",
		},
		"a name of blanks": {provider: extended, config: newProject(acctest.Values{"name": " "}), says: []string{`name " " is empty`}, at: "name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newServer(t).Protocol(t, test.provider).Instance(project)
			diags := i.Validate(t.Context(), test.config)
			if len(diags) == 0 {
				diags = i.Plan(t.Context(), test.config).Diagnostics
			}
			d := acctest.MustSay(t, diags, acctest.Failure, test.says...)
			check.Equal(t, `AttributeName("`+test.at+`")`, d.Attribute.String(), "path of the error")
		})
	}
}

// TestMissing plans the adoption of a deleted project. The plan warns, because a destroy begins
// with such a plan, and the apply fails.
func TestMissing(t *testing.T) {
	t.Parallel()
	for name, provider := range map[string]acctest.Values{"base API": baseAPI, "extended": extended} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newServer(t).Protocol(t, provider).Instance(project)
			plan := i.MustPlan(acctest.Values{"project_id": "none"})
			d := acctest.MustSay(
				t, plan.Diagnostics, acctest.Warning, "Project does not exist",
				"The apply will fail. The account has no project none.", "must be the id of an existing project",
			)
			check.Equal(t, `AttributeName("project_id")`, d.Attribute.String(), "path of the warning")
			acctest.MustSay(
				t, i.Apply(t.Context(), plan), acctest.Failure,
				"Project does not exist", "The account has no project none",
			)
			i.WantAbsent()
		})
	}
}

// TestRangesAreChecked expects an error at the argument for ranges that the service would refuse.
func TestRangesAreChecked(t *testing.T) {
	t.Parallel()
	i := newServer(t).Protocol(t, extended).Instance(project)
	many := make([]clip, 101)
	for n := range many {
		many[n] = firstClip
	}
	for name, test := range map[string]struct {
		ranges []clip
		says   []string
	}{
		"a start that is no time": {[]clip{{"v1", "5s", "00:00:10"}}, []string{`video_ranges[0].start "5s" is not a time`}},
		"an empty end":            {[]clip{{"v1", "00:00:10", ""}}, []string{`video_ranges[0].end "" is not a time`}},
		"minutes beyond an hour":  {[]clip{firstClip, {"v1", "00:00:10", "00:61:00"}}, []string{`video_ranges[1].end "00:61:00" is not a time`}},
		"an end before its start": {
			[]clip{firstClip, {"v1", "0:00:10", "00:00:09.5"}},
			[]string{`video_ranges[1].end ("00:00:09.5") is before start ("0:00:10")`},
		},
		"a video that is a path": {[]clip{{"a/b", "00:00:01", "00:00:02"}}, []string{"video_ranges[0].video_id"}},
		"too many":               {many, []string{"video_ranges", "at most 100"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.MustSay(
				t, i.Validate(t.Context(), newProject(acctest.Values{"video_ranges": clips(test.ranges...)})),
				acctest.Failure, test.says...,
			)
		})
	}
	unknownStart := tftypes.NewValue(tftypes.List{ElementType: clipType}, []tftypes.Value{tftypes.NewValue(clipType, map[string]tftypes.Value{
		"video_id": unknown, "start": unknown, "end": tftypes.NewValue(tftypes.String, "00:00:01"),
	})})
	for name, value := range map[string]tftypes.Value{
		"a hundred": clips(many[:100]...), "what is not known": unknownStart,
		"no time": clips(clip{"v1", "00:00:10", "0:00:10.0"}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.MustSayNothing(t, i.Validate(t.Context(), newProject(acctest.Values{"video_ranges": value})))
		})
	}
}

// TestPlanShows expects warnings of projects with the same name and of searches that are not
// possible, and unknown values in the plan.
func TestPlanShows(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		provider acctest.Values
		config   acctest.Values
		unknown  string // attributes that are unknown in the plan
		says     []string
	}{
		"perhaps a render": {config: foundProject(acctest.Values{"render": unknownBool}), unknown: "render_state render_error video_ranges render"},
		"a name that others have": {
			provider: extended, config: acctest.Values{"name": "Found"}, unknown: "project_id",
			says: []string{`Project "Found" already exists (id ` + id + ")", "terraform import '<address>' " + id},
		},
		"with a token alone": {
			provider: acctest.Values{"subscription_key": nil}, config: foundProject(nil),
			says: []string{"Project was not checked", "VIDEOINDEXER_SUBSCRIPTION_KEY"},
		},
		"with a token alone, extended": {
			provider: acctest.Values{"subscription_key": nil, "extended_operations": true},
			config:   foundProject(nil), unknown: "name video_ranges",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.WithKeyRule(mockserver.KeyOptional))
			provider := test.provider.With(nil)
			_, isTokenAlone := test.provider["subscription_key"]
			if isTokenAlone {
				provider["access_token"] = server.AccountToken(
					server.Account.Location, server.Account.ID, mockserver.Write,
				)
			}
			i := server.Protocol(t, provider).Instance(project)
			plan := i.PlanWithRefresh(test.config)
			if test.says != nil {
				acctest.MustSay(t, plan.Diagnostics, acctest.Warning, test.says...)
			} else {
				acctest.MustSayNothing(t, plan.Diagnostics)
			}
			for name, value := range acctest.Parts(t, plan.Planned) {
				isUnknown := slices.Contains(strings.Fields(test.unknown), name)
				check.Equal(t, isUnknown, !value.IsKnown(), "%s, planned as %s, is unknown", name, acctest.Text(value))
			}
		})
	}
}

// TestAdoptedWhileDestroyed reads a project in a create at another address for a second, while its
// destroy begins. The destroy leaves the project to the create.
func TestAdoptedWhileDestroyed(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, adoptedWhileDestroyed)
}

func adoptedWhileDestroyed(t *testing.T) {
	server := newServer(t)
	config := foundProject(acctest.Values{"deletion_policy": "delete"})
	first := applied(t, server, extended, config)
	destroy := first.MustPlan(nil)
	second := server.Protocol(t, extended).Instance(project)
	create := second.MustPlan(config)
	// The process of the apply knows no plan.
	applying := server.Protocol(t, extended)
	first.Protocol = applying
	second.Protocol = applying

	server.Script(mockserver.Fault{Operation: mockserver.GetProject, Do: mockserver.SlowResponse(time.Second)})
	created := make(chan []*tfprotov6.Diagnostic)
	go func() { created <- second.ApplyAsPlanned(t.Context(), create) }()
	synctest.Wait()
	diags := first.ApplyAsPlanned(t.Context(), destroy)
	acctest.MustSucceed(t, <-created)
	acctest.MustSay(t, diags, acctest.Warning, "Left to another resource")
	wantProjects(t, server, "Found: v1 00:00:01-00:01:00")
}

// TestCreatedAndKept replaces a project that Terraform created, and that its policy keeps: it is
// the same one afterwards, which Terraform created.
func TestCreatedAndKept(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		server := newServer(t)
		config := acctest.Values{"name": "Cut", "deletion_policy": "abandon"}
		i := applied(t, server, extended, config)
		created := i.Texts()["project_id"]
		acctest.MustSucceed(t, i.Apply(t.Context(), i.PlanReplacement(t.Context(), config)))
		check.Equal(t, created, i.Texts()["project_id"], "project_id after the replacement")
		check.Equal(t, "false", acctest.Text(i.State()["adopted"]), "adopted after the replacement")
	})
}

// TestRangesKnownAfterApply renders a project whose ranges are known only after apply, and are
// empty then. The apply creates nothing.
func TestRangesKnownAfterApply(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	dir := server.Open(t, nil)
	plan, err := dir.Plan(t.Context(), server.Config(`resource "terraform_data" "late" {
  input = []
}
resource "videoindexer_project" "it" {
  name         = "New"
  video_ranges = terraform_data.late.output
  render       = true
}
`, "extended_operations = true"), inprocess.Options{})
	if err != nil {
		t.Fatalf("want no error of the plan. Got: %v", inprocess.Excerpt(err))
	}
	err = dir.Apply(t.Context(), plan)
	check.ErrorSays(t, "Project without parts cannot be rendered", err, "the apply")
	wantProjects(t, server, "Found: v1 00:00:01-00:01:00")
}

// TestFailedWrites has the write of a name or a render fail. An adopted project whose response was
// lost is in the state. After a refusal, the state has no argument of the plan, so that the next
// apply records all of them.
func TestFailedWrites(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		server := newServer(t)
		fails := func(operation mockserver.Operation, do mockserver.Action) {
			server.ClearFaults()
			server.Script(mockserver.Fault{Operation: operation, Times: mockserver.Always, Do: do})
		}
		named := acctest.Values{"name": "Mine", "deletion_policy": "delete"}
		for operation, arguments := range map[mockserver.Operation]acctest.Values{
			mockserver.UpdateProject: named, mockserver.RenderProject: {"render": true},
		} {
			i := server.Protocol(t, extended).Instance(project)
			fails(operation, mockserver.StatusAfter(http.StatusGatewayTimeout))
			acctest.MustSay(t, i.Apply(t.Context(), i.PlanWithRefresh(foundProject(arguments))), acctest.Failure, "504")
			if !i.Exists() {
				t.Errorf("after a lost response to %s, the project is not in the state, want it there", operation)
			}
		}
		server.ClearFaults()
		i := applied(t, server, extended, foundProject(nil))
		fails(mockserver.UpdateProject, mockserver.Refuse(http.StatusBadRequest, "INVALID_INPUT", "no"))
		i.MustFail(foundProject(named.With(acctest.Values{"name": "Other"})), "Could not change")
		policy := i.State()["deletion_policy"]
		if !policy.IsNull() {
			t.Errorf("after a refusal, the state has deletion_policy %s, want none as before", policy)
		}
	})
}

// TestNameIsSentAgain changes the ranges of a project whose name the service does not return: the
// service keeps the name, because the change sends that of the state.
func TestNameIsSentAgain(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	i := applied(t, server, extended, newProject(nil))
	server.Script(mockserver.Fault{
		Operation: mockserver.GetProject, Times: mockserver.Always,
		Do: mockserver.Edit(func(body []byte) []byte { return bytes.Replace(body, []byte(`"name":"New"`), []byte(`"name":null`), 1) }),
	})
	i.Run(newProject(acctest.Values{"video_ranges": clips(firstClip)}))
	wantProjects(t, server, "Found: v1 00:00:01-00:01:00; New: v1 00:00:01-00:01:00")
}

// TestAccountOfOthers adopts a project of an account that the key cannot use. The token of a
// project is refused alike for a wrong project and a wrong account, so the error names the accounts
// that the key can use.
func TestAccountOfOthers(t *testing.T) {
	t.Parallel()
	i := newServer(t).Protocol(t, baseAPI).Instance(project)
	plan := i.Plan(t.Context(), foundProject(acctest.Values{"account_id": "99999999-2222-4333-8444-555555555555"}))
	acctest.MustSay(t, plan.Diagnostics, acctest.Failure, "cannot use this account", "it can use ")
}

// TestAdoptedWithoutName adopts a project whose name the service does not return: the state has
// none.
func TestAdoptedWithoutName(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.Script(mockserver.Fault{
		Operation: mockserver.GetProject, Times: mockserver.Always,
		Do: mockserver.Edit(func(body []byte) []byte {
			return bytes.Replace(body, []byte(`"name":"Found"`), []byte(`"name":null`), 1)
		}),
	})
	i := applied(t, server, extended, foundProject(nil))
	check.Equal(t, "", i.Texts()["name"], "the name in the state")
	i.WantUnchanged(foundProject(nil))
}
