package project

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestDiff expects the changes that an apply makes for a plan.
func TestDiff(t *testing.T) {
	t.Parallel()
	type edit func(m *resourceModel)
	modelWith := func(edits ...edit) *resourceModel {
		m := resourceModel{
			Name: types.StringValue("Cut"), VideoRanges: types.ListValueMust(videoRangeType, nil),
			Render: types.BoolValue(false), WaitForRender: types.BoolValue(true),
		}
		for _, e := range edits {
			e(&m)
		}
		return &m
	}
	var (
		renamed     edit = func(m *resourceModel) { m.Name = types.StringValue("Another") }
		ranges      edit = func(m *resourceModel) { m.VideoRanges = types.ListUnknown(videoRangeType) }
		renders     edit = func(m *resourceModel) { m.Render = types.BoolValue(true) }
		mayRender   edit = func(m *resourceModel) { m.Render = types.BoolUnknown() }
		withoutWait edit = func(m *resourceModel) { m.WaitForRender = types.BoolValue(false) }
		rendered    edit = func(m *resourceModel) {
			m.Render = types.BoolValue(true)
			m.RenderState = types.StringValue("Succeeded")
		}
		inProgress edit = func(m *resourceModel) { m.fillRenderFields(&videoindexer.Render{State: videoindexer.RenderPending}) }
	)
	for name, test := range map[string]struct {
		prior, plan       *resourceModel
		extended, baseAPI projectChange
	}{
		"nothing":           {prior: modelWith(), plan: modelWith()},
		"a name":            {prior: modelWith(), plan: modelWith(renamed), extended: projectChange{renames: true}},
		"ranges":            {prior: modelWith(), plan: modelWith(ranges), extended: projectChange{changesRanges: true}},
		"a name and ranges": {prior: modelWith(), plan: modelWith(renamed, ranges), extended: projectChange{renames: true, changesRanges: true}},
		"a render":          {prior: modelWith(), plan: modelWith(renders), extended: projectChange{renders: true}, baseAPI: projectChange{renders: true}},
		"a render that is not known yet": {
			prior: modelWith(), plan: modelWith(mayRender), extended: projectChange{renders: true},
			baseAPI: projectChange{renders: true},
		},
		"no render any more":          {prior: modelWith(rendered), plan: modelWith()},
		"a render that is done":       {prior: modelWith(rendered), plan: modelWith(renders)},
		"a name of what was rendered": {prior: modelWith(rendered), plan: modelWith(renders, renamed), extended: projectChange{renames: true}},
		"ranges of what was rendered": {
			prior: modelWith(rendered), plan: modelWith(renders, ranges),
			extended: projectChange{changesRanges: true, renders: true},
		},
		"a render that has begun": {
			prior: modelWith(renders, inProgress), plan: modelWith(renders), extended: projectChange{renders: true, watches: true},
		},
		"a render that has begun, not waited for":   {prior: modelWith(renders, inProgress), plan: modelWith(renders, withoutWait)},
		"a render that has begun, no longer wanted": {prior: modelWith(renders, inProgress), plan: modelWith()},
		"other ranges after a render has begun": {
			prior: modelWith(renders, inProgress), plan: modelWith(renders, ranges),
			extended: projectChange{changesRanges: true, renders: true},
		},
		"a render of somebody else": {
			prior: modelWith(inProgress), plan: modelWith(renders), extended: projectChange{renders: true},
			baseAPI: projectChange{renders: true},
		},
	} {
		check.Equal(t, test.extended, diff(test.prior, test.plan, true), "%s, extended: the change", name)
		check.Equal(t, test.baseAPI, diff(test.prior, test.plan, false), "%s: the change", name)
	}
}

var (
	id      = types.StringValue("p1")
	cut     = types.StringValue("Cut")
	another = types.StringValue("Another")
	yes     = types.BoolValue(true)
	unknown = types.StringUnknown()

	succeeded = renderFields{RenderState: types.StringValue("Succeeded")}

	// here and spelled are the same range, which the service writes like here.
	here    = rangesList([]videoindexer.VideoRange{{VideoID: "v1", Start: "00:00:01", End: "00:00:02"}})
	spelled = rangesList([]videoindexer.VideoRange{{VideoID: "v1", Start: "0:00:01.0", End: "00:00:02"}})
	there   = rangesList([]videoindexer.VideoRange{{VideoID: "v2", Start: "00:00:01", End: "00:00:02"}})

	noRanges      = rangesList(nil)
	nullRanges    = types.ListNull(videoRangeType)
	unknownRanges = types.ListUnknown(videoRangeType)
)

