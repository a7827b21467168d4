package managedbrand_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

var (
	kinds    = []string{single, dictionary}
	policies = []string{"restore", "disable", "abandon"}
)

// TestReplacedByItself replaces an instance by one of the same brand: tainted, or as -replace and
// replace_triggered_by do, in both orders of destroy and create.
func TestReplacedByItself(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		for _, policy := range policies {
			for _, isTainted := range []bool{true, false} {
				for _, createFirst := range []bool{false, true} {
					for _, wanted := range []string{"one", "two"} {
						name := fmt.Sprintf("%s, %s, tainted %t, create_before_destroy %t, then %s", kind, policy, isTainted, createFirst, wanted)
						t.Run(name, func(t *testing.T) {
							t.Parallel()
							replaceByItself(t, kind, policy, isTainted, createFirst, wanted)
						})
					}
				}
			}
		}
	}
}

func replaceByItself(t *testing.T, kind, policy string, isTainted, createFirst bool, wanted string) {
	t.Helper()
	server := newServer(t, 1)
	instance := adopt(t, server, kind, configure(kind, "one", policy, 1001))
	instance.Tainted, instance.CreateBeforeDestroy = isTainted, createFirst
	server.ResetRequests()

	r := run{t: t}
	instance.Protocol = server.Protocol(t, nil)
	r.note(instance.Refresh(t.Context()))
	config := configure(kind, wanted, policy, 1001)
	plan := instance.PlanReplacement(t.Context(), config)
	r.note(plan.Diagnostics)
	if r.warnedOf("managed twice") {
		t.Error("one instance that is replaced was taken for two")
	}
	instance.Protocol = server.Protocol(t, nil)
	r.note(instance.Apply(t.Context(), plan))
	if len(r.stopped) > 0 {
		t.Fatal(r.stopped)
	}
	if got := description(t, server, 1001); got != wanted {
		t.Errorf("the brand is described as %q", got)
	}
	kept, left := overwritten(t, kind, instance.State(), 1001), found
	writes := 0
	switch {
	case createFirst:
		// The old instance's destroy must not undo what the new one has adopted.
		if left = ""; wanted != "one" {
			left, writes = "one", 1
		}
		if !r.warnedOf("Brand left to another resource") || !r.warnedOf("After a replacement with create_before_destroy, there is nothing to do") || !r.warnedOf(fmt.Sprintf("description %q", found)) {
			t.Errorf("nothing says what was overwritten first: %q", r.warnings)
		}
	case policy == "abandon" && wanted == "one":
	case policy == "abandon":
		writes = 1
	default:
		writes = 2
	}
	if kept != left {
		t.Errorf("%q is overwritten, want %q", kept, left)
	}
	if got := server.Count(17); got != writes {
		t.Errorf("%d writes, want %d", got, writes)
	}
}

// TestReplacedByOneThatManagesLess knows of nothing overwritten once the old instance has restored it, and of all where
// it has not.
func TestReplacedByOneThatManagesLess(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		for policy, want := range map[string]string{"restore": "", "disable": found, "abandon": found} {
			server := newServer(t, 1)
			instance := adopt(t, server, kind, configure(kind, "one", policy, 1001))
			config := acctest.Values{"brand_id": 1001, "deletion_policy": policy}
			if kind == dictionary {
				config = acctest.Values{"brands": acctest.Values{"1001": acctest.Values{}}, "deletion_policy": policy}
			}
			instance.Protocol = server.Protocol(t, nil)
			plan := instance.PlanReplacement(t.Context(), config)
			instance.Protocol = server.Protocol(t, nil)
			succeed(t, instance.Apply(t.Context(), plan))
			if got := overwritten(t, kind, instance.State(), 1001); got != want {
				t.Errorf("%s, %s: %q is overwritten, want %q", kind, policy, got, want)
			}
			description(t, server, 1001)
		}
	}
}

// TestRenamedInAnyOrder gives a brand to an instance with another name, as a changed key of for_each does, with the
// calls of both in orders drawn at random. Whatever comes first, the brand ends as it is configured, and the values of
// before Terraform are known afterwards.
func TestRenamedInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, kind := range kinds {
		for _, policy := range policies {
			for _, wanted := range []string{"one", "two"} {
				t.Run(fmt.Sprintf("%s, %s, then %s", kind, policy, wanted), func(t *testing.T) {
					t.Parallel()
					for seed := range uint64(12) {
						rename(t, kind, policy, wanted, seed)
					}
				})
			}
		}
	}
}

func rename(t *testing.T, kind, policy, wanted string, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	server := newServer(t, 1)
	old := adopt(t, server, kind, configure(kind, "one", policy, 1001))
	server.ResetRequests()

	r := run{t: t}
	planning := server.Protocol(t, nil)
	old.Protocol = planning
	next := pending{instance: planning.Instance(kind), config: configure(kind, wanted, policy, 1001)}
	var destroy *acctest.Plan
	planned := shuffled(random,
		[]call{
			func() { r.note(old.Refresh(t.Context())) },
			func() { destroy = old.Plan(t.Context(), nil); r.note(destroy.Diagnostics) },
		},
		[]call{func() { next.first = next.instance.Plan(t.Context(), next.config); r.note(next.first.Diagnostics) }},
	)
	if writes := server.Writes(); writes > 0 {
		t.Errorf("%d writes while planning", writes)
	}
	applying := server.Protocol(t, nil)
	old.Protocol, next.instance.Protocol = applying, applying
	applied := shuffled(random,
		[]call{func() { r.note(old.ApplyAsPlanned(t.Context(), destroy)) }},
		[]call{next.replanned(&r), next.created(&r)},
	)
	order := fmt.Sprintf("seed %d, planned in order %v, applied in order %v", seed, planned, applied)
	if len(r.stopped) > 0 {
		t.Fatalf("%s: %q", order, r.stopped)
	}
	if got := description(t, server, 1001); got != wanted {
		t.Errorf("%s: the brand is described as %q", order, got)
	}
	kept := overwritten(t, kind, next.instance.State(), 1001)
	if kept != found && !r.warnedOf(fmt.Sprintf("description %q", found)) {
		t.Errorf("%s: the value of before Terraform is lost: %q is overwritten, warnings %q", order, kept, r.warnings)
	}
	if !r.warnedOf("moved {") {
		t.Errorf("%s: nothing speaks of the moved block: %q", order, r.warnings)
	}
	if r.warnedOf("managed twice") {
		t.Errorf("%s: a brand that moves was taken for one that two manage", order)
	}
	if writes := server.Count(17); writes > 2 || kept != found && writes > 1 {
		t.Errorf("%s: %d writes", order, writes)
	}
}

