package project

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// job is what an apply does to a project, within its timeout. The model is the plan, and becomes the state.
type job struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	model   *resourceModel
	limit   time.Duration
	began   time.Time
	// isRefused says that the name or the ranges could not be changed: the service has what it had before.
	isRefused bool
}

func newJob(client *videoindexer.Client, account videoindexer.AccountRef, model *resourceModel, limit time.Duration) *job {
	return &job{client: client, account: account, model: model, limit: limit, began: time.Now()}
}

func (j *job) subject() apidiag.Subject { return subjectOf(j.account, j.model.ProjectID.ValueString()) }

// left is what is left of the timeout.
func (j *job) left() time.Duration { return max(0, j.limit-time.Since(j.began)) }

// wanted is a project as the service has it, with the name and the ranges of a configuration in place of its own where
// they are managed.
func wanted(ctx context.Context, remote *videoindexer.Project, name types.String, ranges types.List) (videoindexer.ProjectFields, diag.Diagnostics) {
	fields := videoindexer.ProjectFields{Name: remote.Name, VideoRanges: remote.VideoRanges}
	if !name.IsNull() {
		fields.Name = name.ValueString()
	}
	configured, isManaged, diags := rangesOf(ctx, ranges)
	if isManaged {
		fields.VideoRanges = configured
	}
	return fields, diags
}

// change gives a project that was just read the name and the ranges of a configuration (X28), where they differ, and reads
// what it has then. It waits while the project is being rendered.
func (j *job) change(ctx context.Context, remote *videoindexer.Project, name types.String, ranges types.List) diag.Diagnostics {
	fields, diags := wanted(ctx, remote, name, ranges)
	if diags.HasError() {
		return diags
	}
	if !fields.Same(remote) {
		if failed := j.send(ctx, remote, fields); failed.HasError() {
			j.isRefused = true
			return append(diags, failed...)
		}
		after, err := j.client.GetProject(ctx, j.account, j.model.ProjectID.ValueString())
		if err != nil { // what was sent is there, and the next refresh reads it
			after = &videoindexer.Project{ProjectSummary: videoindexer.ProjectSummary{Name: fields.Name}, VideoRanges: fields.VideoRanges}
		}
		remote = after
	}
	planned := *j.model
	diags.Append(j.fill(ctx, remote, fields)...)
	// An apply keeps to its plan: what was changed elsewhere since then is for the next refresh to find.
	if name.IsNull() && !planned.Name.IsUnknown() {
		j.model.Name = planned.Name
	}
	if ranges.IsNull() && !planned.VideoRanges.IsUnknown() {
		j.model.VideoRanges = planned.VideoRanges
	}
	return diags
}

// fill sets the model from a project as the service has it. What it did not keep of the fields that were sent is an error
// that names the argument.
func (j *job) fill(ctx context.Context, remote *videoindexer.Project, sent videoindexer.ProjectFields) diag.Diagnostics {
	var diags diag.Diagnostics
	if remote.Name != sent.Name {
		diags.AddAttributeError(namePath, "Value not kept by the service",
			fmt.Sprintf("The service accepted the write of %s, but has the name %q instead of %q; the state shows what the service has. "+
				"Configure the name that the service keeps, then apply again.", j.subject(), remote.Name, sent.Name))
	}
	if !slices.EqualFunc(remote.VideoRanges, sent.VideoRanges, videoindexer.VideoRange.Same) {
		diags.AddAttributeError(rangesPath, "Value not kept by the service",
			fmt.Sprintf("The service accepted the write of %s, but has other ranges than were sent (%s): %s. The state shows what the service has. "+
				"Configure the ranges that the service keeps, then apply again.", j.subject(), listed(sent.VideoRanges), listed(remote.VideoRanges)))
	}
	return append(diags, j.model.fillProject(ctx, remote)...)
}

// fillProject sets what a plan has left open, and what differs in the service from what was planned.
func (m *resourceModel) fillProject(ctx context.Context, remote *videoindexer.Project) diag.Diagnostics {
	if !m.Name.IsNull() { // null is planned where it was not known
		m.Name = types.StringValue(remote.Name)
	}
	if m.VideoRanges.IsNull() {
		return nil
	}
	var diags diag.Diagnostics
	m.VideoRanges, diags = rangesValue(ctx, remote.VideoRanges, m.VideoRanges)
	return diags
}

