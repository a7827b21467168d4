package project

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	projectIDPath = path.Root("project_id")
	namePath      = path.Root("name")
	rangesPath    = path.Root("video_ranges")
)

// ModifyPlan plans the account, what destroy does and what the apply creates or changes. It looks whether a project that is
// to be adopted exists, and refuses what deletion_policy does not allow.
func (r *projectResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config, plan resourceModel
	state, diags := emptyModel(), &resp.Diagnostics
	p := r.LoadPlan(ctx, req, resp, &plan, &state)
	step := p.Step
	if step == managed.None || step == managed.Destroy {
		return
	}
	diags.Append(req.Config.Get(ctx, &config)...)
	if diags.HasError() || !r.mayUse(&config, diags) {
		return
	}
	isNew := config.ProjectID.IsNull()
	if step == managed.Create && !config.ProjectID.IsUnknown() { // before it is known, it is not known either what a create does
		plan.Adopted = types.BoolValue(!isNew)
	}
	switch {
	case step == managed.Replace:
		if state.End() == deletion.Deleted && managed.IsAdopted(&state) {
			diags.Append(deletion.MustNotReplace(state.Subject()))
		}
		r.CheckAccess(ctx, noun, req, resp)
		return
	case step == managed.Update:
		plan.VideoRanges = spelledAs(plan.VideoRanges, state.VideoRanges)
	case isNew && config.VideoRanges.IsNull():
		plan.VideoRanges = types.ListValueMust(videoRangeType, nil)
	}
	if r.Known() && !r.Extended() { // neither is configured, nor can be read
		plan.Name, plan.VideoRanges = state.Name, state.VideoRanges
	}
	apply := diff(&state, &plan, r.Extended() || !r.Known()) // the apply may be allowed what its plan did not know of
	plan.outcome = state.outcome
	diags.Append(wait.PlanTimeout(plan.Timeouts, step == managed.Create, apply.renders && plan.WaitForRender.ValueBool())...)
	switch {
	case apply.renders:
		plan.outcome = outcome{RenderState: types.StringUnknown(), RenderError: jsontypes.NewNormalizedUnknown()}
		if !r.Extended() && config.VideoRanges.IsNull() { // they are those of the render
			plan.VideoRanges = types.ListUnknown(videoRangeType)
		}
	case apply.discards:
		plan.outcome = outcome{}
	}
	diags.Append(resp.Plan.Set(ctx, plan)...)
	switch {
	case diags.HasError():
	case step == managed.Update && apply.discards:
		diags.Append(renderIsLost(plan.Subject(), plan.Render.ValueBool()))
	case step == managed.Create && isNew:
		diags.Append(r.LookForNamesakes(ctx, p, &plan, plan.Name, "", func(client *videoindexer.Client, account videoindexer.AccountRef) ([]string, error) {
			return client.FindProjects(ctx, account, plan.Name.ValueString())
		})...)
	case step == managed.Create && plan.KnowsAccount() && !plan.ProjectID.IsUnknown():
		r.adopt(ctx, &plan, diags)
	}
	r.CheckAccess(ctx, noun, req, resp)
}

// work is what an apply has to do with a project.
type work struct {
	// changes writes name and ranges (X28), and discards says that the service then discards the render.
	changes, discards bool
	// renders brings about a render, and waits for it where the plan does: it asks for one (14), unless it watches the one that
	// was under way when the project was last read (X31).
	renders, watches bool
}

// diff is what takes a project from the values of prior to those of the plan. What is not known yet in the plan may differ.
// Without extended operations a project can only be rendered.
func diff(prior, plan *resourceModel, isExtended bool) (w work) {
	w.discards = isExtended && !plan.VideoRanges.Equal(prior.VideoRanges)
	w.changes = w.discards || isExtended && !plan.Name.Equal(prior.Name)
	isWanted := plan.Render.IsUnknown() || plan.Render.ValueBool()
	asks := isWanted && (plan.Render.IsUnknown() || !prior.Render.ValueBool() || w.discards)
	w.watches = isWanted && !asks && isExtended && plan.WaitForRender.ValueBool() && running(prior.state())
	w.renders = asks || w.watches
	return w
}

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *projectResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	may := true
	needs := func(isUsed bool, at path.Path, what string) {
		may = (!isUsed || r.RequireExtended(at, what, diags)) && may
	}
	needs(config.ProjectID.IsNull(), projectIDPath, "A project without project_id, which Terraform creates,")
	needs(!config.Name.IsNull(), namePath, "name")
	needs(!config.VideoRanges.IsNull(), rangesPath, "video_ranges")
	needs(!config.CancelRenderOnInterrupt.IsNull(), path.Root("cancel_render_on_interrupt"), "cancel_render_on_interrupt")
	return may
}

// adopt looks for the project, and says what the adoption changes.
func (r *projectResource) adopt(ctx context.Context, plan *resourceModel, diags *diag.Diagnostics) {
	if !r.Known() {
		return
	}
	client, account := r.Client(diags), plan.AccountRef()
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Project, error) {
		return lookFor(ctx, client, account, plan.ProjectID.ValueString())
	})
	if diags.Append(found(plan.Subject(), err)...); remote == nil || err != nil {
		return
	}
	nothing := emptyModel()
	fields := plan.over(&nothing, remote)
	if fields.Same(remote) {
		return
	}
	if !sameRanges(remote.VideoRanges, fields.VideoRanges) {
		diags.Append(renderIsLost(plan.Subject(), plan.Render.ValueBool()))
	}
	diags.AddWarning("Project will be changed", fmt.Sprintf(
		"The adoption of %s gives it the planned name and video_ranges. It has the name %q now, and the video_ranges %s.", plan.Subject(), remote.Name, rangesList(remote.VideoRanges)))
}

// found returns the diagnostics of the search for a project that is to be adopted. Without a subscription key, the
// project is assumed to exist.
func found(subject apidiag.Subject, err error) (diags diag.Diagnostics) {
	switch {
	case err == nil:
	case isWithoutKey(err):
		diags.Append(notLookedFor(subject))
	case videoindexer.IsNotFound(err):
		diags.AddAttributeError(projectIDPath, "Project does not exist",
			subject.WithIDs(fmt.Sprintf("The account has no %s: project_id must be the id of an existing project.", subject)))
	default:
		apidiag.Add(&diags, "read", subject, err)
	}
	return diags
}

func isWithoutKey(err error) bool {
	_, ok := errors.AsType[*videoindexer.MissingCredentialError](err)
	return ok
}

func notLookedFor(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Project was not looked for",
		fmt.Sprintf("The provider needs a subscription key to check that %s exists: set the provider's subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY).", subject))
}

// renderIsLost is the warning of a change of ranges, by which the service discards the render.
func renderIsLost(subject apidiag.Subject, renders bool) diag.Diagnostic {
	next := "Set render = true to render the changed project."
	if renders {
		next = "render is true: the apply renders the project again."
	}
	return diag.NewAttributeWarningDiagnostic(rangesPath, "Change discards the render", fmt.Sprintf(
		"Once video_ranges have changed, the service discards the render of %s, if there is one, and deletes the rendered file. %s", subject, next))
}
