package byname_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// replacements are the ways in which an engine replaces an instance.
var replacements = map[string]func(b *bench, config acctest.Values) *acctest.Plan{
	"-replace": func(b *bench, config acctest.Values) *acctest.Plan {
		b.restart()
		acctest.Succeeds(b.t, b.Refresh(b.t.Context()))
		return b.PlanReplacement(b.t.Context(), config)
	},
	"taint": func(b *bench, config acctest.Values) *acctest.Plan {
		b.Tainted = true
		plan := b.planAnew(config)
		b.Tainted = false
		return plan
	},
}

// TestInstances_replaced deletes what the dictionary has created and creates it again; what it adopted stays, also where an
// apply has a process of its own.
func TestInstances_replaced(t *testing.T) {
	t.Parallel()
	for name, replace := range replacements {
		{
			for kind, arguments := range map[string]acctest.Values{"plain": {}, "exclusive": exclusive} {
				t.Run(name+", "+kind, func(t *testing.T) {
					t.Parallel()
					b := newBench(t, []string{"Found"})
					same := config(describedAs("described", "Found", "Created"), arguments)
					b.applies(same)
					old := b.ids()
					plan := replace(b, same)
					acctest.Succeeds(t, plan.Diagnostics)
					if !plan.IsReplacement {
						t.Fatal("nothing is replaced")
					}
					b.restart()
					acctest.Succeeds(t, b.ApplyDestroy(t.Context(), plan))
					b.serves(map[string]string{"Found": asWanted})
					again := b.PlanCreate(t.Context(), same)
					acctest.Succeeds(t, again.Diagnostics)
					if paths := acctest.Contradictions(plan.Planned, again.Planned); len(paths) > 0 {
						t.Errorf("inconsistent final plan: %v", paths)
					}
					acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), again))
					want := shown{Brands: map[string]string{"Found": asWanted, "Created": asDescribed}, Adopted: "[Found]"}
					if kind == "plain" {
						want.Overwritten = map[string]string{"Found": "- as found - -"}
					}
					b.holds(want)
					if b.ids()["Created"] == old["Created"] {
						t.Error("the brand was not created again")
					}
					b.isUnchanged(same)
				})
			}
		}
	}
}

// TestInstances_createBeforeDestroy has the new instance take the brands over: the destroy of the old one deletes nothing.
func TestInstances_createBeforeDestroy(t *testing.T) {
	t.Parallel()
	for process, begin := range map[string]func(*bench){"one process": func(*bench) {}, "saved plan": (*bench).restart} {
		t.Run(process, func(t *testing.T) {
			t.Parallel()
			alone := newBench(t, nil)
			alone.CreateBeforeDestroy = true
			one := config(describedAs("described", "Created"))
			alone.applies(one)
			acctest.Says(t, alone.Apply(t.Context(), replacements["-replace"](alone, one)), isWarning, "Brand left to another resource", `"Created"`)

			b := newBench(t, []string{"Found"})
			b.CreateBeforeDestroy = true
			same := config(describedAs("described", "Found", "Created"))
			b.applies(same)
			plan := replacements["-replace"](b, same)
			begin(b)
			acctest.Says(t, b.Apply(t.Context(), plan), isWarning, "Brand left to another resource", `"Created", "Found"`)
			b.serves(map[string]string{"Found": asWanted, "Created": asDescribed})
			b.holds(shown{Brands: map[string]string{"Found": asWanted, "Created": asDescribed}, Adopted: "[Created Found]"})
			b.isUnchanged(same)
		})
	}
}

// TestInstances_otherAccount replaces the dictionary by one in another account.
func TestInstances_otherAccount(t *testing.T) {
	t.Parallel()
	b := newBench(t, []string{"Found"})
	account := mockserver.DefaultAccount()
	account.ID, account.Name = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b", "Second"
	b.AddAccount(account)
	b.AddBrand(account.ID, mockserver.Brand{Name: "There"})
	b.applies(config(describedAs("described", "Found", "Created")))
	there := config(describedAs("described", "There", "Created"), acctest.Values{"account_id": account.ID})
	plan := b.planAnew(there)
	if !plan.IsReplacement {
		t.Fatal("the dictionary is not replaced")
	}
	acctest.Says(t, plan.Diagnostics, isWarning, "will be left as it is", `"Found"`)
	b.expect(plan, shown{
		Brands: map[string]string{"There": "? described ? ?", "Created": "? described ? ?"}, Adopted: "[There]", Overwritten: map[string]string{"There": "-  - -"},
	})
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.serves(map[string]string{"Found": asWanted})
	if n := len(b.Brands(account.ID)); n != 2 {
		t.Errorf("%d brands in the other account", n)
	}
}

