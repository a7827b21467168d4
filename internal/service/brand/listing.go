package brand

import (
	"cmp"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// listing is the brands of an account, also by name.
type listing struct {
	all          []videoindexer.Brand
	byName       map[string]*videoindexer.Brand // in normal form
	byFoldedName map[string]*videoindexer.Brand // as some services compare names
}

// newListing finds brands by their names, but not those that entries rename by their ids.
func newListing(brands []videoindexer.Brand, entries set.Entries) *listing {
	l := &listing{all: brands, byName: make(map[string]*videoindexer.Brand, len(brands))}
	l.byFoldedName = make(map[string]*videoindexer.Brand, len(brands))
	// That brands have or get.
	names := make(map[int32]string, len(entries))
	for _, entry := range entries {
		names[entry.ID] = entry.Values.Name()
	}
	for i := range brands {
		b := &brands[i]
		name := videoindexer.NormalText(b.Name)
		isKept := videoindexer.IsSameText(cmp.Or(names[b.ID], name), name)
		if isKept && l.byName[name] == nil {
			l.byName[name], l.byFoldedName[set.FoldName(name)] = b, b
		}
	}
	return l
}

// findByName returns the brand with a name; nil for none.
func (l *listing) findByName(name string) *videoindexer.Brand {
	return l.byName[videoindexer.NormalText(name)]
}

// findAlike returns the brand whose name is the same, or differs only in letter case; nil for none.
func (l *listing) findAlike(name string) *videoindexer.Brand {
	return cmp.Or(l.findByName(name), l.byFoldedName[set.FoldName(name)])
}

// unlisted returns the names of the brands that are not among the given ones, and that no other instance needs.
func (l *listing) unlisted(brands set.Brands, needed []string) []string {
	names := []string{}
	for _, b := range l.without(brands) {
		if !slices.Contains(needed, idOf(b.ID)) {
			names = append(names, b.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// without returns the brands that are not among the given ones, by id or name.
func (l *listing) without(brands set.Brands) (others []videoindexer.Brand) {
	byID := brands.LabelsByID()
	hasName := make(map[string]bool, len(brands))
	for _, b := range brands {
		hasName[videoindexer.NormalText(b.Values.Name())] = b.Values.HasAny(field.NameMask)
	}
	for _, b := range l.all {
		_, isListed := byID[b.ID]
		if !isListed && !hasName[videoindexer.NormalText(b.Name)] {
			others = append(others, b)
		}
	}
	return others
}
