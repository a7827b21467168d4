package byid_test

import (
	"fmt"
	"net/http"
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
			c.applies(now, nil)
			for _, b := range server.Brands(server.Account.ID) {
				if b.Description != left || !b.Enabled {
					t.Errorf("brand %d was left as %q, enabled %t", b.ID, b.Description, b.Enabled)
				}
			}
		})
	}
}

// TestDictionary_destroyWithoutPrivateState restores what the state says: a tainted resource is destroyed without the
// private state that it had.
func TestDictionary_destroyWithoutPrivateState(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 1)
	earlier := newCalls(t, server, nil)
	now := earlier.applies(earlier.nothing(), earlier.config(described(1, "other"), fields{"deletion_policy": "restore"}))
	now.SetPrivate(map[string][]byte{})
	_, diags := earlier.apply(now, nil)
	if len(diags) > 0 {
		t.Errorf("diagnostics: %v", acctest.Texts(diags))
	}
	if b, _ := server.Brand(server.Account.ID, 1001); b.Description != "as found" {
		t.Errorf("restored to %q", b.Description)
	}
}
