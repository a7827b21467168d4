package entries_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
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
		"padded tag":                 {all, acctest.Values{"tags": []string{"a "}}, nil, []string{"tags[", "trimspace"}},
		"computed id":                {[]string{"by name"}, acctest.Values{"brand_id": 1}, nil, []string{"Invalid Configuration for Read-Only Attribute"}},
		"unknown policy":             {all, nil, acctest.Values{"deletion_policy": "prevent"}, []string{"deletion_policy", "abandon"}},
		"malformed account":          {all, nil, acctest.Values{"account_id": "mine"}, []string{"account_id must be a GUID"}},
		"no parallelism":             {dictionaries, nil, acctest.Values{"parallelism": 0}, []string{"parallelism must be a whole number from 1 to 64"}},
		"much parallelism":           {dictionaries, nil, acctest.Values{"parallelism": 65}, []string{"parallelism must be a whole number from 1 to 64"}},
		"a fraction of parallelism":  {dictionaries, nil, acctest.Values{"parallelism": tftypes.NewValue(tftypes.Number, 1.5)}, []string{"parallelism must be a whole number"}},
		"policy that is not allowed": {[]string{"single", "by id"}, nil, acctest.Values{"deletion_policy": "delete"}, []string{`deletion_policy = "delete" needs`, "extended_operations = true"}},
		"an id out of range":         {[]string{"single"}, nil, acctest.Values{"brand_id": 3000000000}, []string{"brand_id must be a whole number from -2147483648 to 2147483647, got: 3000000000"}},
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
		acctest.Says(t, b.Plan(t.Context(), acctest.Values{"brands": unknown(b, "brands")}).Diagnostics, acctest.Failure, "check subscription_key")
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
		"a/b": "cannot be read", "//1001": "cannot be read", "westus2//1001": "cannot be read", "brand": "is not a whole number",
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

// TestInput_hostile keeps names and values that are hard to encode.
func TestInput_hostile(t *testing.T) {
	t.Parallel()
	tags := make([]string, 200)
	for i := range tags {
		tags[i] = fmt.Sprintf("tag %d", i)
	}
	brands := entries{
		"AC/DC": {}, "Contoso, Inc.": {}, `"quoted" \ name`: {}, "名前 ✓ é": {}, "${name} %{if}": {}, "<b>&amp;": {}, "../..": {}, "line\nbreak": {},
		strings.Repeat("long ", 200) + "name": {"tags": tags, "description": "\u202edesk"},
	}
	b := newNamed(t, nil)
	b.Run(config(brands))
	b.IsUnchanged(config(brands))
	if n := len(b.ids()); n != len(brands) {
		t.Errorf("%d entries", n)
	}
	b.Run(nil)
	b.accountHas(map[string]string{})
}

// TestInput_notExtended refuses the type where extended operations are not allowed, reads what the state has with the
// contract's own operations, and calls no other one.
func TestInput_notExtended(t *testing.T) { //nolint:tparallel // the cases share a service whose requests are counted
	t.Parallel()
	b := newNamed(t, []string{"Found"})
	same := config(describedAs("one", "Found", "Created"))
	b.Run(same)
	b.ResetRequests()
	plain := func() { b.Instance.Protocol = b.Server.Protocol(t, nil) }
	plain()
	acctest.Succeeds(t, b.Refresh(t.Context()))
	b.requests(map[string]int{"16": 2})
	b.holds(shown{Brands: map[string]string{"Found": asWanted, "Created": asCreated}, Adopted: "[Found]", Overwritten: map[string]string{"Found": "- as found - -"}})
	for name, c := range map[string]acctest.Values{"change": same, "destroy": nil} {
		t.Run(name, func(t *testing.T) {
			acctest.Says(t, b.Plan(t.Context(), c).Diagnostics, acctest.Failure, dictionaryType, "extended_operations")
		})
	}
	other := b.Instance.Protocol.Instance(dictionaryType)
	acctest.Says(t, other.Plan(t.Context(), same).Diagnostics, acctest.Failure, dictionaryType, "extended_operations")
	acctest.Says(t, other.Import(t.Context(), b.Account.ID), acctest.Failure, dictionaryType, "extended_operations")
	b.requests(map[string]int{"16": 2})

	b.restart()
	b.Run(config(describedAs("one", "Found", "Created"), acctest.Values{"deletion_policy": "abandon"}))
	plain()
	acctest.Succeeds(t, b.Apply(t.Context(), b.Plan(t.Context(), nil)))
	b.accountHas(map[string]string{"Found": asWanted, "Created": asCreated})
}

