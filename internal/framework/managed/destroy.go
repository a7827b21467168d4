package managed

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

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
	target, isLoaded := r.Load(ctx, req.State, state, diags)
	if !isLoaded {
		return begun, false
	}
	begun.Client = target.Client
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
	ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state ObjectModel,
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
	facts.IsNeeded = r.Ledger.IsNeeded(key, begun.Instance, begun.Needed.IDs...)
	facts.CreateFacts = begun.Create.FactsFor(key.ID, createdName(state))
	facts.HandsOverState = true
	switch facts.Outcome() {
	case OutcomeRefusedByPolicy:
		protected, _ := state.(Protected)
		diags.Append(protected.DestroyError())
	case OutcomeIrreplaceable:
		diags.Append(replacementError(state.Subject(), nil))
	case OutcomeLosesValues:
		diags.Append(LostValuesError(state.Subject()))
	case OutcomeHandedOver:
		r.handOver(begun.Create, key, req.State, state)
	case OutcomeLeftToOther:
		diags.Append(LeftToOtherWarning(state.Subject()))
	case OutcomeRemoved:
		diags.Append(unnamedContentsErrors(ctx, begun, state)...)
		if diags.HasError() {
			return
		}
		diags.Append(remove(begun.Client)...)
	case OutcomeLeft:
		// Nothing happens to it.
	}
}

// factsOf returns what the state and the type say of a destroy.
func (r *Resource) factsOf(state ObjectModel) DestroyFacts {
	return r.DestroyFacts(state.Effect(), state.isAdopted())
}

// LostValuesError refuses a replacement whose create was planned without the state of its object.
func LostValuesError(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic(subject.Heading()+" must not be replaced", subject.WithIDs(fmt.Sprintf(
		"The plan was made without a refresh, so the replacement would lose values that only the state has of %s. "+
			"Plan again without -refresh=false.", subject)))
}

// How to keep the contents of an object. The destroy of a tainted object has the policy of the last
// apply as well, but every apply destroys it.
const (
	keepByPolicy  = `To keep them, set deletion_policy = "abandon" and apply that first.`
	keepByUntaint = "To keep them, run `terraform untaint '<address>'`."
)

// nameContents names in a warning what a planned destroy deletes with an object, and returns its
// ids for the destroy. Advice says how to keep them.
func (r *Resource) nameContents(
	ctx context.Context, state ObjectModel, advice string,
) (ids []string, diags diag.Diagnostics) {
	container, isContainer := state.(Container)
	if !isContainer || !r.IsConfigured() {
		return nil, diags
	}
	read := func(client *videoindexer.Client) (Contents, error) { return container.Contents(ctx, client) }
	c, err := providerdata.ReadWithAccessCheck(ctx, r.Data, state.AccountRef(), read)
	if err != nil && !videoindexer.IsNotFound(err) {
		diags.Append(apidiag.Warning("list the contents of", state.Subject(), err))
	}
	ids = slices.Sorted(maps.Keys(c.Names))
	if len(ids) == 0 {
		return nil, diags
	}
	diags.Append(DeletionWarning(c.Kind, c.namesOf(ids), state.Subject(), advice))
	// A process that has applied plans again only to destroy a deposed object, and nobody reviews
	// that plan.
	if r.Ledger.HasApplied() {
		return nil, diags
	}
	return ids, diags
}

// unnamedContentsErrors reports contents that a destroy would delete with an object, and that the
// plan has not named. If the service does not show them, the destroy continues.
func unnamedContentsErrors(ctx context.Context, begun BegunDestroy, state ObjectModel) (diags diag.Diagnostics) {
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
			isTainted := begun.Create.mayReplaceTainted()
			diags.Append(unnamedContentsError(c.Kind, c.namesOf(ids), state.Subject(), isTainted))
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
