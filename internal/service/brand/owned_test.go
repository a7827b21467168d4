package brand_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func with(config, more acctest.Values) acctest.Values {
	all := maps.Clone(config)
	maps.Copy(all, more)
	return all
}

// TestNewIsReplaced replaces a brand by one of the same name, tainted and as -replace does.
func TestNewIsReplaced(t *testing.T) {
	t.Parallel()
	for _, isTainted := range []bool{true, false} {
		t.Run(fmt.Sprintf("tainted %t", isTainted), func(t *testing.T) {
			t.Parallel()
			server := newExtended(t)
			i := created(t, server, newBrand("New"))
			first := idOf(t, i)
			i.Protocol, i.Tainted = process(t, server), isTainted
			acctest.Succeeds(t, i.Refresh(t.Context()))
			plan := i.PlanReplacement(t.Context(), newBrand("New"))
			acctest.Succeeds(t, plan.Diagnostics)
			i.Protocol = process(t, server)
			acctest.Succeeds(t, i.Apply(t.Context(), plan))
			wantNames(t, server, "New")
			if idOf(t, i) == first {
				t.Error("the brand was not replaced")
			}
		})
		t.Run(fmt.Sprintf("tainted %t, create_before_destroy", isTainted), func(t *testing.T) {
			t.Parallel()
			server := newExtended(t)
			i := created(t, server, newBrand("New"))
			i.Protocol, i.Tainted, i.CreateBeforeDestroy = process(t, server), isTainted, true
			acctest.Succeeds(t, i.Refresh(t.Context()))
			plan := i.PlanReplacement(t.Context(), newBrand("New"))
			acctest.Succeeds(t, plan.Diagnostics)
			server.ResetRequests()
			i.Protocol = process(t, server)
			acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Brand name is taken", "create_before_destroy and deletion_policy = \"abandon\" cannot work")
			wantNames(t, server, "New")
			if n := server.Writes(); n != 0 {
				t.Errorf("%d writes", n)
			}
		})
	}
	t.Run("renamed, create_before_destroy", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		i := created(t, server, newBrand("New"))
		i.CreateBeforeDestroy = true
		applied(t, server, i, newBrand("Other"))
		wantNames(t, server, "Other")
	})
	t.Run("abandoned", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		config := with(newBrand("New"), acctest.Values{"deletion_policy": "abandon"})
		i := created(t, server, config)
		i.Protocol = process(t, server)
		acctest.Succeeds(t, i.Refresh(t.Context()))
		plan := i.PlanReplacement(t.Context(), config)
		i.Protocol = process(t, server)
		acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Brand name is taken", `deletion_policy = "abandon" cannot work`)
		wantNames(t, server, "New")
	})
}

// TestReplacementKeepsTheName replaces a brand that its destroy leaves: its name stays taken, which the plan says. A
// destroy, which begins with such a plan, still works.
func TestReplacementKeepsTheName(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"abandon", "disable", "restore"} {
		for name, prepare := range map[string]func(i *acctest.Instance) (isReplaced, isRefreshed bool){
			"tainted":                  func(i *acctest.Instance) (bool, bool) { i.Tainted = true; return true, true },
			"-replace":                 func(*acctest.Instance) (bool, bool) { return true, true },
			"-replace, -refresh=false": func(*acctest.Instance) (bool, bool) { return true, false },
			"renamed":                  func(*acctest.Instance) (bool, bool) { return false, true },
		} {
			t.Run(policy+", "+name, func(t *testing.T) {
				t.Parallel()
				server := newExtended(t)
				config := with(newBrand("New"), acctest.Values{"deletion_policy": policy})
				i := created(t, server, config)
				isReplaced, isRefreshed := prepare(i)
				i.Protocol = process(t, server)
				if isRefreshed {
					acctest.Succeeds(t, i.Refresh(t.Context()))
				}
				var plan *acctest.Plan
				if isReplaced {
					plan = i.PlanReplacement(t.Context(), config)
				} else {
					plan = i.Protocol.Instance("videoindexer_brand").Plan(t.Context(), config)
				}
				acctest.Succeeds(t, plan.Diagnostics)
				acctest.Says(t, plan.Diagnostics, acctest.Warning, "Brand name stays taken", fmt.Sprintf("brand %d", idOf(t, i)), `deletion_policy = "delete"`)

				i.Protocol = process(t, server)
				acctest.Succeeds(t, i.Apply(t.Context(), i.Plan(t.Context(), nil)))
			})
		}
	}
}

