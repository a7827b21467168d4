package brand_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

const (
	byID   = "videoindexer_brands"
	byName = "videoindexer_brand_dictionary"
)

// many is a configuration of one of the kinds, which describes brands: Old is brand 7, and Other brand 8.
func many(kind, policy, description string, names ...string) acctest.Values {
	if kind == single {
		return adoption(policy, acctest.Values{"description": description})
	}
	brands := acctest.Values{}
	for _, name := range names {
		if kind == byID {
			name = map[string]string{"Old": "7", "Other": "8"}[name]
		}
		brands[name] = acctest.Values{"description": description}
	}
	return acctest.Values{"brands": brands, "deletion_policy": policy}
}

// dictionaryWays are those in which a dictionary has a part, under a policy.
func dictionaryWays(policy string) []way {
	all := append(nameWays(policy), exclusiveWays(policy)...)
	for _, kind := range []string{byID, byName} {
		for _, w := range waysOf(kind, policy) {
			w.name = strings.TrimPrefix(kind, "videoindexer_") + ", " + w.name
			all = append(all, w)
		}
	}
	return all
}

const (
	moves     = "to another address"
	untouched = "7 Old as found, 8 Other other"
	kept      = "7 Old mine, 8 Other other"
)

// unless makes a way an error of the plan where the end of what leaves would write to the brand. The messages of one that
// leaves it depend on the order: see isOpen.
func (w way) unless(isWritten bool, stops way) way {
	if w.isOpen = !isWritten; isWritten {
		w.stops, w.end, w.overwritten = moves, stops.end, stops.overwritten
	}
	return w
}

// waysOf are those of a dictionary that has adopted brand 7. One by name never deletes what it has adopted.
func waysOf(kind, policy string) []way {
	isDeleted := policy == "delete" && kind == byID
	isWritten := policy == "disable" || policy == "restore" || isDeleted
	left := map[bool]string{true: "8 Other other", false: kept}[isDeleted]
	switch policy {
	case "disable":
		left = "7 (Old) mine, 8 Other other"
	case "restore":
		left = untouched
	}
	mine, two, one := many(kind, policy, "mine", "Old"), many(kind, policy, "mine", "Old", "Other"), many(kind, policy, "mine", "Other")
	all := []way{
		{name: "removed", addresses: []place{{kind: kind, before: mine}}, end: left},
		{name: "moved", addresses: []place{{kind: kind, before: mine, after: mine}}, end: kept, overwritten: "as found"},
		{name: "entry removed", addresses: []place{{kind: kind, before: two, after: one}}, end: strings.Replace(left, "Other other", "Other mine", 1), overwritten: "other"},
	}
	for _, replace := range []string{"tainted", unseen, "-replace"} {
		again := []place{{kind: kind, before: mine, after: mine, replace: replace}}
		inPlace := way{name: replace, addresses: again, end: kept, overwritten: "as found"}
		again = slices.Clone(again)
		again[0].first = true
		first := way{name: replace + ", create first", addresses: again, end: kept, warns: `description "as found"`}
		all = append(all, inPlace.orUnseen(replace, policy, first, untouched), first)
	}
	stopped := way{end: kept, overwritten: "as found"}
	for _, other := range []string{single, byID, byName} {
		to := strings.TrimPrefix(other, "videoindexer_")
		theirs := many(other, policy, "theirs", "Old")
		also := way{name: "adopted by a new " + to + " as well", addresses: []place{{kind: kind, before: mine, after: mine}, {kind: other, after: theirs}}, end: "7 Old theirs, 8 Other other", overwritten: "as found, mine", isOpen: true}
		all = append(all,
			way{name: "adopted at once by a " + to, addresses: []place{{kind: kind, after: mine}, {kind: other, after: theirs}}, stops: "planned at two addresses", end: untouched},
			way{name: "goes to a new " + to, addresses: []place{{kind: kind, before: mine}, {kind: other, after: theirs}}, end: "7 Old theirs, 8 Other other", overwritten: "mine"}.unless(isWritten, stopped),
			also)
		switch other {
		case single:
			all = append(all, way{name: "comes from a " + to, addresses: []place{{kind: other, before: many(other, policy, "mine", "Old")}, {kind: kind, after: many(kind, policy, "theirs", "Old")}}, end: "7 Old theirs, 8 Other other", overwritten: "mine"}.unless(policy != "abandon", stopped))
		default:
			all = append(all,
				way{name: "entry goes to a new " + to, addresses: []place{{kind: kind, before: two, after: one}, {kind: other, after: theirs}}, end: "7 Old theirs, 8 Other mine", overwritten: "mine, other"}.
					unless(isWritten, way{end: "7 Old mine, 8 Other mine", overwritten: "as found, other"}),
				way{name: "entry goes to a " + to, addresses: []place{{kind: kind, before: two, after: one}, {kind: other, before: many(other, policy, "theirs"), after: theirs}}, end: "7 Old theirs, 8 Other mine", overwritten: "mine, other"}.
					unless(isWritten, way{end: "7 Old mine, 8 Other mine", overwritten: "as found, other"}))
		}
	}
	return all
}

