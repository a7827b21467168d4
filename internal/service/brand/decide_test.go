package brand

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// brandTexts describe the brands of a plan, by label: see shownDecision.
type brandTexts = map[string]string

// entryByID returns a brand of a configuration. Its values are those of configuredValues.
func entryByID(id int32, values ...string) set.Brand {
	return set.Brand{ID: id, Values: configuredValues(values...)}
}

// entryByName returns a brand of a configuration without an id.
func entryByName(values ...string) set.Brand { return entryByID(0, values...) }

// entryWithUnknownID returns a brand whose id is not known yet.
func entryWithUnknownID() set.Brand { return set.Brand{IsUnknown: true} }

// entryWithUnknownValues returns a brand without an id, whose name is not known yet, and no other
// value.
func entryWithUnknownValues() set.Brand { return set.Brand{Values: field.Unknown()} }

// configuredValues returns values of a configuration: a name, "" for none, and a description.
func configuredValues(values ...string) field.Values {
	attributes := map[string]tftypes.Value{}
	for i, value := range values {
		attributes[[]string{"name", "description"}[i]] = tftypes.NewValue(tftypes.String, value)
	}
	if len(values) > 0 && values[0] == "" {
		delete(attributes, "name")
	}
	return field.Read(attributes)
}

// stateBrand returns a brand of a state, and of the service: id, name and description.
func stateBrand(id int32, name, description string) set.Brand {
	return set.Brand{ID: id, IsAdopted: true, Values: field.ValuesOf(remoteBrand(id, name, description).BrandFields)}
}

// withOverwritten returns a brand that had other values when it was adopted: a name, "" if it had
// the same, and a description.
func withOverwritten(b set.Brand, values ...string) set.Brand {
	b.Overwritten = configuredValues(values...)
	return b
}

func createdBrand(id int32, name, description string) set.Brand {
	b := stateBrand(id, name, description)
	b.IsAdopted = false
	return b
}

func remoteBrand(id int32, name, description string) *videoindexer.Brand {
	fields := videoindexer.BrandFields{Name: name, Description: description, Enabled: true, Tags: []string{}}
	return &videoindexer.Brand{ID: id, BrandFields: fields}
}

// shownDecision is what a test wants of a decision.
type shownDecision struct {
	// brands says of each brand of the plan, by its label: its id, whether it is adopted, created
	// or left open, and what is overwritten.
	brands   brandTexts
	tasks    string   // each update and release, in the order of the apply: "update 2, delete 1"
	unlisted []string // "?" if they are not known
	messages string   // the summaries
}

func shown(result decision) shownDecision {
	got := shownDecision{unlisted: result.plan.Unlisted}
	if len(result.plan.Brands) > 0 {
		got.brands = brandTexts{}
	}
	for label, brand := range result.plan.Brands {
		text := "created"
		if brand.IsAdopted {
			text = "adopted"
		}
		if brand.IsUnknown {
			text = "open"
		}
		got.brands[label] = strings.TrimSpace(fmt.Sprintf("%d %s %s", brand.ID, text, brand.Overwritten))
	}
	var tasks, messages []string
	for _, task := range result.tasks {
		if task.Verb.IsRelease() || task.Verb == set.Update {
			tasks = append(tasks, fmt.Sprint(task.Verb, " ", task.ID()))
		}
	}
	for _, message := range result.diags {
		messages = append(messages, message.Summary())
	}
	got.tasks = strings.Join(tasks, ", ")
	got.messages = strings.Join(messages, "; ")
	if result.plan.isUnlistedUnknown {
		got.unlisted = []string{"?"}
	}
	return got
}

// addNotesOf adds what is noted in a run that holds brands, has handed some of them to the
// instance, has deleted others, and may give names back.
func (f *facts) addNotesOf(wanted set.Brands, held []int32, handed []set.Brand, deleted []int32, names []string) {
	l := &ledger.Ledger{}
	other := ledgerView{ledger: l, instance: ledger.Instance{ID: "other"}}
	for _, id := range held {
		l.AddRole(ledgerKey(other.account, id), other.instance, ledger.Holds)
	}
	for _, name := range names {
		l.AddRole(nameKey(other.account, name), other.instance, ledger.Holds)
	}
	for _, id := range deleted {
		other.NoteRelease(set.Brand{ID: id}, set.Delete)
	}
	other.canHandOver = true
	for _, brand := range handed {
		other.NoteRelease(brand, set.Leave)
	}
	f.addNotes(ledgerView{ledger: l, instance: ledger.Instance{ID: "own"}}, wanted)
}

