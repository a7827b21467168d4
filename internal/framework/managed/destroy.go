package managed

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// BegunDestroy is the beginning of a Delete.
type BegunDestroy struct {
	Client   *videoindexer.Client
	Instance ledger.Instance
	// Create is the create that follows at the same address; nil without one.
	Create *NextCreate
	// Needed is what others need, according to the private state of a plan or a read.
	Needed NeededByOthers
	// contents are the ids of contents that the plan has named.
	contents []string
}

// BeginDestroy loads the state of a Delete. It refuses one that would move the object to the
// provider's default account: the plan of a tainted object does not know of it.
func (r *Resource) BeginDestroy(
	ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state Model,
) (begun BegunDestroy, isBegun bool) {
	diags := &resp.Diagnostics
	stored, _ := privateStateOf(ctx, req.Private, diags)
	begun.Client, isBegun = r.Load(ctx, req.State, state, diags)
	if !isBegun {
		return begun, false
	}
	r.Ledger.NoteApply()
	begun.Instance = r.instanceOf(stored)
	begun.Create = stored.Create
	begun.Needed = stored.Needed
	begun.contents = stored.Contents
	if begun.Create.movesFrom(state.AccountRef()) {
		diags.Append(otherAccountError(state.Subject(), begun.Create.ByDefault))
	}
	return begun, !diags.HasError()
}

// destroyObject carries out the Delete of a resource of one object, which remove deletes or
// changes. It leaves the object if deletion_policy requires this, or if another instance of this
// run has or wants it. It does not delete contents that the plan has not named. If the object does
// not exist any more, there is no error.
func (r *Resource) destroyObject(
	ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state Object,
	remove func(*videoindexer.Client) diag.Diagnostics,
) {
	begun, isBegun := r.BeginDestroy(ctx, req, resp, state)
	if !isBegun {
		return
	}
	diags := &resp.Diagnostics
	account := state.AccountRef()
	key, _ := r.ledgerKey(req.State.Raw)
	r.Ledger.AwaitVisits(ctx, r.Name, account)
	unlock, err := r.Ledger.Lock(ctx, key)
	if err != nil {
		diags.Append(apidiag.Error("delete", state.Subject(), err))
		return
	}
	defer unlock()
	facts := r.factsOf(state)
	facts.isNeeded = r.Ledger.IsNeeded(key, begun.Instance, begun.Needed.IDs...)
	facts.isReplaced = begun.Create != nil
	facts.isIDConfigured = begun.Create.HasConfigured(key.ID)
	facts.isPlannedUnseen = begun.Create.HasDecidedUnseen(key.ID, createdName(state))
	switch facts.decide() {
	case refusedByPolicy:
		protected, _ := state.(Protected)
		diags.Append(protected.DestroyError())
	case refusedAsIrreplaceable:
		diags.Append(replacementError(state.Subject()))
	case refusedForLostValues:
		diags.Append(LostValuesError(state.Subject()))
	case handedOver:
		r.handOver(begun.Create, key, req.State, state)
	case leftToOther:
		diags.Append(LeftToOtherWarning(state.Subject()))
	case removed:
		diags.Append(unnamedContentsErrors(ctx, begun, state)...)
		if diags.HasError() {
			return
		}
		diags.Append(remove(begun.Client)...)
	case left:
		// Nothing happens to it.
	}
}

// outcome is what becomes of an object at its destroy. It follows from the effect of the policy and
// from other facts.
type outcome int

const (
	// left is unchanged, and nobody has it.
	left outcome = iota
	// handedOver is unchanged, for the create that follows at the same address.
	handedOver
	// leftToOther is unchanged, because another instance needs it.
	leftToOther
	// removed is deleted, disabled or restored, as the effect says.
	removed
	// refusedByPolicy is unchanged, after an error.
	refusedByPolicy
	// refusedAsIrreplaceable is unchanged, after an error: no create could make it again.
	refusedAsIrreplaceable
	// refusedForLostValues is unchanged, after an error: the create does not know values that only
	// the state has.
	refusedForLostValues
)

// destroyFacts decide the outcome of a destroy. "The object" is the one of the state; "the create"
// is the one that follows at the same address.
type destroyFacts struct {
	// effect is that of deletion_policy on the object.
	effect Effect
	// isAdopted means that Terraform has found the object instead of creating it.
	isAdopted bool
	// isNeeded means that another instance has or wants the object.
	isNeeded bool
	// isReplaced means that there is a create. Without one, the facts below have no effect.
	isReplaced bool
	// cannotRecreate means that the create cannot make an object such as an adopted one again.
	cannotRecreate bool
	// adoptsExisting means that the plan of the create adopts the object if it is there, although
	// the configuration does not name it.
	adoptsExisting bool
	// isIDConfigured means that the configuration of the create contains the id of the object.
	isIDConfigured bool
	// isPlannedUnseen means that the plan of the create has decided on the object without seeing
	// the state, because the instance is tainted.
	isPlannedUnseen bool
}

