package brand_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestLifecycle takes brands that were found by id and by name, and one that Terraform creates,
// through each kind of change.
func TestLifecycle(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"By id", "By name", "Left"})
	first := byLabel{
		"id": {"brand_id": 1001, "description": "one"}, "By name": {"description": "one"},
		"new": {"name": "New", "description": "one", "enabled": true},
	}
	plan := a.PlanWithRefresh(config(first))
	a.wantEntries(a.planned(plan), map[string]string{
		"id": "1001 adopted one, description was as found", "By name": "1002 adopted one, description was as found", "new": "? created one",
	})
	acctest.MustSucceed(t, a.Apply(t.Context(), plan))
	a.wantBrands(map[string]string{"By id": adopted, "By name": adopted, "New": created, "Left": found})
	a.WantUnchanged(config(first))

	for _, change := range []struct {
		entry acctest.Values // of the first brand
		has   string
	}{
		{acctest.Values{"enabled": false}, "false one https://example.com/found [found]"},
		{acctest.Values{"description": "two"}, "false two https://example.com/found [found]"},
		{acctest.Values{"reference_url": "https://example.com/two"}, "false two https://example.com/two [found]"},
		{acctest.Values{"reference_url": ""}, "false two - [found]"},
		{acctest.Values{"tags": []string{"b", "a"}}, "false two - [a b]"},
		{acctest.Values{"tags": []string{}}, "false two - []"},
		{acctest.Values{"name": "By id, renamed"}, "false two - []"},
	} {
		first["id"] = first["id"].With(change.entry)
		a.ResetRequests()
		a.Run(config(first))
		check.Equal(t, 1, a.Writes(), "%v: writes", change.entry)
		name := "By id"
		_, isRenamed := change.entry["name"]
		if isRenamed {
			name = "By id, renamed"
		}
		a.wantBrands(map[string]string{name: change.has, "By name": adopted, "New": created, "Left": found})
		a.WantUnchanged(config(first))
	}
	for _, field := range []string{"enabled", "description", "reference_url", "tags", "name"} {
		delete(first["id"], field)
		a.ResetRequests()
		a.Run(config(first))
		a.WantUnchanged(config(first))
		check.Equal(t, 0, a.Writes(), "%s is not managed any more: writes", field)
	}
	a.wantEntries(a.State(), map[string]string{
		"id": "1001 adopted two, description was as found, enabled was true, " +
			"name was By id, reference_url was https://example.com/found, tags was [found]",
		"By name": "1002 adopted one, description was as found",
		"new":     "new created one",
	})

	delete(first, "By name")
	delete(first, "new")
	plan = a.PlanWithRefresh(config(first))
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Brand will be left unchanged", `"By name"`, "deletion_policy")
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"New"`)
	acctest.MustSucceed(t, a.Apply(t.Context(), plan))
	a.wantBrands(map[string]string{"By id, renamed": "false two - []", "By name": adopted, "Left": found})
	a.Run(config(first, acctest.Values{"deletion_policy": "restore"}))
	a.Run(nil)
	a.wantBrands(map[string]string{"By id": found, "By name": adopted, "Left": found})
}

// TestChangedByOthers shows what others have changed of the managed fields, and nothing else; a
// brand that is gone is removed from the state.
func TestChangedByOthers(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"One", "Two"})
	same := config(byLabel{"One": {"description": "one"}, "two": {"brand_id": 1002, "description": "one"}, "New": {}})
	a.Run(same)
	a.ChangeBrand(a.Server.Account.ID, 1001, func(b *mockserver.Brand) { b.Tags = []string{"of others"} })
	plan := a.PlanWithRefresh(same)
	if plan.IsUpdate {
		t.Error("others have changed what is not managed: the plan is an update, want it empty")
	}
	a.ChangeBrand(a.Server.Account.ID, 1001, func(b *mockserver.Brand) { b.Description = "of others" })
	a.Run(same)
	a.wantBrands(map[string]string{
		"One": "true one https://example.com/found [of others]", "Two": adopted, "New": "true  - []",
	})

	for _, b := range a.Brands(a.Server.Account.ID) {
		a.RemoveBrand(a.Server.Account.ID, b.ID)
	}
	a.AddBrand(a.Server.Account.ID, asFound(1009, "New"))
	a.restart()
	a.Object.Private = nil // as after an update whose provider was killed
	a.Refresh(t.Context())
	a.WantAbsent()
	plan = a.Plan(t.Context(), same)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Brand not found", "1002", "the apply will fail")
	a.wantEntries(a.planned(plan),
		map[string]string{"One": "? created one", "New": "1009 adopted ?", "two": "1002 ? one, overwritten is ?"})
	acctest.MustSay(t, a.Apply(t.Context(), plan), acctest.Failure, "Brand not found", "adopt brand 1002",
		"Use the id of an existing brand")
	a.wantEntries(a.State(), map[string]string{"One": "new created one", "New": "1009 adopted as found"})
}

// TestAnotherBrand has the service give the id of a brand that Terraform has created to another
// brand: the refresh says so, with both, and a destroy leaves what Terraform has not created.
func TestAnotherBrand(t *testing.T) {
	t.Parallel()
	a := newAccount(t, nil)
	instance := a.process(nil).Instance("videoindexer_brand")
	instance.Run(acctest.Values{"name": "Ours"})
	id := a.Brands(a.Server.Account.ID)[0].ID
	a.RemoveBrand(a.Server.Account.ID, id)
	created := time.Date(2031, 5, 6, 0, 0, 0, 0, time.UTC)
	a.AddBrand(a.Server.Account.ID, mockserver.Brand{ID: id, Name: "Theirs", Create: created})
	instance.Protocol = a.process(nil)
	acctest.MustSay(t, instance.Refresh(t.Context()), acctest.Warning, "Another brand has the id", `brand "Ours"`,
		`"Theirs", created at 2031-05-06`)
	acctest.MustSayNothing(t, instance.Refresh(t.Context()))
	instance.Run(nil)
	a.wantBrands(map[string]string{"Theirs": "false  - []"})
}

// TestCreateTimes has the list of brands show creation times in another form than single brands, or
// not at all: a brand that was found and one that Terraform created stay the same brands.
func TestCreateTimes(t *testing.T) {
	t.Parallel()
	createTime := regexp.MustCompile(`"create":"([^"]*)"`)
	for name, listed := range map[string]string{
		"missing": `"other":null`, "null": `"create":null`, "a number": `"create":978307200`,
		"not ISO 8601": `"create":"1 Jan 2001 00:00:00"`, "whole seconds": `"create":"2001-01-01T00:00:00"`,
		"rounded up": `"create":"2001-01-01T00:00:01"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := func() time.Time { return time.Date(2001, 1, 1, 0, 0, 0, 6e8, time.UTC) }
			a := newAccount(t, nil, mockserver.WithClock(clock))
			a.AddBrand(a.Server.Account.ID, mockserver.Brand{ID: 1001, Name: "Theirs", Create: clock()})
			a.Script(mockserver.Fault{
				Operation: mockserver.ListBrands, Times: mockserver.Always,
				Do: mockserver.Edit(func(body []byte) []byte { return createTime.ReplaceAll(body, []byte(listed)) }),
			})
			for _, brand := range []string{"Theirs", "Ours"} {
				instance := a.process(nil).Instance("videoindexer_brand")
				instance.Run(acctest.Values{"name": brand, "description": "one"})
				instance.WantUnchanged(acctest.Values{"name": brand, "description": "one"})
				instance.Run(acctest.Values{"name": brand, "description": "two"})
				instance.WantUnchanged(acctest.Values{"name": brand, "description": "two"})
				instance.Run(nil)
			}
			a.wantBrands(map[string]string{"Theirs": "false two - []"})
		})
	}
}

// TestImport imports some or all brands, and plans nothing for a configuration that agrees,
// whatever its labels are.
func TestImport(t *testing.T) {
	t.Parallel()
	for id, same := range map[string]byLabel{
		"1002,1001":            {"One": {}, "Two": {"description": "as found", "tags": []string{"found"}}},
		"<account>/1001, 1002": {"a": {"brand_id": 1001}, "b": {"name": "Two", "enabled": true}},
		"*":                    {"One": {}, "Two": {}, "Bare": {"reference_url": "", "tags": []string{}}},
		"<account>/*":          {"One": {}, "Two": {}, "Bare": {}},
	} {
		a := newAccount(t, []string{"One", "Two"})
		a.AddBrand(a.Server.Account.ID, mockserver.Brand{ID: 1003, Name: "Bare"})
		account := a.Server.Account.Location + "/" + a.Server.Account.ID
		acctest.MustSucceed(t, a.Import(t.Context(), strings.Replace(id, "<account>", account, 1)))
		a.ResetRequests()
		a.Run(config(same))
		a.WantUnchanged(config(same))
		check.Equal(t, 0, a.Writes(), "%s: writes after the import", id)
		a.Run(nil)
		check.Equal(t, 3, len(a.Brands(a.Server.Account.ID)), "%s: brands after a destroy", id)
	}
	for id, says := range map[string]string{
		"a/b": "cannot be read", "westus2//1001": "cannot be read",
		"westus2/mine/1001": `account_id "mine" is not a GUID`,
		"brand":             "is not a whole number", "3000000000": `"3000000000" is not a whole number`,
		"1001,": "is not a whole number", "1001,*": "is not a whole number",
		"5": "The account has no brand 5", "1001,999": "The account has no brand 999",
	} {
		a := newAccount(t, []string{"One"})
		acctest.MustSay(t, a.Import(t.Context(), id), acctest.Failure, says)
	}
}

// TestImportLabels imports brands whose names engines cannot write as labels: they have their ids
// as labels, and their names.
func TestImportLabels(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"a${b}", "Plain", "%{if true}x%{endif}", "1001"})
	acctest.MustSucceed(t, a.Import(t.Context(), "*"))
	labels := map[string]string{}
	for label, entry := range acctest.Parts(t, a.State()["brands"]) {
		labels[label] = acctest.Text(acctest.Parts(t, entry)["name"])
	}
	want := map[string]string{"1001": "a${b}", "Plain": "Plain", "1003": "%{if true}x%{endif}", "1001 (1004)": "1001"}
	check.Equal(t, want, labels, "names by label")
}

// TestHostileNames keeps names and values that are hard to encode, and one brand where the account
// has its name in another normal form.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"Cafe\u0301"})
	brands := byLabel{
		"AC/DC": {}, "Contoso, Inc.": {}, `"quoted" \ name`: {}, "名前 ✓ é": {}, "${name} %{if}": {},
		"<b>&amp;": {}, "../..": {}, "line\nbreak": {}, "Caf\u00e9": {},
		strings.Repeat("long ", 200) + "name": {"description": "\u202edesk", "tags": []string{"a/b", "\u00e9"}},
	}
	a.Run(config(brands))
	a.WantUnchanged(config(brands))
	now := a.Brands(a.Server.Account.ID)
	check.Equal(t, len(brands), len(now), "brands")
	check.Equal(t, "Cafe\u0301", now[0].Name, "the name of the first brand, in its own form")
	a.Run(nil)
	a.wantBrands(map[string]string{"Cafe\u0301": found})
}
