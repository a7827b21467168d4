package brand_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var exclusive = acctest.Values{"exclusive": true}

// unlisted are the names that a plan or state has as unlisted.
func (a *account) unlisted(of map[string]tftypes.Value) string { return acctest.Text(of["unlisted"]) }

// TestExclusive deletes what is in no entry, after the plan has named it: in the create, where exclusive is turned on, and where brands appear
// later. What appears after a plan waits for the next one, or stops the apply of a create.
func TestExclusive(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"Kept", "Gone"})
	same := config(described("one", "Kept", "New"), exclusive)
	plan := a.Look(same)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"Gone"`, a.Server.Account.ID)
	if got := a.unlisted(a.planned(plan)); got != "[Gone]" {
		t.Errorf("planned as unlisted: %s", got)
	}
	a.AddBrand(a.Server.Account.ID, asFound(1010, "Since"))
	if diags := a.Apply(t.Context(), plan); !strings.Contains(strings.Join(acctest.Texts(diags), ""), "inconsistent final plan") || a.Writes() > 0 {
		t.Fatalf("%d writes, %q", a.Writes(), acctest.Texts(diags))
	}
	a.Run(same)
	a.has(map[string]string{"Kept": adopted, "New": created})
	a.IsUnchanged(same)

	a.AddBrand(a.Server.Account.ID, asFound(1011, "Appeared"))
	plan = a.Look(same)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"Appeared"`)
	if before, after := a.unlisted(a.State()), a.unlisted(a.planned(plan)); before != "[Appeared]" || after != "[]" {
		t.Errorf("unlisted is planned from %s to %s", before, after)
	}
	a.AddBrand(a.Server.Account.ID, asFound(1012, "Later"))
	acctest.Succeeds(t, a.Apply(t.Context(), plan))
	a.has(map[string]string{"Kept": adopted, "New": created, "Later": found})

	wanted := config(described("one", "Kept", "Later"), exclusive) // which one entry now has, and another one has no more
	plan = a.Look(wanted)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"New"`)
	acctest.Succeeds(t, a.Apply(t.Context(), plan))
	a.has(map[string]string{"Kept": adopted, "Later": adopted})
	a.Run(config(described("one", "Kept"), acctest.Values{"exclusive": false}))
	a.has(map[string]string{"Kept": adopted, "Later": adopted})
	a.Run(config(described("one", "Kept"), exclusive))
	a.has(map[string]string{"Kept": adopted})
	a.AddBrand(a.Server.Account.ID, asFound(1013, "Foreign"))
	a.Look(config(described("one", "Kept"), exclusive)) // a refresh that shows it
	a.Run(nil)
	a.has(map[string]string{"Kept": adopted, "Foreign": found})
}

// TestExclusiveDeletionFails has the state show what could not be deleted, and the next apply delete it.
func TestExclusiveDeletionFails(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"One", "Two"})
	same := config(described("one", "New"), exclusive)
	a.Script(mockserver.Fault{Endpoint: mockserver.X(3), Match: about(1002), Do: mockserver.Status(http.StatusBadRequest)})
	acctest.Says(t, a.fails(same), acctest.Failure, "Unable to delete brand", `"Two" (1002)`)
	if got := a.unlisted(a.State()); got != "[Two]" {
		t.Errorf("unlisted is %s", got)
	}
	a.Run(same)
	a.has(map[string]string{"New": created})
	a.IsUnchanged(same)
}

// TestExclusiveForms deletes a brand whose name the service has in another normal form than the state.
func TestExclusiveForms(t *testing.T) {
	t.Parallel()
	f := open(t, 1, map[int32]string{1001: "Cafe\u0301", 1002: "Kept "})
	const config = "resource \"videoindexer_brands\" \"all\" {\n  brands = { Kept = {} }\n  exclusive = true\n}\n"
	f.runs(config, inprocess.Options{})
	f.AddBrand(f.Account.ID, mockserver.Brand{ID: 1003, Name: "Later\u030a "})
	f.runs(config, inprocess.Options{})
	if now := f.Brands(f.Account.ID); len(now) != 1 || now[0].ID != 1002 {
		t.Errorf("the service has %v", now)
	}
}

// TestExclusiveUnknown deletes nothing where the map or a name is not known in the plan.
func TestExclusiveUnknown(t *testing.T) {
	t.Parallel()
	unknown := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	a := newAccount(t, []string{"Kept", "Gone"})
	a.Run(config(entries{"Kept": {}}, exclusive, acctest.Values{"exclusive": false}))
	for name, open := range map[string]acctest.Values{
		"a name":  config(entries{"Kept": {}, "open": {"name": unknown}}, exclusive),
		"the map": {"exclusive": true, "brands": tftypes.NewValue(acctest.Schema(t).ResourceSchemas["videoindexer_brands"].ValueType().(tftypes.Object).AttributeTypes["brands"], tftypes.UnknownValue)},
	} {
		plan := a.Look(open)
		if got := a.unlisted(a.planned(plan)); got != "[]" || strings.Contains(strings.Join(acctest.Texts(plan.Diagnostics), ""), "deletes") {
			t.Errorf("%s: unlisted is planned as %s, %q", name, got, acctest.Texts(plan.Diagnostics))
		}
	}
}
