package brand

import (
	"maps"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// rule compares a brand of a state with an entry: they match if both functions return the same
// text. The text is "" for a brand to which the rule does not apply.
type rule struct {
	appliesTo        func(entry set.Brand) bool
	inState, inEntry func(label string, b set.Brand) string
}

// matchLabels finds the brands of a configuration among those of a state, by one rule after the
// other. It returns the labels of the state by the labels of the configuration.
func matchLabels(wanted, prior set.Brands, rules []rule) map[string]string {
	matched := make(map[string]string, len(wanted))
	for _, next := range rules {
		matched = next.matchMore(wanted, prior, matched)
	}
	return matched
}

// matchMore returns what earlier rules have matched, and what the rule matches of the rest.
func (r rule) matchMore(wanted, prior set.Brands, earlier map[string]string) map[string]string {
	matched := make(map[string]string, len(wanted))
	maps.Copy(matched, earlier)
	free := r.freeLabels(prior, earlier)
	for _, label := range wanted.Labels() {
		_, isMatched := matched[label]
		if isMatched || !r.appliesTo(wanted[label]) {
			continue
		}
		text := r.inEntry(label, wanted[label])
		priorLabel, isFree := free[text]
		if isFree {
			matched[label] = priorLabel
			delete(free, text)
		}
	}
	return matched
}

// freeLabels returns the labels of the state that are not matched, by the texts that the rule
// compares. Of two brands with one text, it has the first one.
func (r rule) freeLabels(prior set.Brands, matched map[string]string) map[string]string {
	isTaken := takenLabels(matched)
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

// takenLabels returns the labels of the state that are matched.
func takenLabels(matched map[string]string) map[string]bool {
	isTaken := make(map[string]bool, len(matched))
	for _, label := range matched {
		isTaken[label] = true
	}
	return isTaken
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
		{appliesTo: hasID, inState: idOfBrand, inEntry: idOfBrand},
		// If two entries exchange their names, or an entry gets another key, only labels change: no
		// brand is renamed.
		{appliesTo: set.Brand.IsByName, inState: name, inEntry: name},
		// An entry may rename the brand with its label.
		{appliesTo: hasNoID, inState: label, inEntry: label},
		// An entry may have the name that its brand would get back if it left the state.
		{appliesTo: set.Brand.IsByName, inState: formerName, inEntry: name},
	}
}

func idOfBrand(_ string, b set.Brand) string { return brandIDText(b.ID) }
