package brand_test

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var exclusive = acctest.Values{"exclusive": true}

// unlisted returns the names that a plan or state has as unlisted.
func (a *account) unlisted(values map[string]tftypes.Value) string {
	return acctest.Text(values["unlisted"])
}

// TestExclusive deletes what is not in the map once the state has listed it: the apply that creates
// the resource or turns exclusive on keeps it. What appears after a plan waits for the next one, or
// stops the apply of a create.
func TestExclusive(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"Kept", "Gone"})
	same := config(described("Kept", "New"), exclusive)
	plan := a.PlanWithRefresh(same)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Brands without an entry", `"Gone"`, a.Server.Account.ID)
	check.Equal(t, "[Gone]", a.unlisted(a.planned(plan)), "planned as unlisted")
	a.AddBrand(a.Server.Account.ID, asFound(1010, "Since"))
	acctest.MustSay(t, a.Apply(t.Context(), plan), acctest.Failure, "inconsistent final plan")
	check.Equal(t, 0, a.Writes(), "writes of an apply that the engine stops")
	a.Run(same)
	a.wantBrands(map[string]string{"Kept": adopted, "New": created, "Gone": found, "Since": found})
	a.Run(same)
	a.wantBrands(map[string]string{"Kept": adopted, "New": created})
	a.WantUnchanged(same)

	a.AddBrand(a.Server.Account.ID, asFound(1011, "Appeared"))
	plan = a.PlanWithRefresh(same)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"Appeared"`)
	check.Equal(t, "[Appeared]", a.unlisted(a.State()), "unlisted in the state")
	check.Equal(t, "[]", a.unlisted(a.planned(plan)), "unlisted in the plan")
	a.AddBrand(a.Server.Account.ID, asFound(1012, "Later"))
	acctest.MustSucceed(t, a.Apply(t.Context(), plan))
	a.wantBrands(map[string]string{"Kept": adopted, "New": created, "Later": found})

	// An entry for Later was added, and that for New removed.
	wanted := config(described("Kept", "Later"), exclusive)
	plan = a.PlanWithRefresh(wanted)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"New"`)
	acctest.MustSucceed(t, a.Apply(t.Context(), plan))
	a.wantBrands(map[string]string{"Kept": adopted, "Later": adopted})
	a.Run(config(described("Kept"), acctest.Values{"exclusive": false}))
	a.wantBrands(map[string]string{"Kept": adopted, "Later": adopted})
	a.Run(config(described("Kept"), exclusive))
	a.wantBrands(map[string]string{"Kept": adopted, "Later": adopted})
	a.Run(config(described("Kept"), exclusive))
	a.wantBrands(map[string]string{"Kept": adopted})
	a.AddBrand(a.Server.Account.ID, asFound(1013, "Foreign"))
	// The refresh shows the brand of others.
	a.PlanWithRefresh(config(described("Kept"), exclusive))
	a.Run(nil)
	a.wantBrands(map[string]string{"Kept": adopted, "Foreign": found})
}

// TestExclusiveDeletionFails has the state show what could not be deleted, and the next apply
// delete it.
func TestExclusiveDeletionFails(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"One", "Two"})
	same := config(described("New"), exclusive)
	a.Run(same)
	a.Script(mockserver.Fault{
		Operation: mockserver.DeleteBrand, Match: about(1002), Do: mockserver.Status(http.StatusBadRequest),
	})
	a.MustFail(same, "Unable to delete brand", `"Two" (1002)`)
	check.Equal(t, "[Two]", a.unlisted(a.State()), "unlisted")
	a.Run(same)
	a.wantBrands(map[string]string{"New": created})
	a.WantUnchanged(same)
}

// TestExclusiveForms deletes a brand whose name the service has in another normal form than the
// state.
func TestExclusiveForms(t *testing.T) {
	t.Parallel()
	d := newRecordedDirectory(t, 1, map[int32]string{1001: "Cafe\u0301", 1002: "Kept "})
	config := block("videoindexer_brands.all", "brands = { Kept = {} }", "exclusive = true")
	d.mustRun(config, inprocess.Options{})
	d.mustRun(config, inprocess.Options{})
	d.AddBrand(d.Account.ID, mockserver.Brand{ID: 1003, Name: "Later\u030a "})
	d.mustRun(config, inprocess.Options{})
	now := d.Brands(d.Account.ID)
	if len(now) != 1 || now[0].ID != 1002 {
		t.Errorf("the service has %v, want brand 1002 alone", now)
	}
}