// TestDecide plans maps of brands, at an account that has brands 1 to 3, Aldgate, Birch and Cedar,
// which were described "as found".
func TestDecide(t *testing.T) {
	t.Parallel()
	const asFound = `description "as found"`
	account := []videoindexer.Brand{
		*remoteBrand(1, "Aldgate", "as found"), *remoteBrand(2, "Birch", "as found"), *remoteBrand(3, "Cedar", "as found"),
	}
	aldgate := stateBrand(1, "Aldgate", "as found")
	birch := stateBrand(2, "Birch", "as found")
	created := createdBrand(7, "New", "")
	newer := createdBrand(8, "Newer", "")
	for name, test := range map[string]struct {
		config       set.Brands
		prior        set.Brands
		exclusive    bool
		unlisted     []string // of the prior state, which is exclusive if there are any
		policy       string
		held         []int32
		handed       []set.Brand
		deleted      []int32
		names        []string // that a destroy may give back
		isNotRead    bool
		isMapUnknown bool
		want         shownDecision
	}{
		"by id": {
			config: set.Brands{"a": entryByID(1, "", "mine")},
			want:   shownDecision{brands: brandTexts{"a": "1 adopted " + asFound}},
		},
		"by id, unchanged": {
			config: set.Brands{"a": entryByID(1, "Aldgate")},
			want:   shownDecision{brands: brandTexts{"a": "1 adopted"}},
		},
		"by an id that is gone": {
			config: set.Brands{"a": entryByID(9)},
			want:   shownDecision{brands: brandTexts{"a": "9 open"}, messages: "Brand not found"},
		},
		"by id, of this run": {
			config: set.Brands{"a": entryByID(1, "", "mine")}, held: []int32{1},
			want: shownDecision{brands: brandTexts{"a": "1 open"}},
		},
		"by id, not read": {
			config: set.Brands{"a": entryByID(1)}, isNotRead: true,
			want: shownDecision{brands: brandTexts{"a": "1 open"}},
		},
		"by an id not known yet": {
			config: set.Brands{"a": entryWithUnknownID()},
			want:   shownDecision{brands: brandTexts{"a": "0 open"}},
		},
		"by name": {
			config: set.Brands{"a": entryByName("Birch", "mine")},
			want:   shownDecision{brands: brandTexts{"a": "2 adopted " + asFound}},
		},
		"by label": {
			config: set.Brands{"Birch": entryByName("", "mine")},
			want:   shownDecision{brands: brandTexts{"Birch": "2 adopted " + asFound}},
		},
		"by name, of this run": {
			config: set.Brands{"a": entryByName("Birch")}, held: []int32{2},
			want: shownDecision{brands: brandTexts{"a": "0 open"}},
		},
		"by a name not known yet": {
			config: set.Brands{"a": entryWithUnknownValues()},
			want:   shownDecision{brands: brandTexts{"a": "0 open"}},
		},
		"by a new name": {
			config: set.Brands{"a": entryByName("New")},
			want:   shownDecision{brands: brandTexts{"a": "0 created"}},
		},
		"by a new name, not read": {
			config: set.Brands{"a": entryByName("New")}, isNotRead: true,
			want: shownDecision{brands: brandTexts{"a": "0 open"}},
		},
		"in another letter case": {
			config: set.Brands{"birch": entryByName()},
			want: shownDecision{
				brands:   brandTexts{"birch": "0 created"},
				messages: "Names that differ in letter case from those of the account",
			},
		},
		"one brand in two entries": {
			config: set.Brands{"a": entryByID(1), "Aldgate": entryByName()},
			want:   shownDecision{brands: brandTexts{"a": "1 adopted", "Aldgate": "1 adopted"}, messages: "Brand in two entries"},
		},
		"a name that another entry takes away": {
			config: set.Brands{"a": entryByID(2, "Other"), "b": entryByName("Birch")},
			want:   shownDecision{brands: brandTexts{"a": `2 adopted name "Birch"`, "b": "0 created"}},
		},
		"by id, deleted in this run": {
			config: set.Brands{"a": entryByID(2)}, deleted: []int32{2},
			want: shownDecision{brands: brandTexts{"a": "2 open"}},
		},
		"a name given back": {
			config: set.Brands{"New": entryByName()}, names: []string{"New"},
			want: shownDecision{brands: brandTexts{"New": "0 open"}},
		},
		"left by a replaced one": {
			config: set.Brands{"a": entryByName("Birch", "new")}, held: []int32{2},
			handed: []set.Brand{withOverwritten(stateBrand(2, "Birch", "mine"), "", "before")},
			want:   shownDecision{brands: brandTexts{"a": `2 adopted description "before"`}},
		},
		"created by a replaced one": {
			config: set.Brands{"a": entryByID(3)}, held: []int32{3}, handed: []set.Brand{createdBrand(3, "Cedar", "mine")},
			want: shownDecision{brands: brandTexts{"a": "3 created"}},
		},

		"unchanged": {
			prior: set.Brands{"a": aldgate}, config: set.Brands{"a": entryByID(1)},
			want: shownDecision{brands: brandTexts{"a": "1 adopted"}},
		},
		"changed": {
			prior: set.Brands{"a": aldgate}, config: set.Brands{"a": entryByID(1, "", "mine")},
			want: shownDecision{brands: brandTexts{"a": "1 adopted " + asFound}, tasks: "update 1"},
		},
		"changed, created": {
			prior:  set.Brands{"New": createdBrand(7, "New", "mine")},
			config: set.Brands{"New": entryByName("", "yours")},
			want:   shownDecision{brands: brandTexts{"New": "7 created"}, tasks: "update 7"},
		},
		"another label": {
			prior: set.Brands{"a": createdBrand(7, "New", "mine")}, config: set.Brands{"b": entryByName("New")},
			want: shownDecision{brands: brandTexts{"b": "7 created"}},
		},
		"exchanged labels": {
			prior: set.Brands{"a": aldgate, "b": birch}, config: set.Brands{"b": entryByID(1), "a": entryByID(2)},
			want: shownDecision{brands: brandTexts{"a": "2 adopted", "b": "1 adopted"}},
		},
		"exchanged names": {
			prior:  set.Brands{"a": created, "b": newer},
			config: set.Brands{"a": entryByName("Newer"), "b": entryByName("New")},
			want:   shownDecision{brands: brandTexts{"a": "8 created", "b": "7 created"}},
		},
		"names of ids": {
			prior:  set.Brands{"a": aldgate, "b": birch},
			config: set.Brands{"a": entryByID(1, "Birch"), "b": entryByID(2, "Aldgate")},
			want: shownDecision{
				brands: brandTexts{"a": `1 adopted name "Aldgate"`, "b": `2 adopted name "Birch"`},
				tasks:  "update 2, update 1",
			},
		},
		"renamed": {
			prior: set.Brands{"a": created}, config: set.Brands{"a": entryByName("Newer")},
			want: shownDecision{brands: brandTexts{"a": "7 created"}, tasks: "update 7"},
		},
		"renamed elsewhere": {
			prior: set.Brands{"New": createdBrand(7, "By others", "")}, config: set.Brands{"New": entryByName()},
			want: shownDecision{brands: brandTexts{"New": "7 created"}, tasks: "update 7"},
		},
		"renamed elsewhere, and another label": {
			prior: set.Brands{"a": createdBrand(2, "By others", "")}, config: set.Brands{"b": entryByName("Birch")},
			want: shownDecision{brands: brandTexts{"b": "2 created"}, tasks: "update 2"},
		},
		"renamed to a taken": {
			prior: set.Brands{"a": created}, config: set.Brands{"a": entryByName("Birch")},
			want: shownDecision{brands: brandTexts{"a": "7 created"}, tasks: "update 7", messages: "Brand name is taken"},
		},
		"renamed to a freed": {
			prior:  set.Brands{"a": created, "b": birch},
			config: set.Brands{"a": entryByName("Birch"), "b": entryByID(2, "Other")},
			want:   shownDecision{brands: brandTexts{"a": "7 created", "b": `2 adopted name "Birch"`}, tasks: "update 2, update 7"},
		},
		"another id": {
			prior: set.Brands{"a": aldgate}, config: set.Brands{"a": entryByID(2)},
			want: shownDecision{brands: brandTexts{"a": "2 adopted"}, tasks: "leave 1", messages: "Brand will be left unchanged"},
		},
		"an id, then a name": {
			prior: set.Brands{"a": aldgate}, config: set.Brands{"a": entryByName("Aldgate")},
			want: shownDecision{brands: brandTexts{"a": "1 adopted"}},
		},
		"an id not known": {
			prior: set.Brands{"a": aldgate}, config: set.Brands{"a": entryWithUnknownID()},
			want: shownDecision{brands: brandTexts{"a": "0 open"}},
		},
		"a name not known": {
			prior:  set.Brands{"a": created, "b": newer},
			config: set.Brands{"a": entryWithUnknownValues(), "b": entryByName("Newer")},
			want:   shownDecision{brands: brandTexts{"a": "7 created", "b": "8 created"}, tasks: "update 7"},
		},
		"two names, one not": {
			prior: set.Brands{"a": created, "b": newer}, config: set.Brands{"a": entryWithUnknownValues()},
			want: shownDecision{
				brands: brandTexts{"a": "0 open"}, tasks: "delete 8",
				messages: "Apply deletes 1 brand; Apply may delete brands",
			},
		},
		"the map not known": {
			prior: set.Brands{"a": aldgate, "b": created}, isMapUnknown: true,
			want: shownDecision{messages: "Apply may delete brands"},
		},
		"policy, not known": {
			prior: set.Brands{"a": aldgate, "b": created}, isMapUnknown: true, policy: "restore",
			want: shownDecision{messages: "Apply may delete brands; Apply may restore brands"},
		},

		"entries leave": {
			prior: set.Brands{"a": aldgate, "b": created}, config: set.Brands{},
			want: shownDecision{tasks: "leave 1, delete 7", messages: "Brand will be left unchanged; Apply deletes 1 brand"},
		},
		"entries leave, delete": {
			prior: set.Brands{"a": aldgate}, config: set.Brands{}, policy: "delete",
			want: shownDecision{tasks: "delete 1", messages: "Apply deletes 1 brand"},
		},
		"entries are left": {
			prior: set.Brands{"a": aldgate, "b": created}, config: set.Brands{}, policy: "abandon",
			want: shownDecision{tasks: "leave 1, leave 7", messages: "Brands will be left unchanged"},
		},
		"entries are disabled": {
			prior: set.Brands{"a": aldgate, "b": created}, config: set.Brands{}, policy: "disable",
			want: shownDecision{tasks: "disable 1, disable 7", messages: "Apply disables brands"},
		},
		"entries are restored": {
			prior: set.Brands{"a": aldgate, "b": created}, config: set.Brands{}, policy: "restore",
			want: shownDecision{
				tasks: "restore 1, delete 7", messages: "Apply deletes 1 brand; Brand will be left unchanged",
			},
		},

		"a name comes back": {
			prior: set.Brands{
				"a": withOverwritten(stateBrand(2, "B", ""), "Old"),
				"b": withOverwritten(stateBrand(1, "C", ""), "Other"),
			},
			config: set.Brands{"Old": entryByName()}, policy: "restore",
			want: shownDecision{
				brands: brandTexts{"Old": `2 adopted name "Old"`}, tasks: "update 2, restore 1",
				messages: "Apply restores brands",
			},
		},
		"a label is first": {
			prior:  set.Brands{"a": withOverwritten(stateBrand(2, "B", ""), "Old")},
			config: set.Brands{"a": entryByName("New"), "Old": entryByName()}, policy: "restore",
			want: shownDecision{brands: brandTexts{"a": `2 adopted name "Old"`, "Old": "0 created"}, tasks: "update 2"},
		},

		"exclusive from now on": {
			config: set.Brands{"a": entryByID(1)}, exclusive: true,
			want: shownDecision{
				brands: brandTexts{"a": "1 adopted"}, unlisted: []string{"Birch", "Cedar"},
				messages: "Brands without an entry",
			},
		},
		"exclusive, not known": {
			config: set.Brands{"a": entryWithUnknownValues()}, exclusive: true,
			want: shownDecision{brands: brandTexts{"a": "0 open"}, unlisted: []string{"?"}},
		},
		"exclusive, unchanged": {
			prior: set.Brands{"a": aldgate}, unlisted: []string{}, exclusive: true,
			config: set.Brands{"a": entryByID(1)},
			want:   shownDecision{brands: brandTexts{"a": "1 adopted"}, unlisted: []string{}},
		},
		"exclusive, others came": {
			prior: set.Brands{"a": aldgate}, unlisted: []string{"Birch"}, exclusive: true,
			config: set.Brands{"a": entryByID(1)},
			want:   shownDecision{brands: brandTexts{"a": "1 adopted"}, unlisted: []string{}, messages: "Apply deletes 1 brand"},
		},
		"exclusive, others kept": {
			prior: set.Brands{"a": aldgate}, unlisted: []string{"Birch"}, exclusive: true,
			config: set.Brands{"a": entryByID(1), "Birch": entryByName()},
			want:   shownDecision{brands: brandTexts{"a": "1 adopted", "Birch": "2 adopted"}, unlisted: []string{}},
		},
		"exclusive, others wait": {
			prior: set.Brands{"a": aldgate}, unlisted: []string{"Birch"}, exclusive: true,
			config: set.Brands{"a": entryWithUnknownID()},
			want:   shownDecision{brands: brandTexts{"a": "0 open"}, unlisted: []string{"?"}, messages: "Apply may delete brands"},
		},
		"exclusive, map unknown": {
			prior: set.Brands{"a": aldgate}, unlisted: []string{"Birch"}, isMapUnknown: true, exclusive: true,
			want: shownDecision{unlisted: []string{"?"}, messages: "Apply may delete brands"},
		},
		"exclusive, none others": {
			prior: set.Brands{}, unlisted: []string{}, config: set.Brands{"a": entryWithUnknownID()}, exclusive: true,
			want: shownDecision{brands: brandTexts{"a": "0 open"}, unlisted: []string{}},
		},
		"exclusive, one leaves": {
			prior: set.Brands{"a": aldgate}, unlisted: []string{}, config: set.Brands{}, exclusive: true, policy: "abandon",
			want: shownDecision{tasks: "delete 1", unlisted: []string{}, messages: "Apply deletes 1 brand"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			modelOf := func(brands set.Brands, exclusive bool) *resourceModel {
				m := &resourceModel{Brands: brands, layout: mapLayout{}, Exclusive: types.BoolValue(exclusive)}
				m.Location = types.StringValue("trial")
				m.AccountID = types.StringValue("7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10")
				return m
			}
			config := modelOf(test.config, test.exclusive)
			prior := modelOf(test.prior, test.unlisted != nil)
			for label, e := range config.Brands {
				config.Brands[label] = config.withDefaultName(label, e)
			}
			config.areBrandsUnknown = test.isMapUnknown
			prior.Unlisted = test.unlisted
			if test.policy != "" {
				config.DeletionPolicy = types.StringValue(test.policy)
			}
			f := facts{matched: matchLabels(config.Brands, prior.Brands, matchRules(config.removalVerb))}
			if !test.isNotRead {
				found := map[int32]*videoindexer.Brand{9: nil}
				for i := range account {
					found[account[i].ID] = &account[i]
				}
				f.list = newListing(account, config.Brands)
				f.addEntries(config.Brands, found)
				f.addNotesOf(config.Brands, test.held, test.handed, test.deleted, test.names)
			}
			check.Equal(t, test.want, shown(decide(config, prior, f)), "the decision")
		})
	}
}

