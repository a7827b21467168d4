package project

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	projectIDPath = path.Root("project_id")
	namePath      = path.Root("name")
	rangesPath    = path.Root("video_ranges")
	renderPath    = path.Root("render")
)

// Plan plans the project: it fetches the project to adopt, decides, and emits the plan.
func (m *resourceModel) Plan(
	ctx context.Context, planning managed.PlanRequest[resourceModel],
) (diags diag.Diagnostics) {
	if planning.Step == managed.StepDestroy {
		return nil
	}
	var config resourceModel
	diags.Append(planning.Config.Get(ctx, &config)...)
	diags.Append(config.notAllowedErrors(planning.Data)...)
	// The first plan of a replacement ends here, because the engine plans its create next.
	if diags.HasError() || planning.Step == managed.StepReplace {
		return diags
	}
	f := facts{
		step: planning.Step, config: &config, state: planning.Prior,
		hasExtended: planning.HasExtended(), mayHaveExtended: planning.MayHaveExtended(),
	}
	if planning.Step == managed.StepCreate {
		noState := unmanaged()
		f.state = &noState
	}
	if planning.IsUnreviewedCreate() {
		f.remote = m.fetchAdopted(ctx, planning, &diags)
	}
	decided, decisionDiags := decide(*m, f)
	*m = decided
	diags.Append(decisionDiags...)
	return diags
}

// fetchAdopted reads the project that a create adopts.
func (m *resourceModel) fetchAdopted(
	ctx context.Context, planning managed.PlanRequest[resourceModel], diags *diag.Diagnostics,
) *videoindexer.Project {
	if !planning.IsConfigured() || !m.KnowsAccount() {
		return nil
	}
	if m.ProjectID.IsUnknown() {
		return nil
	}
	account := m.AccountRef()
	fetch := func(client *videoindexer.Client) (*videoindexer.Project, error) {
		return fetchProject(ctx, client, account, m.ProjectID.ValueString())
	}
	remote, err := providerdata.ReadWithAccessCheck(ctx, planning.Data, account, fetch)
	if isWithoutKey(err) {
		diags.Append(notCheckedWarning(m.Subject()))
		return nil
	}
	missing := func() diag.DiagnosticWithPath { return missingError(m.Subject()) }
	diags.Append(managed.AdoptionDiagnostics(m.Subject(), err, missing)...)
	return remote
}

// facts are the input of the decision about a create or an update.
type facts struct {
	step   managed.Step
	config *resourceModel
	// state is the prior state; unmanaged in a create.
	state *resourceModel
	// remote is the adopted project; nil if it was not read.
	remote *videoindexer.Project
	// hasExtended means that the plan may use extended operations.
	hasExtended bool
	// mayHaveExtended means that the apply may use them. It is true while the provider's
	// configuration is unknown.
	mayHaveExtended bool
}

// decide completes a plan, and returns its errors, and warnings of changes that it does not show.
func decide(plan resourceModel, f facts) (decided resourceModel, diags diag.Diagnostics) {
	f.planFields(&plan)
	change := diff(f.state, &plan, f.mayHaveExtended)
	f.planRenderFields(&plan, change)
	isCreate := f.step == managed.StepCreate
	if change.renders && plan.WaitForRender.ValueBool() {
		diags = wait.ShortTimeoutWarnings(plan.Timeouts, f.step.TimeoutName())
	}
	cannotRender := change.renders && plan.hasNoRanges()
	switch {
	case isCreate && cannotRender:
		diags.AddAttributeError(renderPath, "Project without parts cannot be rendered", fmt.Sprintf(
			"The plan creates %s without video_ranges, and a render needs at least one part of a video. "+
				"Add video_ranges, or remove render.", plan.Subject()))
	case !isCreate && change.changesRanges:
		diags.Append(lostRenderWarning(plan.Subject(), plan.Render.ValueBool()))
	case f.remote != nil:
		diags.Append(plan.adoptionWarnings(change, f.remote)...)
	}
	return plan, diags
}

// planFields plans the values that do not depend on a render.
func (f facts) planFields(plan *resourceModel) {
	isNew := f.step == managed.StepCreate && f.config.ProjectID.IsNull()
	switch {
	case !f.mayHaveExtended:
		// The base API can neither set nor read them.
		plan.Name = f.state.Name
		plan.VideoRanges = f.state.VideoRanges
	case isNew && f.config.VideoRanges.IsNull():
		plan.VideoRanges = types.ListValueMust(videoRangeType, nil)
	case f.step == managed.StepUpdate:
		plan.VideoRanges = keepSpelling(plan.VideoRanges, f.state.VideoRanges)
	}
}

// planRenderFields plans the attributes about the render. Without extended operations, these
// include the ranges.
func (f facts) planRenderFields(plan *resourceModel, change projectChange) {
	switch {
	case change.renders:
		plan.RenderState = types.StringUnknown()
		plan.RenderError = jsontypes.NewNormalizedUnknown()
		if !f.hasExtended && f.config.VideoRanges.IsNull() {
			plan.VideoRanges = types.ListUnknown(videoRangeType)
		}
	case change.changesRanges:
		plan.renderFields = renderFields{}
	default:
		plan.renderFields = f.state.renderFields
	}
}

