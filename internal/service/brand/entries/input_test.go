package entries_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

const noAccount = "99999999-9999-4999-8999-999999999999"

// TestInput refuses configurations that are wrong, where they are wrong, and plans that the account or the provider forbids.
func TestInput(t *testing.T) {
	t.Parallel()
	all, dictionaries := []string{"single", "by id", "by name"}, []string{"by id", "by name"}
	for name, test := range map[string]struct {
		of               []string
		fields, settings acctest.Values
		says             []string // "@" stands for where brand 1 is
	}{
		"empty name":                 {[]string{"single", "by id"}, acctest.Values{"name": ""}, nil, []string{"@name must be a name that is not empty"}},
		"reference that is no URL":   {all, acctest.Values{"reference_url": "example"}, nil, []string{"@reference_url", "does not begin with http"}},
		"padded tag":                 {all, acctest.Values{"tags": []string{"a "}}, nil, []string{"Invalid tags", "trimspace"}},
		"tag twice":                  {all, acctest.Values{"tags": []string{"a", "a"}}, nil, []string{"Duplicate Set Element"}},
		"computed id":                {[]string{"by name"}, acctest.Values{"brand_id": 1}, nil, []string{"Invalid Configuration for Read-Only Attribute"}},
		"unknown policy":             {all, nil, acctest.Values{"deletion_policy": "prevent"}, []string{"deletion_policy", "abandon"}},
		"malformed account":          {all, nil, acctest.Values{"account_id": "mine"}, []string{"account_id must be a GUID"}},
		"no parallelism":             {dictionaries, nil, acctest.Values{"parallelism": 0}, []string{"parallelism must be at least 1"}},
		"much parallelism":           {dictionaries, nil, acctest.Values{"parallelism": 65}, []string{"parallelism must be at most 64"}},
		"a fraction of parallelism":  {dictionaries, nil, acctest.Values{"parallelism": tftypes.NewValue(tftypes.Number, 1.5)}, []string{"parallelism must be a whole number"}},
		"policy that is not allowed": {[]string{"single", "by id"}, nil, acctest.Values{"deletion_policy": "delete"}, []string{`deletion_policy = "delete" needs`, "extended_operations = true"}},
		"an id out of range":         {[]string{"single"}, nil, acctest.Values{"brand_id": 3000000000}, []string{"brand_id must be a whole number from -2147483648 to 2147483647 (int32), got: 3000000000"}},
		"an id with a fraction":      {[]string{"single"}, nil, acctest.Values{"brand_id": tftypes.NewValue(tftypes.Number, 1.5)}, []string{"brand_id must be a whole number"}},
		"an id that does not exist":  {[]string{"single"}, nil, acctest.Values{"brand_id": 5}, []string{"Brand does not exist", "adopt brand 5."}},
		"keys that are no number":    {[]string{"by id"}, nil, byKey("contoso"), []string{"Invalid brand id", `brands["contoso"]`, "whole number"}},
		"keys with a leading zero":   {[]string{"by id"}, nil, byKey("01001"), []string{"Invalid brand id", `brands["01001"]`}},
		"keys out of range":          {[]string{"by id"}, nil, byKey("3000000000"), []string{`brands["3000000000"]`, "-2147483648 to 2147483647"}},
		"keys that do not exist":     {[]string{"by id"}, nil, byKey("5"), []string{"Brand does not exist", "adopt brand 5."}},
		"empty names":                {[]string{"by name"}, nil, byKey(""), []string{"Invalid name of a brand", "is empty"}},
		"blank names":                {[]string{"by name"}, nil, byKey(" \t"), []string{"Invalid name of a brand", "is empty"}},
		"padded names":               {[]string{"by name"}, nil, byKey(" One"), []string{"Invalid name of a brand", `" One"`, "trimspace"}},
		"names that end with nbsp":   {[]string{"by name"}, nil, byKey("One\u00a0"), []string{"Invalid name of a brand"}},
		"one name in two forms":      {[]string{"by name"}, nil, byKey("Caf\u00e9", "Cafe\u0301"), []string{"Two keys for one name"}},
		"an account that is not there": {
			[]string{"single", "by id"}, nil, acctest.Values{"account_id": noAccount}, []string{"Unable to adopt brand", "cannot use this account", noAccount},
		},
	} {
		for _, of := range test.of {
			b := newBench(t, shapes[of], nil)
			config := b.config(test.fields.With(nil), test.settings)
			diags := b.Validate(t.Context(), config)
			if len(acctest.Errors(diags)) == 0 {
				diags = b.Plan(t.Context(), config).Diagnostics
			}
			says := slices.Clone(test.says)
			if says[0][0] == '@' {
				says[0] = b.at(says[0][1:])
			}
			t.Log(name, of)
			acctest.Says(t, diags, acctest.Failure, says...)
		}
	}
	for _, name := range dictionaries {
		b := newBench(t, shapes[name], nil)
		kind, _ := acctest.Schema(t).ResourceSchemas[b.name].ValueType().(tftypes.Object)
		brands, _ := kind.AttributeTypes["brands"].(tftypes.Map)
		null := tftypes.NewValue(brands, map[string]tftypes.Value{b.key(1): tftypes.NewValue(brands.ElementType, nil)})
		acctest.Says(t, b.Validate(t.Context(), acctest.Values{"brands": null}), acctest.Failure, "Entry without a value", b.key(1))
		b.Instance.Protocol = b.Server.Protocol(t, b.needs.With(acctest.Values{"subscription_key": "another"}))
		unknown := acctest.Values{"brands": tftypes.NewValue(brands, tftypes.UnknownValue)}
		acctest.Says(t, b.Plan(t.Context(), unknown).Diagnostics, acctest.Failure, "check subscription_key")
	}
	b := newBench(t, shapes["by name"], nil)
	acctest.Says(t, b.Validate(t.Context(), byKey("contoso", "Contoso", "Fabrikam")), acctest.Warning, "Names that differ in letter case alone", `"Contoso" and "contoso"`)
}

