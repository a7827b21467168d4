// Package project manages projects: it creates or adopts, changes, renders and deletes them.
package project

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is the model of videoindexer_project. Without extended operations, video_ranges are
// the ranges of the last render.
type resourceModel struct {
	managed.AdoptableFields
	renderFields
	ProjectID           types.String `tfsdk:"project_id"`
	Name                types.String `tfsdk:"name"`
	VideoRanges         types.List   `tfsdk:"video_ranges"`
	Render              types.Bool   `tfsdk:"render"`
	SendCompletionEmail types.Bool   `tfsdk:"send_completion_email"`
	WaitForRender       types.Bool   `tfsdk:"wait_for_render"`
	Timeouts            types.Object `tfsdk:"timeouts"`
}

// renderFields are the attributes about the last render; null before the first.
type renderFields struct {
	RenderState types.String         `tfsdk:"render_state"`
	RenderError jsontypes.Normalized `tfsdk:"render_error"`
}

// unmanaged is the state of a project that Terraform does not manage: all values are null.
func unmanaged() resourceModel { return resourceModel{VideoRanges: types.ListNull(videoRangeType)} }

// setDefaults sets the arguments of an imported project that the service does not return.
func (m *resourceModel) setDefaults() {
	m.Render = types.BoolValue(false)
	m.WaitForRender = types.BoolValue(true)
}

// fillRenderFields sets the fields from a render of the service; nil means that none was read.
func (o *renderFields) fillRenderFields(render *videoindexer.Render) {
	*o = renderFields{}
	if render == nil {
		return
	}
	o.RenderState = types.StringValue(string(render.State))
	if len(render.Error) > 0 {
		o.RenderError = jsontypes.NewNormalizedValue(string(render.Error))
	}
}

// renderState returns the last known state of the render, "" for none.
func (o *renderFields) renderState() videoindexer.RenderState {
	return videoindexer.RenderState(o.RenderState.ValueString())
}

// withoutUnknown returns the model with null for values that are not known. A plan that did not
// know the provider's configuration has left open what the base API does not return.
func (m resourceModel) withoutUnknown() resourceModel {
	if m.Name.IsUnknown() {
		m.Name = types.StringNull()
	}
	if m.VideoRanges.IsUnknown() {
		m.VideoRanges = types.ListNull(videoRangeType)
	}
	if m.RenderState.IsUnknown() {
		m.renderFields = renderFields{}
	}
	return m
}

// fill sets the name and the ranges from the service. Times that mean the same stay unchanged.
func (m *resourceModel) fill(remote *videoindexer.Project) {
	m.Name = nameOf(remote, m.Name)
	m.VideoRanges = rangesSpelledAs(remote.VideoRanges, m.VideoRanges)
}

// nameOf returns the name of a project of the service. If the service does not return it, it is
// the known one.
func nameOf(remote *videoindexer.Project, known types.String) types.String {
	if remote.Name == "" {
		return known
	}
	return nullable.InKnownSpelling(remote.Name, known)
}

// fillManagedRender sets the fields from a managed render; nil if the service has none. If the
// render has no result, the next plan renders again.
func (m *resourceModel) fillManagedRender(render *videoindexer.Render) {
	m.fillRenderFields(render)
	if render == nil || failureOf(render) != nil {
		m.Render = types.BoolValue(false)
	}
}

func (m *resourceModel) EffectHint() string {
	return `To delete the project, first apply deletion_policy = "delete".`
}

// Subject names the project in messages, by its name until there is an id.
func (m *resourceModel) Subject() apidiag.Subject {
	return projectSubject(m.AccountRef(), cmp.Or(m.ProjectID.ValueString(), strconv.Quote(m.Name.ValueString())))
}

// objectKind names a project in messages.
const objectKind = "project"

func projectSubject(account videoindexer.AccountRef, projectID string) apidiag.Subject {
	return apidiag.Subject{Kind: objectKind, ID: projectID, Account: account}
}

// videoRangeType is the type of an element of video_ranges.
var videoRangeType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"video_id": types.StringType, "start": types.StringType, "end": types.StringType,
}}