// factsOf returns what the state and the type say of a destroy.
func (r *Resource) factsOf(state Object) destroyFacts {
	return destroyFacts{
		effect:         state.Effect(),
		isAdopted:      state.isAdopted(),
		cannotRecreate: r.CannotRecreate,
		adoptsExisting: r.AdoptsExisting,
	}
}

// decide returns what becomes of the object.
func (d destroyFacts) decide() outcome {
	switch {
	case d.effect == EffectRefuse:
		return refusedByPolicy
	case d.isReplaced:
		return d.decideReplacement()
	case d.effect == EffectLeave:
		return left
	case d.isNeeded:
		return leftToOther
	}
	return removed
}

// decideReplacement returns what becomes of an object before the create at its address.
func (d destroyFacts) decideReplacement() outcome {
	switch {
	case d.deletesIrreplaceable():
		return refusedAsIrreplaceable
	case d.isTakenUnseen():
		return refusedForLostValues
	case d.effect.InReplacement(d.isAdopted, d.isIDConfigured) == EffectLeave:
		return handedOver
	case d.isNeeded:
		return leftToOther
	}
	return removed
}

// deletesIrreplaceable reports whether deletion_policy asks to change an object that the create
// cannot make again.
func (d destroyFacts) deletesIrreplaceable() bool {
	if d.effect == EffectLeave {
		return false
	}
	return d.isAdopted && d.cannotRecreate
}

// isTakenUnseen reports whether the create takes an object as if Terraform had never managed it.
// The state would lose adopted and the values that were overwritten.
func (d destroyFacts) isTakenUnseen() bool {
	// An object whose id is configured is handed over with its state, so that the create sees it
	// after all.
	isUnseen := d.isPlannedUnseen && !d.isIDConfigured
	isTaken := d.isAdopted || d.adoptsExisting
	return isUnseen && isTaken
}

// handOver leaves an object to the create that follows at the same address.
func (r *Resource) handOver(to *NextCreate, key ledger.Key, from tfsdk.State, state Object) {
	if !to.HasConfigured(key.ID) {
		key = r.ledgerNameKey(state)
	}
	if to.CanTakeFrom(state.AccountRef()) {
		ledger.Remember(&r.Ledger, key, handover{from.Raw, state.isAdopted()})
	}
}

// LostValuesError refuses a replacement whose create was planned without the state of its object.
func LostValuesError(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic(subject.Heading()+" must not be replaced", subject.WithIDs(fmt.Sprintf(
		"The plan was made without a refresh, so the replacement would lose values that only the state has of %s. "+
			"Plan again without -refresh=false.", subject)))
}

// nameContents names in a warning what a planned destroy deletes with an object, and returns its
// ids for the destroy.
func (r *Resource) nameContents(ctx context.Context, state Object, diags *diag.Diagnostics) (ids []string) {
	container, isContainer := state.(Container)
	if !isContainer || !r.IsConfigured() {
		return nil
	}
	read := func(client *videoindexer.Client) (Contents, error) { return container.Contents(ctx, client) }
	c, err := providerdata.ReadWithAccessCheck(ctx, r.Data, state.AccountRef(), read)
	if err != nil && !videoindexer.IsNotFound(err) {
		diags.Append(apidiag.Warning("list the contents of", state.Subject(), err))
	}
	ids = slices.Sorted(maps.Keys(c.Names))
	if len(ids) == 0 {
		return nil
	}
	diags.Append(DeletionWarning(c.Kind, c.namesOf(ids), state.Subject(), `To keep them, set deletion_policy = "abandon" and apply that first.`))
	// A process that has applied plans again only to destroy a deposed object, and nobody reviews
	// that plan.
	if r.Ledger.HasApplied() {
		return nil
	}
	return ids
}

// unnamedContentsErrors reports contents that a destroy would delete with an object, and that the
// plan has not named. If the service does not show them, the destroy continues.
func unnamedContentsErrors(ctx context.Context, begun BegunDestroy, state Object) (diags diag.Diagnostics) {
	container, isContainer := state.(Container)
	if !isContainer {
		return nil
	}
	c, err := container.Contents(ctx, begun.Client)
	switch {
	case videoindexer.IsNotFound(err) || videoindexer.IsUnsupported(err):
		return nil
	case err != nil:
		diags.Append(apidiag.Error("list the contents of", state.Subject(), err))
	default:
		ids := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Names)), func(id string) bool {
			// A service can spell an id in other letters in each response.
			return slices.ContainsFunc(begun.contents, func(named string) bool { return strings.EqualFold(named, id) })
		})
		if len(ids) > 0 {
			diags.Append(unnamedContentsError(c.Kind, c.namesOf(ids), state.Subject(), begun.Create.replacesTainted()))
		}
	}
	return diags
}

func (c Contents) namesOf(ids []string) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = c.Names[id]
	}
	slices.Sort(names)
	return names
}
