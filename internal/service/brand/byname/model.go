// Package byname is videoindexer_brand_dictionary: the brands of an account by name, in one resource that creates and deletes them.
package byname

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// dictionaryModel is a videoindexer_brand_dictionary.
type dictionaryModel struct {
	entries.Model
	Exclusive types.Bool `tfsdk:"exclusive"`
	Adopted   nameSet    `tfsdk:"adopted"`
}

func (m *dictionaryModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Delete)
}

// setDefaults fills in what an import leaves open, so that the plan after it has nothing to change.
func (m *dictionaryModel) setDefaults() {
	m.DeletionPolicy = types.StringValue(string(m.policy()))
	m.Parallelism = int32type.New(entries.DefaultParallelism)
	m.Exclusive = types.BoolValue(false)
}

// brands are those of the model. Whether one is adopted is false where it is unknown.
func (m *dictionaryModel) brands() entries.Brands {
	brands := kind.State(&m.Model)
	for _, name := range m.Adopted.names() {
		if b, ok := brands[name]; ok {
			b.IsAdopted = true
			brands[name] = b
		}
	}
	return brands
}

// set puts brands into the model.
func (m *dictionaryModel) set(brands entries.Brands) diag.Diagnostics {
	m.Adopted = newNameSet(adopted(brands))
	return kind.Set(&m.Model, brands)
}

func adopted(brands entries.Brands) (names []string) {
	for name, b := range brands {
		if b.IsAdopted {
			names = append(names, name)
		}
	}
	return names
}

// kept is what private state holds.
type kept struct {
	// Complete are the brands of which every field is managed: they need not be read before they are written.
	Complete []string `json:"complete,omitempty"`
	// Renamed are the names of the configuration, by those that the brands have been given elsewhere.
	Renamed map[string]string `json:"renamed,omitempty"`
	// Unlisted are brands that no configuration has named: a refresh shows them because the dictionary is exclusive.
	Unlisted []string `json:"unlisted,omitempty"`
	// IsNoted is false where there is no private state, as in the destroy of a tainted dictionary.
	IsNoted bool `json:"noted"`
	// IsReplaced marks the plan of a create whose brands the state of this run has. The destroy of a replacement is given that
	// plan; that of an address that is gone is not.
	IsReplaced bool `json:"replaced,omitempty"`
	// Imported marks a dictionary that was imported and not yet read: with all brands of the account, or some.
	Imported string `json:"imported,omitempty"`
}

const (
	keptKey     = "brands"
	allBrands   = "all"
	namedBrands = "named"
)

func keptOf(ctx context.Context, store private.Reader, diags *diag.Diagnostics) (k kept) {
	diags.Append(private.Get(ctx, store, keptKey, &k)...)
	return k
}

func (k kept) save(ctx context.Context, store private.Writer) diag.Diagnostics {
	k.IsNoted = true
	slices.Sort(k.Unlisted)
	return private.Set(ctx, store, keptKey, k)
}

// ending says what becomes of brands whose entries go.
type ending struct {
	// isExclusive says that nothing stays in the account that the dictionary does not list; a destroy is never exclusive.
	isExclusive bool
	policy      deletion.Policy
	unlisted    map[string]bool
}

// ending is that of a destroy, or of an update to a dictionary that is exclusive.
func (m *dictionaryModel) ending(k kept, isExclusive bool) ending {
	unlisted := nameMap(k.Unlisted)
	if m.Exclusive.ValueBool() && !k.IsNoted {
		unlisted = nameMap(m.Adopted.names()) // leave what may never have been managed
	}
	return ending{isExclusive: isExclusive, policy: m.policy(), unlisted: unlisted}
}

func (e ending) of(name string, b set.Brand) set.Kind {
	switch {
	case e.isExclusive:
		return set.Delete
	case e.unlisted[name]:
		return set.Forget
	case e.policy == deletion.Disable:
		return set.Disable
	case e.policy == deletion.Restore && b.IsAdopted:
		return set.Restore
	case e.policy == deletion.Delete && !b.IsAdopted:
		return set.Delete
	}
	return set.Abandon
}

// listing is the brands of an account by name in normal form, and by id.
type listing struct {
	byName map[string]*videoindexer.Brand
	byID   map[int32]*videoindexer.Brand
	// more are brands whose name another one has as well.
	more []*videoindexer.Brand
}

func newListing(brands []videoindexer.Brand) listing {
	l := listing{byName: make(map[string]*videoindexer.Brand, len(brands)), byID: make(map[int32]*videoindexer.Brand, len(brands))}
	for i := range brands {
		b := &brands[i]
		l.byID[b.ID] = b
		if name := videoindexer.NormalName(b.Name); l.byName[name] == nil {
			l.byName[name] = b
		} else {
			l.more = append(l.more, b)
		}
	}
	return l
}

func (l listing) named(name string) *videoindexer.Brand {
	return l.byName[videoindexer.NormalName(name)]
}

// respell gives brands of the state the keys that are wanted: of names that are the same in normal form, and of brands that
// were renamed elsewhere, unless another brand has the name by now. Those stay under the name that they have.
func respell(prior, wanted entries.Brands, renamed map[string]string, now listing) entries.Brands {
	free := make(map[string]string)
	for name := range wanted.Without(prior) {
		free[videoindexer.NormalName(name)] = name
	}
	if len(free) == 0 {
		return prior
	}
	next := maps.Clone(prior)
	for name, b := range prior.Without(wanted) {
		to, isSame := free[videoindexer.NormalName(name)]
		if was, isRenamed := renamed[name]; !isSame && isRenamed {
			to = free[videoindexer.NormalName(was)]
			if holder := now.named(was); holder != nil && holder.ID != b.ID {
				to = ""
			}
		}
		if to != "" {
			delete(next, name)
			next[to] = b
		}
	}
	return next
}

// foundBrand is a brand that was in no state.
func foundBrand(b *videoindexer.Brand) set.Brand {
	return set.Brand{ID: b.ID, Values: field.Of(b.BrandFields), IsAdopted: true}
}