// nameWays are those of a brand that a dictionary by name has created.
func nameWays(policy string) []way {
	const taken, exists, twice = "Brand name is taken", "New mine, " + untouched, "planned at two addresses"
	mine, named := many(byName, policy, "mine", "New"), with(withName("New", policy), acctest.Values{"description": "mine"})
	isWritten := policy == "disable" || policy == "delete"
	all := []way{
		{name: "two dictionaries create one name", addresses: []place{{kind: byName, after: mine}, {kind: byName, after: mine}}, stops: twice, end: untouched},
		{name: "a dictionary and a brand create one name", addresses: []place{{kind: byName, after: mine}, {after: named}}, stops: twice, end: untouched},
		{name: "created, goes to a new brand", addresses: []place{{kind: byName, before: mine}, {after: named}}, stops: taken, end: exists},
		way{name: "created, goes to a new dictionary", addresses: []place{{kind: byName, before: mine}, {kind: byName, after: mine}}, end: exists}.unless(isWritten, way{end: exists}),
		way{name: "created, comes from a brand", addresses: []place{{before: named}, {kind: byName, after: mine}}, end: exists}.unless(isWritten, way{end: exists}),
		{name: "created by a dictionary and removed", addresses: []place{{kind: byName, before: mine}}, end: map[string]string{
			"abandon": exists, "disable": "(New) mine, " + untouched, "restore": exists, "delete": untouched,
		}[policy]},
	}
	for _, replace := range []string{"tainted", unseen, "-replace"} {
		for _, first := range []bool{false, true} {
			all = append(all, way{
				name: fmt.Sprintf("created by a dictionary, %s, create first %t", replace, first), end: exists,
				addresses: []place{{kind: byName, before: mine, after: mine, replace: replace, first: first}},
			})
		}
	}
	return all
}

// exclusiveWays are those in which an exclusive dictionary deletes what another address has, which is never planned.
func exclusiveWays(policy string) []way {
	exclusive := acctest.Values{"exclusive": true}
	mine, open := adoption(policy, nil), many(byName, policy, "other", "Other")
	both, named := with(many(byName, policy, "mine", "Old", "Other"), exclusive), with(withName("New", policy), acctest.Values{"description": "mine"})
	all := []way{
		{name: "becomes exclusive, and a brand is adopted", addresses: []place{{kind: byName, before: open, after: with(open, exclusive)}, {after: mine}}, stops: moves, end: untouched},
		{name: "becomes exclusive, and a brand is kept", addresses: []place{{kind: byName, before: open, after: with(open, exclusive)}, {before: mine, after: mine}}, stops: moves, end: kept, overwritten: "as found"},
		{name: "is exclusive, and a brand is kept", addresses: []place{{kind: byName, before: both, after: both}, {before: named, after: named}}, stops: moves, end: "New mine, 7 Old mine, 8 Other mine", overwritten: "as found, other"},
	}
	for _, before := range []acctest.Values{nil, open} {
		for _, kind := range []string{single, byID} {
			theirs := many(kind, policy, "mine", "Old")
			all = append(all, way{
				name:      fmt.Sprintf("becomes exclusive, new %t, and a brand leaves a %s", before == nil, strings.TrimPrefix(kind, "videoindexer_")),
				addresses: []place{{kind: byName, before: before, after: with(open, exclusive)}, {kind: kind, before: theirs}}, end: "8 Other other", overwritten: "mine",
			}.unless(policy != "abandon", way{end: kept, overwritten: "as found"}))
		}
	}
	for _, replace := range []string{"tainted", unseen, "-replace"} {
		for _, first := range []bool{false, true} {
			replaced := func(description string, before, after []string) []place {
				return []place{{kind: byName, before: many(byName, policy, "mine", before...), after: with(many(byName, policy, description, after...), exclusive), replace: replace, first: first}}
			}
			leave := way{name: "becomes exclusive while entries leave", addresses: replaced("mine", []string{"Old", "Other", "New"}, []string{"Old"}), end: "7 Old mine", overwritten: "as found, mine, mine"}
			deletes := way{name: "becomes exclusive with other values", addresses: replaced("new", []string{"Old", "New"}, []string{"Old", "New"}), end: "New new, 7 Old new", overwritten: "as found, other"}
			keeps := way{name: "becomes exclusive and deletes nothing", addresses: replaced("new", []string{"Old", "Other", "New"}, []string{"Old", "Other", "New"}), end: "New new, 7 Old new, 8 Other new", overwritten: "as found, other"}
			written := "New mine, " + untouched // back
			for w, ends := range map[*way][2]string{&leave: {"mine, mine", "New mine, 7 Old as found, 8 Other mine"}, &deletes: {"mine, mine, other", written}, &keeps: {"mine, mine, mine", written}} {
				if first {
					w.overwritten = ends[0]
				} else {
					*w = w.orUnseen(replace, policy, way{overwritten: ends[0]}, ends[1])
				}
				w.name = fmt.Sprintf("%s, %s, create first %t", w.name, replace, first)
				all = append(all, *w)
			}
		}
	}
	return all
}