// TestFetchUnconfigured plans an update before the provider is configured: nothing is read, and an
// entry still has its brand of the state.
func TestFetchUnconfigured(t *testing.T) {
	t.Parallel()
	config := &resourceModel{Brands: set.Brands{"a": entryByName("New")}}
	prior := &resourceModel{Brands: set.Brands{"old": createdBrand(7, "New", "")}}
	var diags diag.Diagnostics
	f := (&brandResource{}).fetch(t.Context(), managed.BegunPlan{}, config, prior, &diags)
	check.Equal(t, facts{matched: map[string]string{"a": "old"}}, f, "the facts, after %v", diags)
}

// TestCanRelease asks which of the brands 1 to 3 the apply of a plan for brand 2 can release.
func TestCanRelease(t *testing.T) {
	t.Parallel()
	withBrand1 := &resourceModel{Brands: set.Brands{"a": stateBrand(1, "One", "")}}
	for name, test := range map[string]struct {
		state       *resourceModel // nil for that of a tainted resource
		plan        set.Brand
		isExclusive bool
		want        string
	}{
		"that of the state":                 {state: withBrand1, plan: entryByID(2), want: "1"},
		"that of the state, the plan opens": {state: withBrand1, plan: entryWithUnknownID(), want: "1"},
		"all of the account":                {state: withBrand1, plan: entryByID(2), isExclusive: true, want: "123"},
		"that of the plan":                  {plan: entryByID(2), want: "2"},
		"none, since the plan creates one":  {plan: entryByName("Two")},
		"one that only the apply knows":     {plan: entryWithUnknownID(), want: "123"},
	} {
		result := decision{plan: resourceModel{Brands: set.Brands{"a": test.plan}}}
		result.plan.Exclusive = types.BoolValue(test.isExclusive)
		canRelease := result.canRelease(test.state)
		got := ""
		for _, id := range []string{"1", "2", "3"} {
			if canRelease(id) {
				got += id
			}
		}
		check.Equal(t, test.want, got, "%s: the brands that the apply can release", name)
	}
	result := decision{plan: resourceModel{areBrandsUnknown: true}}
	check.Equal(t, true, result.canRelease(nil)("1"), "brands that are not known: the apply can release brand 1")
}
