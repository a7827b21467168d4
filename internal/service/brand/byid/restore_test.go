package byid_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDictionary_failedCreate has the write of one brand of a create fail: what was overwritten stays in the state with
// the brands, and the destroy of the tainted resource restores it, or leaves the brands alone.
func TestDictionary_failedCreate(t *testing.T) {
	t.Parallel()
	original := map[string]map[string]string{}
	for i := range 5 {
		original[fmt.Sprint(1001+i)] = map[string]string{"description": "as found"}
	}
	for policy, left := range map[string]string{"restore": "as found", "disable": "other", "abandon": "other"} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			server := newDictionaryServer(t, 5)
			c := newCalls(t, server, acctest.Values{"max_retries": 0})
			server.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1003), Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
			brands := described(5, "other")
			brands[1003] = fields{"name": "Found 3", "enabled": true, "description": "other", "reference_url": "https://example.com/found", "tags": []string{"found"}} // managed as a whole
			now, diags := c.apply(c.nothing(), c.config(brands, fields{"deletion_policy": policy}))
			if errors := acctest.Errors(diags); len(errors) != 1 || errors[0].Summary != "Unable to update brand" {
				t.Fatalf("errors: %v", acctest.Texts(errors))
			}
			if diff := cmp.Diff(any(original), c.overwritten(now)); diff != "" {
				t.Error(diff)
			}
			c.applies(now, c.null())
			for _, b := range server.Brands(server.Account.ID) {
				if b.Description != left || !b.Enabled {
					t.Errorf("brand %d was left as %q, enabled %t", b.ID, b.Description, b.Enabled)
				}
			}
		})
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
	now := c.applies(c.nothing(), c.config(map[int]fields{1001: {"description": "one"}, 1002: all, 1003: {}, 1004: {"name": "four"}}, restore))
	if strings.Contains(string(now.private), "Found") {
		t.Errorf("values of brands are in private state: %s", now.private)
	}
	want := map[string]map[string]string{
		"1001": {"description": "as found"},
		"1002": {"name": "Found 2", "enabled": "true", "description": "as found", "reference_url": "", "tags": "[found]"},
		"1004": {"name": "Found 4"},
	}
	if diff := cmp.Diff(any(want), c.overwritten(now)); diff != "" {
		t.Errorf("overwritten (-want +got):\n%s", diff)
	}
	// 1001: a second value, and a second field; 1003: a first one; 1004 leaves and is restored at once.
	now = c.applies(now, c.config(map[int]fields{1001: {"description": "two", "tags": []string{}}, 1002: all, 1003: {"name": "three"}}, restore))
	if b, _ := server.Brand(server.Account.ID, 1004); b.Name != "Found 4" {
		t.Errorf("brand 1004 that was removed is called %q", b.Name)
	}
	server.ChangeBrand(server.Account.ID, 1003, func(b *mockserver.Brand) { b.Description = "of someone else" })
	now, _ = c.read(now)
	c.applies(now, c.null())
	restored := map[int32]string{
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
	if diff := cmp.Diff(restored, got); diff != "" {
		t.Error(diff)
	}
}

// TestDictionary_restoreIsAskedForLater restores what the brands had at adoption, whatever the policy was then. That
// also holds where policy and value change together, and for an entry that is removed while the policy changes.
func TestDictionary_restoreIsAskedForLater(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 2)
	c := newCalls(t, server, nil)
	restore := fields{"deletion_policy": "restore"}
	now := c.applies(c.nothing(), c.config(described(2, "one"), nil))
	now = c.applies(now, c.config(described(2, "two"), fields{"deletion_policy": "disable"}))
	now = c.applies(now, c.config(described(1, "three"), restore))
	if b, _ := server.Brand(server.Account.ID, 1002); b.Description != "as found" {
		t.Errorf("the removed brand 1002 was restored to %q", b.Description)
	}
	c.applies(now, c.null())
	if b, _ := server.Brand(server.Account.ID, 1001); b.Description != "as found" {
		t.Errorf("restored to %q", b.Description)
	}
}

// TestDictionary_destroyWithoutPrivateState restores what the state says: a tainted resource is destroyed without the
// private state that it had.
func TestDictionary_destroyWithoutPrivateState(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 1)
	earlier := newCalls(t, server, nil)
	now := earlier.applies(earlier.nothing(), earlier.config(described(1, "other"), fields{"deletion_policy": "restore"}))
	now.private = nil
	_, diags := earlier.apply(now, earlier.null())
	if len(diags) > 0 {
		t.Errorf("diagnostics: %v", acctest.Texts(diags))
	}
	if b, _ := server.Brand(server.Account.ID, 1001); b.Description != "as found" {
		t.Errorf("restored to %q", b.Description)
	}
}