// withNullRanges returns a model whose ranges are null if the test has not set them.
func withNullRanges(m resourceModel) resourceModel {
	if m.VideoRanges.IsNull() {
		m.VideoRanges = nullRanges
	}
	return m
}

// TestDecide plans creates and updates, and expects the planned values and the warnings.
func TestDecide(t *testing.T) {
	t.Parallel()
	type decision struct {
		Name        types.String
		VideoRanges types.List
		RenderState types.String
		Summaries   []string // of errors and warnings
	}
	var (
		baseAPI  = facts{}
		extended = facts{hasExtended: true, mayHaveExtended: true}
		remote   = &videoindexer.Project{
			ProjectSummary: videoindexer.ProjectSummary{Name: "Cut"}, VideoRanges: rangesOf(here),
		}
	)
	for name, test := range map[string]struct {
		step   managed.Step
		config resourceModel
		state  resourceModel
		access facts
		remote *videoindexer.Project
		want   decision
	}{
		"adopted": {
			step: managed.StepCreate, access: baseAPI, config: resourceModel{ProjectID: id},
			want: decision{VideoRanges: nullRanges},
		},
		"adopted and rendered": {
			step: managed.StepCreate, access: baseAPI, config: resourceModel{ProjectID: id, Render: yes},
			want: decision{VideoRanges: unknownRanges, RenderState: unknown},
		},
		"an id that is not known": {
			step: managed.StepCreate, access: baseAPI, config: resourceModel{ProjectID: unknown},
			want: decision{VideoRanges: nullRanges},
		},
		"a provider that is not known": {
			step: managed.StepCreate, access: facts{mayHaveExtended: true}, config: resourceModel{ProjectID: id, Render: yes},
			want: decision{Name: unknown, VideoRanges: unknownRanges, RenderState: unknown},
		},
		"created": {
			step: managed.StepCreate, access: extended, config: resourceModel{Name: cut},
			want: decision{Name: cut, VideoRanges: noRanges},
		},
		"created with ranges, rendered": {
			step: managed.StepCreate, access: extended, config: resourceModel{Name: cut, VideoRanges: here, Render: yes},
			want: decision{Name: cut, VideoRanges: here, RenderState: unknown},
		},
		"created without ranges, rendered": {
			step: managed.StepCreate, access: extended, config: resourceModel{Name: cut, Render: yes},
			want: decision{
				Name: cut, VideoRanges: noRanges, RenderState: unknown,
				Summaries: []string{"Project without parts cannot be rendered"},
			},
		},
		"adopted, extended": {
			step: managed.StepCreate, access: extended, remote: remote, config: resourceModel{ProjectID: id},
			want: decision{Name: unknown, VideoRanges: unknownRanges},
		},
		"adopted with the same": {
			step: managed.StepCreate, access: extended, remote: remote,
			config: resourceModel{ProjectID: id, Name: cut, VideoRanges: spelled},
			want:   decision{Name: cut, VideoRanges: spelled},
		},
		"adopted with another name": {
			step: managed.StepCreate, access: extended, remote: remote, config: resourceModel{ProjectID: id, Name: another},
			want: decision{Name: another, VideoRanges: unknownRanges, Summaries: []string{"Project will be changed"}},
		},
		"adopted with other ranges": {
			step: managed.StepCreate, access: extended, remote: remote,
			config: resourceModel{ProjectID: id, VideoRanges: there},
			want: decision{
				Name: unknown, VideoRanges: there,
				Summaries: []string{"Change discards the render", "Project will be changed"},
			},
		},
		"unchanged": {
			step: managed.StepUpdate, access: extended,
			config: resourceModel{Name: cut, VideoRanges: here, Render: yes},
			state:  resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: succeeded},
			want:   decision{Name: cut, VideoRanges: here, RenderState: succeeded.RenderState},
		},
		"another spelling of ranges": {
			step: managed.StepUpdate, access: extended,
			config: resourceModel{Name: cut, VideoRanges: spelled, Render: yes},
			state:  resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: succeeded},
			want:   decision{Name: cut, VideoRanges: here, RenderState: succeeded.RenderState},
		},
		"other ranges": {
			step: managed.StepUpdate, access: extended,
			config: resourceModel{Name: cut, VideoRanges: there},
			state:  resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: succeeded},
			want:   decision{Name: cut, VideoRanges: there, Summaries: []string{"Change discards the render"}},
		},
		"rendered again": {
			step: managed.StepUpdate, access: extended,
			config: resourceModel{Name: cut, VideoRanges: there, Render: yes},
			state:  resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: succeeded},
			want: decision{
				Name: cut, VideoRanges: there, RenderState: unknown,
				Summaries: []string{"Change discards the render"},
			},
		},
		"without extended": {
			step: managed.StepUpdate, access: baseAPI,
			config: resourceModel{ProjectID: id, Render: yes},
			state:  resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: succeeded},
			want:   decision{Name: cut, VideoRanges: here, RenderState: succeeded.RenderState},
		},
		"rendered, not before": {
			step: managed.StepUpdate, access: baseAPI,
			config: resourceModel{ProjectID: id, Render: yes},
			state:  resourceModel{Name: cut, VideoRanges: here},
			want:   decision{Name: cut, VideoRanges: unknownRanges, RenderState: unknown},
		},
	} {
		config := withNullRanges(test.config)
		state := withNullRanges(test.state)
		plan := config // arguments that are not configured have the value of the state, or are unknown
		plan.Render = types.BoolValue(config.Render.ValueBool())
		if plan.Name.IsNull() {
			plan.Name = unknown
		}
		if plan.VideoRanges.IsNull() {
			plan.VideoRanges = unknownRanges
		}
		given := test.access
		given.step = test.step
		given.config = &config
		given.state = &state
		given.remote = test.remote
		decided, diags := decide(plan, given)
		got := decision{Name: decided.Name, VideoRanges: decided.VideoRanges, RenderState: decided.RenderState}
		for _, d := range diags {
			got.Summaries = append(got.Summaries, d.Summary())
		}
		check.Equal(t, test.want, got, "%s: decided", name)
	}
}

