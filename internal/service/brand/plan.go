package brand

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

// ModifyPlan begins a plan, and passes on what users see of it: a change or a destroy.
func (r *brandResource) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	plan := r.newModel()
	state := r.newModel()
	begun := r.BeginPlan(ctx, req, resp, plan, state)
	switch begun.Step {
	case managed.StepCreate, managed.StepUpdate, managed.StepReplace:
		r.planChange(ctx, req, resp, begun, plan)
	case managed.StepDestroy:
		r.planDestroy(ctx, resp, begun, state)
	case managed.StepNone:
	}
}

// planChange plans the brands in three steps: fetch what exists, decide, emit.
func (r *brandResource) planChange(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
	begun managed.BegunPlan, plan *resourceModel,
) {
	diags := &resp.Diagnostics
	visit := r.Ledger.BeginVisit(ledgerKind, plan.AccountRef())
	defer r.Ledger.EndVisit(visit)
	config, refusals := r.allowedConfig(ctx, req.Config, plan)
	diags.Append(refusals...)
	if diags.HasError() {
		return
	}
	// The state that the plan updates or replaces; nil without one, and for a tainted instance.
	existing, exists := begun.Existing.Model.(*resourceModel)
	isUpdate := begun.Step == managed.StepUpdate
	// The decision about a create or a replacement begins without brands.
	prior := r.newModel()
	if isUpdate {
		prior = existing
	}
	f := r.fetch(ctx, begun, config, prior, diags)
	if diags.HasError() {
		return
	}
	decided := decide(config, prior, f)
	if decided.hasReleases() {
		r.Ledger.AwaitEarlierVisits(ctx, visit)
	}
	r.emit(ctx, resp, begun, decided)
	if exists && !isUpdate {
		diags.Append(r.planReplacedDestroy(begun, existing, config)...)
	}
	r.CheckAccess(ctx, "brands", req, resp)
	notes := managed.PlanNotes{ConfiguredIDs: config.configuredIDs()}
	notes.Decided.IDs = decided.decidedIDs()
	notes.Needed = r.CollectNeeded(begun, ledgerKind, config.AccountRef(), decided.canRelease(existing))
	diags.Append(r.EndPlan(ctx, begun, notes, resp.Private)...)
}

// allowedConfig returns the configuration, with the defaults of the plan, or errors if the provider
// may not do what it asks for.
func (r *brandResource) allowedConfig(
	ctx context.Context, from tfsdk.Config, plan *resourceModel,
) (config *resourceModel, diags diag.Diagnostics) {
	config = r.newModel()
	diags = model.Get(ctx, from, config)
	config.AccountFields = plan.AccountFields
	config.Exclusive = plan.Exclusive
	config.Parallelism = plan.Parallelism
	if diags.HasError() {
		return config, diags
	}
	return config, append(diags, r.notAllowedErrors(config)...)
}

// hasReleases reports whether the apply releases brands of the state, or the next one deletes
// unlisted ones.
func (d *decision) hasReleases() bool {
	return slices.ContainsFunc(d.tasks, isRelease) || len(d.plan.Unlisted) > 0
}

func isRelease(t set.Task) bool { return t.Verb.IsRelease() }

func (m *resourceModel) configuredIDs() (ids []string) {
	for _, label := range m.Brands.Labels() {
		id := m.Brands[label].ID
		if id != 0 {
			ids = append(ids, brandIDText(id))
		}
	}
	return ids
}

// decidedIDs returns the ids of the brands that the plan adopts and whose overwritten values it
// knows.
func (d decision) decidedIDs() (ids []string) {
	for _, t := range d.tasks {
		if t.Verb == set.Adopt && !t.Wanted.IsUnknown {
			ids = append(ids, brandIDText(t.ID()))
		}
	}
	return ids
}

// emit writes a decision to the plan, with its warnings. A decision that the provider may not carry
// out is an error.
func (r *brandResource) emit(
	ctx context.Context, resp *resource.ModifyPlanResponse, begun managed.BegunPlan, decided decision,
) {
	diags := &resp.Diagnostics
	plan := &decided.plan
	diags.Append(decided.diags...)
	if begun.Step != managed.StepReplace {
		r.viewOf(plan.AccountRef(), begun.Instance).rememberReads(decided.tasks)
		conflicts := r.noteRoles(begun, plan, decided.tasks)
		diags.Append(conflictWarnings(plan, conflicts)...)
	}
	if !diags.HasError() {
		diags.Append(r.deletionErrors(plan, decided.tasks)...)
	}
	diags.Append(model.SetPlan(ctx, &resp.Plan, plan)...)
}

// taskConflict is a conflict about the brand of a task.
type taskConflict struct {
	managed.Conflict
	task set.Task
}

