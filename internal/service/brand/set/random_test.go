package set_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// newNumbered is a service of n brands, and their names.
func newNumbered(n int) (s *service, names []string) {
	for i := range n {
		names = append(names, fmt.Sprint("Name ", i))
	}
	return newService(names...), names
}

// TestRun_atRandom takes random dictionaries to other ones, by adoption or change, and ends them: nothing fails, the service has
// what was wanted, other fields stay, and a restore gives all names back.
func TestRun_atRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 3))
		n := 2 + random.IntN(12)
		s, names := newNumbered(n)
		prior, wanted, before := map[string]set.Brand{}, map[string]set.Brand{}, maps.Clone(s.brands)
		for i, to := range random.Perm(n) {
			id, next := int32(i+1), names[to]
			if random.IntN(6) == 0 {
				next = fmt.Sprint("New ", i)
			}
			b := named(id, next)
			if random.IntN(2) == 0 {
				prior[fmt.Sprint(id)] = s.has(id)
				b.Values.FillUnknown(s.brands[id])
			} else {
				b.Found = &videoindexer.Brand{ID: id, BrandFields: s.brands[id]}
			}
			wanted[fmt.Sprint(id)] = b
		}
		after := map[string]set.Brand{}
		for _, r := range s.run(t, 1+random.IntN(10), set.Diff(prior, wanted, abandon)) {
			if r.Failed() || s.brands[r.Brand.ID].Name != wanted[r.Key].Values.Name() {
				t.Fatalf("seed %d: brand %s is %q, want %q: %v", seed, r.Key, s.brands[r.Brand.ID].Name, wanted[r.Key].Values.Name(), r.Err)
			}
			after[r.Key] = *r.Brand
		}
		s.owned = new(ownership.Objects)
		for _, r := range s.run(t, 1+random.IntN(10), set.Diff(after, nil, func(string, set.Brand) set.Kind { return set.Restore })) {
			if r.Failed() {
				t.Fatalf("seed %d: brand %s is not restored: %v", seed, r.Key, r.Err)
			}
		}
		if diff := cmp.Diff(before, s.brands); diff != "" {
			t.Fatalf("seed %d: restored (-want +got):\n%s", seed, diff)
		}
	}
}

// TestRun_refusedAtRandom gives the names of a state to each other, and has the service refuse one of them: what comes back is what
// the service has, and another run does the rest.
func TestRun_refusedAtRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 4))
		n := 2 + random.IntN(6)
		s, names := newNumbered(n)
		prior, wanted := map[string]set.Brand{}, map[string]set.Brand{}
		for i, to := range random.Perm(n) {
			id := int32(i + 1)
			key := fmt.Sprint(id)
			prior[key] = s.has(id)
			b := named(id, names[to])
			b.Values.FillUnknown(s.brands[id])
			wanted[key] = b
			if i == 0 && to > 0 {
				s.refuses[fmt.Sprintf("put %d %s", id, names[to])] = errRefused
			}
		}
		after, refused := map[string]set.Brand{}, 0
		for _, r := range s.run(t, 1+random.IntN(4), set.Diff(prior, wanted, abandon)) {
			if errors.Is(r.Err, errRefused) {
				refused++
			}
			if after[r.Key] = *r.Brand; r.Brand.Values.Name() != s.brands[r.Brand.ID].Name {
				t.Fatalf("seed %d: brand %s is called %q, and %q in the state", seed, r.Key, s.brands[r.Brand.ID].Name, r.Brand.Values.Name())
			}
		}
		if refused != len(s.refuses) {
			t.Fatalf("seed %d: %d refusals", seed, refused)
		}
		clear(s.refuses)
		s.owned = new(ownership.Objects)
		for _, r := range s.run(t, 1+random.IntN(4), set.Diff(after, wanted, abandon)) {
			if r.Failed() || s.brands[r.Brand.ID].Name != wanted[r.Key].Values.Name() {
				t.Fatalf("seed %d: brand %s is %q, want %q: %v", seed, r.Key, s.brands[r.Brand.ID].Name, wanted[r.Key].Values.Name(), r.Err)
			}
		}
	}
}
