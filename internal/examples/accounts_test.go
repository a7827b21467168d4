package examples_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccCopyAccount applies one folder to two accounts, and copies the first of them to a third by
// data sources. What people then change by hand in the first is copied too, and what is edited in
// the folder goes to both.
func TestAccCopyAccount(t *testing.T) {
	t.Parallel()
	e := need(t)
	server := acctest.NewServer(t, mockserver.WithExtended())
	further := server.AddFurtherAccounts(server.Account.Location, 2)
	first := server.Account.ID
	second := further[0].ID
	third := further[1].ID
	w := open(t, e, "examples/copy-account", variables(server)...)
	const accounts = "-var-file=example.tfvars"

	w.apply(accounts)
	before := customization(server, first)
	check.Equal(t, before, customization(server, second), "objects of the second account")
	check.Equal(t, 12, len(before), "objects of the first account")

	// By hand, in the first and in the third.
	byHand := server.AddBrand(first, mockserver.Brand{Name: "By hand", Description: "as found"})
	everyone := server.PersonModels(first)[0].ID
	dora := server.AddPerson(first, everyone, mockserver.Person{Name: "Dora Lind"})
	server.AddLanguageModel(first, mockserver.LanguageModel{Name: "By hand", Language: "fr-FR", Files: []mockserver.LanguageFile{
		{Name: "mots.txt", Enabled: true, Content: []byte("L'huîtrier ouvre les moules.\n")},
		{Name: "old.txt", Content: []byte("Rien.\n")},
	}})
	server.AddAccountAdaptations(first, "en-US")
	server.AddBrand(third, mockserver.Brand{Name: "Of the standby alone", Enabled: true})
	standby := w.in("standby")
	standby.apply(accounts) // which lists the standby's own brand
	standby.apply(accounts)
	wantSameButForFaces(t, server, first, third)

	// A brand more, a brand less, and another name for a person.
	server.AddBrand(first, mockserver.Brand{Name: "Marsh Radio", Enabled: true, Tags: []string{"partner"}})
	server.RemoveBrand(first, byHand)
	server.ChangePerson(first, everyone, dora, func(p *mockserver.Person) { p.Name = "Dora Holm" })
	want := map[string]string{
		"module.standby.videoindexer_brands.this[0]":                                              "update",
		fmt.Sprintf("module.standby.videoindexer_person.in_default_model[%q]", everyone+"/"+dora): "update",
	}
	standby.wantChanges(want, accounts)
	standby.apply("tfplan")
	standby.mustPlanNothing(accounts)
	wantSameButForFaces(t, server, first, third)

	// In the folder.
	w.edit("customization/people.yaml", "name: Cleo Hart", "name: Cleo Stone")
	want = map[string]string{
		`module.customization["archive"].videoindexer_person.this["guests/cleo"]`:  "update",
		`module.customization["newsroom"].videoindexer_person.this["guests/cleo"]`: "update",
	}
	w.wantChanges(want, accounts)
	w.apply("tfplan")

	standby.destroy(accounts)
	w.destroy(accounts)
	wantNames(t, server, first, "Marsh Radio")
	wantNames(t, server, third)
	check.Equal(t, 0, len(server.LanguageModels(third)), "language models that destroy left in the copy")
}

// customization sums up what an account holds, without ids, which each account has of its own.
func customization(server *acctest.Server, account string) []string {
	held := []string{fmt.Sprintf("settings %+v", server.BrandsModelSettings(account))}
	for _, b := range server.Brands(account) {
		address := ""
		if b.ReferenceURL != nil {
			address = *b.ReferenceURL
		}
		held = append(held, fmt.Sprintf("brand %s: %t %q %s %v", b.Name, b.Enabled, b.Description, address, b.Tags))
	}
	for _, m := range server.LanguageModels(account) {
		for _, f := range m.Files {
			held = append(held, fmt.Sprintf(
				"language model %s (%s): %s %q %t", m.Name, m.Language, f.Name, f.Content, f.Enabled,
			))
		}
	}
	for _, m := range server.PersonModels(account) {
		for _, p := range server.Persons(account, m.ID) {
			held = append(held, fmt.Sprintf(
				"person model %s: %s, %d faces", m.Name, p.Name, len(server.Faces(account, m.ID, p.ID)),
			))
		}
	}
	slices.Sort(held)
	return held
}

// brandsOf returns customization for brands alone.
func brandsOf(server *acctest.Server, account string) acctest.Messages {
	return slices.DeleteFunc(customization(server, account), func(held string) bool {
		return !strings.HasPrefix(held, "brand ")
	})
}

// wantSameButForFaces compares an account with its copy: pictures of faces cannot be read, and so
// not be copied.
func wantSameButForFaces(t *testing.T, server *acctest.Server, original, copied string) {
	t.Helper()
	want := customization(server, original)
	for i, line := range want {
		before, _, isPerson := strings.Cut(line, ", ")
		if isPerson && strings.HasPrefix(line, "person model ") {
			want[i] = before + ", 0 faces"
		}
	}
	check.Equal(t, want, customization(server, copied), "the account, and its copy")
}

