package managed

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Step is what a plan does with an object.
type Step int

const (
	// StepNone means that the plan ends here: it has an error, or the provider is not configured.
	StepNone Step = iota
	StepCreate
	StepUpdate
	// StepReplace is the first of the two plans of a replacement that the plan requires because of
	// a changed argument. The engine then plans a Create, but no Destroy. Therefore this plan gives
	// the warnings of a Destroy of the prior object.
	StepReplace
	StepDestroy
)

// TimeoutName names the timeout of the apply that carries out a step.
func (s Step) TimeoutName() string {
	if s == StepCreate {
		return "create"
	}
	return "update"
}

// BegunPlan is the beginning of a ModifyPlan, with what private state and the ledger have of the
// instance.
type BegunPlan struct {
	Step
	// Instance is the planned instance. In a create, its id is known only to the plan; in a
	// replacement, it is that of the prior instance.
	Instance ledger.Instance
	// Existing is the state that the plan changes, replaces or destroys. In a create, it is the one
	// that the create replaces, without a model if the plan knows no such state: of a tainted
	// instance, and in an apply.
	Existing ExistingState
	// IsReplacement means that a create replaces the prior instance, as far as the engine shows
	// this.
	IsReplacement bool
	// IsRepeated means that an apply repeats a plan that users have seen, as far as the engine
	// shows this (providerdata.IsRepeated).
	IsRepeated bool

	stored privateState
	// planned are the attributes of the plan, as it began.
	planned map[string]tftypes.Value
}

// PlanNotes are what a plan leaves to its apply, in private state.
type PlanNotes struct {
	// ConfiguredIDs are the ids that the configuration of a create contains, and Decided the
	// objects for which its plan has decided adopted.
	ConfiguredIDs []string
	Decided       Decided
	// Needed is what others need.
	Needed NeededByOthers
	// contents are the ids of contents that the plan has named.
	contents []string
}

// IsUnreviewedCreate reports whether this is the plan of a create that users have not reviewed yet,
// so that it should warn.
func (begun BegunPlan) IsUnreviewedCreate() bool {
	return begun.Step == StepCreate && !begun.IsRepeated
}

// NeededIDs returns the ids of objects that other instances had or wanted when the state was read.
func (begun BegunPlan) NeededIDs() []string { return begun.stored.Needed.IDs }

// BeginPlan plans the account, reads plan and state where there are any, and notes in private state
// what is planned.
func (r *Resource) BeginPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state Model,
) (begun BegunPlan) {
	if r.Data == nil {
		return begun
	}
	diags := &resp.Diagnostics
	account := r.PlanAccount(req, resp)
	diags.Append(r.notAllowedErrors()...)
	if diags.HasError() {
		return begun
	}
	loadPlan(ctx, req, resp, plan, state)
	if account.OtherDefault != (videoindexer.AccountRef{}) {
		diags.Append(apidiag.WithDestroyAdvice(otherAccountError(state.Subject(), account.OtherDefault)))
	}
	stored, isNew := privateStateOf(ctx, req.Private, diags)
	r.planReplacing(ctx, req, resp, plan, state)
	step := stepOf(req, resp.RequiresReplace)
	// The rest stays: the create of a replacement has the contents that its first plan has named.
	stored.Create = nil
	if step == StepCreate {
		stored.Create = &NextCreate{Account: plan.AccountRef(), ByDefault: account.ByDefault, IsPriorNotShown: isNew}
	}
	diags.Append(private.Set(ctx, resp.Private, instanceKey, stored)...)
	begun = BegunPlan{
		Step:          step,
		Instance:      r.instanceOf(stored),
		IsReplacement: step == StepCreate && !isNew,
		IsRepeated:    providerdata.IsRepeated(req),
		stored:        stored,
		planned:       model.Attributes(resp.Plan.Raw),
	}
	begun.Existing = r.existingState(req, begun, state)
	r.rememberForCreate(begun)
	if diags.HasError() {
		begun.Step = StepNone
	}
	return begun
}