// TestEntryMovesInAnyOrder moves an entry from one dictionary to another, with the calls of both in orders drawn at
// random. Terraform plans both updates once more when it applies them, where the provider knows nothing of the first
// plans: it may stop, but nothing is undone silently and nothing is lost, and the next run ends as configured.
func TestEntryMovesInAnyOrder(t *testing.T) {
	t.Parallel()
	for _, policy := range policies {
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("%s, seed %d", policy, seed), func(t *testing.T) {
				t.Parallel()
				moveEntry(t, policy, seed)
			})
		}
	}
}

func moveEntry(t *testing.T, policy string, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	server := newServer(t, 3)
	a := adopt(t, server, dictionary, configure(dictionary, "one", policy, 1001, 1002))
	b := adopt(t, server, dictionary, configure(dictionary, "one", policy, 1003))
	wanted := map[*acctest.Instance]acctest.Values{
		a: configure(dictionary, "one", policy, 1001), b: configure(dictionary, "one", policy, 1002, 1003),
	}
	var warnings []string
	for attempt := range 2 {
		r := run{t: t}
		planning, applying := server.Protocol(t, nil), server.Protocol(t, nil)
		first, second := map[*acctest.Instance]*acctest.Plan{}, map[*acctest.Instance]*acctest.Plan{}
		var plans, applies [][]call
		for _, i := range []*acctest.Instance{a, b} {
			plans = append(plans, []call{
				func() { i.Protocol = planning; r.note(i.Refresh(t.Context())) },
				func() { first[i] = i.Plan(t.Context(), wanted[i]); r.note(first[i].Diagnostics) },
			})
			applies = append(applies, []call{
				func() {
					i.Protocol = applying
					second[i] = i.Plan(t.Context(), wanted[i])
					r.note(second[i].Diagnostics)
					for _, at := range acctest.Contradictions(first[i].Planned, second[i].Planned) {
						r.stopped = append(r.stopped, "inconsistent final plan at "+at)
					}
				},
				func() {
					if len(r.stopped) == 0 {
						r.note(i.ApplyAsPlanned(t.Context(), second[i]))
					}
				},
			})
		}
		shuffled(random, plans...)
		shuffled(random, applies...)
		warnings = append(warnings, r.warnings...)
		if len(r.stopped) == 0 {
			break
		}
		if attempt == 1 {
			t.Fatal(r.stopped)
		}
	}
	for id := 1001; id <= 1003; id++ {
		if got := description(t, server, id); got != "one" {
			t.Errorf("brand %d is described as %q", id, got)
		}
	}
	r := run{t: t, warnings: warnings}
	if kept := overwritten(t, dictionary, b.State(), 1002); kept != found && !r.warnedOf(fmt.Sprintf("description %q", found)) {
		t.Errorf("the value of before Terraform is lost: %q is overwritten, warnings %q", kept, warnings)
	}
}

// TestBrandIDsAreSwapped has two instances exchange their brands, with the calls of both in orders drawn at random.
func TestBrandIDsAreSwapped(t *testing.T) {
	t.Parallel()
	for _, policy := range policies {
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("%s, seed %d", policy, seed), func(t *testing.T) {
				t.Parallel()
				swapIDs(t, policy, seed)
			})
		}
	}
}

func swapIDs(t *testing.T, policy string, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2))
	server := newServer(t, 2)
	r := run{t: t}
	planning, applying := server.Protocol(t, nil), server.Protocol(t, nil)
	creates := make([]*pending, 2)
	var plans, applies [][]call
	for n, ids := range [][2]int{{1001, 1002}, {1002, 1001}} {
		old := adopt(t, server, single, configure(single, "one", policy, ids[0]))
		creates[n] = &pending{instance: old, config: configure(single, "two", policy, ids[1])}
		plans = append(plans, []call{
			func() { old.Protocol = planning; r.note(old.Refresh(t.Context())) },
			func() {
				creates[n].first = old.Plan(t.Context(), creates[n].config)
				r.note(creates[n].first.Diagnostics)
			},
		})
		applies = append(applies, []call{
			func() { old.Protocol = applying; r.note(old.ApplyDestroy(t.Context(), creates[n].first)) },
			creates[n].replanned(&r), creates[n].created(&r),
		})
	}
	shuffled(random, plans...)
	shuffled(random, applies...)
	if len(r.stopped) > 0 {
		t.Fatal(r.stopped)
	}
	for n, id := range []int{1002, 1001} {
		if got := description(t, server, id); got != "two" {
			t.Errorf("brand %d is described as %q", id, got)
		}
		if kept := overwritten(t, single, creates[n].instance.State(), id); kept != found && !r.warnedOf(fmt.Sprintf("description %q", found)) {
			t.Errorf("the value of before Terraform is lost: %q is overwritten of brand %d, warnings %q", kept, id, r.warnings)
		}
	}
}
