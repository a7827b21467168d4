package byid_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

func TestAccBrands_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ body, expect string }{
		"key that is no number":       {dictionaryBlock(`"contoso" = {}`), `(?s)Invalid brand id.*brands\["contoso"\].*whole number`},
		"key with a leading zero":     {dictionaryBlock(`"01001" = {}`), `(?s)Invalid brand id.*brands\["01001"\]`},
		"key out of range":            {dictionaryBlock(`"3000000000" = {}`), `(?s)brands\["3000000000"\].*-2147483648\s+to\s+2147483647`},
		"entry that is null":          {dictionaryBlock(`"1001" = null`), `(?s)brands\["1001"\] is\s+null`},
		"empty name":                  {dictionaryBlock(`"1001" = { name = "" }`), `(?s)brands\["1001"\].name must be a name that is not empty`},
		"reference that is no URL":    {dictionaryBlock(`"1001" = { reference_url = "example" }`), `(?s)brands\["1001"\].reference_url.*does\s+not\s+begin\s+with\s+http`},
		"no parallelism":              {dictionaryBlock(`"1001" = {}`, "parallelism = 0"), `parallelism must be at least 1`},
		"too much parallelism":        {dictionaryBlock(`"1001" = {}`, "parallelism = 65"), `parallelism must be at most 64`},
		"parallelism with a fraction": {dictionaryBlock(`"1001" = {}`, "parallelism = 1.5"), `parallelism must be a whole number`},
		"unknown policy":              {dictionaryBlock(`"1001" = {}`, `deletion_policy = "prevent"`), `(?s)deletion_policy.*abandon`},
		"policy that is not allowed":  {dictionaryBlock(`"1001" = {}`, `deletion_policy = "delete"`), `(?s)deletion_policy = "delete" needs.*extended_operations = true`},
		"brand that does not exist":   {dictionaryBlock(`"5" = {}`), `(?s)Brand does not exist.*adopt brand 5\..*brands\["5"\]`},
		"account that does not exist": {
			dictionaryBlock(eachDescribed(2, "one"), `account_id = "99999999-9999-4999-8999-999999999999"`),
			`(?s)Unable to adopt brand.*cannot\s+use\s+this\s+account.*99999999-9999-4999-8999-999999999999`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newDictionaryServer(t, 2)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(test.body), ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}

func TestAccBrands_badImport(t *testing.T) {
	t.Parallel()
	for importID, expect := range map[string]string{
		"a/b":               `cannot be read`,
		"//1001":            `has an empty part`,
		"westus2//1001":     `has an empty part`,
		"1001,":             `"" is not a whole number`,
		"1001,brand":        `(?s)"brand" is not a whole number`,
		"3000000000":        `(?s)"3000000000" is not a whole number`,
		"westus2/mine/1001": `account_id "mine" is not a GUID`,
		"1001,999":          `(?s)Cannot import brands that do not exist.*no brand 999\b`,
		"5":                 `(?s)Cannot import brands that do not exist.*no brand 5\b`,
	} {
		t.Run(importID, func(t *testing.T) {
			t.Parallel()
			server := newDictionaryServer(t, 1)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(dictionaryBlock(`"1001" = {}`)), ResourceName: dictionaryAddress, ImportState: true, ImportStateId: importID,
					ExpectError: regexp.MustCompile(expect),
				}},
			})
		})
	}
}

// TestAccBrands_identity needs an engine that knows identity.
func TestAccBrands_identity(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	identity := func(ids string) []statecheck.StateCheck {
		return []statecheck.StateCheck{statecheck.ExpectIdentity(dictionaryAddress, map[string]knownvalue.Check{
			"location":   knownvalue.StringExact(server.Account.Location),
			"account_id": knownvalue.StringExact(server.Account.ID),
			"brand_ids":  knownvalue.StringExact(ids),
		})}
	}
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{
			{Config: server.Config(dictionaryBlock("\"1001\" = {}\n\"1002\" = {}")), ConfigStateChecks: identity("1001,1002")},
			{Config: server.Config(dictionaryBlock("\"1003\" = {}\n\"1002\" = {}")), ConfigStateChecks: identity("1002,1003")},
			{ResourceName: dictionaryAddress, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
		},
	})
}