// TestInstances_conflicts plans two things for one brand that cannot both be done, in both orders: the plan that comes second
// is an error that says how to go on. What is no conflict is planned.
func TestInstances_conflicts(t *testing.T) {
	t.Parallel()
	dictionary := func(policy string, names ...string) acctest.Values {
		return config(describedAs("described", names...), acctest.Values{"deletion_policy": policy})
	}
	for name, test := range map[string]struct {
		// one is an instance that exists, which goes from before to after, and other one that is created.
		kind          string
		before, after acctest.Values
		otherKind     string
		other         acctest.Values
		says          []string
	}{
		"two create one name": {dictionaryType, nil, dictionary("delete", "New"), "videoindexer_brand", acctest.Values{"name": "New"}, []string{"at two addresses", `"New"`}},
		"two adopt one":       {dictionaryType, nil, dictionary("delete", "Found"), dictionaryType, dictionary("delete", "Found"), []string{"at two addresses", `"Found"`}},
		"by id and by name":   {dictionaryType, nil, dictionary("delete", "Found"), "videoindexer_brands", acctest.Values{"brands": acctest.Values{"1001": acctest.Values{}}}, []string{"at two addresses"}},
		"an entry goes to another dictionary": {
			dictionaryType, dictionary("delete", "Moves", "Stays"), dictionary("delete", "Stays"), dictionaryType, dictionary("delete", "Moves"),
			[]string{"moves to another address", `"Moves"`, "in two applies", `deletion_policy = "abandon"`},
		},
		"it is left":    {dictionaryType, dictionary("abandon", "Moves", "Stays"), dictionary("abandon", "Stays"), dictionaryType, dictionary("delete", "Moves"), nil},
		"it is adopted": {dictionaryType, dictionary("delete", "Found", "Stays"), dictionary("delete", "Stays"), dictionaryType, dictionary("delete", "Found"), nil},
		"it is restored": {
			dictionaryType, dictionary("restore", "Found", "Stays"), dictionary("restore", "Stays"), dictionaryType, dictionary("delete", "Found"),
			[]string{"moves to another address", `"Found"`},
		},
		"renamed": {dictionaryType, dictionary("delete", "Moves"), nil, dictionaryType, dictionary("delete", "Moves"), []string{"moves to another address", "moved {\n  from = videoindexer_brand_dictionary.old_name"}},
		"renamed, by id": {
			"videoindexer_brands", acctest.Values{"brands": acctest.Values{"1001": acctest.Values{"description": "x"}}, "deletion_policy": "disable"}, nil,
			"videoindexer_brands", acctest.Values{"brands": acctest.Values{"1001": acctest.Values{}}}, []string{"moves to another address", "brand 1001", "moved {"},
		},
		"renamed, by id, and left": {
			"videoindexer_brands", acctest.Values{"brands": acctest.Values{"1001": acctest.Values{"description": "x"}}}, nil,
			"videoindexer_brands", acctest.Values{"brands": acctest.Values{"1001": acctest.Values{}}}, nil,
		},
		"from brand to dictionary": {"videoindexer_brand", acctest.Values{"name": "Moves"}, nil, dictionaryType, dictionary("delete", "Moves"), []string{"moves to another address", "a removed block with destroy = false"}},
		"from dictionary to brand": {
			dictionaryType, dictionary("delete", "Moves"), nil, "videoindexer_brand", acctest.Values{"brand_id": 1002}, nil, // see below
		},
	} {
		for _, isFirst := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, %t", name, isFirst), func(t *testing.T) {
				t.Parallel()
				b := newBench(t, []string{"Found"})
				one := b.Instance.Protocol.Instance(test.kind)
				if test.before != nil {
					acctest.Succeeds(t, one.Apply(t.Context(), one.Plan(t.Context(), test.before)))
				}
				if name == "from dictionary to brand" {
					id := int(b.Brands(b.Account.ID)[1].ID)
					if b.Brands(b.Account.ID)[1].Name != "Moves" {
						id = int(b.Brands(b.Account.ID)[0].ID)
					}
					test.other, test.says = acctest.Values{"brand_id": id}, []string{"moves to another address"}
				}
				b.restart()
				one.Protocol = b.Instance.Protocol
				if one.Exists() {
					acctest.Succeeds(t, one.Refresh(t.Context()))
				}
				other := b.Instance.Protocol.Instance(test.otherKind)
				plans := []func() *acctest.Plan{
					func() *acctest.Plan { return one.Plan(t.Context(), test.after) },
					func() *acctest.Plan { return other.Plan(t.Context(), test.other) },
				}
				if !isFirst {
					slices.Reverse(plans)
				}
				acctest.Succeeds(t, plans[0]().Diagnostics)
				second := plans[1]().Diagnostics
				if len(test.says) == 0 {
					acctest.Succeeds(t, second)
					return
				}
				acctest.Says(t, second, isError, test.says...)
			})
		}
	}
}
