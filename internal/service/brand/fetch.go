package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// facts are the input of a plan's decision: brands as they were read, and what the ledger knows.
type facts struct {
	// brands are those that were read by their ids; nil for one that does not exist.
	brands map[int32]*videoindexer.Brand
	// list has the brands of the account; nil if it was not read.
	list *listing
	// notesOfBrand has what the ledger knows of brands, by id.
	notesOfBrand map[int32]ledgerNotes
	// notesOfName has what the ledger knows of names, in the form of set.FoldName.
	notesOfName map[string]ledgerNotes
	// neededIDs are the ids of the brands that other instances need.
	neededIDs []string
}

// fetch reads what a decision needs: brands by their ids, and the list of the account. The first
// plan of a replacement needs nothing.
func (r *brandResource) fetch(
	ctx context.Context, begun managed.BegunPlan, config, prior *resourceModel, diags *diag.Diagnostics,
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

// idsToAdopt returns the ids of the brands that were read for entries without a brand of the state.
func (f facts) idsToAdopt(wanted set.Brands, matched map[string]string) (ids []int32) {
	for label, entry := range wanted {
		_, isMatched := matched[label]
		remote := f.readBrand(entry)
		if remote != nil && !isMatched {
			ids = append(ids, remote.ID)
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
		remote := f.readBrand(entry)
		if remote != nil {
			f.notesOfBrand[remote.ID] = v.ledgerNotesOf(ledgerKey(v.account, remote.ID))
		}
		if entry.IsByName() {
			name := entry.Values.Name()
			f.notesOfName[set.FoldName(name)] = v.ledgerNotesOf(nameKey(v.account, name))
		}
	}
}

// readBrand returns the brand of an entry, as it was read; nil if it was not.
func (f facts) readBrand(e set.Brand) *videoindexer.Brand {
	if f.list != nil && e.IsByName() {
		return f.list.findByName(e.Values.Name())
	}
	return f.brands[e.ID]
}

// remote returns the brand of an entry as it was just read; nil if it was not, or was deleted after
// the read.
func (f facts) remote(e set.Brand) *videoindexer.Brand {
	remote := f.readBrand(e)
	if remote == nil || f.notesOfBrand[remote.ID].isDeleted {
		return nil
	}
	return remote
}

// isMissing reports whether the service has no brand with a configured id.
func (f facts) isMissing(e set.Brand) bool {
	remote, isRead := f.brands[e.ID]
	return isRead && remote == nil
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
