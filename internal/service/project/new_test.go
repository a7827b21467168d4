package project_test

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestNewPlan plans the creation: what is known is planned, and nothing is written.
func TestNewPlan(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	i := server.Protocol(t, extended).Instance(resourceType)
	plan := i.Planned(made(nil))
	if server.Writes() > 0 || len(plan.Diagnostics) > 0 {
		t.Errorf("%d writes, %q", server.Writes(), acctest.Texts(plan.Diagnostics))
	}
	for _, name := range []string{"name", "video_ranges", "render_state", "render_error", "deletion_policy"} {
		if !attribute(t, plan, name).IsFullyKnown() {
			t.Errorf("%s is not known in the plan", name)
		}
	}
	if attribute(t, plan, "project_id").IsKnown() {
		t.Error("the id is known in the plan")
	}
	acctest.Says(t, i.Planned(acctest.Values{"name": "Found"}).Diagnostics, acctest.Warning, "Project of that name exists", "terraform import '<address>' "+id)
	if got := shown(t, attribute(t, i.Planned(acctest.Values{"name": "New"}), "video_ranges")); got != "" {
		t.Errorf("without ranges, %q are planned", got)
	}
	for name, test := range map[string]struct {
		config acctest.Values
		says   []string
	}{
		"nothing to render": {acctest.Values{"name": "New", "render": true}, []string{"Nothing to render", "Configure video_ranges"}},
		"no ranges either":  {acctest.Values{"name": "New", "render": true, "video_ranges": clips()}, []string{"Nothing to render"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.Says(t, server.Protocol(t, extended).Instance(resourceType).Plan(t.Context(), test.config).Diagnostics, acctest.Failure, test.says...)
		})
	}
	acctest.Says(t, i.Validate(t.Context(), acctest.Values{}), acctest.Failure, "Missing name", "needs a name", "project_id to adopt")
}

// TestRangesAreChecked refuses ranges that the service would refuse, and names the argument.
func TestRangesAreChecked(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	i := server.Protocol(t, extended).Instance(resourceType)
	many := make([]clip, 101)
	for n := range many {
		many[n] = firstClip
	}
	for name, test := range map[string]struct {
		ranges []clip
		says   []string
	}{
		"a start that is no time": {[]clip{{"v1", "5s", "00:00:10"}}, []string{"video_ranges[0].start must be a time", `"5s"`}},
		"an empty start":          {[]clip{{"v1", "", "00:00:10"}}, []string{"video_ranges[0].start must be a time", `""`}},
		"an empty end":            {[]clip{{"v1", "00:00:10", ""}}, []string{"video_ranges[0].end must be a time"}},
		"minutes beyond an hour":  {[]clip{firstClip, {"v1", "00:00:10", "00:61:00"}}, []string{"video_ranges[1].end must be a time"}},
		"an end before the start": {[]clip{{"v1", "00:00:10", "00:00:05"}}, []string{"video_ranges[0].end must be after its start", "from 00:00:10 to 00:00:05"}},
		"no length":               {[]clip{{"v1", "0:00:10", "00:00:10.000"}}, []string{"must be after its start"}},
		"a video that is a path":  {[]clip{{"a/b", "00:00:01", "00:00:02"}}, []string{"video_ranges[0].video_id"}},
		"too many":                {many, []string{"video_ranges", "at most 100"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.Says(t, i.Validate(t.Context(), made(acctest.Values{"video_ranges": clips(test.ranges...)})), acctest.Failure, test.says...)
		})
	}
	if diags := i.Validate(t.Context(), made(acctest.Values{"video_ranges": clips(many[:100]...)})); len(diags) > 0 {
		t.Errorf("a hundred ranges: %q", acctest.Texts(diags))
	}
	acctest.Says(t, i.Validate(t.Context(), made(acctest.Values{"name": " "})), acctest.Failure, "name must be a name that is not empty")
	unknownStart := tftypes.NewValue(tftypes.List{ElementType: clipType}, []tftypes.Value{tftypes.NewValue(clipType, map[string]tftypes.Value{
		"video_id": unknown, "start": unknown, "end": tftypes.NewValue(tftypes.String, "00:00:01"),
	})})
	if diags := i.Validate(t.Context(), made(acctest.Values{"video_ranges": unknownStart})); len(diags) > 0 {
		t.Errorf("what is not known: %q", acctest.Texts(diags))
	}
}