// byKey are entries that manage nothing.
func byKey(keys ...string) acctest.Values {
	brands := acctest.Values{}
	for _, key := range keys {
		brands[key] = acctest.Values{}
	}
	return acctest.Values{"brands": brands}
}

// TestImport imports brands by their ids, with and without the account, and plans nothing for a configuration that agrees.
func TestImport(t *testing.T) {
	t.Parallel()
	for id, name := range map[string]string{"1001": "single", "<account>/1001": "single", "1003,1001, 1002": "by id", "<account>/1001,1002,1003": "by id"} {
		b := newBench(t, shapes[name], nil)
		acctest.Succeeds(t, b.Import(t.Context(), strings.Replace(id, "<account>", b.Account.Location+"/"+b.Account.ID, 1)))
		b.shows(id, b.State(), b.same(asFound), nil)
		b.IsUnchanged(b.config(acctest.Values{}))
		b.IsUnchanged(b.config(acctest.Values{"enabled": true, "description": "as found", "tags": []string{"found"}}))
	}
}

// TestImport_refused names what the id of an import has wrong.
func TestImport_refused(t *testing.T) {
	t.Parallel()
	for id, says := range map[string]string{
		"a/b": "cannot be read", "//1001": "has an empty part", "westus2//1001": "has an empty part", "brand": "is not a whole number",
		"3000000000": `"3000000000" is not a whole number`, "westus2/mine/1001": `account_id "mine" is not a GUID`, "5": "Cannot import brands that do not exist",
		"1001,": "is not a whole number", "1001,brand": "is not a whole number", "1001,999": "no brand 999",
	} {
		for _, name := range []string{"single", "by id"} {
			if name == "by id" || id != "1001,999" && id != "5" { // Terraform says that a single one does not exist
				b := newBench(t, shapes[name], nil)
				acctest.Says(t, b.Import(t.Context(), id), acctest.Failure, says)
			}
		}
	}
}
