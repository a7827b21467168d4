package byid_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// names are the names of the brands from 1001 on.
type names []string

// foundNames are the names that newDictionaryServer gives n brands.
func foundNames(n int) names {
	found := make(names, n)
	for i := range found {
		found[i] = fmt.Sprintf("Found %d", i+1)
	}
	return found
}

// permuted are the same names, brand i having that of brand order[i].
func (n names) permuted(order []int) names {
	next := make(names, len(n))
	for i, j := range order {
		next[i] = n[j]
	}
	return next
}

func (n names) entries() map[int]fields {
	brands := make(map[int]fields, len(n))
	for i, name := range n {
		brands[1001+i] = fields{"name": name}
	}
	return brands
}

func (n names) served(server *acctest.Server) error {
	for i, name := range n {
		if b, _ := server.Brand(server.Account.ID, int32(1001+i)); b.Name != name {
			return fmt.Errorf("brand %d is called %q, want %q", 1001+i, b.Name, name)
		}
	}
	return nil
}

// rotated makes each brand have the name of the next one.
func rotated(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = (i + 1) % n
	}
	return order
}

// TestDictionary_nameRefused has the service refuse one write amid names that move. The errors of the writes that
// waited for it say who holds their names. The state has what the service has, nothing that was overwritten is
// lost, and the next apply finishes.
func TestDictionary_nameRefused(t *testing.T) {
	t.Parallel()
	const n = 6
	chain := slices.Concat(foundNames(n)[1:], names{"Free"})
	for shape, next := range map[string]names{"chain": chain, "cycle": foundNames(n).permuted(rotated(n))} {
		for _, operation := range []string{"create", "update", "restore"} {
			for _, id := range []int{1001, 1003, 1000 + n} { // the first of the order, one amid it, the last
				for skip := range 2 {
					t.Run(fmt.Sprintf("%s, %s, write %d of brand %d", shape, operation, skip+1, id), func(t *testing.T) {
						t.Parallel()
						refuseName(t, next, operation, id, skip)
					})
				}
			}
		}
	}
}

func refuseName(t *testing.T, next names, operation string, refused, skip int) {
	t.Helper()
	n := len(next)
	server := newDictionaryServer(t, n)
	c := newCalls(t, server, acctest.Values{"max_retries": 0})
	settings := fields{"deletion_policy": "restore", "parallelism": 3}
	now, config, finally := c.nothing(), c.config(next.entries(), settings), next
	switch operation {
	case "update":
		now = c.applies(now, c.config(foundNames(n).entries(), settings))
	case "restore":
		now, config, finally = c.applies(now, config), nil, foundNames(n)
	}
	server.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(refused), Skip: skip, Do: mockserver.Status(http.StatusBadRequest)})
	now, diags := c.apply(now, config)
	server.ClearFaults()
	errors := acctest.Errors(diags)
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
	for id, entry := range c.entries(now) {
		if b, _ := server.Brand(server.Account.ID, int32(id)); b.Name != entry["name"] {
			t.Errorf("brand %d is called %q, and %q in the state", id, b.Name, entry["name"])
		}
	}
	if len(errors) > 0 && operation == "create" {
		// The create is tainted: its destroy restores what was written, and the next create writes all.
		now = c.applies(now, nil)
		if err := foundNames(n).served(server); err != nil {
			t.Errorf("after the destroy of the tainted resource: %v", err)
		}
	}
	if c.entries(now) != nil || operation != "restore" {
		now = c.applies(now, config)
	}
	if err := finally.served(server); err != nil {
		t.Errorf("after the next apply: %v", err)
	}
	if operation != "restore" {
		c.applies(now, nil)
		if err := foundNames(n).served(server); err != nil {
			t.Errorf("restored in the end: %v", err)
		}
	}
}

// TestDictionary_skippedKeepWhatWasOverwritten ends an update and a destroy before the turn of most brands: what was
// overwritten of them earlier is still in the state.
func TestDictionary_skippedKeepWhatWasOverwritten(t *testing.T) {
	t.Parallel()
	const n = 20
	for name, config := range map[string]func(*calls) acctest.Values{
		"update": func(c *calls) acctest.Values {
			return c.config(described(n, "two"), fields{"deletion_policy": "restore"})
		},
		"destroy": func(*calls) acctest.Values { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newDictionaryServer(t, n)
			c := newCalls(t, server, nil)
			now := c.applies(c.nothing(), c.config(described(n, "one"), fields{"deletion_policy": "restore"}))
			server.Script(mockserver.Fault{Endpoint: 17, Skip: 3, Times: 1, Do: mockserver.Status(http.StatusForbidden)})
			now, diags := c.apply(now, config(c))
			if len(acctest.Errors(diags)) == 0 {
				t.Fatal("nothing failed")
			}
			values, _ := c.overwritten(now).(map[string]map[string]string)
			for id := range c.entries(now) {
				if values[fmt.Sprint(id)]["description"] != "as found" {
					t.Errorf("of brand %d is overwritten: %v", id, values[fmt.Sprint(id)])
				}
			}
			c.applies(now, nil)
			for _, b := range server.Brands(server.Account.ID) {
				if b.Description != "as found" {
					t.Errorf("brand %d was left as %q", b.ID, b.Description)
				}
			}
		})
	}
}
