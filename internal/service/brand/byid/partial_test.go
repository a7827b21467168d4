package byid_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDictionary_partialCreate has some brands fail: the others are adopted, and the error names each
// of the first that failed and counts the rest.
func TestDictionary_partialCreate(t *testing.T) {
	t.Parallel()
	const n, bad = 30, 17 // brands, and those from 1001 on whose write is refused
	server := newDictionaryServer(t, n)
	server.Script(mockserver.Fault{
		Endpoint: 17, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest),
		Match: func(r *http.Request) bool {
			var id int
			_, err := fmt.Sscanf(r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:], "%d", &id)
			return err == nil && id <= 1000+bad
		},
	})
	c := newCalls(t, server, nil)
	now, diags := c.apply(c.nothing(), c.config(described(n, "written"), fields{"deletion_policy": "disable"}))

	errors := acctest.Errors(diags)
	if len(errors) != 11 {
		t.Fatalf("%d errors, want ten and one that counts the rest: %v", len(errors), acctest.Texts(errors))
	}
	for i, d := range errors[:10] {
		if want := fmt.Sprintf(`ElementKeyString("%d")`, 1001+i); d.Summary != "Unable to update brand" || !strings.Contains(d.Attribute.String(), want) {
			t.Errorf("error %d is %q at %s", i, d.Summary, d.Attribute)
		}
	}
	if want := "Work on more brands failed"; errors[10].Summary != want || !strings.Contains(errors[10].Detail, "1011, 1012, 1013, 1014, 1015, 1016, 1017") {
		t.Errorf("last error %q: %s", errors[10].Summary, errors[10].Detail)
	}
	got := c.entries(now)
	if len(got) != n {
		t.Errorf("%d entries in the state, want %d: what failed may have been written all the same", len(got), n)
	}
	for id, entry := range got {
		want := "written"
		if id <= 1000+bad {
			want = "as found"
		}
		if b, _ := server.Brand(server.Account.ID, int32(id)); entry["description"] != want || b.Description != want {
			t.Errorf("brand %d: state %q, service %q, want %q", id, entry["description"], b.Description, want)
		}
	}
	if policy := c.policy(now); policy != "abandon" {
		t.Errorf("the destroy of the tainted resource would %s the brands", policy)
	}
}

// TestDictionary_adoptsNothing has a create fail for every brand, before any of them is adopted: nothing is in the state.
func TestDictionary_adoptsNothing(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 2)
	planning, applying := newCalls(t, server, nil), newCalls(t, server, nil)
	config := planning.config(described(2, "other"), nil)
	planned := planning.plan(planning.nothing(), config)
	server.Script(mockserver.Fault{Endpoint: 16, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest)})
	now, diags := applying.applyPlanned(t.Context(), applying.nothing(), planned, config)
	if entries := applying.entries(now); entries != nil || len(diags) != 2 || diags[0].Summary != "Unable to adopt brand" {
		t.Errorf("state %v, diagnostics %v", entries, acctest.Texts(diags))
	}
}

// TestDictionary_partialUpdate has each kind of change fail for one brand: what failed stays in the state as
// it was, and the next apply does the rest.
func TestDictionary_partialUpdate(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 8)
	c := newCalls(t, server, acctest.Values{"max_retries": 0})
	brands := described(6, "one")
	disable := fields{"deletion_policy": "disable"}
	now := c.applies(c.nothing(), c.config(brands, disable))

	brands = described(8, "two") // 1007 and 1008 are added
	delete(brands, 1001)         // to be switched off
	delete(brands, 1002)
	for id, status := range map[int]int{1001: 500, 1003: 400, 1004: 504, 1007: 404} {
		server.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(id), Do: mockserver.Status(status)})
	}
	now, diags := c.apply(now, c.config(brands, disable))
	var failed []string
	for _, d := range acctest.Errors(diags) {
		failed = append(failed, d.Summary+" at "+regexp.MustCompile(`\d+`).FindString(d.Attribute.String()))
	}
	want := []string{"Unable to disable brand at 1001", "Unable to update brand at 1003", "Unable to update brand at 1004", "Unable to update brand at 1007"}
	if diff := cmp.Diff(want, failed); diff != "" {
		t.Error(diff)
	}
	descriptions := map[int]string{}
	for id, entry := range c.entries(now) {
		descriptions[id] = entry["description"]
	}
	if diff := cmp.Diff(map[int]string{1001: "one", 1003: "one", 1004: "one", 1005: "two", 1006: "two", 1007: "as found", 1008: "two"}, descriptions); diff != "" {
		t.Error(diff)
	}

	var reads, writes int
	reads, writes = requests{server}.since(t, func() { now = c.applies(now, c.config(brands, disable)) })
	if reads != 4 || writes != 4 {
		t.Errorf("the rest took %d reads and %d writes, want 4 and 4", reads, writes)
	}
	if len(c.entries(now)) != 6 {
		t.Errorf("%d entries, want 6", len(c.entries(now)))
	}
	for _, id := range []int32{1001, 1002} {
		if b, _ := server.Brand(server.Account.ID, id); b.Enabled {
			t.Errorf("brand %d was not switched off", id)
		}
	}
}

// TestDictionary_partialDestroy keeps the brands in the state whose restore failed, with what restores them.
func TestDictionary_partialDestroy(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	c := newCalls(t, server, nil)
	now := c.applies(c.nothing(), c.config(described(3, "other"), fields{"deletion_policy": "restore"}))
	server.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1002), Do: mockserver.Status(http.StatusBadRequest)})
	now, diags := c.apply(now, c.null())
	if errors := acctest.Errors(diags); len(errors) != 1 || errors[0].Summary != "Unable to restore brand" {
		t.Fatalf("errors: %v", acctest.Texts(errors))
	}
	if got := c.entries(now); len(got) != 1 || got[1002]["description"] != "other" {
		t.Errorf("the state holds %v", got)
	}
	now = c.applies(now, c.null())
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