// planReplacing plans which changed arguments replace the object.
func (r *Resource) planReplacing(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state Model,
) {
	resp.RequiresReplace.Append(r.changedReplacingArguments(req, resp.Plan)...)
	replacer, isReplacer := plan.(Replacer)
	isChange := !req.Plan.Raw.IsNull() && !req.State.Raw.IsNull()
	if !isReplacer || !isChange {
		return
	}
	changed, diags := replacer.ReplacingChanges(ctx, state, r.HasExtended())
	resp.RequiresReplace.Append(changed...)
	resp.Diagnostics.Append(diags...)
}

// loadPlan reads the prior state and the plan, as far as there are any.
func loadPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state Model,
) {
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(model.Get(ctx, req.State, state)...)
	}
	if !req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(model.Get(ctx, resp.Plan, plan)...)
	}
}

// EndPlan writes the notes of a plan into private state.
func (r *Resource) EndPlan(
	ctx context.Context, begun BegunPlan, notes PlanNotes, store private.Writer,
) diag.Diagnostics {
	stored := begun.stored
	if stored.Create != nil {
		stored.Create.ConfiguredIDs = notes.ConfiguredIDs
		stored.Create.Decided = notes.Decided
	}
	stored.Needed = stored.Needed.and(notes.Needed)
	stored.Contents = notes.contents
	return private.Set(ctx, store, instanceKey, stored)
}

// changedReplacingArguments returns the configured arguments whose changes replace the object:
// those that name it, and those that are declared.
func (r *Resource) changedReplacingArguments(req resource.ModifyPlanRequest, plan tfsdk.Plan) (changed path.Paths) {
	configured := model.Attributes(req.Config.Raw)
	planned := model.Attributes(plan.Raw)
	prior := model.Attributes(req.State.Raw)
	for _, name := range append(r.Keys.Names(), r.Replacing...) {
		isChanged := !prior[name].IsNull() && !planned[name].Equal(prior[name])
		if isChanged && !configured[name].IsNull() {
			changed.Append(path.Root(name))
		}
	}
	return changed
}

// stepOf returns the step of a plan. required are the arguments whose changes require a
// replacement.
func stepOf(req resource.ModifyPlanRequest, required path.Paths) Step {
	switch {
	case req.Plan.Raw.IsNull():
		return StepDestroy
	case req.State.Raw.IsNull():
		return StepCreate
	case len(required) > 0:
		return StepReplace
	}
	return StepUpdate
}

// hasConfiguredIDs reports whether a configuration contains the ids of its object.
func (r *Resource) hasConfiguredIDs(req resource.ModifyPlanRequest) bool {
	configured := model.Attributes(req.Config.Raw)
	for _, name := range r.Keys.Names() {
		if configured[name].IsNull() {
			return false
		}
	}
	return len(r.Keys) > 0
}

// otherAccountError refuses a plan that would move an object to the provider's default account.
func otherAccountError(subject apidiag.Subject, fallback videoindexer.AccountRef) diag.Diagnostic {
	here := subject.Account
	there := fallback
	if there.Location == "" {
		there.Location = here.Location
	}
	if there.ID == "" {
		there.ID = here.ID
	}
	return diag.NewErrorDiagnostic(subject.Heading()+" in another account than the provider's", fmt.Sprintf(
		"The state has %s in another account than the provider's default, "+
			"and a change of the default does not move objects.\n\n"+
			"The state: account %s, location %s\nThe provider: account %s, location %s\n\n"+
			"  - If the default changed by mistake, set the provider back: "+
			"account_id and location, or VIDEOINDEXER_ACCOUNT_ID and VIDEOINDEXER_LOCATION.\n"+
			"  - To keep the object where it is, or to move it on purpose, "+
			"set account_id and location in the resource.\n"+
			"  - To begin again in the other account and leave the object, "+
			"use a `removed` block with destroy = false, or `terraform state rm`.\n\n%s",
		subject, here.ID, here.Location, there.ID, there.Location,
		apidiag.GuideURL("several-accounts#move-to-another-account")))
}

