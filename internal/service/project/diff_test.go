package project

import (
	"fmt"
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
	made := func(edits ...edit) *resourceModel {
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
		renamed    edit = func(m *resourceModel) { m.Name = types.StringValue("Another") }
		ranges     edit = func(m *resourceModel) { m.VideoRanges = types.ListUnknown(videoRangeType) }
		renders    edit = func(m *resourceModel) { m.Render = types.BoolValue(true) }
		mayRender  edit = func(m *resourceModel) { m.Render = types.BoolUnknown() }
		leavesIt   edit = func(m *resourceModel) { m.WaitForRender = types.BoolValue(false) }
		isRendered edit = func(m *resourceModel) {
			m.Render = types.BoolValue(true)
			m.RenderState = types.StringValue("Succeeded")
		}
		isBegun edit = func(m *resourceModel) { m.fillOutcome(&videoindexer.Render{State: videoindexer.RenderPending}) }
	)
	for name, test := range map[string]struct {
		prior, plan     *resourceModel
		extended, plain projectChange
	}{
		"nothing":                        {made(), made(), projectChange{}, projectChange{}},
		"a name":                         {made(), made(renamed), projectChange{renames: true}, projectChange{}},
		"ranges":                         {made(), made(ranges), projectChange{changesRanges: true}, projectChange{}},
		"a name and ranges":              {made(), made(renamed, ranges), projectChange{renames: true, changesRanges: true}, projectChange{}},
		"a render":                       {made(), made(renders), projectChange{renders: true}, projectChange{renders: true}},
		"a render that is not known yet": {made(), made(mayRender), projectChange{renders: true}, projectChange{renders: true}},
		"no render any more":             {made(isRendered), made(), projectChange{}, projectChange{}},
		"a render that is done":          {made(isRendered), made(renders), projectChange{}, projectChange{}},
		"a name of what was rendered":    {made(isRendered), made(renders, renamed), projectChange{renames: true}, projectChange{}},
		"ranges of what was rendered": {
			made(isRendered), made(renders, ranges),
			projectChange{changesRanges: true, renders: true},
			projectChange{},
		},
		"a render that has begun":                   {made(renders, isBegun), made(renders), projectChange{renders: true, watches: true}, projectChange{}},
		"a render that has begun, not waited for":   {made(renders, isBegun), made(renders, leavesIt), projectChange{}, projectChange{}},
		"a render that has begun, no longer wanted": {made(renders, isBegun), made(), projectChange{}, projectChange{}},
		"other ranges after a render has begun": {
			made(renders, isBegun), made(renders, ranges),
			projectChange{changesRanges: true, renders: true},
			projectChange{},
		},
		"a render of somebody else": {made(isBegun), made(renders), projectChange{renders: true}, projectChange{renders: true}},
	} {
		check.Equal(t, test.extended, diff(test.prior, test.plan, true), "%s, extended: the change", name)
		check.Equal(t, test.plain, diff(test.prior, test.plan, false), "%s: the change", name)
	}
}

