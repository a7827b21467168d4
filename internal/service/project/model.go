// Package project manages projects: their creation or adoption, their ranges, their render, and their end.
package project

import (
	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_project. Without extended operations, video_ranges are those of the last render.
type resourceModel struct {
	providerdata.AccountFields
	outcome
	ProjectID               types.String   `tfsdk:"project_id"`
	Name                    types.String   `tfsdk:"name"`
	VideoRanges             types.List     `tfsdk:"video_ranges"`
	Render                  types.Bool     `tfsdk:"render"`
	SendCompletionEmail     types.Bool     `tfsdk:"send_completion_email"`
	WaitForRender           types.Bool     `tfsdk:"wait_for_render"`
	CancelRenderOnInterrupt types.Bool     `tfsdk:"cancel_render_on_interrupt"`
	DeletionPolicy          types.String   `tfsdk:"deletion_policy"`
	Timeouts                timeouts.Value `tfsdk:"timeouts"`
}

// outcome is what is known of the last render: all null before the first.
type outcome struct {
	RenderState types.String         `tfsdk:"render_state"`
	RenderError jsontypes.Normalized `tfsdk:"render_error"`
}

// emptyModel is a project of which nothing is known.
func emptyModel() resourceModel { return resourceModel{VideoRanges: types.ListNull(videoRangeType)} }

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

// isRunning says whether the last render was under way when it was last asked for.
func (o *outcome) isRunning() bool {
	return running(videoindexer.RenderState(o.RenderState.ValueString()))
}

// isKnown reports whether it is known yet which project this is.
func (m *resourceModel) isKnown() bool { return m.KnowsAccount() && !m.ProjectID.IsUnknown() }

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// changes says whether what is configured of the name and the ranges differs from another model.
func (m *resourceModel) changes(other *resourceModel) bool {
	return !m.Name.Equal(other.Name) || m.changesRanges(other)
}

func (m *resourceModel) changesRanges(other *resourceModel) bool {
	return !m.VideoRanges.Equal(other.VideoRanges)
}

func (m *resourceModel) subject() apidiag.Subject {
	return subjectOf(m.AccountRef(), m.ProjectID.ValueString())
}

const noun = "project"

func subjectOf(account videoindexer.AccountRef, projectID string) apidiag.Subject {
	return apidiag.Subject{Noun: noun, ID: projectID, Account: account}
}
