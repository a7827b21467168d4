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

// facts are the input of a plan's decision: what was read, and what the ledger knows.
type facts struct {
	// matched are the labels of the state by those of the configuration, as far as these two show.
	matched map[string]string
	// entries are the facts of each entry, by label.
	entries map[string]entryFacts
	// list has the brands of the account; nil if it was not read, as without extended operations.
	list *listing
	// neededIDs are the ids of the brands that other instances need.
	neededIDs []string
}

// entryFacts are the facts of an entry.
type entryFacts struct {
	// remote is the brand of the entry; nil if it was not read, does not exist, or was deleted
	// after the read.
	remote *videoindexer.Brand
	// isMissing means that the service has no brand with the configured id.
	isMissing bool
	// isListed means that the list was searched for the configured name.
	isListed bool
	// ofBrand and ofName are what the ledger has of the brand, and of the name.
	ofBrand, ofName ledgerNotes
}

// fetch reads what a decision needs: brands by their ids, and the list of the account. The first
// plan of a replacement needs nothing.
func (r *brandResource) fetch(
	ctx context.Context, begun managed.BegunPlan, config, prior *resourceModel, diags *diag.Diagnostics,
) (f facts) {
	account := config.AccountRef()
	f.neededIDs = begun.NeededIDs()
	f.matched = matchLabels(config.Brands, prior.Brands, matchRules(config.removalVerb))
	if begun.Step == managed.StepReplace {
		return f
	}
	if !r.IsConfigured() || !config.KnowsAccount() {
		return f
	}
	byID, needsList := config.brandsToRead(prior, f.matched)
	found := r.readBrandsByID(ctx, config, byID, videoindexer.IsObjectMissing, diags)
	if needsList && r.HasExtended() {
		f.list = r.readListing(ctx, account, config.Brands, diags)
	}
	f.addEntries(config.Brands, found)
	view := r.viewOf(account, begun.Instance)
	err := view.noteWanted(ctx, f.idsToAdopt())
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

// addEntries adds the brands that were read: from the list, or by their ids, where nil means that
// there is none.
func (f *facts) addEntries(wanted set.Brands, found map[int32]*videoindexer.Brand) {
	f.entries = make(map[string]entryFacts, len(wanted))
	for label, entry := range wanted {
		if f.list != nil && entry.IsByName() {
			f.entries[label] = entryFacts{remote: f.list.findByName(entry.Values.Name()), isListed: true}
			continue
		}
		remote, isRead := found[entry.ID]
		f.entries[label] = entryFacts{remote: remote, isMissing: isRead && remote == nil}
	}
}

// idsToAdopt returns the ids of the brands that were read for entries without a brand of the state.
func (f *facts) idsToAdopt() (ids []int32) {
	for label, known := range f.entries {
		_, isMatched := f.matched[label]
		if known.remote != nil && !isMatched {
			ids = append(ids, known.remote.ID)
		}
	}
	return ids
}

// addNotes adds what is noted of brands and names: an earlier release may have deleted or left
// them.
func (f *facts) addNotes(v ledgerView, wanted set.Brands) {
	for label, known := range f.entries {
		if known.remote != nil {
			known.ofBrand = v.ledgerNotesOf(ledgerKey(v.account, known.remote.ID))
		}
		if known.ofBrand.isDeleted {
			known.remote = nil
		}
		if known.isListed {
			known.ofName = v.ledgerNotesOf(nameKey(v.account, wanted[label].Values.Name()))
		}
		f.entries[label] = known
	}
}

// readBrandsByID reads the brands of a model that have an id: from the account's list with extended
// operations, and otherwise one by one. A brand that is gone is nil.
func (r *brandResource) readBrandsByID(
	ctx context.Context, owner *resourceModel, brands set.Brands, isGone func(error) bool, diags *diag.Diagnostics,
) map[int32]*videoindexer.Brand {
	account := owner.AccountRef()
	found := make(map[int32]*videoindexer.Brand, len(brands))
	results := set.ReadAll(brands, owner.parallelism(), func(id int32) (*videoindexer.Brand, error) {
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
	diags.Append(owner.resultErrors(results)...)
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