// TestNewGetsAnotherAddress gives the name to another instance without a moved block. In each order, the brand exists
// exactly once after the next run at the latest, and a message names the moved block.
func TestNewGetsAnotherAddress(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 0))
			server := newExtended(t)
			old := created(t, server, newBrand("New"))
			planning, applying := process(t, server), process(t, server)
			old.Protocol = planning
			next := planning.Instance("videoindexer_brand")
			var diags []*tfprotov6.Diagnostic
			note := func(more []*tfprotov6.Diagnostic) { diags = append(diags, more...) }
			acctest.Succeeds(t, old.Refresh(t.Context()))
			var destroy, create *acctest.Plan
			inOrder(random.IntN(2) == 0,
				func() { destroy = old.Plan(t.Context(), nil); note(destroy.Diagnostics) },
				func() { create = next.Plan(t.Context(), newBrand("New")); note(create.Diagnostics) })
			acctest.Succeeds(t, diags)
			acctest.Says(t, diags, acctest.Warning, "Brand is deleted and created under its name", "moved {")
			old.Protocol, next.Protocol = applying, applying
			inOrder(random.IntN(2) == 0,
				func() { note(old.ApplyAsPlanned(t.Context(), destroy)) },
				func() { note(next.Apply(t.Context(), create)) })
			if !next.Exists() {
				acctest.Says(t, diags, acctest.Failure, "Brand name is taken", "moved {")
				applied(t, server, next, newBrand("New"))
			}
			wantNames(t, server, "New")
			wantNoChange(t, server, next, newBrand("New"))
		})
	}
}

func inOrder(isFirst bool, a, b func()) {
	if !isFirst {
		a, b = b, a
	}
	a()
	b()
}

// TestNewIsDestroyed ends a brand that Terraform created with each policy.
func TestNewIsDestroyed(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{"delete": "", "abandon": "New", "disable": "(New)", "restore": "New"} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			server := newExtended(t)
			i := created(t, server, with(newBrand("New"), acctest.Values{"deletion_policy": policy}))
			applied(t, server, i, nil)
			wantNames(t, server, want)
		})
	}
}

// TestDefaultPolicy deletes by default what Terraform created, and nothing else, whatever is configured later.
func TestDefaultPolicy(t *testing.T) {
	t.Parallel()
	t.Run("adopted, then brand_id removed", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: "Old", Enabled: true})
		i := created(t, server, acctest.Values{"brand_id": 7, "name": "Old"})
		wantNoChange(t, server, i, newBrand("Old"))
		applied(t, server, i, with(newBrand("Old"), acctest.Values{"description": "mine"}))
		if policyOf(i) != "abandon" || idOf(t, i) != 7 {
			t.Errorf("policy %s of brand %d", policyOf(i), idOf(t, i))
		}
		applied(t, server, i, nil)
		wantNames(t, server, "Old")
	})
	t.Run("created, then brand_id added", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		i := created(t, server, newBrand("New"))
		config := acctest.Values{"brand_id": idOf(t, i), "name": "New"}
		wantNoChange(t, server, i, config)
		wantNoChange(t, server, i, acctest.Values{"brand_id": idOf(t, i)})
		config["name"] = "Renamed" // with an id it is the same brand
		applied(t, server, i, config)
		wantNames(t, server, "Renamed")
		applied(t, server, i, nil)
		wantNames(t, server, "")
	})
	t.Run("set and removed", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		i := created(t, server, with(newBrand("New"), acctest.Values{"deletion_policy": "disable"}))
		server.ResetRequests()
		applied(t, server, i, newBrand("New"))
		if policyOf(i) != "delete" || server.Writes() != 0 {
			t.Errorf("policy %s, %d writes", policyOf(i), server.Writes())
		}
	})
	t.Run("name missing", func(t *testing.T) {
		t.Parallel()
		server := newExtended(t)
		i := created(t, server, newBrand("New"))
		acctest.Says(t, i.Validate(t.Context(), acctest.Values{}), acctest.Failure, "Missing name")
		acctest.Says(t, i.Plan(t.Context(), acctest.Values{}).Diagnostics, acctest.Failure, "Missing name")
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
			plan := planned(t, server, i, config)
			i.Protocol = process(t, server)
			acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Value not kept by the service", "accepted the create of brand", "description")
			if !i.Tainted || policyOf(i) != "delete" || idOf(t, i) == 0 {
				t.Fatalf("tainted: %t, policy %s", i.Tainted, policyOf(i))
			}
			drops = false
			applied(t, server, i, config)
			wantNames(t, server, "New")
			if policyOf(i) != policy {
				t.Errorf("policy %s", policyOf(i))
			}
		})
	}
}