// TestImportNames imports all brands of an account, or some, and plans nothing for a configuration that agrees. The destroy
// leaves them.
func TestImportNames(t *testing.T) {
	t.Parallel()
	all := []string{"AC/DC", "Contoso, Inc.", "One", `The "Two"`}
	for id, names := range map[string][]string{
		"<account>":            all,
		"<location>/<account>": all,
		"<account>/One":        {"One"},
		"<account>/One,AC/DC":  {"AC/DC", "One"},
		`<account>/"Contoso, Inc.", "The ""Two"""`:       {"Contoso, Inc.", `The "Two"`},
		`<location>/<account>/AC/DC, "Contoso, Inc."`:    {"AC/DC", "Contoso, Inc."},
		`<location>/<account>/One,"AC/DC","The ""Two"""`: {"AC/DC", "One", `The "Two"`},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, all)
			b.ResetRequests()
			acctest.Succeeds(t, b.Import(t.Context(), b.filled(id)))
			b.requests(map[string]int{"X1": 1})
			want := entries{}
			for _, name := range names {
				want[name] = acctest.Values{"enabled": true, "tags": []string{"found"}}
			}
			if got := len(b.ids()); got != len(names) {
				t.Errorf("%d entries, want %v: %v", got, names, b.ids())
			}
			b.IsUnchanged(config(want))
			b.Run(nil)
			if n := len(b.Brands(b.Account.ID)); n != len(all) {
				t.Errorf("%d brands are left", n)
			}
		})
	}
}

// TestImportNames_empty imports a brand that has no values, for a configuration that says so: an empty address is the same as none.
func TestImportNames_empty(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]*string{"none": nil, "empty": new("")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, nil)
			b.AddBrand(b.Account.ID, mockserver.Brand{Name: "One", ReferenceURL: address})
			acctest.Succeeds(t, b.Import(t.Context(), b.filled("<account>")))
			b.IsUnchanged(config(entries{"One": {"enabled": false, "description": "", "reference_url": "", "tags": []string{}}}))
			b.IsUnchanged(config(entries{"One": {}}))
		})
	}
}

// TestImportNames_leavesOut imports all brands but those whose names no entry can have, which a warning names.
func TestImportNames_leavesOut(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"One", "Two ", "Zo\u00eb", "Zoe\u0308"})
	acctest.Says(t, b.Import(t.Context(), b.filled("<account>")), acctest.Warning, "Brands not imported", `"Two "`, "(\"Zo")
	if got := len(b.ids()); got != 2 {
		t.Errorf("%d entries: %v", got, b.ids())
	}
	b.IsUnchanged(config(entries{"One": {}, "Zo\u00eb": {}}))
}

// TestImportNames_refused names what an import id has wrong, and imports nothing.
func TestImportNames_refused(t *testing.T) {
	t.Parallel()
	for id, says := range map[string][]string{
		"":                             {"Invalid import id"},
		"One":                          {"Invalid import id", "<account_id>/<name>"},
		"<location>/One":               {"Invalid import id"},
		"/<account>":                   {"Invalid import id"},
		"<account>/":                   {"Invalid import id"},
		"<account>/One,,Two":           {"empty name"},
		`<account>/"One`:               {"cannot be read", "as in CSV"},
		"<account>/One\nTwo":           {"cannot be read"},
		"<account>/One,Missing,Absent": {"Cannot import brands that do not exist", `"Absent", "Missing"`},
		"<location>/<account>/one":     {"Cannot import brands that do not exist", `"one"`},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, []string{"One", "Two"})
			acctest.Says(t, b.Import(t.Context(), b.filled(id)), acctest.Failure, says...)
		})
	}
}

// TestImportNames_exclusive deletes what is not listed, shown entry by entry, of an account that was imported as a whole.
func TestImportNames_exclusive(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Kept", "Gone"})
	acctest.Succeeds(t, b.Import(t.Context(), b.Account.ID))
	same := config(entries{"Kept": {}}, exclusive)
	plan := b.Look(same)
	b.expect(plan, shown{Brands: map[string]string{"Kept": asFound}, Adopted: "[Kept]"})
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"Gone"`)
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	b.accountHas(map[string]string{"Kept": asFound})
	b.IsUnchanged(same)
}
