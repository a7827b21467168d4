package project

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

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
	if list.IsNull() || list.IsUnknown() {
		return nil, false, nil
	}
	ranges = []videoindexer.VideoRange{}
	for _, element := range list.Elements() {
		var r videoRange
		object, isObject := element.(types.Object)
		if !isObject || object.IsUnknown() || object.IsNull() {
			return nil, false, diags
		}
		diags.Append(object.As(ctx, &r, basetypes.ObjectAsOptions{})...)
		if r.VideoID.IsUnknown() || r.Start.IsUnknown() || r.End.IsUnknown() {
			return nil, false, diags
		}
		ranges = append(ranges, videoindexer.VideoRange{VideoID: r.VideoID.ValueString(), Start: r.Start.ValueString(), End: r.End.ValueString()})
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
	const form = "hh:mm:ss with an optional fraction, such as 00:01:30.500"
	return validate.Text{Expects: "must be a time as " + form, Check: func(at path.Path, value string) (summary, detail string) {
		if _, ok := videoindexer.ParseRangeTime(value); ok {
			return "", ""
		}
		return "Invalid time", fmt.Sprintf("%s must be a time as %s; got %q.", at, form, value)
	}}
}

// startBeforeEnd refuses ranges that end before they start.
type startBeforeEnd struct{}

func (startBeforeEnd) Description(context.Context) string { return "start must be before end" }
func (startBeforeEnd) MarkdownDescription(context.Context) string {
	return "`start` must be before `end`"
}

func (startBeforeEnd) ValidateObject(ctx context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	var r videoRange
	resp.Diagnostics.Append(req.ConfigValue.As(ctx, &r, basetypes.ObjectAsOptions{})...)
	start, ok := videoindexer.ParseRangeTime(r.Start.ValueString())
	end, alsoOK := videoindexer.ParseRangeTime(r.End.ValueString())
	if ok && alsoOK && end <= start {
		resp.Diagnostics.AddAttributeError(req.Path.AtName("end"), "Range ends before it starts",
			fmt.Sprintf("%s must be after its start: the range of video %s is from %s to %s.", req.Path.AtName("end"), r.VideoID.ValueString(), r.Start.ValueString(), r.End.ValueString()))
	}
}
