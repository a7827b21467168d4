package brand

import (
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// named is a brand of a configuration, with the name that its label stands for where neither an id nor a name is configured.
func (m *resourceModel) named(label string, b set.Brand) set.Brand {
	if m.layout.isMap() && b.ID == 0 && !b.IsOpen && !b.Values.Has(field.Name) && !b.Values.IsUnknown(field.Name) {
		b.Values.SetName(label)
	}
	return b
}

// match finds the brands of a configuration among those of a state: first by configured ids, then by names, then by labels. So another label
// for a brand is no change, and neither are names that two entries exchange. At last, an entry is the brand that would get its name back, if it
// left. The result has the labels of the state, by those that are wanted.
func match(wanted, prior set.Brands, end func(set.Brand) set.Kind) map[string]string {
	matched, isTaken := make(map[string]string, len(wanted)), make(map[string]bool, len(prior))
	pair := func(has, wants func(label string, b set.Brand) string) {
		labels := make(map[string]string, len(prior))
		for _, of := range prior.Labels() {
			if key := has(of, prior[of]); key != "" && !isTaken[of] && labels[key] == "" {
				labels[key] = of
			}
		}
		for _, label := range wanted.Labels() {
			of, isPrior := labels[wants(label, wanted[label])]
			if _, isMatched := matched[label]; isPrior && !isMatched && !isTaken[of] {
				matched[label], isTaken[of] = of, true
			}
		}
	}
	id := func(_ string, b set.Brand) string { return strings.TrimLeft(idOf(b.ID), "0") }
	name := func(_ string, b set.Brand) string {
		if b.ID != 0 || b.IsOpen || !b.Values.Has(field.Name) {
			return ""
		}
		return videoindexer.NormalText(b.Values.Name())
	}
	pair(id, id)
	pair(func(_ string, b set.Brand) string { return videoindexer.NormalText(b.Values.Name()) }, name)
	pair(func(label string, _ set.Brand) string { return "label " + label }, func(label string, b set.Brand) string {
		if b.ID != 0 {
			return ""
		}
		return "label " + label
	})
	pair(func(_ string, b set.Brand) string {
		if end(b) != set.Restore {
			return ""
		}
		return videoindexer.NormalText(b.Overwritten.Name())
	}, name)
	return matched
}
