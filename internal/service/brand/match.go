package brand

import (
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
	m := matching{wanted, prior, make(map[string]string, len(wanted)), make(map[string]bool, len(prior))}
	m.byID()
	m.byName(func(label string) string { return prior[label].Values.Name() })
	m.byLabel()
	m.byName(func(label string) string {
		if end(prior[label]) != set.Restore {
			return ""
		}
		return prior[label].Overwritten.Name()
	})
	return m.matched
}

type matching struct {
	wanted, prior set.Brands
	matched       map[string]string
	isTaken       map[string]bool // of the labels of the state
}

func (m *matching) pair(label, of string) { m.matched[label], m.isTaken[of] = of, true }

func (m *matching) byID() {
	labels := m.prior.ByID()
	for label, b := range m.wanted {
		if of, isPrior := labels[b.ID]; isPrior {
			m.pair(label, of)
		}
	}
}

// byName pairs what is wanted with brands that are not taken, by a name of theirs; "" for none.
func (m *matching) byName(nameOf func(label string) string) {
	labels := make(map[string]string, len(m.prior))
	for _, label := range m.prior.Labels() {
		if name := videoindexer.NormalText(nameOf(label)); name != "" && !m.isTaken[label] && labels[name] == "" {
			labels[name] = label
		}
	}
	for _, label := range m.wanted.Labels() {
		b := m.wanted[label]
		_, isMatched := m.matched[label]
		of, isPrior := labels[videoindexer.NormalText(b.Values.Name())]
		if isPrior && !isMatched && !m.isTaken[of] && b.ID == 0 && !b.IsOpen && b.Values.Has(field.Name) {
			m.pair(label, of)
		}
	}
}

func (m *matching) byLabel() {
	for _, label := range m.wanted.Labels() {
		_, isMatched := m.matched[label]
		if _, isPrior := m.prior[label]; isPrior && !isMatched && !m.isTaken[label] && m.wanted[label].ID == 0 {
			m.pair(label, label)
		}
	}
}
