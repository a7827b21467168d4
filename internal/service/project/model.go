// Package project manages projects: their adoption, their render, and their end.
package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

type resourceModel struct {
	providerdata.AccountFields
	outcome
	ProjectID           types.String   `tfsdk:"project_id"`
	Render              types.Bool     `tfsdk:"render"`
	SendCompletionEmail types.Bool     `tfsdk:"send_completion_email"`
	WaitForRender       types.Bool     `tfsdk:"wait_for_render"`
	DeletionPolicy      types.String   `tfsdk:"deletion_policy"`
	Timeouts            timeouts.Value `tfsdk:"timeouts"`
}

// outcome is what is known of the last render: all null before the first.
type outcome struct {
	RenderState types.String         `tfsdk:"render_state"`
	VideoRanges types.List           `tfsdk:"video_ranges"`
	RenderError jsontypes.Normalized `tfsdk:"render_error"`
}

type videoRange struct {
	VideoID types.String `tfsdk:"video_id"`
	Start   types.String `tfsdk:"start"`
	End     types.String `tfsdk:"end"`
}

var videoRangeType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"video_id": types.StringType, "start": types.StringType, "end": types.StringType,
}}

func noOutcome() outcome { return outcome{VideoRanges: types.ListNull(videoRangeType)} }

func unknownOutcome() outcome {
	return outcome{
		RenderState: types.StringUnknown(), VideoRanges: types.ListUnknown(videoRangeType), RenderError: jsontypes.NewNormalizedUnknown(),
	}
}

// take fills the outcome from what the service says; nil is nothing said.
func (o *outcome) take(ctx context.Context, render *videoindexer.RenderOperation) diag.Diagnostics {
	*o = noOutcome()
	if render == nil {
		return nil
	}
	o.RenderState = types.StringValue(string(render.State))
	if len(render.Error) > 0 {
		o.RenderError = jsontypes.NewNormalizedValue(string(render.Error))
	}
	if render.State != videoindexer.RenderSucceeded {
		return nil
	}
	ranges := make([]videoRange, len(render.VideoRanges))
	for i, r := range render.VideoRanges {
		ranges[i] = videoRange{VideoID: types.StringValue(r.VideoID), Start: types.StringValue(r.Start), End: types.StringValue(r.End)}
	}
	var diags diag.Diagnostics
	o.VideoRanges, diags = types.ListValueFrom(ctx, videoRangeType, ranges)
	return diags
}

// isKnown tells whether it is known yet which project this is.
func (m *resourceModel) isKnown() bool { return m.KnowsAccount() && !m.ProjectID.IsUnknown() }

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

func (m *resourceModel) subject() apidiag.Subject {
	return subjectOf(m.AccountRef(), m.ProjectID.ValueString())
}