// TestAccCustomizationDependsOn changes what the module depends on as a whole: its data source is
// read in the apply then, and still no person is replaced.
func TestAccCustomizationDependsOn(t *testing.T) {
	t.Parallel()
	e := need(t)
	server := acctest.NewServer(t, mockserver.WithExtended())
	w := open(t, e, "modules/customization", inAccount(server)...)
	w.Write("root/main.tf", `
variable "release" {
  type = string
}

resource "terraform_data" "release" {
  input = var.release
}

module "customization" {
  source     = "../"
  folder     = "../tests/default_model"
  depends_on = [terraform_data.release]
}
`)
	root := w.in("root")
	root.apply("-var=release=one")
	root.wantChanges(map[string]string{"terraform_data.release": "update"}, "-var=release=two")
	planned := submatches(root.Run("show", "tfplan"), `(?m)^ *# (.*)`)
	const read = "module.customization.data.videoindexer_person_models.all[0] will be read during apply"
	if !slices.Contains(planned, read) {
		t.Errorf("the plan must say that %s. It says: %v", read, acctest.Messages(planned))
	}
}

// TestAccOneCustomization applies the configuration of the guide to two accounts, one of which has
// a brand of its own.
func TestAccOneCustomization(t *testing.T) {
	t.Parallel()
	e := need(t)
	guide := blocks(t, filepath.Join(repository, "templates", "guides", "several-accounts.md.tmpl"))
	shown := guide[slices.IndexFunc(guide, func(b block) bool {
		return strings.Contains(b.text, `"videoindexer_brands" "shared"`)
	})].text
	server := acctest.NewServer(t, mockserver.WithExtended())
	second := mockserver.DefaultAccount()
	second.ID = "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94"
	second.Name = "newsroom"
	server.AddAccount(second)
	w := begin(t, e, server, providers+"\n"+shown)
	w.apply()
	w.mustPlanNothing()
	wantNames(t, server, server.Account.ID, "Kestrel Wheels", "Velora")
	wantNames(t, server, second.ID, "Harbor Gazette", "Kestrel Wheels", "Velora")
	for _, account := range []string{server.Account.ID, second.ID} {
		models := server.PersonModels(account)
		isStudio := func(m mockserver.PersonModel) bool { return m.Name == "Studio" }
		if len(models) != 2 || !slices.ContainsFunc(models, isStudio) {
			t.Errorf("account %s has the person models %v, want 2 and one named Studio", account, models)
		}
	}
}

// TestAccBrandsInTwoAccounts applies the example to an account without brands and to one that has
// some, edits the table, and destroys everything: what was found stays.
func TestAccBrandsInTwoAccounts(t *testing.T) {
	t.Parallel()
	e := need(t)
	server := acctest.NewServer(t, mockserver.WithExtended())
	second := mockserver.DefaultAccount()
	second.ID = "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94"
	second.Name = "newsroom"
	server.AddAccount(second)
	server.AddBrand(second.ID, mockserver.Brand{Name: "Kestrel Optics", Enabled: true, Description: "as found"})
	server.AddBrand(second.ID, mockserver.Brand{Name: "Of others", Enabled: true})
	w := open(t, e, "examples/brands-in-two-accounts", variables(server)...)
	const accounts = "-var-file=example.tfvars"

	w.apply(accounts)
	all := []string{"Harbor Gazette", "Kestrel Optics", "Marrow Lane Books", "Old Ferry Line", "Tarn & Fell"}
	wantNames(t, server, server.Account.ID, all...)
	wantNames(t, server, second.ID, append(all, "Of others")...)
	for _, account := range []string{server.Account.ID, second.ID} {
		wantBrand(t, server, account, `Kestrel Optics: true "Binoculars and scopes, title sponsor of the bird week." https://kestrel-optics.example [sponsor]`)
		wantBrand(t, server, account, `Old Ferry Line: false "Ended its service; still in older films." https://old-ferry-line.example [transport]`)
	}

	const table = "customization/brands.csv"
	w.edit(
		table, "Marrow Lane Books,yes,partner,,Bookshop that sells the catalogs.",
		"New Quay Radio,yes,partner,,Plays our podcast.",
	)
	w.edit(table, "Morning paper", "Evening paper")
	want := map[string]string{
		`module.brands["archive"].videoindexer_brands.this[0]`:  "update",
		`module.brands["newsroom"].videoindexer_brands.this[0]`: "update",
	}
	w.wantChanges(want, accounts)
	w.apply("tfplan")
	now := []string{"Harbor Gazette", "Kestrel Optics", "New Quay Radio", "Old Ferry Line", "Tarn & Fell"}
	wantNames(t, server, server.Account.ID, now...)
	wantNames(t, server, second.ID, append(now, "Of others")...)
	wantBrand(t, server, second.ID, `Harbor Gazette: true "Evening paper of the harbor towns; carries our listings." https://harbor-gazette.example [newspaper partner]`)

	w.destroy(accounts)
	wantNames(t, server, server.Account.ID)
	wantNames(t, server, second.ID, "Kestrel Optics", "Of others")
}

// wantNames compares the names of an account's brands, in any order.
func wantNames(t *testing.T, server *acctest.Server, account string, want ...string) {
	t.Helper()
	names := []string{}
	for _, b := range server.Brands(account) {
		names = append(names, b.Name)
	}
	slices.Sort(names)
	want = append([]string{}, want...)
	slices.Sort(want)
	check.Equal(t, want, names, "brands of account %s", account)
}

// wantBrand wants a brand as customization shows it.
func wantBrand(t *testing.T, server *acctest.Server, account, want string) {
	t.Helper()
	held := brandsOf(server, account)
	if !slices.Contains(held, "brand "+want) {
		t.Errorf("account %s lacks the brand %s. It has: %v", account, want, held)
	}
}
