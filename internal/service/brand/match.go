package brand

import (
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// named are the brands of a configuration, with the names that labels stand for where neither an id nor a name is configured.
func (m *resourceModel) named() set.Brands {
	wanted := make(set.Brands, len(m.Brands))
	for label, b := range m.Brands {
		if m.layout.isMany() && b.ID == 0 && !b.IsOpen && !b.Values.Has(field.Name) && !b.Values.IsUnknown(field.Name) {
			b.Values.SetName(label)
		}
		wanted[label] = b
	}
	return wanted
}

// match finds the brands of a configuration among those of a state: first by configured ids, then by names, then by labels. So another label
// for a brand is no change, and neither are names that two entries exchange. The result has the labels of the state, by those that are
// wanted.
func match(wanted, prior set.Brands) map[string]string {
	matched, isTaken := make(map[string]string, len(wanted)), make(map[string]bool, len(prior))
	pair := func(label, of string) { matched[label], isTaken[of] = of, true }
	byID, byName := prior.ByID(), make(map[string]string, len(prior))
	for label, b := range wanted {
		if of, isPrior := byID[b.ID]; isPrior {
			pair(label, of)
		}
	}
	for _, label := range prior.Labels() {
		if name := videoindexer.NormalName(prior[label].Values.Name()); !isTaken[label] && byName[name] == "" {
			byName[name] = label
		}
	}
	for _, label := range wanted.Labels() {
		of, isPrior := byName[videoindexer.NormalName(wanted[label].Values.Name())]
		if b := wanted[label]; isPrior && !isTaken[of] && b.ID == 0 && !b.IsOpen && b.Values.Has(field.Name) {
			pair(label, of)
		}
	}
	for _, label := range wanted.Labels() {
		_, isMatched := matched[label]
		if _, isPrior := prior[label]; isPrior && !isMatched && !isTaken[label] && wanted[label].ID == 0 {
			pair(label, label)
		}
	}
	return matched
}
