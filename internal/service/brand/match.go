package brand

import (
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// rule compares a brand of a state with an entry: they match if both functions return the same
// text. The text is "" if the rule does not apply.
type rule struct {
	inState, inEntry func(label string, b set.Brand) string
}

// matchLabels finds the brands of a configuration among those of a state, by one rule after the
// other. It returns the labels of the state by the labels of the configuration.
func matchLabels(wanted, prior set.Brands, rules []rule) map[string]string {
	matched := make(map[string]string, len(wanted))
	isTaken := make(map[string]bool, len(prior))
	for _, current := range rules {
		free := current.freeLabels(prior, isTaken)
		for _, label := range wanted.Labels() {
			text := current.inEntry(label, wanted[label])
			priorLabel, isFree := free[text]
			_, isMatched := matched[label]
			if isFree && !isMatched {
				matched[label] = priorLabel
				isTaken[priorLabel] = true
				delete(free, text)
			}
		}
	}
	return matched
}

// freeLabels returns the labels of the state that are not taken, by the texts that the rule
// compares. Of two brands with one text, it has the first one.
func (r rule) freeLabels(prior set.Brands, isTaken map[string]bool) map[string]string {
	free := make(map[string]string, len(prior))
	for _, label := range slices.Backward(prior.Labels()) {
		if !isTaken[label] {
			free[r.inState(label, prior[label])] = label
		}
	}
	// To these brands, the rule does not apply.
	delete(free, "")
	return free
}

// matchRules returns the rules in their order. ReleaseVerb returns what is done with a brand that
// leaves the state.
func matchRules(releaseVerb func(set.Brand) set.Verb) []rule {
	hasID := func(e set.Brand) bool { return e.ID != 0 }
	hasNoID := func(e set.Brand) bool { return e.ID == 0 }
	name := func(_ string, b set.Brand) string { return videoindexer.NormalText(b.Values.Name()) }
	// The prefix is for the label "", to which the rule applies as well.
	label := func(label string, _ set.Brand) string { return "label " + label }
	formerName := func(_ string, b set.Brand) string {
		if releaseVerb(b) != set.Restore {
			return ""
		}
		return videoindexer.NormalText(b.Overwritten.Name())
	}
	return []rule{
		// A configured id means one brand, whatever its name and label are.
		{inState: idOfBrand, inEntry: onlyIf(hasID, idOfBrand)},
		// If two entries exchange their names, or an entry gets another key, only labels change: no
		// brand is renamed.
		{inState: name, inEntry: onlyIf(set.Brand.IsByName, name)},
		// An entry may rename the brand with its label.
		{inState: label, inEntry: onlyIf(hasNoID, label)},
		// An entry may have the name that its brand would get back if it left the state.
		{inState: formerName, inEntry: onlyIf(set.Brand.IsByName, name)},
	}
}

func idOfBrand(_ string, b set.Brand) string { return brandIDText(b.ID) }

// onlyIf applies a function to the entries that meet a condition.
func onlyIf(
	isMet func(set.Brand) bool, text func(label string, b set.Brand) string,
) func(label string, b set.Brand) string {
	return func(label string, e set.Brand) string {
		if !isMet(e) {
			return ""
		}
		return text(label, e)
	}
}
