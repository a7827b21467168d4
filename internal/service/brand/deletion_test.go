package brand_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDefaultPolicy deletes by default what Terraform created, and nothing else, whatever is configured later.
func TestDefaultPolicy(t *testing.T) {
	t.Parallel()
	t.Run("adopted, then brand_id removed", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: "Old", Enabled: true})
		i := created(t, server, acctest.Values{"brand_id": 7, "name": "Old"})
		i.IsUnchanged(newBrand("Old"))
		i.Run(with(newBrand("Old"), acctest.Values{"description": "mine"}))
		if policyOf(i) != "abandon" || idOf(t, i) != 7 {
			t.Errorf("policy %s of brand %d", policyOf(i), idOf(t, i))
		}
		i.Run(nil)
		wantNames(t, server, "Old")
	})
	t.Run("created, then brand_id added", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		i := created(t, server, newBrand("New"))
		config := acctest.Values{"brand_id": idOf(t, i), "name": "New"}
		i.IsUnchanged(config)
		i.IsUnchanged(acctest.Values{"brand_id": idOf(t, i)})
		config["name"] = "Renamed" // with an id it is the same brand
		i.Run(config)
		wantNames(t, server, "Renamed")
		i.Run(nil)
		wantNames(t, server, "")
	})
	t.Run("set and removed", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		i := created(t, server, with(newBrand("New"), acctest.Values{"deletion_policy": "disable"}))
		server.ResetRequests()
		i.Run(newBrand("New"))
		if policyOf(i) != "delete" || server.Writes() != 0 {
			t.Errorf("policy %s, %d writes", policyOf(i), server.Writes())
		}
	})
	t.Run("name missing", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		i := created(t, server, newBrand("New"))
		acctest.Says(t, i.Validate(t.Context(), acctest.Values{}), acctest.Failure, "Missing name")
		acctest.Says(t, process(t, server).Instance("videoindexer_brand").Plan(t.Context(), acctest.Values{}).Diagnostics, acctest.Failure, "Missing name")
	})
}

// TestNewNotTaken has the service keep another value than was sent: the brand is in the state, tainted, and deleted before
// the next create, whatever its policy.
func TestNewNotTaken(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"delete", "abandon", "disable", "restore"} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			drops := true
			server := newExtended(t, mockserver.BrandStores(func(b *mockserver.Brand) {
				if drops {
					b.Description = ""
				}
			}))
			config := acctest.Values{"name": "New", "description": "text", "deletion_policy": policy}
			i := process(t, server).Instance("videoindexer_brand")
			plan := i.Look(config)
			i.Protocol = process(t, server)
			acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Value not kept by the service", "accepted the create of brand", "description")
			if !i.Tainted || policyOf(i) != "delete" || idOf(t, i) == 0 {
				t.Fatalf("tainted: %t, policy %s", i.Tainted, policyOf(i))
			}
			drops = false
			i.Run(config)
			wantNames(t, server, "New")
			if policyOf(i) != policy {
				t.Errorf("policy %s", policyOf(i))
			}
		})
	}
}
