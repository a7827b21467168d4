package brand

import (
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// match finds the brands of a configuration among those of a state, by one rule after the other. It returns the labels
// of the state by the labels of the configuration.
func match(wanted set.Entries, prior set.Brands, onRemoval func(set.Brand) set.Verb) map[string]string {
	matched := make(map[string]string, len(wanted))
	isTaken := make(map[string]bool, len(prior))
	for _, rule := range []rule{sameID, sameName, sameLabel, getsItsNameBack(onRemoval)} {
		labels := make(map[string]string, len(prior)) // labels of the state by what the rule compares
		for _, priorLabel := range prior.Labels() {
			key := rule.inState(priorLabel, prior[priorLabel])
			isFree := !isTaken[priorLabel] && labels[key] == ""
			if isFree && key != "" {
				labels[key] = priorLabel
			}
		}
		for _, label := range wanted.Labels() {
			priorLabel, isPrior := labels[rule.inEntry(label, wanted[label])]
			_, isMatched := matched[label]
			isFree := isPrior && !isTaken[priorLabel]
			if isFree && !isMatched {
				matched[label], isTaken[priorLabel] = priorLabel, true
			}
		}
	}
	return matched
}

// rule compares a brand of a state with an entry: they match if both functions return the same text. The text is "" if
// the rule does not apply.
type rule struct {
	inState func(label string, b set.Brand) string
	inEntry func(label string, e set.Entry) string
}

var (
	// sameID is the first rule, since a configured id means one brand, whatever its name and label are.
	sameID = rule{inState: hasID, inEntry: wantsID}
	// sameName comes before sameLabel: if two entries exchange their names, or an entry gets another key, only labels
	// change, and no brand is renamed.
	sameName = rule{inState: hasName, inEntry: wantsName}
	// sameLabel finds the brand that an entry renames.
	sameLabel = rule{inState: hasLabel, inEntry: wantsLabel}
)

// getsItsNameBack makes the last rule: an entry has the name that its brand would get back if it left the state.
func getsItsNameBack(onRemoval func(set.Brand) set.Verb) rule {
	return rule{inEntry: wantsName, inState: func(_ string, b set.Brand) string {
		if onRemoval(b) != set.Restore {
			return ""
		}
		return videoindexer.NormalText(b.Overwritten.Name())
	}}
}

func hasID(_ string, b set.Brand) string {
	isWithoutID := b.ID == 0
	if isWithoutID {
		return ""
	}
	return idOf(b.ID)
}

func wantsID(label string, e set.Entry) string { return hasID(label, e.Brand) }

func hasName(_ string, b set.Brand) string { return videoindexer.NormalText(b.Values.Name()) }

// wantsName returns the name of an entry that has no id.
func wantsName(label string, e set.Entry) string {
	if !e.IsByName() {
		return ""
	}
	return hasName(label, e.Brand)
}

func hasLabel(label string, _ set.Brand) string { return "label " + label } // a label may be ""

// wantsLabel returns the label of an entry without an id.
func wantsLabel(label string, e set.Entry) string {
	if e.ID != 0 {
		return ""
	}
	return hasLabel(label, e.Brand)
}
