package byid_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const dictionaryAddress = "videoindexer_brands.test"

// dictionaryBlock is a videoindexer_brands with the given entries, and lines apart from them.
func dictionaryBlock(entries string, lines ...string) string {
	return fmt.Sprintf("resource \"videoindexer_brands\" \"test\" {\n  brands = {\n%s\n  }\n  %s\n}\n", entries, strings.Join(lines, "\n  "))
}

// eachDescribed are entries for n brands that manage the description alone.
func eachDescribed(n int, description string) string {
	return fmt.Sprintf("for id in range(1001, %d) : id => { description = %q }", 1001+n, description)
}

// serves checks brands on the server, each as "name enabled description referenceUrl tags".
func serves(server *acctest.Server, want map[int32]string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		got := map[int32]string{}
		for id := range want {
			b, ok := server.Brand(server.Account.ID, id)
			if !ok {
				continue
			}
			url := "-"
			if b.ReferenceURL != nil && *b.ReferenceURL != "" {
				url = *b.ReferenceURL
			}
			got[id] = fmt.Sprint(b.Name, " ", b.Enabled, " ", b.Description, " ", url, " ", slices.Sorted(slices.Values(b.Tags)))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("the server holds (-want +got):\n%s", diff)
		}
		return nil
	})
}

// changes expects a plan in which just these entries of the dictionary change.
type changes []string

func (want changes) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	entries := func(side any) map[string]any {
		attributes, _ := side.(map[string]any)
		brands, _ := attributes["brands"].(map[string]any)
		return brands
	}
	var got []string
	for _, change := range req.Plan.ResourceChanges {
		if change.Address != dictionaryAddress {
			continue
		}
		before, after, unknown := entries(change.Change.Before), entries(change.Change.After), entries(change.Change.AfterUnknown)
		for id := range after {
			noise, _ := unknown[id].(map[string]any)
			delete(noise, "tags") // an empty list where all elements are known
			if _, had := before[id]; !had || !cmp.Equal(before[id], after[id]) || len(noise) > 0 {
				got = append(got, id)
			}
		}
		for id := range before {
			if _, stays := after[id]; !stays {
				got = append(got, id)
			}
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string(want), got); diff != "" {
		resp.Error = fmt.Errorf("entries that change (-want +got):\n%s", diff)
	}
}

func updatesEntries(ids ...string) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(dictionaryAddress, plancheck.ResourceActionUpdate), changes(ids),
	}}
}

func entry(id int, field string) tfjsonpath.Path {
	return tfjsonpath.New("brands").AtMapKey(fmt.Sprint(id)).AtMapKey(field)
}

const allEntryFields = `name = "Contoso Ltd", enabled = false, description = "as configured", reference_url = "https://example.com/configured", tags = ["b", "a"]`

