package project

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestDiff says what takes a project from one state to a plan.
func TestDiff(t *testing.T) {
	t.Parallel()
	type edit func(m *resourceModel)
	made := func(edits ...edit) *resourceModel {
		m := resourceModel{Name: types.StringValue("Cut"), VideoRanges: types.ListValueMust(videoRangeType, nil), Render: types.BoolValue(false), WaitForRender: types.BoolValue(true)}
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
			m.Render, m.RenderState = types.BoolValue(true), types.StringValue("Succeeded")
		}
		isBegun edit = func(m *resourceModel) { m.fill(&videoindexer.RenderOperation{State: videoindexer.RenderPending}) }
	)
	for name, test := range map[string]struct {
		prior, plan     *resourceModel
		extended, plain work
	}{
		"nothing":                         {made(), made(), work{}, work{}},
		"a name":                          {made(), made(renamed), work{changes: true}, work{}},
		"ranges":                          {made(), made(ranges), work{changes: true, discards: true}, work{}},
		"both":                            {made(), made(renamed, ranges), work{changes: true, discards: true}, work{}},
		"a render":                        {made(), made(renders), work{renders: true}, work{renders: true}},
		"a render that is not known yet":  {made(), made(mayRender), work{renders: true}, work{renders: true}},
		"no render any more":              {made(isRendered), made(), work{}, work{}},
		"a render that is done":           {made(isRendered), made(renders), work{}, work{}},
		"a name of what was rendered":     {made(isRendered), made(renders, renamed), work{changes: true}, work{}},
		"ranges of what was rendered":     {made(isRendered), made(renders, ranges), work{changes: true, discards: true, renders: true}, work{}},
		"a render that has begun":         {made(renders, isBegun), made(renders), work{renders: true, watches: true}, work{}},
		"one that is not waited for":      {made(renders, isBegun), made(renders, leavesIt), work{}, work{}},
		"one that is no longer wanted":    {made(renders, isBegun), made(), work{}, work{}},
		"other ranges after it has begun": {made(renders, isBegun), made(renders, ranges), work{changes: true, discards: true, renders: true}, work{}},
		"one of somebody else":            {made(isBegun), made(renders), work{renders: true}, work{renders: true}},
	} {
		if got := diff(test.prior, test.plan, true); got != test.extended {
			t.Errorf("%s, extended: %+v, want %+v", name, got, test.extended)
		}
		if got := diff(test.prior, test.plan, false); got != test.plain {
			t.Errorf("%s: %+v, want %+v", name, got, test.plain)
		}
	}
}