// noteRoles notes in the ledger what the plan does with each brand of the owner, which is the plan
// or state with the brands. It returns the conflicts with other instances that have one of them.
func (r *brandResource) noteRoles(
	begun managed.BegunPlan, owner *resourceModel, tasks []set.Task,
) (conflicts []taskConflict) {
	for _, task := range tasks {
		brand := task.Brand()
		if brand.ID == 0 {
			continue
		}
		role := roleOf(task, begun.Step)
		others := r.Ledger.AddRole(ledgerKey(owner.AccountRef(), brand.ID), begun.Instance, role)
		conflict := managed.ConflictOf(begun.Instance, role, others)
		if conflict.Exists() {
			conflicts = append(conflicts, taskConflict{conflict, task})
		}
	}
	return conflicts
}

// conflictWarnings returns the warnings of conflicts, in their order. Brands with the same conflict
// share its warnings.
func conflictWarnings(owner *resourceModel, conflicts []taskConflict) (diags diag.Diagnostics) {
	var distinct []managed.Conflict
	affected := make(map[managed.Conflict][]set.Brand)
	released := make(map[managed.Conflict][]set.Brand)
	for _, of := range conflicts {
		if len(affected[of.Conflict]) == 0 {
			distinct = append(distinct, of.Conflict)
		}
		brand := of.task.Brand()
		affected[of.Conflict] = append(affected[of.Conflict], brand)
		if isRelease(of.task) {
			released[of.Conflict] = append(released[of.Conflict], brand)
		}
	}
	for _, conflict := range distinct {
		subject := owner.subject(affected[conflict]...)
		diags.Append(conflict.Warnings(subject, lostValuesText(released[conflict]))...)
	}
	return diags
}

// roleOf returns the role that a plan gives to its instance for the brand of a task.
func roleOf(task set.Task, step managed.Step) ledger.Role {
	switch {
	case isRelease(task) && step == managed.StepUpdate:
		return ledger.Releases | ledger.Stays
	case isRelease(task):
		return ledger.Releases
	case task.Prior.ID != 0:
		return ledger.Keeps
	}
	return ledger.Wants
}

// planDestroy plans the destroy of a state. It leaves a brand that a create of this apply has
// taken.
func (r *brandResource) planDestroy(
	ctx context.Context, resp *resource.ModifyPlanResponse, begun managed.BegunPlan, state *resourceModel,
) {
	account := state.AccountRef()
	// The roles are added before the wait, so that creates that are planned from now on see them.
	for _, brand := range state.Brands {
		r.Ledger.AddRole(ledgerKey(account, brand.ID), begun.Instance, ledger.Releases)
	}
	r.Ledger.AwaitVisits(ctx, ledgerKind, account)
	tasks := state.destroyTasks(nil)
	tasks = slices.DeleteFunc(tasks, func(task set.Task) bool {
		return r.Ledger.IsTakenByOther(ledgerKey(account, task.ID()), begun.Instance)
	})
	needed := r.CollectNeeded(begun, ledgerKind, account, isAmong(state.Brands))
	neededIDs := slices.Concat(needed.IDs, begun.NeededIDs())
	diags := &resp.Diagnostics
	diags.Append(r.planReleases(begun, state, tasks, neededIDs, "")...)
	diags.Append(r.EndPlan(ctx, begun, managed.PlanNotes{Needed: needed}, resp.Private)...)
}

// planReplacedDestroy plans the destroy of a replacement, of which engines ask no plan. Nothing is
// said of brands that it leaves to the create.
func (r *brandResource) planReplacedDestroy(
	begun managed.BegunPlan, replaced, config *resourceModel,
) diag.Diagnostics {
	create := &managed.NextCreate{Account: config.AccountRef(), ConfiguredIDs: config.configuredIDs()}
	tasks := replaced.destroyTasks(create)
	if create.CanTakeFrom(replaced.AccountRef()) {
		// The create takes these brands if the destroy leaves them.
		matched := matchLabels(config.Brands, replaced.Brands, matchRules(replaced.destroyVerb))
		isTaken := takenLabels(matched)
		tasks = slices.DeleteFunc(tasks, func(task set.Task) bool {
			return isTaken[task.Label] && task.Verb == set.Leave
		})
	}
	const noteOnDeleted = "The replacement creates them again, with new ids. With create_before_destroy, it keeps them."
	return r.planReleases(begun, replaced, tasks, begun.NeededIDs(), noteOnDeleted)
}

// planReleases notes what a destroy does with the brands of a state, and warns of it. It refuses
// one that needs an operation that is off. No warning is about the brands with the needed ids,
// which the destroy leaves. NoteOnDeleted is a sentence about those that it deletes; "" for none.
func (r *brandResource) planReleases(
	begun managed.BegunPlan, state *resourceModel, tasks []set.Task, neededIDs []string, noteOnDeleted string,
) (diags diag.Diagnostics) {
	diags = r.deletionErrors(state, tasks)
	if diags.HasError() {
		return diags
	}
	diags.Append(state.removalWarnings(withoutNeeded(tasks, neededIDs), noteOnDeleted)...)
	conflicts := r.noteRoles(begun, state, tasks)
	return append(diags, conflictWarnings(state, conflicts)...)
}