// TestInput refuses configurations that are wrong, where they are wrong: one error for each, which
// names the argument and the entry.
func TestInput(t *testing.T) {
	t.Parallel()
	const single, many = "videoindexer_brand", "videoindexer_brands"
	entry := func(fields acctest.Values) acctest.Values { return config(byLabel{"Velora": fields}) }
	fraction := tftypes.NewValue(tftypes.Number, 1.5)
	for name, test := range map[string]struct {
		kind   string
		config acctest.Values
		says   []string
	}{
		"empty name":  {many, entry(acctest.Values{"name": ""}), []string{`brands["Velora"].name "" is empty`}},
		"padded name": {single, acctest.Values{"name": "a "}, []string{"name", "trimspace"}},
		"padded tag": {
			many, entry(acctest.Values{"tags": []string{" a"}}),
			[]string{`brands["Velora"].tags`, `Tag " a" has leading or trailing spaces; use trimspace().`},
		},
		"reference that is no URL": {
			many, entry(acctest.Values{"reference_url": "example"}),
			[]string{`brands["Velora"].reference_url`, "does not begin with http"},
		},
		"computed field": {many, entry(acctest.Values{"adopted": true}), []string{"Read-Only Attribute"}},
		"id out of range": {
			many, entry(acctest.Values{"brand_id": 3000000000}),
			[]string{`brands["Velora"].brand_id must be a whole number from -2147483648 to 2147483647, got: 3000000000`},
		},
		"id with a fraction": {
			single, acctest.Values{"brand_id": fraction}, []string{"brand_id must be a whole number"},
		},
		"neither id nor name": {
			single, acctest.Values{"description": "A"}, []string{"Missing name", "Set name, or brand_id"},
		},
		"empty label": {
			many, config(byLabel{"": {}}), []string{"Invalid name of a brand", "label \"\"", "is empty"},
		},
		"padded label": {
			many, config(byLabel{" One": {}}), []string{"Invalid name of a brand", `" One"`, "trimspace"},
		},
		"label with a hard space": {many, config(byLabel{"One\u00a0": {}}), []string{"Invalid name of a brand"}},
		"one id twice": {
			many, config(byLabel{"a": {"brand_id": 1}, "b": {"brand_id": 1}}),
			[]string{`brands["a"] and brands["b"] are the same brand, 1`},
		},
		"one name twice": {
			many, config(byLabel{"Caf\u00e9": {}, "b": {"name": "Cafe\u0301"}}),
			[]string{`brands["Café"] and brands["b"] have the same name`},
		},
		"no entry, exclusive": {
			many, config(byLabel{}, acctest.Values{"exclusive": true}),
			[]string{"Every brand of the account would be deleted", `deletion_policy = "delete"`},
		},
		"unknown policy": {
			many, config(byLabel{}, acctest.Values{"deletion_policy": "prevent"}),
			[]string{"deletion_policy", "abandon"},
		},
		"account that is no GUID": {
			single, acctest.Values{"brand_id": 1, "account_id": "mine"}, []string{`account_id "mine" is not a GUID`},
		},
		"no parallelism": {
			many, config(byLabel{}, acctest.Values{"parallelism": 0}),
			[]string{"parallelism must be a whole number from 1 to 64"},
		},
		"much parallelism": {
			many, config(byLabel{}, acctest.Values{"parallelism": 65}),
			[]string{"parallelism must be a whole number from 1 to 64"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			instance := acctest.NewServer(t).Extended(t).Instance(test.kind)
			acctest.MustFailOnce(t, instance.Validate(t.Context(), test.config), test.says...)
		})
	}
	a := newAccount(t, nil)
	kind := acctest.Schema(t).ResourceSchemas[many].ValueType().(tftypes.Object).AttributeTypes["brands"].(tftypes.Map)
	null := tftypes.NewValue(kind, map[string]tftypes.Value{"Velora": tftypes.NewValue(kind.ElementType, nil)})
	acctest.MustSay(t, a.Validate(t.Context(), acctest.Values{"brands": null}), acctest.Failure,
		"Entry without a value", `brands["Velora"]`)
	acctest.MustSay(t, a.Validate(t.Context(), config(byLabel{"contoso": {}, "Contoso": {}})), acctest.Warning,
		"Names that differ in letter case alone", `"Contoso" and "contoso"`)
	acctest.MustSucceed(t, a.Validate(t.Context(), config(byLabel{}, exclusive, acctest.Values{"deletion_policy": "delete"})))
}