// TestUnknownOfNew plans while something is not known yet, and applies once it is.
func TestUnknownOfNew(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	unknownRanges := tftypes.NewValue(tftypes.List{ElementType: clipType}, tftypes.UnknownValue)
	for name, test := range map[string]struct{ provider, config acctest.Values }{
		"the name":                {nil, made(acctest.Values{"name": unknown})},
		"the ranges":              {nil, made(acctest.Values{"video_ranges": unknownRanges})},
		"the ranges of a render":  {nil, made(acctest.Values{"video_ranges": unknownRanges, "render": true})},
		"whether it is rendered":  {nil, made(acctest.Values{"render": unknownBool})},
		"the account":             {nil, made(acctest.Values{"account_id": unknown})},
		"the provider":            {acctest.Values{"endpoint": unknown}, made(nil)},
		"whether it is created":   {nil, made(acctest.Values{"project_id": unknown})},
		"whether it is permitted": {acctest.Values{"extended_operations": unknownBool}, made(nil)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			provider := acctest.Values{"extended_operations": true}
			maps.Copy(provider, test.provider)
			plan := server.Protocol(t, provider).Instance(resourceType).Plan(t.Context(), test.config)
			if len(plan.Diagnostics) > 0 {
				t.Errorf("%q", acctest.Texts(plan.Diagnostics))
			}
			known := server.Protocol(t, extended).Instance(resourceType).Planned(made(nil))
			for _, at := range acctest.Contradictions(plan.Planned, known.Planned) {
				if name != "the name" && name != "whether it is rendered" && !strings.HasPrefix(name, "the ranges") {
					t.Errorf("the plan of the apply contradicts %s", at)
				}
			}
		})
	}
}

// TestLateProvider applies what was planned while the provider was not known.
func TestLateProvider(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	i := server.Protocol(t, acctest.Values{"endpoint": unknown, "extended_operations": true}).Instance(resourceType)
	plan := i.Planned(made(nil))
	i.Protocol = server.Protocol(t, extended)
	acctest.Succeeds(t, i.Apply(t.Context(), plan))
	i.IsUnchanged(made(nil))
}

// TestNewLostAnswer loses the answer of a create: the project is in the state, and there is one of them.
func TestNewLostAnswer(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"429": mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"), "504 after": mockserver.StatusAfter(http.StatusGatewayTimeout),
		"reset after": mockserver.ResetAfter(), "401": mockserver.Status(http.StatusUnauthorized), "an answer without an id": mockserver.BodyAfter(http.StatusOK, "application/json", "{}"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newProjectServer(t)
			server.AddProject(server.Account.ID, mockserver.Project{ID: "namesake", Name: "New", Ranges: []mockserver.VideoRange{{VideoID: "v2", Start: "00:00:05", End: "00:00:07.500"}}})
			server.Script(mockserver.Fault{Endpoint: mockserver.X(27), Do: action})
			i := created(t, server, made(nil))
			holds(t, server, foundAsIs+"; New: v2 00:00:05-00:00:07.500; New: v2 00:00:05-00:00:07.500")
			if got := i.Texts()["project_id"]; got == "namesake" || got == "" {
				t.Errorf("the state has project %q", got)
			}
			i.IsUnchanged(made(nil))
		})
	}
	t.Run("nothing was made", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t)
		i := server.Protocol(t, extended).Instance(resourceType)
		plan := i.Planned(made(nil))
		server.Script(mockserver.Fault{Endpoint: mockserver.X(27), Do: mockserver.Status(http.StatusInternalServerError)})
		acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Unable to create project", "may have made the change", "data source videoindexer_projects")
		if i.Exists() {
			t.Error("it is in the state")
		}
	})
}

// TestNewRefused has the service refuse what is sent, and take less than was sent.
func TestNewRefused(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	i := server.Protocol(t, extended).Instance(resourceType)
	config := made(acctest.Values{"video_ranges": clips(clip{"missing", "00:00:01", "00:00:02"})})
	d := acctest.Says(t, i.Apply(t.Context(), i.Planned(config)), acctest.Failure, "Unable to create project", "INVALID_INPUT")
	if d.Attribute == nil || d.Attribute.String() != `AttributeName("video_ranges")` || i.Exists() {
		t.Errorf("at %s, exists %t", d.Attribute, i.Exists())
	}

	server.Script(mockserver.Fault{Endpoint: mockserver.X(29), Times: 2, Do: mockserver.Body(http.StatusOK, "application/json", `{"id":"x","name":"Newish","videosRanges":[]}`)})
	i = server.Protocol(t, extended).Instance(resourceType)
	diags := i.Apply(t.Context(), i.Planned(made(nil)))
	acctest.Says(t, diags, acctest.Failure, "Value not kept by the service", `name = "New"`, `has "Newish"`)
	acctest.Says(t, diags, acctest.Failure, "Value not kept by the service", "video_ranges = v2 from 0:00:05 to 00:00:07.500", "has none")
	acctest.Says(t, diags, acctest.Warning, "Project was created despite the error", "terraform untaint")
	if !i.Tainted || i.Texts()["name"] != "Newish" {
		t.Errorf("tainted %t, %v", i.Tainted, i.Texts())
	}
	acctest.Restart(i)
	i.Run(nil)
	holds(t, server, foundAsIs)
}

// TestNewCanceled interrupts a create: what it has made is in the state.
func TestNewCanceled(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	i := server.Protocol(t, extended).Instance(resourceType)
	plan := i.Planned(made(nil))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(27), Do: mockserver.After(func(*http.Request) { cancel() })})
	i.Apply(ctx, plan)
	if i.Exists() != strings.Contains(projects(server), "New") {
		t.Errorf("it is in the state: %t; the account has %s", i.Exists(), projects(server))
	}
}
