package project

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
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
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		diags.Append(r.PlanEnd(&state, whatDeletes)...)
		return
	}
	diags.Append(req.Config.Get(ctx, &config)...)
	if diags.HasError() || !r.mayUse(&config, diags) {
		return
	}
	isNew := config.ProjectID.IsNull()
	switch { // before project_id is known, it is not known either what a create does
	case isNew:
		plan.PlanPolicy(config.DeletionPolicy, step, state.Policy())
	case config.DeletionPolicy.IsNull() && !config.ProjectID.IsUnknown():
		plan.DeletionPolicy = types.StringValue(string(deletion.Abandon))
	}
	switch {
	case step == managed.Replace:
		createsOther := isNew && plan.Policy() == deletion.Delete
		diags.Append(r.planReplacement(&state, createsOther)...)
		r.CheckAccess(ctx, noun, req, resp)
		return
	case step == managed.Update:
		diags.Append(r.PlanKeep(&state)...)
		var problems diag.Diagnostics
		plan.VideoRanges, problems = spelledAs(ctx, plan.VideoRanges, state.VideoRanges)
		diags.Append(problems...)
	case isNew && config.VideoRanges.IsNull():
		plan.VideoRanges = types.ListValueMust(videoRangeType, nil)
	case !isNew && r.Known() && !r.Extended(): // then neither is configured, nor can be read
		plan.Name, plan.VideoRanges = types.StringNull(), types.ListNull(videoRangeType)
	}
	operations := diff(&state, &plan, r.Extended() || !r.Known()) // the apply may be allowed what its plan did not know of
	plan.outcome = state.outcome
	switch {
	case slices.Contains(operations, render) || slices.Contains(operations, watch):
		plan.outcome = unknownOutcome()
		if !r.Extended() && config.VideoRanges.IsNull() { // they are those of the render
			plan.VideoRanges = types.ListUnknown(videoRangeType)
		}
	case slices.Contains(operations, changeRanges): // the service discards the render
		plan.outcome = outcome{}
	}
	diags.Append(resp.Plan.Set(ctx, plan)...)
	switch {
	case diags.HasError():
	case step == managed.Update && slices.Contains(operations, changeRanges):
		diags.Append(renderIsLost(plan.Subject(), plan.Render.ValueBool()))
	case step == managed.Create && isNew && !plan.Name.IsUnknown():
		diags.Append(r.lookForNamesakes(ctx, &plan)...)
	case step == managed.Create && plan.isKnown():
		r.adopt(ctx, &plan, diags)
	}
	r.CheckAccess(ctx, noun, req, resp)
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

// planReplacement refuses to delete a project unless Terraform creates another one in its place.
func (r *projectResource) planReplacement(state *resourceModel, createsOther bool) diag.Diagnostics {
	if state.Policy() == deletion.Delete && !createsOther {
		return diag.Diagnostics{deletion.MustNotReplace(state.Subject())}
	}
	return r.PlanEnd(state, whatDeletes)
}

// adopt looks for the project, and says what the adoption changes.
func (r *projectResource) adopt(ctx context.Context, plan *resourceModel, diags *diag.Diagnostics) {
	diags.Append(r.PlanAdoption(plan.Object(), plan.Subject())...)
	if diags.HasError() || !r.Known() {
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
	fields, problems := plan.over(ctx, &nothing, remote)
	if diags.Append(problems...); fields.Same(remote) || diags.HasError() {
		return
	}
	var changes []string
	if remote.Name != fields.Name {
		changes = append(changes, fmt.Sprintf("name: %q becomes %q", remote.Name, fields.Name))
	}
	if !sameRanges(remote.VideoRanges, fields.VideoRanges) {
		changes = append(changes, fmt.Sprintf("video_ranges: %s become %s", listed(remote.VideoRanges), listed(fields.VideoRanges)))
		diags.Append(renderIsLost(plan.Subject(), plan.Render.ValueBool()))
	}
	diags.AddWarning("Project will be changed", fmt.Sprintf("The adoption of %s changes the project.\n\n%s", plan.Subject(), strings.Join(changes, "\n")))
}

// lookForNamesakes warns of projects that the create may duplicate.
func (r *projectResource) lookForNamesakes(ctx context.Context, plan *resourceModel) diag.Diagnostics {
	name := plan.Name.ValueString()
	find := func(client *videoindexer.Client, account videoindexer.AccountRef) (ids []string, err error) {
		found, err := client.FindProjects(ctx, account, name)
		for _, namesake := range found {
			ids = append(ids, namesake.ID)
		}
		return ids, err //nolint:wrapcheck // the client's errors say what was being done
	}
	return r.LookForNamesakes(ctx, plan.AccountFields, subjectOf(plan.AccountRef(), strconv.Quote(name)), find, object)
}
