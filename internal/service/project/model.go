// Package project manages projects: their creation or adoption, their ranges, their render, and their end.
package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
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

func unknownOutcome() outcome {
	return outcome{RenderState: types.StringUnknown(), RenderError: jsontypes.NewNormalizedUnknown()}
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

// isKnown reports whether it is known yet which project this is.
func (m *resourceModel) isKnown() bool { return m.KnowsAccount() && !m.ProjectID.IsUnknown() }

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
	return object(m.AccountRef(), m.ProjectID.ValueString())
}

func object(account videoindexer.AccountRef, projectID string) ownership.Object {
	return ownership.Object{Noun: noun, Account: account, ID: projectID}
}

// Subject is what messages call the project.
func (m *resourceModel) Subject() apidiag.Subject {
	return subjectOf(m.AccountRef(), m.ProjectID.ValueString())
}

const noun = "project"

func subjectOf(account videoindexer.AccountRef, projectID string) apidiag.Subject {
	return apidiag.Subject{Noun: noun, ID: projectID, Account: account}
}
