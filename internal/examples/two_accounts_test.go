package examples_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccBrandsInTwoAccounts applies the example to an account without brands and to one that has some, edits the table,
// and destroys everything: what was found stays.
func TestAccBrandsInTwoAccounts(t *testing.T) {
	t.Parallel()
	e := need(t)
	server := acctest.NewServer(t, mockserver.Extended())
	second := mockserver.DefaultAccount()
	second.ID, second.Name = "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94", "newsroom"
	server.AddAccount(second)
	server.AddBrand(second.ID, mockserver.Brand{Name: "Kestrel Optics", Enabled: true, Description: "as found"})
	server.AddBrand(second.ID, mockserver.Brand{Name: "Of others", Enabled: true})
	w := open(t, e, "examples/brands-in-two-accounts", variables(server)...)
	const accounts = "-var-file=example.tfvars"

	w.apply(accounts)
	all := []string{"Harbor Gazette", "Kestrel Optics", "Marrow Lane Books", "Old Ferry Line", "Tarn & Fell"}
	expectNames(t, server, server.Account.ID, all...)
	expectNames(t, server, second.ID, append(all, "Of others")...)
	for _, account := range []string{server.Account.ID, second.ID} {
		kestrel, ferry := brandNamed(t, server, account, "Kestrel Optics"), brandNamed(t, server, account, "Old Ferry Line")
		if kestrel.Description != "Binoculars and scopes, title sponsor of the bird week." || ferry.Enabled || !slices.Equal(ferry.Tags, []string{"transport"}) {
			t.Errorf("account %s holds %+v and %+v", account, kestrel, ferry)
		}
	}

	const table = "customization/brands.csv"
	w.edit(table, "Marrow Lane Books,yes,partner,,Bookshop that sells the catalogs.", "New Quay Radio,yes,partner,,Plays our podcast.")
	w.edit(table, "Morning paper", "Evening paper")
	want := map[string]string{
		`module.brands["archive"].videoindexer_brands.this[0]`:  "update",
		`module.brands["newsroom"].videoindexer_brands.this[0]`: "update",
	}
	w.expectChanges(want, accounts)
	w.apply("tfplan")
	now := []string{"Harbor Gazette", "Kestrel Optics", "New Quay Radio", "Old Ferry Line", "Tarn & Fell"}
	expectNames(t, server, server.Account.ID, now...)
	expectNames(t, server, second.ID, append(now, "Of others")...)
	if gazette := brandNamed(t, server, second.ID, "Harbor Gazette"); !strings.HasPrefix(gazette.Description, "Evening paper") {
		t.Errorf("the second account holds %+v", gazette)
	}

	w.destroy(accounts)
	expectNames(t, server, server.Account.ID)
	expectNames(t, server, second.ID, "Kestrel Optics", "Of others")
}

// expectNames compares the names of an account's brands, in any order.
func expectNames(t *testing.T, server *acctest.Server, account string, want ...string) {
	t.Helper()
	names := []string{}
	for _, b := range server.Brands(account) {
		names = append(names, b.Name)
	}
	slices.Sort(names)
	want = append([]string{}, want...)
	slices.Sort(want)
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("brands of account %s (-want +got):\n%s", account, diff)
	}
}

func brandNamed(t *testing.T, server *acctest.Server, account, name string) mockserver.Brand {
	t.Helper()
	for _, b := range server.Brands(account) {
		if b.Name == name {
			return b
		}
	}
	t.Fatalf("account %s has no brand %q", account, name)
	return mockserver.Brand{}
}
