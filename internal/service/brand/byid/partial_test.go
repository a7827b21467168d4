package byid_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDictionary_adoptsNothing has a create fail for every brand, before any of them is adopted: nothing is in the state.
func TestDictionary_adoptsNothing(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 2)
	planning, applying := newCalls(t, server, nil), newCalls(t, server, nil)
	config := planning.config(described(2, "other"), nil)
	planned := planning.plan(planning.nothing(), config)
	server.Script(mockserver.Fault{Endpoint: 16, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest)})
	now, diags := applying.applyPlanned(t.Context(), applying.nothing(), planned)
	if entries := applying.entries(now); entries != nil || len(diags) != 2 || diags[0].Summary != "Unable to adopt brand" {
		t.Errorf("state %v, diagnostics %v", entries, acctest.Texts(diags))
	}
}

// TestDictionary_partialDestroy keeps the brands in the state whose restore failed, with what restores them.
func TestDictionary_partialDestroy(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	c := newCalls(t, server, nil)
	now := c.applies(c.nothing(), c.config(described(3, "other"), fields{"deletion_policy": "restore"}))
	server.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1002), Do: mockserver.Status(http.StatusBadRequest)})
	now, diags := c.apply(now, nil)
	if errors := acctest.Errors(diags); len(errors) != 1 || errors[0].Summary != "Unable to restore brand" {
		t.Fatalf("errors: %v", acctest.Texts(errors))
	}
	if got := c.entries(now); len(got) != 1 || got[1002]["description"] != "other" {
		t.Errorf("the state holds %v", got)
	}
	now = c.applies(now, nil)
	if c.entries(now) != nil {
		t.Error("the resource is still there")
	}
	for _, b := range server.Brands(server.Account.ID) {
		if b.Description != "as found" {
			t.Errorf("brand %d: %q", b.ID, b.Description)
		}
	}
}

// TestDictionary_interrupted ends an apply half way, as Ctrl-C does: what was written is in the state.
func TestDictionary_interrupted(t *testing.T) {
	t.Parallel()
	const n, parallelism, writes = 40, 4, 10
	server := newDictionaryServer(t, n)
	c := newCalls(t, server, nil)
	settings := fields{"parallelism": parallelism}
	now := c.applies(c.nothing(), c.config(described(n, "one"), settings))
	ctx, interrupt := context.WithCancel(t.Context())
	server.Script(mockserver.Fault{Endpoint: 17, Skip: writes, Times: mockserver.Always, Do: mockserver.After(func(*http.Request) { interrupt() })})
	now, diags := c.applyWithin(ctx, now, c.config(described(n, "two"), settings))
	errors := acctest.Errors(diags)
	if len(errors) != 2 || !strings.Contains(errors[0].Detail, "interrupted") || !strings.Contains(errors[1].Summary, "not started") {
		t.Errorf("errors: %v", acctest.Texts(errors))
	}
	done := 0
	for id, entry := range c.entries(now) {
		b, _ := server.Brand(server.Account.ID, int32(id))
		if entry["description"] == "two" {
			done++
			if b.Description != "two" {
				t.Errorf("brand %d is %q, and %q in the state", id, b.Description, entry["description"])
			}
		}
	}
	// Those that were underway may have been carried out, without an answer.
	if len(c.entries(now)) != n || done < writes-parallelism || done > writes+parallelism {
		t.Errorf("%d of %d entries are done after %d writes", done, len(c.entries(now)), writes)
	}
}
