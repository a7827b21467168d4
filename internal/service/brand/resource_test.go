package brand_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const id = 1001

// dictionaryBlock is a videoindexer_brands with the given entries.
func dictionaryBlock(entries string) string {
	return fmt.Sprintf("resource \"videoindexer_brands\" \"test\" {\n  brands = {\n%s\n  }\n}\n", entries)
}

// TestAccBrands_unknownValues plans with values that are known only after apply.
func TestAccBrands_unknownValues(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	ids := server.AddBrands(server.Account.ID, 3)
	source := func(input, entries string) string {
		return server.Config(fmt.Sprintf("resource \"terraform_data\" \"source\" {\n  input = %s\n}\n", input) + dictionaryBlock(entries))
	}
	described := func(want ...string) resource.TestCheckFunc {
		return acctest.Remote(func() error {
			for i, description := range want {
				if b, _ := server.Brand(server.Account.ID, ids[i]); b.Description != description {
					return fmt.Errorf("brand %d is described as %q, want %q", b.ID, b.Description, description)
				}
			}
			return nil
		})
	}
	const asFound = "As found in the account"
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: source(`"one"`, "\"1001\" = { description = terraform_data.source.output }\n\"1002\" = {}"), Check: described("one", asFound)}, // a field
			{Config: source(`"two"`, "\"1001\" = { description = terraform_data.source.output }\n\"1002\" = {}"), Check: described("two", asFound)},
			{Config: source(`["1002", "1003"]`, "for id in terraform_data.source.output : id => { description = \"three\" }"), Check: described("two", "three", "three")}, // the keys
		},
	})
}

// TestAccIdentity needs an engine that knows identity. That of a dictionary by id changes with its entries.
func TestAccIdentity(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddBrands(server.Account.ID, 4)
	const one, dictionary = "videoindexer_brand.test", "videoindexer_brands.test"
	config := func(entries string) string {
		return server.Config("resource \"videoindexer_brand\" \"test\" {\n  brand_id = 1004\n}\n" + dictionaryBlock(entries))
	}
	identities := func(ids string) []statecheck.StateCheck {
		with := func(name string, value knownvalue.Check) map[string]knownvalue.Check {
			return map[string]knownvalue.Check{
				"location": knownvalue.StringExact(server.Account.Location), "account_id": knownvalue.StringExact(server.Account.ID), name: value,
			}
		}
		return []statecheck.StateCheck{
			statecheck.ExpectIdentity(one, with("brand_id", knownvalue.Int64Exact(1004))),
			statecheck.ExpectIdentity(dictionary, with("brand_ids", knownvalue.StringExact(ids))),
		}
	}
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{
			{Config: config("\"1001\" = {}\n\"1002\" = {}"), ConfigStateChecks: identities("1001,1002")},
			{Config: config("\"1003\" = {}\n\"1002\" = {}"), ConfigStateChecks: identities("1002,1003")},
			{ResourceName: one, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
			{ResourceName: dictionary, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
		},
	})
}

// replacements are ways to replace an instance by one of the same brand. A block is given its policy, its brand and the
// generation; isSure says that the new instance knows what was overwritten before the first one.
var replacements = []struct {
	name, block string
	isSure      bool
}{
	{"tainted", `resource "videoindexer_brand" "tainted_%[1]s" {
  brand_id        = %[2]d
  description     = %[3]q == "" ? "" : "one"
  deletion_policy = %[1]q
}`, true},
	{"triggered", `resource "videoindexer_brand" "triggered_%[1]s" {
  brand_id        = %[2]d
  description     = %[3]q == "" ? "" : "one"
  deletion_policy = %[1]q
  lifecycle {
    replace_triggered_by = [terraform_data.generation]
  }
}`, true},
	{"created_first", `resource "videoindexer_brand" "created_first_%[1]s" {
  brand_id        = %[2]d
  description     = %[3]q == "" ? "" : "one"
  deletion_policy = %[1]q
  lifecycle {
    replace_triggered_by  = [terraform_data.generation]
    create_before_destroy = true
  }
}`, false},
	// For the provider, another name of the resource is the same as another key of for_each.
	{"renamed", `resource "videoindexer_brand" "renamed_%[1]s_%[3]s" {
  brand_id        = %[2]d
  description     = "one"
  deletion_policy = "abandon"
}`, false},
	{"renamed_and_changed", `resource "videoindexer_brand" "renamed_and_changed_%[1]s_%[3]s" {
  brand_id        = %[2]d
  description     = %[3]q
  deletion_policy = "abandon"
}`, false},
}

// TestAccBrand_replacedByItself has an engine replace instances in every way there is, at a service that is slow enough for
// their calls to meet: the brands end as they are configured. Tests over the protocol draw other orders.
func TestAccBrand_replacedByItself(t *testing.T) {
	t.Parallel()
	policies := []string{"restore", "disable", "abandon"}
	server := acctest.NewServer(t, mockserver.Latency(150*time.Millisecond))
	config := func(generation string) string {
		blocks := []string{fmt.Sprintf("resource \"terraform_data\" \"generation\" {\n  input = %q\n}", generation)}
		for i, replacement := range replacements {
			for j, policy := range policies {
				blocks = append(blocks, fmt.Sprintf(replacement.block, policy, id+10*i+j, generation))
			}
		}
		return server.Config(strings.Join(blocks, "\n"))
	}
	var tainted []string
	for i := range replacements {
		for j, policy := range policies {
			server.AddBrand(server.Account.ID, mockserver.Brand{ID: int32(id + 10*i + j), Name: fmt.Sprint(replacements[i].name, " ", j), Enabled: true, Description: "as found", Tags: []string{}})
			if i == 0 {
				tainted = append(tainted, "videoindexer_brand.tainted_"+policy)
			}
		}
	}
	acctest.Run(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: config("first")},
		{Config: config("second"), Taint: tainted, Check: func(state *terraform.State) error {
			for i, replacement := range replacements {
				for j, policy := range policies {
					wanted := "one"
					if !strings.Contains(replacement.block, `"one"`) {
						wanted = "second"
					}
					b, _ := server.Brand(server.Account.ID, int32(id+10*i+j))
					if b.Description != wanted || !b.Enabled {
						return fmt.Errorf("%s under %s: described as %q, enabled %t", replacement.name, policy, b.Description, b.Enabled)
					}
					address := fmt.Sprintf("videoindexer_brand.%s_%s", replacement.name, policy)
					if brand, ok := state.RootModule().Resources[address]; replacement.isSure && (!ok || brand.Primary.Attributes["overwritten.description"] != "as found") {
						return fmt.Errorf("%s does not know what was overwritten", address)
					}
				}
			}
			return nil
		}},
	}})
}