// listed are ranges in a message.
func listed(ranges []videoindexer.VideoRange) string {
	const most = 5
	if len(ranges) == 0 {
		return "none"
	}
	texts := make([]string, 0, most)
	for _, r := range ranges[:min(len(ranges), most)] {
		texts = append(texts, fmt.Sprintf("%s from %s to %s", r.VideoID, r.Start, r.End))
	}
	text := strings.Join(texts, ", ")
	if more := len(ranges) - len(texts); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// send changes the project from what it is, and tries again for as long as the service answers that it is being rendered.
func (j *job) send(ctx context.Context, remote *videoindexer.Project, fields videoindexer.ProjectFields) diag.Diagnostics {
	ctx, cancel := context.WithTimeoutCause(ctx, j.left(), wait.ErrTimeout)
	defer cancel()
	var busy error
	err := wait.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (done bool, err error) {
		err = j.client.ChangeProject(ctx, j.account, j.model.ProjectID.ValueString(), fields)
		if !videoindexer.IsConflict(err) {
			return true, err
		}
		busy = err
		tflog.Info(ctx, fmt.Sprintf("Waiting to change project %s: it is being rendered (%s so far, %s at most).",
			j.model.ProjectID.ValueString(), time.Since(j.began).Round(time.Second), j.limit))
		return false, nil
	})
	_, isAnswer := errors.AsType[*videoindexer.APIError](err) // which no waiting changes
	var refused diag.Diagnostic
	switch {
	case err == nil:
		return nil
	case !isAnswer && busy != nil && errors.Is(context.Cause(ctx), wait.ErrTimeout):
		refused = diag.NewErrorDiagnostic("Project is still rendering", apidiag.Settled("change", j.subject(), busy,
			fmt.Sprintf("The provider has retried for %s, and nothing was changed. Allow more time (timeouts), or end the render with the action videoindexer_cancel_render.", j.limit)))
	case !isAnswer && errors.Is(context.Cause(ctx), wait.ErrTimeout):
		refused = diag.NewErrorDiagnostic("Unable to change project",
			fmt.Sprintf("Could not change %s within %s: the service gave no answer in that time.\n\nPlan again to see whether the change was made, and allow more time (timeouts).", j.subject(), j.limit))
	default:
		refused = apidiag.Error("change", j.subject(), err)
	}
	argument := rangesPath
	if slices.EqualFunc(fields.VideoRanges, remote.VideoRanges, videoindexer.VideoRange.Same) {
		argument = namePath
	}
	return diag.Diagnostics{atRefused(argument, refused, err)}
}

// atRefused is the diagnostic of a write, at an argument where the service found its input to be wrong.
func atRefused(argument path.Path, d diag.Diagnostic, err error) diag.Diagnostic {
	if videoindexer.HasType(err, videoindexer.ErrorTypeInvalidInput) {
		return diag.WithPath(argument, d)
	}
	return d
}

// update changes the project to what is planned, and renders it where that is planned.
func (j *job) update(ctx context.Context, state, config *resourceModel) diag.Diagnostics {
	var diags diag.Diagnostics
	plan := j.model
	isExtended := j.client.Extended()
	renders, isBegun := plan.rendersAfter(state, isExtended), plan.watchesAfter(state, isExtended)
	if isExtended && plan.changes(state) {
		remote, err := j.client.GetProject(ctx, j.account, plan.ProjectID.ValueString())
		if err != nil {
			j.isRefused = true
			return diag.Diagnostics{apidiag.Error("change", j.subject(), err)}
		}
		diags.Append(j.change(ctx, remote, config.Name, config.VideoRanges)...)
	}
	if renders && !diags.HasError() {
		diags.Append(j.render(ctx, isBegun)...)
	}
	if renders && diags.HasError() {
		j.notRendered()
	}
	if plan.RenderState.IsUnknown() {
		plan.outcome = outcome{}
	}
	return diags
}
