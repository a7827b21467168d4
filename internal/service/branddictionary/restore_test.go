package branddictionary_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDictionary_failedCreateRestores undoes what a create has written before it failed, since the next
// create would take that for the values found.
func TestDictionary_failedCreateRestores(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 5)
	c := newCalls(t, server, acctest.Values{"max_retries": 0})
	config := c.config(described(5, "other"), fields{"deletion_policy": "restore"})
	refuse := func(endpoint, id, skip int) {
		server.Script(mockserver.Fault{Endpoint: endpoint, Match: ofBrand(id), Skip: skip, Do: mockserver.Status(http.StatusBadRequest)})
	}
	refuse(17, 1003, 0)
	held, diags := c.apply(c.nothing(), config)
	if errors := acctest.Errors(diags); len(errors) != 1 || c.held(held) != nil {
		t.Fatalf("state %v, errors %v", c.held(held), acctest.Texts(errors))
	}
	for _, b := range server.Brands(server.Account.ID) {
		if b.Description != "as found" {
			t.Errorf("brand %d was left as %q", b.ID, b.Description)
		}
	}

	refuse(17, 1003, 0)
	refuse(17, 1005, 1) // the write that was to put it back
	held, diags = c.apply(c.nothing(), config)
	errors := acctest.Errors(diags)
	if len(errors) != 2 || errors[1].Summary != "Values found were not put back" || !strings.Contains(errors[1].Detail, "1005") {
		t.Fatalf("errors: %v", acctest.Texts(errors))
	}
	if got := c.held(held); len(got) != 1 || got[1005]["description"] != "other" {
		t.Errorf("the state holds %v", got)
	}
	c.applies(held, c.null()) // as the error says, a destroy puts it right
	if b, _ := server.Brand(server.Account.ID, 1005); b.Description != "as found" {
		t.Errorf("brand 1005 was left as %q", b.Description)
	}
}

// TestDictionary_restoresFirstValues follows brands through several writes.
func TestDictionary_restoresFirstValues(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 4, mockserver.KeepsEmptyReferenceURL())
	server.ChangeBrand(server.Account.ID, 1002, func(b *mockserver.Brand) { b.ReferenceURL = nil })
	c := newCalls(t, server, nil)
	restore := fields{"deletion_policy": "restore"}
	all := fields{"name": "N", "enabled": false, "description": "D", "reference_url": "https://example.com/r", "tags": []string{"t"}}
	held := c.applies(c.nothing(), c.config(map[int]fields{1001: {"description": "one"}, 1002: all, 1003: {}, 1004: {"name": "four"}}, restore))
	if strings.Contains(string(held.private), "Found 1") || strings.Contains(string(held.private), "Found 3") {
		t.Errorf("what was not overwritten is kept: %s", held.private)
	}
	// 1001: a second value, and a second field; 1003: a first one; 1004 leaves and is restored at once.
	held = c.applies(held, c.config(map[int]fields{1001: {"description": "two", "tags": []string{}}, 1002: all, 1003: {"name": "three"}}, restore))
	if b, _ := server.Brand(server.Account.ID, 1004); b.Name != "Found 4" {
		t.Errorf("brand 1004 that was removed is called %q", b.Name)
	}
	server.ChangeBrand(server.Account.ID, 1003, func(b *mockserver.Brand) { b.Description = "of someone else" })
	held, _ = c.read(held)
	c.applies(held, c.null())
	want := map[int32]string{
		1001: "Found 1 true as found https://example.com/found [found]",
		1002: "Found 2 true as found null [found]",
		1003: "Found 3 true of someone else https://example.com/found [found]",
		1004: "Found 4 true as found https://example.com/found [found]",
	}
	got := map[int32]string{}
	for _, b := range server.Brands(server.Account.ID) {
		url := "null"
		if b.ReferenceURL != nil {
			url = *b.ReferenceURL
		}
		got[b.ID] = fmt.Sprint(b.Name, " ", b.Enabled, " ", b.Description, " ", url, " ", b.Tags)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDictionary_restoreStartsLater keeps values from the moment that the policy asks for it, and forgets them when it
// no longer does.
func TestDictionary_restoreStartsLater(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 1)
	c := newCalls(t, server, nil)
	restore := fields{"deletion_policy": "restore"}
	held := c.applies(c.nothing(), c.config(described(1, "one"), nil))
	held = c.applies(held, c.config(described(1, "one"), restore))
	held = c.applies(held, c.config(described(1, "two"), restore))
	held = c.applies(held, c.null())
	if b, _ := server.Brand(server.Account.ID, 1001); b.Description != "one" {
		t.Errorf("restored to %q, want what it was when restore was first applied", b.Description)
	}
	held = c.applies(held, c.config(described(1, "three"), restore))
	held = c.applies(held, c.config(described(1, "three"), nil))
	if strings.Contains(string(held.private), "one") {
		t.Errorf("still kept: %s", held.private)
	}
	// A replacement of a tainted resource destroys without private state: nothing is known to restore.
	held = c.applies(held, c.config(described(1, "three"), restore))
	held.private = nil
	_, diags := c.apply(held, c.null())
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityWarning || !strings.Contains(diags[0].Detail, "not known") {
		t.Errorf("diagnostics: %v", acctest.Texts(diags))
	}
}
