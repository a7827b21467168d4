// Package project manages projects: their creation or adoption, their ranges, their render, and their end.
package project

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_project. Without extended operations, video_ranges are those of the last render.
type resourceModel struct {
	managed.Fields
	outcome
	ProjectID               types.String   `tfsdk:"project_id"`
	Name                    types.String   `tfsdk:"name"`
	VideoRanges             types.List     `tfsdk:"video_ranges"`
	Render                  types.Bool     `tfsdk:"render"`
	SendCompletionEmail     types.Bool     `tfsdk:"send_completion_email"`
	WaitForRender           types.Bool     `tfsdk:"wait_for_render"`
	CancelRenderOnInterrupt types.Bool     `tfsdk:"cancel_render_on_interrupt"`
	Timeouts                timeouts.Value `tfsdk:"timeouts"`
}

// outcome is what is known of the last render: all null before the first.
type outcome struct {
	RenderState types.String         `tfsdk:"render_state"`
	RenderError jsontypes.Normalized `tfsdk:"render_error"`
}

// emptyModel is a project of which nothing is known.
func emptyModel() resourceModel { return resourceModel{VideoRanges: types.ListNull(videoRangeType)} }

// setDefaults sets the arguments of an imported project that only Terraform knows.
func (m *resourceModel) setDefaults() {
	m.FillPolicy()
	m.Render, m.WaitForRender = types.BoolValue(false), types.BoolValue(true)
}

// fill sets the outcome from what the service says; nil is nothing said.
func (o *outcome) fill(render *videoindexer.RenderOperation) {
	*o = outcome{}
	if render == nil {
		return
	}
	o.RenderState = types.StringValue(string(render.State))
	if len(render.Error) > 0 {
		o.RenderError = jsontypes.NewNormalizedValue(string(render.Error))
	}
}

// state is the state of the last render when it was last read, "" for none.
func (o *outcome) state() videoindexer.RenderState {
	return videoindexer.RenderState(o.RenderState.ValueString())
}

// over is a project as the service has it, with the name and the ranges of m where these differ from prior's: what is not
// managed is written as it was just read.
func (m *resourceModel) over(ctx context.Context, prior *resourceModel, remote *videoindexer.Project) (videoindexer.ProjectFields, diag.Diagnostics) {
	fields := videoindexer.ProjectFields{Name: remote.Name, VideoRanges: remote.VideoRanges}
	if !m.Name.IsUnknown() && !m.Name.IsNull() && !m.Name.Equal(prior.Name) {
		fields.Name = m.Name.ValueString()
	}
	ranges, isKnown, diags := rangesOf(ctx, m.VideoRanges)
	if isKnown && !m.VideoRanges.Equal(prior.VideoRanges) {
		fields.VideoRanges = ranges
	}
	return fields, diags
}

// read sets the name and the ranges from the service. Times stay as m has them where they are the same.
func (m *resourceModel) read(ctx context.Context, remote *videoindexer.Project) (diags diag.Diagnostics) {
	m.Name = types.StringValue(remote.Name)
	m.VideoRanges, diags = rangesValue(ctx, remote.VideoRanges, m.VideoRanges)
	return diags
}

// Object is what this process knows the project by.
func (m *resourceModel) Object() ownership.Object {
	return ownership.Object{Noun: noun, Account: m.AccountRef(), ID: m.ProjectID.ValueString()}
}

// Subject is what messages call the project: by name until there is an id.
func (m *resourceModel) Subject() apidiag.Subject {
	return subjectOf(m.AccountRef(), cmp.Or(m.ProjectID.ValueString(), strconv.Quote(m.Name.ValueString())))
}

const noun = "project"

func subjectOf(account videoindexer.AccountRef, projectID string) apidiag.Subject {
	return apidiag.Subject{Noun: noun, ID: projectID, Account: account}
}

// videoRange is an element of video_ranges.
type videoRange struct {
	VideoID types.String `tfsdk:"video_id"`
	Start   types.String `tfsdk:"start"`
	End     types.String `tfsdk:"end"`
}

var videoRangeType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"video_id": types.StringType, "start": types.StringType, "end": types.StringType,
}}

// rangesOf are the ranges of a list; ok is false where it is null, or not known as a whole.
func rangesOf(ctx context.Context, list types.List) (ranges []videoindexer.VideoRange, ok bool, diags diag.Diagnostics) {
	value, err := list.ToTerraformValue(ctx)
	if list.IsNull() || err != nil || !value.IsFullyKnown() {
		return nil, false, nil
	}
	var elements []videoRange
	diags = list.ElementsAs(ctx, &elements, false)
	ranges = make([]videoindexer.VideoRange, len(elements))
	for i, r := range elements {
		ranges[i] = videoindexer.VideoRange{VideoID: r.VideoID.ValueString(), Start: r.Start.ValueString(), End: r.End.ValueString()}
	}
	return ranges, true, diags
}

// rangesValue are ranges as a list. If a range equals the one at the same place in spelled, it is written as there:
// equal times may be written in several ways.
func rangesValue(ctx context.Context, ranges []videoindexer.VideoRange, spelled types.List) (types.List, diag.Diagnostics) {
	as, _, diags := rangesOf(ctx, spelled)
	written := slices.Clone(ranges)
	for i, r := range written {
		written[i].Start, written[i].End = videoindexer.RangeTimeText(r.Start), videoindexer.RangeTimeText(r.End)
		if i < len(as) && as[i].Same(r) {
			written[i] = as[i]
		}
	}
	list, problems := rangesList(ctx, written)
	return list, append(diags, problems...)
}

// rangesList are ranges as a list, as they are written.
func rangesList(ctx context.Context, ranges []videoindexer.VideoRange) (types.List, diag.Diagnostics) {
	elements := make([]videoRange, len(ranges))
	for i, r := range ranges {
		elements[i] = videoRange{VideoID: types.StringValue(r.VideoID), Start: types.StringValue(r.Start), End: types.StringValue(r.End)}
	}
	return types.ListValueFrom(ctx, videoRangeType, elements)
}

// spelledAs is a list of ranges, written as another one where the two are the same.
func spelledAs(ctx context.Context, list, other types.List) (types.List, diag.Diagnostics) {
	ranges, isKnown, diags := rangesOf(ctx, list)
	others, areKnown, problems := rangesOf(ctx, other)
	diags.Append(problems...)
	if isKnown && areKnown && sameRanges(ranges, others) {
		return other, diags
	}
	return list, diags
}

func sameRanges(a, b []videoindexer.VideoRange) bool {
	return slices.EqualFunc(a, b, videoindexer.VideoRange.Same)
}

// rangeTime accepts the times of ranges.
func rangeTime() validator.String {
	return validate.Argument("a time as hh:mm:ss with an optional fraction, such as 00:01:30.500", func(value string) string {
		if _, ok := videoindexer.ParseRangeTime(value); !ok {
			return "has another form"
		}
		return ""
	})
}