// CreatedName identifies a project without a configured id in a create.
func (m *resourceModel) CreatedName() string { return m.Name.ValueString() }

// hasNoRanges reports whether it is known that the project has no parts.
func (m *resourceModel) hasNoRanges() bool {
	return nullable.IsSet(m.VideoRanges) && len(m.VideoRanges.Elements()) == 0
}

// adoptionWarnings name the values that the adoption of a project changes.
func (m *resourceModel) adoptionWarnings(
	change projectChange, remote *videoindexer.Project,
) (diags diag.Diagnostics) {
	fields := change.fields(m, remote)
	if !sameRanges(remote.VideoRanges, fields.VideoRanges) {
		diags.Append(lostRenderWarning(m.Subject(), m.Render.ValueBool()))
	}
	if !fields.IsSameAs(remote) {
		diags.AddWarning("Project will be changed", fmt.Sprintf(
			"Adopting %s writes the planned name and video_ranges. Its current name is %q. "+
				"Its current video_ranges are %s.", m.Subject(), remote.Name, rangesList(remote.VideoRanges)))
	}
	return diags
}

// projectChange is the work of an apply on a project.
type projectChange struct {
	// renames means that the name differs.
	renames bool
	// changesRanges means that the ranges differ. The service then discards the render.
	changesRanges bool
	// renders means that the apply renders the project (14), and waits if the plan does so.
	renders bool
	// watches means that the apply does not request this render, because one was in progress when
	// the project was last read. The apply only reads its state (X31).
	watches bool
}

// diff returns the work that changes a project from prior to the plan. An unknown value of the plan
// counts as a difference. Without extended operations, a project can only be rendered.
func diff(prior, plan *resourceModel, mayUseExtended bool) (change projectChange) {
	change.renames = mayUseExtended && !plan.Name.Equal(prior.Name)
	change.changesRanges = mayUseExtended && !plan.VideoRanges.Equal(prior.VideoRanges)
	switch {
	case plan.Render.IsUnknown():
		change.renders = true
	case plan.Render.ValueBool():
		isAsked := change.changesRanges || !prior.Render.ValueBool()
		isInProgress := mayUseExtended && prior.renderState().IsRunning()
		canWatch := isInProgress && plan.WaitForRender.ValueBool()
		change.watches = canWatch && !isAsked
		change.renders = isAsked || change.watches
	}
	return change
}

// writes reports whether the apply sends name and ranges (X28).
func (c projectChange) writes() bool { return c.renames || c.changesRanges }

// fields returns the project of the service, with the planned name and ranges as far as they change
// and are known.
func (c projectChange) fields(plan *resourceModel, remote *videoindexer.Project) videoindexer.ProjectFields {
	fields := videoindexer.ProjectFields{Name: remote.Name, VideoRanges: remote.VideoRanges}
	if c.renames && nullable.IsSet(plan.Name) {
		fields.Name = plan.Name.ValueString()
	}
	ranges := rangesOf(plan.VideoRanges)
	if c.changesRanges && ranges != nil {
		fields.VideoRanges = ranges
	}
	return fields
}

// notAllowedErrors returns errors about what a configuration uses and the provider may not do.
func (m *resourceModel) notAllowedErrors(data *providerdata.Data) (diags diag.Diagnostics) {
	for _, need := range []struct {
		isUsed   bool
		argument path.Path
		feature  string
	}{
		{m.ProjectID.IsNull(), projectIDPath, "A project without project_id, which Terraform creates,"},
		{!m.Name.IsNull(), namePath, "name"},
		{!m.VideoRanges.IsNull(), rangesPath, "video_ranges"},
	} {
		if need.isUsed {
			diags.Append(data.RequireExtended(need.argument, need.feature)...)
		}
	}
	return diags
}

// missingError returns the error of a project_id without a project.
func missingError(subject apidiag.Subject) diag.DiagnosticWithPath {
	return diag.NewAttributeErrorDiagnostic(projectIDPath, "Project does not exist",
		subject.WithIDs(fmt.Sprintf("The account has no %s. project_id must be the id of an existing project.", subject)))
}

// isWithoutKey reports whether the project cannot be checked without a key. The provider then
// assumes that the project exists.
func isWithoutKey(err error) bool { return videoindexer.IsA[*videoindexer.MissingCredentialError](err) }

func notCheckedWarning(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Project was not checked",
		fmt.Sprintf("The provider needs a subscription key to check that %s exists. "+
			"Set the provider's subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY).", subject))
}

// lostRenderWarning returns the warning that the service discards the render because of changed
// ranges.
func lostRenderWarning(subject apidiag.Subject, renders bool) diag.Diagnostic {
	next := "Set render = true to render the changed project."
	if renders {
		next = "render is true, so the apply renders the project again."
	}
	return diag.NewAttributeWarningDiagnostic(rangesPath, "Change discards the render", fmt.Sprintf(
		"Once video_ranges have changed, the service discards the render of %s, if there is one, "+
			"and deletes the rendered file. %s", subject, next))
}
