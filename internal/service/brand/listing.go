package brand

import (
	"cmp"
	"slices"

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
func newListing(brands []videoindexer.Brand, entries set.Brands) *listing {
	list := &listing{
		all:          brands,
		byName:       make(map[string]*videoindexer.Brand, len(brands)),
		byFoldedName: make(map[string]*videoindexer.Brand, len(brands)),
	}
	wantedNames := make(map[int32]string, len(entries))
	for _, entry := range entries {
		wantedNames[entry.ID] = entry.Values.Name()
	}
	for i := range brands {
		brand := &brands[i]
		name := videoindexer.NormalText(brand.Name)
		wantedName := cmp.Or(wantedNames[brand.ID], name)
		keepsName := videoindexer.IsSameText(wantedName, name)
		if keepsName && list.byName[name] == nil {
			list.byName[name] = brand
			list.byFoldedName[set.FoldName(name)] = brand
		}
	}
	return list
}

// findByName returns the brand with a name; nil for none.
func (l *listing) findByName(name string) *videoindexer.Brand {
	return l.byName[videoindexer.NormalText(name)]
}

// findAlike returns the brand whose name is the same, or differs only in letter case; nil for none.
func (l *listing) findAlike(name string) *videoindexer.Brand {
	return cmp.Or(l.findByName(name), l.byFoldedName[set.FoldName(name)])
}

// unlistedNames returns the names of the brands that are not among the given ones, and that no
// other instance needs.
func (l *listing) unlistedNames(brands set.Brands, needed []string) []string {
	names := []string{}
	for _, b := range l.without(brands) {
		if !slices.Contains(needed, brandIDText(b.ID)) {
			names = append(names, b.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// without returns the brands that are not among the given ones, by id or name.
func (l *listing) without(brands set.Brands) (others []videoindexer.Brand) {
	labels := brands.LabelsByID()
	isNameGiven := make(map[string]bool, len(brands))
	for _, b := range brands {
		isNameGiven[videoindexer.NormalText(b.Values.Name())] = b.Values.HasName()
	}
	for _, b := range l.all {
		_, isIDGiven := labels[b.ID]
		if !isIDGiven && !isNameGiven[videoindexer.NormalText(b.Name)] {
			others = append(others, b)
		}
	}
	return others
}