// TestDecide plans creates and updates, and expects the planned values and the warnings.
func TestDecide(t *testing.T) {
	t.Parallel()
	type edit func(m *resourceModel)
	var (
		here     = []videoindexer.VideoRange{{VideoID: "v1", Start: "00:00:01", End: "00:00:02"}}
		there    = []videoindexer.VideoRange{{VideoID: "v2", Start: "00:00:01", End: "00:00:02"}}
		plain    = facts{}
		extended = facts{hasExtended: true, mayHaveExtended: true}
		remote   = &videoindexer.Project{
			ProjectSummary: videoindexer.ProjectSummary{Name: "Cut"}, VideoRanges: here,
		}
		id      edit = func(m *resourceModel) { m.ProjectID = types.StringValue("p1") }
		noID    edit = func(m *resourceModel) { m.ProjectID = types.StringUnknown() }
		cut     edit = func(m *resourceModel) { m.Name = types.StringValue("Cut") }
		renamed edit = func(m *resourceModel) { m.Name = types.StringValue("Another") }
		renders edit = func(m *resourceModel) { m.Render = types.BoolValue(true) }
		inHere  edit = func(m *resourceModel) { m.VideoRanges = rangesList(here) }
		inThere edit = func(m *resourceModel) { m.VideoRanges = rangesList(there) }
		spelled edit = func(m *resourceModel) {
			m.VideoRanges = rangesList([]videoindexer.VideoRange{{VideoID: "v1", Start: "0:00:01.0", End: "00:00:02"}})
		}
		done edit = func(m *resourceModel) {
			m.Render = types.BoolValue(true)
			m.RenderState = types.StringValue("Succeeded")
			m.Adopted = types.BoolValue(false)
		}
	)
	for name, test := range map[string]struct {
		step          managed.Step
		config, state []edit
		access        facts
		remote        *videoindexer.Project
		want          string // name, ranges, state of the render; warnings
	}{
		"adopted":                       {managed.StepCreate, []edit{id}, nil, plain, nil, "<null> <null> <null>[]"},
		"adopted and rendered":          {managed.StepCreate, []edit{id, renders}, nil, plain, nil, "<null> <unknown> <unknown>[]"},
		"an id that is not known":       {managed.StepCreate, []edit{noID}, nil, plain, nil, "<null> <null> <null>[]"},
		"a provider that is not known":  {managed.StepCreate, []edit{id, renders}, nil, facts{mayHaveExtended: true}, nil, "<unknown> <unknown> <unknown>[]"},
		"created":                       {managed.StepCreate, []edit{cut}, nil, extended, nil, `"Cut" [] <null>[]`},
		"created with ranges, rendered": {managed.StepCreate, []edit{cut, inHere, renders}, nil, extended, nil, `"Cut" here <unknown>[]`},
		"created without ranges, rendered": {
			managed.StepCreate,
			[]edit{cut, renders},
			nil, extended, nil,
			`"Cut" [] <unknown>[Project without parts cannot be rendered]`,
		},
		"adopted, extended":         {managed.StepCreate, []edit{id}, nil, extended, remote, "<unknown> <unknown> <null>[]"},
		"adopted with the same":     {managed.StepCreate, []edit{id, cut, spelled}, nil, extended, remote, `"Cut" spelled <null>[]`},
		"adopted with another name": {managed.StepCreate, []edit{id, renamed}, nil, extended, remote, `"Another" <unknown> <null>[Project will be changed]`},
		"adopted with other ranges": {
			managed.StepCreate,
			[]edit{id, inThere},
			nil, extended, remote,
			"<unknown> there <null>[Change discards the render Project will be changed]",
		},
		"unchanged": {
			managed.StepUpdate,
			[]edit{cut, inHere, renders},
			[]edit{cut, inHere, done},
			extended, nil, `"Cut" here "Succeeded"[]`,
		},
		"another spelling of ranges": {
			managed.StepUpdate,
			[]edit{cut, spelled, renders},
			[]edit{cut, inHere, done},
			extended, nil, `"Cut" here "Succeeded"[]`,
		},
		"other ranges": {
			managed.StepUpdate,
			[]edit{cut, inThere},
			[]edit{cut, inHere, done},
			extended, nil, `"Cut" there <null>[Change discards the render]`,
		},
		"rendered again": {
			managed.StepUpdate,
			[]edit{cut, inThere, renders},
			[]edit{cut, inHere, done},
			extended, nil, `"Cut" there <unknown>[Change discards the render]`,
		},
		"without extended":     {managed.StepUpdate, []edit{id, renders}, []edit{cut, inHere, done}, plain, nil, `"Cut" here "Succeeded"[]`},
		"rendered, not before": {managed.StepUpdate, []edit{id, renders}, []edit{cut, inHere}, plain, nil, `"Cut" <unknown> <unknown>[]`},
	} {
		config := unmanaged()
		state := unmanaged()
		for _, e := range test.config {
			e(&config)
		}
		for _, e := range test.state {
			e(&state)
		}
		plan := config // arguments that are not configured have the value of the state, or are unknown
		plan.Render = types.BoolValue(config.Render.ValueBool())
		if plan.Name.IsNull() {
			plan.Name = types.StringUnknown()
		}
		if plan.VideoRanges.IsNull() {
			plan.VideoRanges = types.ListUnknown(videoRangeType)
		}
		given := test.access
		given.step = test.step
		given.config = &config
		given.state = &state
		given.remote = test.remote
		decided, diags := decide(plan, given)
		ranges := decided.VideoRanges.String()
		for text, list := range map[string][]edit{"here": {inHere}, "there": {inThere}, "spelled": {spelled}} {
			m := unmanaged()
			if ranges != "[]" {
				list[0](&m)
				if decided.VideoRanges.Equal(m.VideoRanges) {
					ranges = text
				}
			}
		}
		var warnings []string
		for _, w := range diags {
			warnings = append(warnings, w.Summary())
		}
		check.Equal(t, test.want, fmt.Sprintf("%s %s %s%s", decided.Name, ranges, decided.RenderState, warnings), "%s: decided", name)
	}
}