// TestDelete deletes with X3, in each way in which that can end.
func TestDelete(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts  []mockserver.Option
		fault *mockserver.Action
		err   string
	}{
		"done":                 {},
		"no such operation":    {opts: []mockserver.Option{mockserver.Lacks(http.StatusNotFound, "X3")}, err: "VIDEOINDEXER_EXTENDED_OPERATIONS) uses"},
		"405":                  {opts: []mockserver.Option{mockserver.Lacks(http.StatusMethodNotAllowed, "X3")}, err: "extended_operations"},
		"501":                  {opts: []mockserver.Option{mockserver.Lacks(http.StatusNotImplemented, "X3")}, err: "extended_operations"},
		"refused":              {fault: new(mockserver.Status(http.StatusBadRequest)), err: "400 INVALID_INPUT"},
		"gateway's 404":        {fault: new(mockserver.GatewayHTML(http.StatusNotFound)), err: "does not mean that the object is gone"},
		"answer lost":          {fault: new(mockserver.ResetAfter())},
		"500, though deleted":  {fault: new(mockserver.StatusAfter(http.StatusInternalServerError))},
		"gone in the meantime": {fault: new(mockserver.Before(func(*http.Request) {}))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newExtended(t, test.opts...)
			i := created(t, server, newBrand("New"))
			destroy := planned(t, server, i, nil)
			if test.fault != nil {
				server.Script(mockserver.Fault{Endpoint: mockserver.X(3), Do: *test.fault})
			}
			if name == "gone in the meantime" {
				server.RemoveBrand(server.Account.ID, int32(idOf(t, i)))
			}
			i.Protocol = process(t, server)
			diags := i.Apply(t.Context(), destroy)
			if test.err != "" {
				acctest.Says(t, diags, acctest.Failure, "Unable to delete brand", test.err)
				wantNames(t, server, "New")
				if !i.Exists() {
					t.Error("the brand has left the state")
				}
				return
			}
			acctest.Succeeds(t, diags)
			wantNames(t, server, "")
		})
	}
}

// TestLacking uses a service that lacks an operation: the error says so, and nothing leaves the state.
func TestLacking(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		server := newExtended(t, mockserver.Lacks(status, "X1", "X2"))
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: "Old"})
		i := process(t, server).Instance("videoindexer_brand")
		acctest.Says(t, i.Plan(t.Context(), newBrand("New")).Diagnostics, acctest.Failure, `Could not look for brand "New"`, "does not offer an operation that extended_operations")
		// What needs none of them works.
		adopted := created(t, server, acctest.Values{"brand_id": 7, "description": "mine"})
		wantNoChange(t, server, adopted, acctest.Values{"brand_id": 7, "description": "mine"})

		server = newExtended(t, mockserver.Lacks(status, "X2"))
		i = process(t, server).Instance("videoindexer_brand")
		plan := planned(t, server, i, newBrand("New"))
		acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Unable to create brand", "extended_operations")
	}
}

// TestAdoptedIsDeleted deletes a brand that was adopted, where that is configured: at its destroy, and not because the
// instance is replaced by one of the same brand or moves to another address.
func TestAdoptedIsDeleted(t *testing.T) {
	t.Parallel()
	config := acctest.Values{"brand_id": 7, "description": "mine", "deletion_policy": "delete"}
	start := func(t *testing.T) (*acctest.Server, *acctest.Instance) {
		t.Helper()
		server := newExtended(t)
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: "Old", Enabled: true, Description: "as found"})
		return server, created(t, server, config)
	}
	t.Run("destroyed", func(t *testing.T) {
		t.Parallel()
		server, i := start(t)
		applied(t, server, i, nil)
		wantNames(t, server, "")
	})
	t.Run("another brand", func(t *testing.T) {
		t.Parallel()
		server, i := start(t)
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: 8, Name: "Next", Enabled: true})
		applied(t, server, i, with(config, acctest.Values{"brand_id": 8}))
		wantNames(t, server, "Next")
	})
	for _, isTainted := range []bool{true, false} {
		for _, createFirst := range []bool{true, false} {
			t.Run(fmt.Sprintf("replaced, tainted %t, create first %t", isTainted, createFirst), func(t *testing.T) {
				t.Parallel()
				server, i := start(t)
				i.Protocol, i.Tainted, i.CreateBeforeDestroy = process(t, server), isTainted, createFirst
				acctest.Succeeds(t, i.Refresh(t.Context()))
				plan := i.PlanReplacement(t.Context(), config)
				acctest.Succeeds(t, plan.Diagnostics)
				i.Protocol = process(t, server)
				acctest.Succeeds(t, i.Apply(t.Context(), plan))
				wantNames(t, server, "Old")
				applied(t, server, i, nil)
				wantNames(t, server, "")
			})
		}
	}
	for seed := range uint64(16) {
		t.Run(fmt.Sprintf("another address, %d", seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			server, old := start(t)
			planning, applying := process(t, server), process(t, server)
			old.Protocol = planning
			next := planning.Instance("videoindexer_brand")
			acctest.Succeeds(t, old.Refresh(t.Context()))
			var destroy, create *acctest.Plan
			inOrder(random.IntN(2) == 0,
				func() { destroy = old.Plan(t.Context(), nil) },
				func() { create = next.Plan(t.Context(), config) })
			if diags := slices.Concat(destroy.Diagnostics, create.Diagnostics); len(acctest.Errors(diags)) > 0 {
				acctest.Says(t, diags, acctest.Failure, "Brand would be deleted and adopted", "moved {")
				return
			}
			old.Protocol, next.Protocol = applying, applying
			inOrder(random.IntN(2) == 0,
				func() { acctest.Succeeds(t, old.ApplyAsPlanned(t.Context(), destroy)) },
				func() { acctest.Succeeds(t, next.Apply(t.Context(), create)) })
			wantNames(t, server, "Old")
		})
	}
}
