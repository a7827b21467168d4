package brand_test

import (
	"fmt"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestWithAndWithout takes a state from a provider that may use extended operations to one that may not, and back.
func TestWithAndWithout(t *testing.T) {
	t.Parallel()
	server := newExtended(t)
	i := created(t, server, newBrand("New"))
	i.Protocol = server.Protocol(t, nil)
	server.ResetRequests()
	acctest.Succeeds(t, i.Refresh(t.Context()))
	if i.Texts()["name"] != "New" || policyOf(i) != "delete" {
		t.Errorf("read: %v", i.Texts())
	}
	acctest.Says(t, i.Plan(t.Context(), newBrand("New")).Diagnostics, acctest.Failure, "without brand_id", "extended_operations = true")
	acctest.Says(t, i.Plan(t.Context(), nil).Diagnostics, acctest.Failure, `deletion_policy = "delete" needs`, "extended_operations = true")
	config := acctest.Values{"brand_id": idOf(t, i), "name": "New"}
	plan := i.Plan(t.Context(), config)
	acctest.Succeeds(t, plan.Diagnostics)
	acctest.Succeeds(t, i.Apply(t.Context(), plan))
	if policyOf(i) != "abandon" || server.Writes() != 0 {
		t.Errorf("policy %s, %d writes", policyOf(i), server.Writes())
	}
	for _, request := range server.Requests() {
		if request.Endpoint > 22 {
			t.Errorf("an extended operation: %s %s", request.Method, request.Path)
		}
	}
	i.Protocol = process(t, server)
	i.Run(newBrand("New"))
	if policyOf(i) != "delete" {
		t.Errorf("policy %s", policyOf(i))
	}
	i.Run(nil)
	wantNames(t, server, "")
}

// TestRefreshOfMany refreshes and plans a hundred brands with one list.
func TestRefreshOfMany(t *testing.T) {
	t.Parallel()
	const n = 100
	server := newExtended(t)
	importing, running := process(t, server), process(t, server)
	instances := make([]*acctest.Instance, n)
	for k := range instances {
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: int32(1001 + k), Name: fmt.Sprintf("Brand %d", k)})
		instances[k] = importing.Instance(single)
		acctest.Succeeds(t, instances[k].Import(t.Context(), fmt.Sprint(1001+k)))
	}
	server.ResetRequests()
	for k, i := range instances {
		i.Protocol = running
		acctest.Succeeds(t, i.Refresh(t.Context()))
		if plan := i.Planned(newBrand(fmt.Sprintf("Brand %d", k))); plan.IsUpdate || plan.IsReplacement {
			t.Errorf("brand %d changes", k)
		}
	}
	if lists, reads := server.Count(mockserver.X(1)), server.Count(16); lists > 2 || reads > 0 {
		t.Errorf("%d lists and %d reads of %d brands", lists, reads, n)
	}
}

// TestUpdateSendsWhatItReads has somebody change fields between the plan and the apply of another one: they stay.
func TestUpdateSendsWhatItReads(t *testing.T) {
	t.Parallel()
	server := newExtended(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: "Old", Enabled: true})
	config := acctest.Values{"brand_id": 7, "name": "Old", "description": "mine"}
	i := created(t, server, config)
	plan := i.Look(with(config, acctest.Values{"description": "new"}))
	server.ChangeBrand(server.Account.ID, 7, func(b *mockserver.Brand) { b.Name, b.Tags = "By an editor", []string{"theirs"} })
	i.Protocol = process(t, server)
	acctest.Succeeds(t, i.Apply(t.Context(), plan))
	if b, _ := server.Brand(server.Account.ID, 7); b.Name != "By an editor" || len(b.Tags) != 1 || b.Description != "new" {
		t.Errorf("brand %+v", b)
	}
	i.Run(config)
	wantNames(t, server, "Old")
}

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
		acctest.Says(t, process(t, server).Instance(single).Plan(t.Context(), acctest.Values{}).Diagnostics, acctest.Failure, "Missing name")
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
			i := process(t, server).Instance(single)
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