// rangesOf returns the ranges of a list. It returns nil if the list is null, or not completely
// known.
func rangesOf(list types.List) []videoindexer.VideoRange {
	if !nullable.IsSet(list) {
		return nil
	}
	ranges := make([]videoindexer.VideoRange, len(list.Elements()))
	for i, element := range list.Elements() {
		object, _ := element.(types.Object)
		// An unknown range has no fields, so that none of them is set.
		fields := object.Attributes()
		id := nullable.StringIn(fields, "video_id")
		start := nullable.StringIn(fields, "start")
		end := nullable.StringIn(fields, "end")
		isUnset := func(text types.String) bool { return !nullable.IsSet(text) }
		if slices.ContainsFunc([]types.String{id, start, end}, isUnset) {
			return nil
		}
		ranges[i] = videoindexer.VideoRange{
			VideoID: id.ValueString(), Start: start.ValueString(), End: end.ValueString(),
		}
	}
	return ranges
}

// rangesSpelledAs converts ranges into a list. A range that means the same as the one at its index
// in spelled gets that spelling, because a time has several spellings.
func rangesSpelledAs(ranges []videoindexer.VideoRange, spelled types.List) types.List {
	spelledRanges := rangesOf(spelled)
	written := slices.Clone(ranges)
	for i, r := range ranges {
		if i < len(spelledRanges) && spelledRanges[i].IsSameAs(r) {
			written[i] = spelledRanges[i]
			continue
		}
		written[i].Start = videoindexer.NormalRangeTime(r.Start)
		written[i].End = videoindexer.NormalRangeTime(r.End)
	}
	return rangesList(written)
}

// rangesList converts ranges into a list, with their spelling.
func rangesList(ranges []videoindexer.VideoRange) types.List {
	elements := make([]attr.Value, len(ranges))
	for i, r := range ranges {
		elements[i] = types.ObjectValueMust(videoRangeType.AttrTypes, map[string]attr.Value{
			"video_id": types.StringValue(r.VideoID), "start": types.StringValue(r.Start),
			"end": types.StringValue(r.End),
		})
	}
	return types.ListValueMust(videoRangeType, elements)
}

// rangesOfRender returns the ranges of a render that has succeeded, else null.
func rangesOfRender(render *videoindexer.Render) types.List {
	if render == nil || render.State != videoindexer.RenderSucceeded {
		return types.ListNull(videoRangeType)
	}
	return rangesList(render.VideoRanges)
}

// keepSpelling returns a list of ranges, with the spelling of another list for ranges that mean the
// same.
func keepSpelling(list, other types.List) types.List {
	ranges := rangesOf(list)
	others := rangesOf(other)
	if ranges == nil || others == nil {
		return list
	}
	if sameRanges(ranges, others) {
		return other
	}
	return list
}

func sameRanges(a, b []videoindexer.VideoRange) bool {
	return slices.EqualFunc(a, b, videoindexer.VideoRange.IsSameAs)
}

// rangeTime accepts the times of ranges.
func rangeTime() validator.String {
	return validate.NewStringCheck(func(value string) string {
		_, isTime := videoindexer.ParseRangeTime(value)
		if !isTime {
			return "is not a time of the form hh:mm:ss, such as 00:01:30 or 00:01:30.500"
		}
		return ""
	})
}

// endsAfterStart refuses a range that ends before it starts.
type endsAfterStart struct{}

func (endsAfterStart) Description(context.Context) string { return "must end after its start" }

func (endsAfterStart) MarkdownDescription(context.Context) string { return "must end after its start" }

func (endsAfterStart) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	fields := req.ConfigValue.Attributes()
	startText := nullable.StringIn(fields, "start").ValueString()
	endText := nullable.StringIn(fields, "end").ValueString()
	start, isStartTime := videoindexer.ParseRangeTime(startText)
	end, isEndTime := videoindexer.ParseRangeTime(endText)
	// An unknown text is no time, and rangeTime refuses other texts that are none.
	if !isStartTime || !isEndTime {
		return
	}
	if end < start {
		endPath := req.Path.AtName("end")
		resp.Diagnostics.AddAttributeError(
			endPath, "Invalid video_ranges", fmt.Sprintf("%s (%q) is before start (%q).", endPath, endText, startText),
		)
	}
}
