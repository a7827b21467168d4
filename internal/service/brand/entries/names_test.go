package entries_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var restores = acctest.Values{"deletion_policy": "restore", "parallelism": 3}

// names are the names of the brands from 1001 on.
type names []string

// foundNames are the names that n brands have.
func foundNames(n int) names {
	found := make(names, n)
	for i := range found {
		found[i] = fmt.Sprint("Found ", i+1)
	}
	return found
}

func (n names) config(b *bench) acctest.Values {
	brands := make([]acctest.Values, len(n))
	for i, name := range n {
		brands[i] = acctest.Values{"name": name}
	}
	return b.entries([]acctest.Values{restores}, brands...)
}

func (n names) served(b *bench, when string) {
	b.t.Helper()
	for i, name := range n {
		if brand, _ := b.Brand(b.Account.ID, int32(1001+i)); brand.Name != name {
			b.t.Errorf("%s: brand %d is called %q, want %q", when, brand.ID, brand.Name, name)
		}
	}
}

// TestNames_refused has the service refuse one write amid names that move. The errors of the writes that
// waited for it say who holds their names. The state has what the service has, nothing that was overwritten is
// lost, and the next apply finishes.
func TestNames_refused(t *testing.T) {
	t.Parallel()
	const n = 6
	found := foundNames(n)
	for shape, next := range map[string]names{"chain": slices.Concat(found[1:], names{"Free"}), "cycle": slices.Concat(found[1:], found[:1])} {
		for _, operation := range []string{"create", "update", "restore"} {
			for _, brand := range []int{1, 3, n} { // the first of the order, one amid it, the last
				for skip := range 2 {
					t.Run(fmt.Sprintf("%s, %s, write %d of brand %d", shape, operation, skip+1, brand), func(t *testing.T) {
						t.Parallel()
						refuseName(t, next, operation, brand, skip)
					})
				}
			}
		}
	}
}

func refuseName(t *testing.T, next names, operation string, refused, skip int) {
	t.Helper()
	found := foundNames(len(next))
	b := newBench(t, many(len(next)), acctest.Values{"max_retries": 0})
	config, finally := next.config(b), next
	switch operation {
	case "update":
		b.applies(found.config(b))
	case "restore":
		b.applies(config)
		config, finally = nil, found
	}
	b.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1000 + refused), Skip: skip, Do: mockserver.Status(http.StatusBadRequest)})
	errors := acctest.Errors(b.apply(config))
	b.ClearFaults()
	if skip == 0 && len(errors) == 0 {
		t.Error("nothing failed")
	}
	refusals := 0
	for _, d := range errors {
		if strings.Contains(d.Detail, "400 INVALID_INPUT") {
			refusals++
		} else if !strings.Contains(d.Detail, "Its new name is still that of brand 10") {
			t.Errorf("%s: %s", d.Summary, d.Detail)
		}
	}
	if len(errors) > 0 && refusals != 1 {
		t.Errorf("%d errors tell what the service refused, want one: %v", refusals, acctest.Texts(errors))
	}
	for name, id := range b.ids() {
		if brand, _ := b.Brand(b.Account.ID, id); brand.Name != name {
			t.Errorf("brand %d is called %q, and %q in the state", id, brand.Name, name)
		}
	}
	if len(errors) > 0 && operation == "create" {
		// The create is tainted: its destroy restores what was written, and the next create writes all.
		b.applies(nil)
		found.served(b, "after the destroy of the tainted resource")
	}
	if b.Exists() || operation != "restore" {
		b.Tainted = false
		b.applies(config)
	}
	finally.served(b, "after the next apply")
	if operation != "restore" {
		b.applies(nil)
		found.served(b, "restored in the end")
	}
}

// TestNames_skipped ends an update and a destroy before the turn of most brands: what was overwritten of them earlier is still in
// the state.
func TestNames_skipped(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string]acctest.Values{"update": two, "destroy": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, many(20), nil)
			b.applies(b.config(one, restores))
			b.Script(mockserver.Fault{Endpoint: 17, Skip: 3, Times: 1, Do: mockserver.Status(http.StatusForbidden)})
			config := b.config(fields, restores)
			if fields == nil {
				config = nil
			}
			if len(acctest.Errors(b.apply(config))) == 0 {
				t.Fatal("nothing failed")
			}
			overwritten := b.read(b.State(), "overwritten")
			for i, brand := range b.read(b.State(), "brands") {
				if brand != "" && overwritten[i] != "- as found - -" {
					t.Errorf("of brand %d is overwritten: %s", 1001+i, overwritten[i])
				}
			}
			b.applies(nil)
			b.serves(b.same(asFound))
		})
	}
}