// TestAccBrands_lifecycle walks a dictionary from adoption through every kind of change to its end.
func TestAccBrands_lifecycle(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 4)
	full := "\"1001\" = { " + allEntryFields + " }\n\"1002\" = { name = \"Second\" }\n\"1003\" = {}"
	asFound := func(n int) string { return fmt.Sprintf("Found %d true as found https://example.com/found [found]", n) }
	acctest.RunInProcess(t, resource.TestCase{
		// Destroy leaves the brands as they were configured last.
		CheckDestroy: serves(server, map[int32]string{1001: "Contoso Ltd true changed - []", 1002: "Second true as found https://example.com/found [found]", 1004: asFound(4)}),
		Steps: []resource.TestStep{
			{
				Config: server.Config(dictionaryBlock(full)),
				Check: serves(server, map[int32]string{
					1001: "Contoso Ltd false as configured https://example.com/configured [a b]",
					1002: "Second true as found https://example.com/found [found]", 1003: asFound(3), 1004: asFound(4),
				}),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(dictionaryAddress, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location)),
					statecheck.ExpectKnownValue(dictionaryAddress, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
					statecheck.ExpectKnownValue(dictionaryAddress, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("abandon")),
					statecheck.ExpectKnownValue(dictionaryAddress, tfjsonpath.New("parallelism"), knownvalue.Int64Exact(10)),
					statecheck.ExpectKnownValue(dictionaryAddress, tfjsonpath.New("brands"), knownvalue.MapSizeExact(3)),
					statecheck.ExpectKnownValue(dictionaryAddress, entry(1003, "name"), knownvalue.StringExact("Found 3")),
				},
			},
			{Config: server.Config(dictionaryBlock(full)), ConfigPlanChecks: emptyPlan},
			{ // every field changed; an entry removed, another added
				Config: server.Config(dictionaryBlock(`"1001" = { name = "Other", enabled = true, description = "changed", reference_url = "https://example.com/other", tags = ["c"] }` +
					"\n\"1002\" = { name = \"Second\" }\n\"1004\" = {}")),
				ConfigPlanChecks: updatesEntries("1001", "1003", "1004"),
				Check:            serves(server, map[int32]string{1001: "Other true changed https://example.com/other [c]", 1003: asFound(3), 1004: asFound(4)}),
			},
			{ // each optional argument unset: not managed any more, and nothing to do
				PreConfig:        server.ResetRequests,
				Config:           server.Config(dictionaryBlock("\"1001\" = {}\n\"1002\" = {}\n\"1004\" = {}")),
				ConfigPlanChecks: emptyPlan,
				Check:            server.WritesNothing(),
			},
			{ // an empty reference_url clears it; empty tags remove all; the rest is sent back as read
				Config:           server.Config(dictionaryBlock("\"1001\" = { name = \"Contoso Ltd\", reference_url = \"\", tags = [] }\n\"1002\" = {}\n\"1004\" = {}")),
				ConfigPlanChecks: updatesEntries("1001"),
			},
			{Config: server.Config(dictionaryBlock("\"1001\" = { name = \"Contoso Ltd\", reference_url = \"\", tags = [] }\n\"1002\" = {}\n\"1004\" = {}")), ConfigPlanChecks: emptyPlan},
			{ // what only Terraform reads is written nowhere
				PreConfig:        server.ResetRequests,
				Config:           server.Config(dictionaryBlock("\"1001\" = { name = \"Contoso Ltd\" }\n\"1002\" = {}\n\"1004\" = {}", `parallelism = 2`, `deletion_policy = "disable"`)),
				ConfigPlanChecks: updatesEntries(),
				Check:            server.WritesNothing(),
			},
			{Config: server.Config(dictionaryBlock("\"1001\" = {}\n\"1002\" = {}\n\"1004\" = {}")), ConfigPlanChecks: updatesEntries()},
			{
				ResourceName: dictionaryAddress, ImportState: true, ImportStateId: "1004,1001, 1002", ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: "account_id", ImportStateVerifyIgnore: []string{"brands.1001.reference_url", "overwritten"},
			},
			{
				ResourceName: dictionaryAddress, ImportState: true, ImportStateVerify: true,
				ImportStateId:                        fmt.Sprintf("%s/%s/1001,1002,1004", server.Account.Location, server.Account.ID),
				ImportStateVerifyIdentifierAttribute: "account_id", ImportStateVerifyIgnore: []string{"brands.1001.reference_url", "overwritten"},
			},
		},
	})
}

// manyEntries are n brands with all fields, one of which is described otherwise.
func manyEntries(n int, description string) string {
	return fmt.Sprintf(`for id in range(1001, %d) : id => {
      name = "Brand number ${id}", enabled = true, tags = ["sponsor", "road"]
      description   = id == 1032 ? %q : "Frames and complete road bikes; sponsor of the tour."
      reference_url = "https://brands.example/${id}"
    }`, 1001+n, description)
}

// TestAccBrands_oneOfMany changes one brand of many, with one write.
func TestAccBrands_oneOfMany(t *testing.T) {
	t.Parallel()
	const n = 50
	server := newDictionaryServer(t, n)
	writes := func(want int) resource.TestCheckFunc {
		return acctest.Remote(func() error {
			if got := server.Count(17); got != want {
				return fmt.Errorf("%d writes, want %d", got, want)
			}
			return nil
		})
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(dictionaryBlock(manyEntries(n, "one"))), Check: writes(n)},
			{
				PreConfig:        server.ResetRequests,
				Config:           server.Config(dictionaryBlock(manyEntries(n, "two"))),
				ConfigPlanChecks: updatesEntries("1032"),
				Check: resource.ComposeAggregateTestCheckFunc(
					serves(server, map[int32]string{1032: "Brand number 1032 true two https://brands.example/1032 [road sponsor]"}), writes(1),
				),
			},
		},
	})
}

// TestAccBrands_drift changes brands outside of Terraform: what is managed is put right, the rest is shown.
func TestAccBrands_drift(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	config := server.Config(dictionaryBlock(eachDescribed(3, "managed")))
	change := func(id int32, change func(*mockserver.Brand)) { server.ChangeBrand(server.Account.ID, id, change) }
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig:        func() { change(1002, func(b *mockserver.Brand) { b.Name = "Outside"; b.Tags = []string{"outside"} }) },
				Config:           config,
				ConfigPlanChecks: emptyPlan,
			},
			{
				PreConfig:        func() { change(1002, func(b *mockserver.Brand) { b.Description = "drifted" }) },
				Config:           config,
				ConfigPlanChecks: updatesEntries("1002"),
				Check:            serves(server, map[int32]string{1002: "Outside true managed https://example.com/found [outside]"}),
			},
		},
	})
}