// TestStateOfApply expects the state after what an apply has seen.
func TestStateOfApply(t *testing.T) {
	t.Parallel()
	type saved struct {
		Name        types.String
		VideoRanges types.List
		Render      types.Bool
		RenderState types.String
	}
	var (
		no       = types.BoolValue(false)
		pending  = renderFields{RenderState: unknown}
		service  = &videoindexer.Project{ProjectSummary: videoindexer.ProjectSummary{Name: "Cut"}, VideoRanges: rangesOf(here)}
		nameless = &videoindexer.Project{VideoRanges: rangesOf(here)}
		running  = &videoindexer.Render{State: videoindexer.RenderInProgress}
		failed   = &videoindexer.Render{State: videoindexer.RenderFailed}
		ended    = &videoindexer.Render{State: videoindexer.RenderSucceeded, VideoRanges: rangesOf(there)}
	)
	for name, test := range map[string]struct {
		planned     resourceModel
		change      projectChange
		hasExtended bool
		seen        observation
		hasFailed   bool
		want        saved
	}{
		"nothing": {
			planned: resourceModel{Name: cut, VideoRanges: spelled, Render: yes, renderFields: succeeded}, hasExtended: true,
			want: saved{Name: cut, VideoRanges: spelled, Render: yes, RenderState: succeeded.RenderState},
		},
		"a change of the name, elsewhere also of the ranges": {
			planned: resourceModel{Name: cut, VideoRanges: there, Render: no}, hasExtended: true,
			change: projectChange{renames: true}, seen: observation{project: service},
			want: saved{Name: cut, VideoRanges: there, Render: no},
		},
		"a change of the ranges, elsewhere also of the name": {
			planned: resourceModel{Name: another, VideoRanges: spelled, Render: no}, hasExtended: true,
			change: projectChange{changesRanges: true}, seen: observation{project: service},
			want: saved{Name: another, VideoRanges: spelled, Render: no},
		},
		"a name and ranges that are not kept": {
			planned: resourceModel{Name: another, VideoRanges: there, Render: no}, hasExtended: true,
			change: projectChange{renames: true, changesRanges: true}, seen: observation{project: service},
			want: saved{Name: cut, VideoRanges: here, Render: no},
		},
		"an adoption": {
			planned: resourceModel{Name: unknown, VideoRanges: unknownRanges, Render: no}, hasExtended: true,
			change: projectChange{renames: true, changesRanges: true}, seen: observation{project: service},
			want: saved{Name: cut, VideoRanges: here, Render: no},
		},
		"an adoption without the name": {
			planned: resourceModel{Name: unknown, VideoRanges: unknownRanges, Render: no}, hasExtended: true,
			change: projectChange{renames: true, changesRanges: true}, seen: observation{project: nameless},
			want: saved{VideoRanges: here, Render: no},
		},
		"a name that the service does not return": {
			planned: resourceModel{Name: another, VideoRanges: here, Render: no}, hasExtended: true,
			change: projectChange{renames: true}, seen: observation{project: nameless},
			want: saved{Name: another, VideoRanges: here, Render: no},
		},
		"a refused name, before a render": {
			planned: resourceModel{Name: another, VideoRanges: here, Render: yes, renderFields: pending}, hasExtended: true,
			change: projectChange{renames: true, renders: true}, seen: observation{project: service}, hasFailed: true,
			want: saved{Name: cut, VideoRanges: here, Render: no},
		},
		"no render after all": {
			planned: resourceModel{Name: cut, VideoRanges: here, Render: no, renderFields: pending}, hasExtended: true,
			want: saved{Name: cut, VideoRanges: here, Render: no},
		},
		"an adoption whose plan did not know that there are no extended operations": {
			planned: resourceModel{Name: unknown, VideoRanges: unknownRanges, Render: no},
			want:    saved{VideoRanges: nullRanges, Render: no},
		},
		"a render": {
			planned: resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: pending}, hasExtended: true,
			change: projectChange{renders: true}, seen: observation{render: ended},
			want: saved{Name: cut, VideoRanges: here, Render: yes, RenderState: succeeded.RenderState},
		},
		"a render that fails": {
			planned: resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: pending}, hasExtended: true,
			change: projectChange{renders: true}, seen: observation{render: failed}, hasFailed: true,
			want: saved{Name: cut, VideoRanges: here, Render: no, RenderState: types.StringValue("Failed")},
		},
		"a render without a response": {
			planned: resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: pending}, hasExtended: true,
			change: projectChange{renders: true}, hasFailed: true,
			want: saved{Name: cut, VideoRanges: here, Render: no},
		},
		"a render that is left": {
			planned: resourceModel{Name: cut, VideoRanges: here, Render: yes, renderFields: pending}, hasExtended: true,
			change: projectChange{renders: true}, seen: observation{render: running}, hasFailed: true,
			want: saved{Name: cut, VideoRanges: here, Render: yes, RenderState: types.StringValue("InProgress")},
		},
		"a render that is left, without extended operations": {
			planned: resourceModel{VideoRanges: unknownRanges, Render: yes, renderFields: pending},
			change:  projectChange{renders: true}, seen: observation{render: running}, hasFailed: true,
			want: saved{VideoRanges: nullRanges, Render: no, RenderState: types.StringValue("InProgress")},
		},
		"a render, without extended operations": {
			planned: resourceModel{VideoRanges: unknownRanges, Render: yes, renderFields: pending},
			change:  projectChange{renders: true}, seen: observation{render: ended},
			want: saved{VideoRanges: there, Render: yes, RenderState: succeeded.RenderState},
		},
	} {
		apply := projectApply{planned: test.planned, change: test.change, hasExtended: test.hasExtended}
		state := apply.state(test.seen, test.hasFailed)
		got := saved{Name: state.Name, VideoRanges: state.VideoRanges, Render: state.Render, RenderState: state.RenderState}
		check.Equal(t, test.want, got, "%s: the state", name)
	}
}
