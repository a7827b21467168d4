package brand_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
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