// TestAccBrands_goneOutside removes brands outside. One leaves the map, and cannot be added again. Once all are gone,
// the resource is planned to be created, and the apply says that it cannot be.
func TestAccBrands_goneOutside(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(dictionaryBlock(eachDescribed(3, "managed")))},
			{
				PreConfig:   func() { server.RemoveBrand(server.Account.ID, 1002) },
				Config:      server.Config(dictionaryBlock(eachDescribed(3, "managed"))),
				ExpectError: regexp.MustCompile(`(?s)Brand does not exist.*adopt brand 1002\..*brands\["1002"\]`),
			},
			{
				Config:           server.Config(dictionaryBlock(`for id in [1001, 1003] : id => { description = "managed" }`)),
				ConfigPlanChecks: emptyPlan,
			},
			{
				PreConfig: func() {
					server.RemoveBrand(server.Account.ID, 1001)
					server.RemoveBrand(server.Account.ID, 1003)
				},
				Config:      server.Config(dictionaryBlock(`for id in [1001, 1003] : id => { description = "managed" }`)),
				ExpectError: regexp.MustCompile(`(?s)Brand does not exist.*brands\["1001"\].*Brand does not exist.*brands\["1003"\]`),
			},
		},
	})
}

// TestAccBrands_deletionPolicies removes an entry, then destroys the rest.
func TestAccBrands_deletionPolicies(t *testing.T) {
	t.Parallel()
	for policy, left := range map[string]string{
		"abandon": "Found %d true other https://example.com/found [found]",
		"disable": "Found %d false other https://example.com/found [found]",
		"restore": "Found %d true as found https://example.com/found [found]",
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			server := newDictionaryServer(t, 3)
			line := fmt.Sprintf("deletion_policy = %q", policy)
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: serves(server, map[int32]string{1001: fmt.Sprintf(left, 1), 1002: fmt.Sprintf(left, 2), 1003: fmt.Sprintf(left, 3)}),
				Steps: []resource.TestStep{
					{Config: server.Config(dictionaryBlock(eachDescribed(3, "other"), line))},
					{
						Config:           server.Config(dictionaryBlock(eachDescribed(2, "other"), line)),
						ConfigPlanChecks: updatesEntries("1003"),
						Check: serves(server, map[int32]string{
							1001: "Found 1 true other https://example.com/found [found]", 1003: fmt.Sprintf(left, 3),
						}),
					},
				},
			})
		})
	}
}

// TestAccBrands_unknownValues plans with values that are known only after apply.
func TestAccBrands_unknownValues(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	source := func(input, entries string) string {
		return server.Config(fmt.Sprintf("resource \"terraform_data\" \"source\" {\n  input = %s\n}\n", input) + dictionaryBlock(entries))
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{ // a field
				Config: source(`"one"`, "\"1001\" = { description = terraform_data.source.output }\n\"1002\" = {}"),
				Check:  serves(server, map[int32]string{1001: "Found 1 true one https://example.com/found [found]"}),
			},
			{
				Config:           source(`"two"`, "\"1001\" = { description = terraform_data.source.output }\n\"1002\" = {}"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{changes{"1001"}}},
				Check:            serves(server, map[int32]string{1001: "Found 1 true two https://example.com/found [found]"}),
			},
			{ // the keys
				Config: source(`["1002", "1003"]`, "for id in terraform_data.source.output : id => { description = \"three\" }"),
				Check:  serves(server, map[int32]string{1001: "Found 1 true two https://example.com/found [found]", 1003: "Found 3 true three https://example.com/found [found]"}),
			},
		},
	})
}

func TestAccBrands_replacement(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 2)
	other := mockserver.DefaultAccount()
	other.ID = "7d9e6f10-1111-4222-8333-444455556666"
	server.AddAccount(other)
	server.AddBrand(other.ID, mockserver.Brand{ID: 1001, Name: "In the other account"})
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(dictionaryBlock(`"1001" = { description = "one" }`))},
			{
				Config: server.Config(dictionaryBlock(`"1001" = { description = "one" }`, fmt.Sprintf("account_id = %q", other.ID))),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(dictionaryAddress, plancheck.ResourceActionDestroyBeforeCreate)},
				},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(dictionaryAddress, entry(1001, "name"), knownvalue.StringExact("In the other account")),
				},
			},
		},
	})
}