// beginObjectPlan begins the plan of a resource of one object, as BeginPlan does. It notes in the
// ledger what the plan does with the object. It warns about an object that a destroy or a
// replacement leaves, about contents that are deleted with it, and about other instances that have
// it.
func (r *Resource) beginObjectPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state ObjectModel,
) BegunPlan {
	begun := r.BeginPlan(ctx, req, resp, plan, state)
	diags := &resp.Diagnostics
	note := func(object tftypes.Value, role ledger.Role, subject apidiag.Subject) {
		diags.Append(r.noteObject(object, begun.Instance, role, subject)...)
	}
	notes := PlanNotes{contents: begun.stored.Contents}
	var problems diag.Diagnostics
	switch begun.Step {
	case StepNone:
		return begun
	case StepCreate:
		// Releases that are planned later leave the object that the create wants.
		note(resp.Plan.Raw, ledger.Wants, plan.Subject())
		notes = r.createNotes(req, resp, begun, plan)
		notes.contents, problems = r.previewReplacement(ctx, req, resp, begun, plan)
	case StepUpdate:
		note(req.State.Raw, ledger.Keeps, state.Subject())
	case StepReplace:
		note(req.State.Raw, ledger.Releases, state.Subject())
		notes.contents, problems = r.previewReplacement(ctx, req, resp, begun, plan)
	case StepDestroy:
		notes.contents, problems = r.previewDestroy(ctx, req, begun, state)
	}
	diags.Append(problems...)
	if diags.HasError() {
		begun.Step = StepNone
		return begun
	}
	notes.Needed = r.neededOfObject(begun, notes.ConfiguredIDs, plan)
	diags.Append(r.EndPlan(ctx, begun, notes, resp.Private)...)
	return begun
}

// createNotes returns what the plan of a create leaves to a destroy at the same address.
func (r *Resource) createNotes(
	req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, begun BegunPlan, plan ObjectModel,
) (notes PlanNotes) {
	key, isKnown := r.ledgerKey(resp.Plan.Raw)
	if isKnown && r.hasConfiguredIDs(req) {
		notes.ConfiguredIDs = []string{key.ID}
	}
	keys := r.ledgerKeys(resp.Plan.Raw, plan)
	if !r.mayBeReleased(begun, keys) {
		notes.Decided = decidedOf(keys)
	}
	return notes
}

// previewDestroy says what a destroy does, and returns the ids of the contents that it names. It
// does not warn if another instance has created or adopted the object in this process: then this is
// the destroy of a deposed object, and its successor has the object.
func (r *Resource) previewDestroy(
	ctx context.Context, req resource.ModifyPlanRequest, begun BegunPlan, state ObjectModel,
) (contents []string, diags diag.Diagnostics) {
	contents = begun.stored.Contents
	key, _ := r.ledgerKey(req.State.Raw)
	if r.Ledger.IsTakenByOther(key, begun.Instance) {
		return contents, nil
	}
	// What others need can still change: the destroy itself finds it out.
	outcome := r.factsOf(state).Outcome()
	if outcome == OutcomeRefusedByPolicy {
		protected, _ := state.(Protected)
		return contents, diag.Diagnostics{protected.DestroyError()}
	}
	diags.Append(r.noteObject(req.State.Raw, begun.Instance, ledger.Releases, state.Subject())...)
	// The plans that it waits for see the note, and EndPlan what they need.
	r.Ledger.AwaitVisits(ctx, r.Name, state.AccountRef())
	if outcome == OutcomeLeft {
		return contents, append(diags, LeaveWarning(state.Subject(), effectHint(state)))
	}
	contents, problems := r.nameContents(ctx, state, keepByPolicy)
	return contents, append(diags, problems...)
}

// effectHint returns how an object that a plan leaves can get another effect (not if its
// deletion_policy is abandon), and that the service deletes a part together with its whole.
func effectHint(state ObjectModel) string {
	var hints []string
	if !state.isAbandoned() {
		hints = append(hints, state.EffectHint())
	}
	part, isPart := state.(Part)
	if isPart {
		hints = append(hints, fmt.Sprintf("If its %s is deleted, the service deletes the %s, too.", part.Whole(), state.Subject().Kind))
	}
	return strings.Join(hints, " ")
}
