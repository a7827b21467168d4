package project

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestDiff lists the operations that take a project from one state to a plan.
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
		extended, plain []operation
	}{
		"nothing":                         {made(), made(), nil, nil},
		"a name":                          {made(), made(renamed), []operation{change}, nil},
		"ranges":                          {made(), made(ranges), []operation{changeRanges}, nil},
		"both":                            {made(), made(renamed, ranges), []operation{changeRanges}, nil},
		"a render":                        {made(), made(renders), []operation{render}, []operation{render}},
		"a render that is not known yet":  {made(), made(mayRender), []operation{render}, []operation{render}},
		"no render any more":              {made(isRendered), made(), nil, nil},
		"a render that is done":           {made(isRendered), made(renders), nil, nil},
		"a name of what was rendered":     {made(isRendered), made(renders, renamed), []operation{change}, nil},
		"ranges of what was rendered":     {made(isRendered), made(renders, ranges), []operation{changeRanges, render}, nil},
		"a render that has begun":         {made(renders, isBegun), made(renders), []operation{watch}, nil},
		"one that is not waited for":      {made(renders, isBegun), made(renders, leavesIt), nil, nil},
		"one that is no longer wanted":    {made(renders, isBegun), made(), nil, nil},
		"other ranges after it has begun": {made(renders, isBegun), made(renders, ranges), []operation{changeRanges, render}, nil},
		"one of somebody else":            {made(isBegun), made(renders), []operation{render}, []operation{render}},
	} {
		if got := diff(test.prior, test.plan, true); !slices.Equal(got, test.extended) {
			t.Errorf("%s, extended: %v, want %v", name, got, test.extended)
		}
		if got := diff(test.prior, test.plan, false); !slices.Equal(got, test.plain) {
			t.Errorf("%s: %v, want %v", name, got, test.plain)
		}
	}
}