// TestNotExtended needs an id for each brand where extended operations are off: one error names the
// entries. What the state has without them is read and updated by its ids.
func TestNotExtended(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"One"})
	a.Run(config(byLabel{"One": {"description": "one"}}))
	a.Instance.Protocol = a.process(acctest.Values{"extended_operations": false})
	a.ResetRequests()
	acctest.MustSucceed(t, a.Refresh(t.Context()))
	plan := a.Plan(t.Context(), config(byLabel{"Velora": {}, "named": {"name": "Two"}, "id": {"brand_id": 1001}}))
	acctest.MustFailOnce(t, plan.Diagnostics, `without brands["Velora"].brand_id, brands["named"].brand_id needs`)
	plan = a.Plan(t.Context(), config(byLabel{"id": {"brand_id": 1001, "description": "two"}}))
	acctest.MustSucceed(t, plan.Diagnostics)
	acctest.MustSucceed(t, a.ApplyAsPlanned(t.Context(), plan))
	for _, r := range a.Requests() {
		if r.Operation.IsExtended() {
			t.Errorf("sent %s %s, want no extended operation", r.Method, r.Path)
		}
	}
}

// TestNamesOfOthers explains names that others have: in another letter case, since the plan, or at
// a service that does not rename.
func TestNamesOfOthers(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"One", "Two"})
	plan := a.PlanWithRefresh(config(byLabel{"ONE": {}}))
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "differ in letter case", `"ONE" is brand 1001 there ("One")`)
	acctest.MustSay(t, a.Apply(t.Context(), plan), acctest.Failure, "Unable to create brand", `Brand 1001 is named "One"`)
	a.Run(config(byLabel{"one": {"name": "One"}, "new": {"name": "New"}}))
	plan = a.PlanWithRefresh(config(byLabel{"one": {"name": "Two"}, "new": {"name": "New"}}))
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Brand name is taken",
		`brand "One" (1001) would be renamed to "Two", the name of brand 1002`)
	acctest.MustSay(t, a.Apply(t.Context(), plan), acctest.Failure, "Unable to update brand",
		"Brand 1002 has this name", "If another resource renames or deletes it in the same apply, apply again")

	a = newAccount(t, []string{"One"})
	a.Run(config(byLabel{"one": {"brand_id": 1001, "name": "Renamed"}}, acctest.Values{"deletion_policy": "restore"}))
	a.AddBrand(a.Server.Account.ID, asFound(1005, "One"))
	for _, next := range []acctest.Values{nil, config(byLabel{}, acctest.Values{"deletion_policy": "restore"})} {
		a.MustFail(next, "Unable to restore brand",
			`Brand 1005 now has the previous name of this one, "One"`, "abandon")
	}
	a.Run(config(byLabel{}, acctest.Values{"deletion_policy": "abandon"}))

	a = newAccount(t, []string{"One"}, mockserver.WithBrandNamesIgnored())
	a.Run(config(byLabel{"one": {"name": "One"}}))
	a.MustFail(config(byLabel{"one": {"name": "Other"}}), "Value not kept by the service", "change the label as well")
	a.wantEntries(a.State(), map[string]string{"one": "1001 adopted as found, name was One"})
	// The error has advised this.
	a.Run(config(byLabel{"other": {"name": "Other"}}))
	a.wantBrands(map[string]string{"One": found, "Other": "true  - []"})
	a.Instance = a.process(nil).Instance("videoindexer_brand")
	a.Run(acctest.Values{"name": "One"})
	a.MustFail(acctest.Values{"name": "Another"}, "Value not kept by the service",
		"replace the brand with", "-replace")

	// Nothing in the list has the name that is refused.
	taken := mockserver.Refuse(http.StatusBadRequest, "ALREADY_EXISTS", "no")
	a = newAccount(t, []string{"One"})
	a.Run(config(byLabel{"one": {"name": "One"}}))
	a.Script(
		mockserver.Fault{Operation: mockserver.UpdateBrand, Do: taken},
		mockserver.Fault{Operation: mockserver.CreateBrand, Do: taken},
	)
	refused := acctest.MustSay(t, a.MustFail(config(byLabel{"one": {"name": "Other"}})), acctest.Failure,
		"Unable to update brand", "If the service does not rename brands")
	argument := refused.Attribute.String()
	want := `AttributeName("brands").ElementKeyString("one")`
	check.Equal(t, want, argument, "the error of an entry is at")
	a.MustFail(config(byLabel{"one": {"name": "One"}, "new": {"name": "New"}}), "Unable to create brand",
		"does not show it yet")
	a.Script(mockserver.Fault{Operation: mockserver.CreateBrand, Do: taken})
	a.Instance = a.process(nil).Instance("videoindexer_brand")
	refused = acctest.MustSay(t, a.MustFail(acctest.Values{"name": "New"}), acctest.Failure, "Unable to create brand")
	check.Equal(t, nil, refused.Attribute, "the error of a brand is at")
}
