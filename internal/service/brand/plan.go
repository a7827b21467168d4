package brand

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
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
		r.planChange(ctx, begun, plan, req, resp)
	case managed.StepDestroy:
		r.planDestroy(ctx, begun, state, resp)
	case managed.StepNone:
	}
}

// planChange plans the brands in three steps: fetch what exists, decide, emit.
func (r *brandResource) planChange(
	ctx context.Context, begun managed.BegunPlan, plan *resourceModel,
	req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	visit := r.Ledger.BeginVisit(ledgerKind, plan.AccountRef())
	defer r.Ledger.EndVisit(visit)
	config, isAllowed := r.allowedConfig(ctx, req.Config, plan, diags)
	if !isAllowed {
		return
	}
	// The state that the plan updates or replaces; nil without one, and for a tainted instance.
	existing, exists := begun.Replaced.Model.(*resourceModel)
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
	r.emit(ctx, begun, decided, resp)
	if exists && !isUpdate {
		diags.Append(r.planReplacement(begun, existing, config)...)
	}
	r.CheckAccess(ctx, "brands", req, resp)
	begun.ConfiguredIDs = config.configuredIDs()
	begun.Decided.IDs = decided.decidedIDs()
	needed := r.CollectNeeded(begun, ledgerKind, config.AccountRef(), decided.canRelease(existing))
	diags.Append(r.EndPlan(ctx, begun, needed, resp.Private)...)
}

// allowedConfig returns the configuration, with the defaults of the plan, if the provider may do
// what it asks for.
func (r *brandResource) allowedConfig(
	ctx context.Context, from tfsdk.Config, plan *resourceModel, diags *diag.Diagnostics,
) (config *resourceModel, isAllowed bool) {
	config = r.newModel()
	diags.Append(model.Get(ctx, from, config)...)
	config.AccountFields = plan.AccountFields
	config.Exclusive = plan.Exclusive
	config.Parallelism = plan.Parallelism
	if diags.HasError() {
		return config, false
	}
	return config, r.requireAllowed(config, diags)
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

// brandsToRead returns the brands that are not in the state and have an id, and whether the plan
// needs the list: for names, or for a resource that becomes exclusive.
func (m *resourceModel) brandsToRead(
	prior *resourceModel, matched map[string]string,
) (byID set.Brands, needsList bool) {
	byID = make(set.Brands)
	needsList = m.Exclusive.ValueBool() && !prior.Exclusive.ValueBool()
	for label, entry := range m.Brands {
		priorLabel, isMatched := matched[label]
		hasName := entry.Values.HasName()
		switch {
		case isMatched && isRenamed(entry, prior.Brands[priorLabel]):
			needsList = true
		case isMatched:
			// The read before the plan has read the brand.
		case entry.ID != 0:
			byID[label] = entry
		case hasName:
			needsList = true
		}
	}
	return byID, needsList
}

// isRenamed reports whether a brand of the state gets another name.
func isRenamed(e, prior set.Brand) bool {
	return e.Values.HasName() && !videoindexer.IsSameText(e.Values.Name(), prior.Values.Name())
}

// fetch reads what a decision needs: brands by their ids, and the list of the account. The first
// plan of a replacement needs nothing.
func (r *brandResource) fetch(
	ctx context.Context, begun managed.BegunPlan, config *resourceModel, prior *resourceModel, diags *diag.Diagnostics,
) (f facts) {
	account := config.AccountRef()
	f.neededIDs = begun.NeededIDs()
	if begun.Step == managed.StepReplace {
		return f
	}
	if !r.IsConfigured() || !config.KnowsAccount() {
		return f
	}
	matched := matchLabels(config.Brands, prior.Brands, matchRules(config.removalVerb))
	byID, needsList := config.brandsToRead(prior, matched)
	listsAll := needsList && r.HasExtended()
	if len(byID) == 0 && !listsAll {
		return f
	}
	f.brands = r.readBrandsByID(ctx, config, byID, videoindexer.IsObjectMissing, diags)
	if listsAll {
		f.list = r.readListing(ctx, account, config.Brands, diags)
	}
	view := r.viewOf(account, begun.Instance)
	err := view.noteWanted(ctx, f.idsToAdopt(config.Brands, matched))
	if err != nil {
		diags.Append(apidiag.PlanError("plan", config.Subject(), err))
	}
	f.addNotes(view, config.Brands)
	return f
}

// idsToAdopt returns the ids of the brands that were read for entries without a brand of the state.
func (f facts) idsToAdopt(wanted set.Brands, matched map[string]string) (ids []int32) {
	for label, entry := range wanted {
		_, isMatched := matched[label]
		found := f.readBrand(entry)
		if found != nil && !isMatched {
			ids = append(ids, found.ID)
		}
	}
	return ids
}

// addNotes adds to the facts what is noted of the brands and names of entries: an earlier release
// may have deleted or left them.
func (f *facts) addNotes(v ledgerView, wanted set.Brands) {
	f.notesOfBrand = make(map[int32]ledgerNotes, len(wanted))
	f.notesOfName = make(map[string]ledgerNotes, len(wanted))
	for _, entry := range wanted {
		found := f.readBrand(entry)
		if found != nil {
			f.notesOfBrand[found.ID] = v.ledgerNotesOf(ledgerKey(v.account, found.ID))
		}
		if entry.IsByName() {
			name := entry.Values.Name()
			f.notesOfName[set.FoldName(name)] = v.ledgerNotesOf(nameKey(v.account, name))
		}
	}
}

// parallelism returns how many requests of a resource may be in flight at a time: one if the
// argument is not known, and for a single brand, which does not have it.
func (m *resourceModel) parallelism() int {
	configured := int(number.Value(m.Parallelism))
	return min(max(configured, 1), maxParallelism)
}

// readBrandsByID reads the brands of a model that have an id: from the account's list with extended
// operations, and otherwise one by one. A brand that is gone is nil.
func (r *brandResource) readBrandsByID(
	ctx context.Context, shared *resourceModel, brands set.Brands, isGone func(error) bool, diags *diag.Diagnostics,
) map[int32]*videoindexer.Brand {
	account := shared.AccountRef()
	found := make(map[int32]*videoindexer.Brand, len(brands))
	results := set.ReadAll(brands, shared.parallelism(), func(id int32) (*videoindexer.Brand, error) {
		read := func(client *videoindexer.Client) (*videoindexer.Brand, error) {
			return client.GetCachedBrand(ctx, account, id)
		}
		return providerdata.ReadWithAccessCheck(ctx, r.Data, account, read)
	})
	for _, result := range results {
		if isGone(result.Err) {
			result.Err = nil
		}
		if !result.Failed() {
			found[result.Wanted.ID] = result.Remote
		}
	}
	diags.Append(shared.resultErrors(results)...)
	return found
}

// readListing reads all brands of the account, to find those of entries. The reads of a run share
// it.
func (r *brandResource) readListing(
	ctx context.Context, account videoindexer.AccountRef, entries set.Brands, diags *diag.Diagnostics,
) *listing {
	read := func(client *videoindexer.Client) ([]videoindexer.Brand, error) {
		return client.ListCachedBrands(ctx, account)
	}
	brands, err := providerdata.ReadWithAccessCheck(ctx, r.Data, account, read)
	if err != nil {
		diags.Append(apidiag.PlanError("list", apidiag.Subject{Kind: "brands", Account: account}, err))
		return nil
	}
	return newListing(brands, entries)
}

// emit writes a decision to the plan, with its warnings. A decision that the provider may not carry
// out is an error.
func (r *brandResource) emit(
	ctx context.Context, begun managed.BegunPlan, decided decision, resp *resource.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	shared := &decided.plan
	diags.Append(decided.diags...)
	if begun.Step != managed.StepReplace {
		diags.Append(r.noteTasks(begun, shared, decided.tasks)...)
	}
	if !diags.HasError() && !r.checkDeletions(decided.tasks, shared, diags) {
		return
	}
	diags.Append(model.SetPlan(ctx, &resp.Plan, &decided.plan)...)
}

// noteTasks notes in the ledger what the plan does with each brand, and how it has read those that
// it adopts. It returns warnings about other instances that have one of the brands.
func (r *brandResource) noteTasks(
	begun managed.BegunPlan, shared *resourceModel, tasks []set.Task,
) (diags diag.Diagnostics) {
	account := shared.AccountRef()
	// The warnings are in the order of the tasks.
	var conflicts []managed.Conflict
	affected := make(map[managed.Conflict][]set.Brand)
	released := make(map[managed.Conflict][]set.Brand)
	for _, task := range tasks {
		brand := task.Brand()
		if brand.ID == 0 {
			continue
		}
		if task.Verb == set.Adopt {
			r.viewOf(account, begun.Instance).notePlanned(brand.ID, task.Wanted.Found)
		}
		role := roleOf(task, begun.Step)
		others := r.Ledger.AddRole(ledgerKey(account, brand.ID), begun.Instance, role)
		conflict := managed.ConflictOf(begun.Instance, role, others)
		if !conflict.Exists() {
			continue
		}
		if len(affected[conflict]) == 0 {
			conflicts = append(conflicts, conflict)
		}
		affected[conflict] = append(affected[conflict], brand)
		if isRelease(task) {
			released[conflict] = append(released[conflict], brand)
		}
	}
	for _, conflict := range conflicts {
		subject := shared.subject(affected[conflict]...)
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

// planDestroy warns of what a destroy does with the brands of a state, and refuses a destroy that
// needs an operation that is off. A destroy leaves a brand that a create of this apply has taken.
func (r *brandResource) planDestroy(
	ctx context.Context, begun managed.BegunPlan, state *resourceModel, resp *resource.ModifyPlanResponse,
) {
	account := state.AccountRef()
	// The roles are added before the wait, so that creates that are planned from now on see them.
	for _, brand := range state.Brands {
		r.Ledger.AddRole(ledgerKey(account, brand.ID), begun.Instance, ledger.Releases)
	}
	r.Ledger.AwaitVisits(ctx, ledgerKind, account)
	tasks := state.destroyTasks(nil)
	tasks = slices.DeleteFunc(tasks, func(task set.Task) bool {
		return r.Ledger.IsTakenOver(ledgerKey(account, task.ID()), begun.Instance)
	})
	diags := &resp.Diagnostics
	if !r.checkDeletions(tasks, state, diags) {
		return
	}
	diags.Append(state.removalWarnings(tasks, "")...)
	diags.Append(r.noteTasks(begun, state, tasks)...)
	needed := r.CollectNeeded(begun, ledgerKind, account, isAmong(state.Brands))
	diags.Append(r.EndPlan(ctx, begun, needed, resp.Private)...)
}

// planReplacement warns of what a replacement does with the brands of the state.
func (r *brandResource) planReplacement(
	begun managed.BegunPlan, replaced *resourceModel, config *resourceModel,
) (diags diag.Diagnostics) {
	tasks := replaced.destroyTasks(&managed.NextCreate{ConfiguredIDs: config.configuredIDs()})
	if !r.checkDeletions(tasks, replaced, &diags) {
		return diags
	}
	isSameAccount := replaced.AccountRef().Normal() == config.AccountRef().Normal()
	if isSameAccount {
		isTaken := replaced.labelsTakenBy(config)
		tasks = slices.DeleteFunc(tasks, func(task set.Task) bool {
			return isTaken[task.Label] && task.Verb == set.Leave
		})
	}
	const noteOnDeleted = "The replacement creates them again, with new ids. With create_before_destroy, it keeps them."
	diags.Append(replaced.removalWarnings(tasks, noteOnDeleted)...)
	return append(diags, r.noteTasks(begun, replaced, tasks)...)
}

// labelsTakenBy returns the labels of the brands that the create of a replacement takes if the
// destroy leaves them.
func (m *resourceModel) labelsTakenBy(config *resourceModel) map[string]bool {
	matched := matchLabels(config.Brands, m.Brands, matchRules(m.destroyVerb))
	isTaken := make(map[string]bool, len(matched))
	for _, label := range matched {
		isTaken[label] = true
	}
	return isTaken
}

// requireAllowed refuses a configuration that asks for what the provider may not do.
func (r *brandResource) requireAllowed(config *resourceModel, diags *diag.Diagnostics) bool {
	argument := path.Root(exclusiveName)
	if config.Exclusive.IsUnknown() {
		diags.AddAttributeError(argument, "The plan cannot show what would be deleted",
			"exclusive is known only after apply. Set it to a value that is known while planning.")
		return false
	}
	if !r.checkEntriesWithoutID(config, diags) {
		return false
	}
	if !r.RequireExtendedIfTrue(argument, config.Exclusive, diags) {
		return false
	}
	if config.DeletionPolicy.ValueString() == string(managed.PolicyDelete) {
		return r.RequireExtended(path.Root(policyName), `deletion_policy = "delete"`, diags)
	}
	return true
}

// checkEntriesWithoutID refuses entries without an id where extended operations are off: their
// brands can be neither found nor created.
func (r *brandResource) checkEntriesWithoutID(config *resourceModel, diags *diag.Diagnostics) bool {
	labels := slices.DeleteFunc(config.Brands.Labels(), func(label string) bool {
		return !config.Brands[label].IsWithoutID()
	})
	if len(labels) == 0 {
		return true
	}
	missingIDs := make([]string, len(labels))
	for i, label := range labels {
		missingIDs[i] = config.layout.entryPath(label).AtName(brandIDName).String()
	}
	feature := "Finding or creating a brand without " + apidiag.ListUpTo(maxNamed, missingIDs)
	return r.RequireExtended(config.layout.entryPath(labels[0]), feature, diags)
}

// checkDeletions refuses tasks that delete brands where extended operations are off.
func (r *brandResource) checkDeletions(tasks []set.Task, shared *resourceModel, diags *diag.Diagnostics) bool {
	deleted := priorBrands(tasks, set.Delete)
	if len(deleted) == 0 {
		return true
	}
	feature := "Deleting " + shared.subject(deleted...).String()
	return r.RequireExtended(path.Empty(), feature, diags)
}
