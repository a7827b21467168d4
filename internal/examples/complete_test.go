package examples_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// notInOpenTofu are test files that OpenTofu cannot run, with the reason.
var notInOpenTofu = map[string]string{
	"examples/copy-account/tests/copy.tftest.hcl":                "variables of a run cannot refer to those of the file",
	"examples/new-paid-account/tests/account.tftest.hcl":         "its mock of a provider returns write-only values, which OpenTofu itself then refuses",
	"examples/vocabulary-repository/tests/repository.tftest.hcl": "its mock of a provider leaves computed values inside of configured ones null",
	"examples/vocabulary-repository/tests/service.tftest.hcl":    "an assertion cannot refer to another run",
	"modules/customization/tests/service.tftest.hcl":             "an assertion cannot refer to another run",
}

// demoServer returns a service as "make mockserver" starts it.
func demoServer(t *testing.T, options ...mockserver.Option) (*acctest.Server, []string) {
	t.Helper()
	server := acctest.NewServer(t, options...)
	server.AddBrands(server.Account.ID, 20)
	server.AddSampleMedia(server.Account.ID)
	return server, append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID)
}

// TestAccNewPaidAccount makes an account, customizes it in the same apply, and abandons it after
// its destroy was refused.
func TestAccNewPaidAccount(t *testing.T) {
	t.Parallel()
	e := need(t, engine.WriteOnly)
	server := acctest.NewServer(t)
	const secret = "an application key that nobody may see"
	w := open(t, e, "examples/new-paid-account", append(variables(server), "TF_VAR_application_key="+secret)...)

	w.apply("-var-file=example.tfvars")
	w.mustPlanNothing("-var-file=example.tfvars")
	accounts := server.Accounts()
	if len(accounts) != 2 {
		t.Fatalf("the service has %d accounts, want the first and a new one", len(accounts))
	}
	created := accounts[slices.IndexFunc(accounts, func(a mockserver.Account) bool {
		return a.ID != server.Account.ID
	})].ID
	got := server.BrandsModelSettings(created)
	check.Equal(t, true, got.State, "the settings of the new account: brands are looked for")
	check.Equal(t, true, got.UseBuiltIn, "the settings of the new account: use_built_in")
	models := server.LanguageModels(created)
	if len(models) != 1 || len(models[0].Files) != 1 {
		t.Errorf("the new account has %d models, want one with a file", len(models))
	}
	state, err := os.ReadFile(filepath.Join(w.Folder, "terraform.tfstate"))
	check.MustSucceed(t, err, "the state")
	check.Equal(t, false, strings.Contains(string(state), secret), "the state has the application key")

	// People have added a brand to the new account.
	server.AddBrand(created, mockserver.Brand{ID: 1001, Name: "Harbor Gazette"})
	brands := []string{"-var-file=example.tfvars", `-var=brands={gazette={brand_id=1001,name="Harbor Gazette Online"}}`}
	w.apply(brands...)
	brand, _ := server.Brand(created, 1001)
	check.Equal(t, "Harbor Gazette Online", brand.Name, "the brand of the new account")

	w.mustRefuse("Paid account must not be destroyed", append([]string{"destroy", "-auto-approve"}, brands...)...)
	released := slices.Concat(brands, []string{"-var=account_on_destroy=abandon"})
	w.apply(released...)
	w.destroy(released...)
	_, there := server.Server.Account(created)
	check.Equal(t, true, there, "the account is left in the service")
	check.Equal(t, 1, server.Count(mockserver.CreatePaidAccount), "accounts that were made")
}

// TestAccComplete applies the example that the demo shows.
func TestAccComplete(t *testing.T) {
	t.Parallel()
	e := need(t)
	_, env := demoServer(t)
	w := open(t, e, "examples/complete", env...)
	w.apply()
	w.mustPlanNothing()
	w.destroy()
}

// TestAccPeople applies the example, adds a face and a person to its file, imports all of it by
// name after its state was lost, and destroys it.
func TestAccPeople(t *testing.T) {
	t.Parallel()
	e := need(t)
	server := acctest.NewServer(t, mockserver.WithExtended())
	w := open(t, e, "examples/people", inAccount(server)...)
	w.apply()
	w.add(
		"people.yaml",
		"    dora:\n      name: Dora Lind\n      faces:\n        front: https://pictures.example/dora/front.jpg\n",
	)
	w.wantChanges(map[string]string{`videoindexer_person.all["presenters/dora"]`: "create"})
	w.apply("tfplan")
	model := server.PersonModels(server.Account.ID)[1]
	faces := map[string]int{}
	for _, person := range server.Persons(server.Account.ID, model.ID) {
		faces[person.Name] = len(server.Faces(server.Account.ID, model.ID, person.ID))
	}
	check.Equal(t, map[string]int{"Ada Marlow": 2, "Ben Okoro": 1, "Cleo Hart": 0, "Dora Lind": 1}, faces, "faces")
	w.destroy()
	check.Equal(t, 1, len(server.PersonModels(server.Account.ID)), "person models that destroy left, with that of the service")
	w.apply()
	w.loseState(savedAs(t, "docs/guides/importing.md", "lost-state.tf"))
	w.mustPlanNothing()
	model = server.PersonModels(server.Account.ID)[1]
	check.Equal(t, 4, len(server.Persons(server.Account.ID, model.ID)), "persons after the import")
}

// loseState deletes the state, and has import blocks bring its objects back.
func (w workspace) loseState(imports string) {
	remove := func(name string) {
		err := os.Remove(filepath.Join(w.Folder, name))
		check.MustSucceed(w.t, err, "the file to remove")
	}
	remove("terraform.tfstate")
	w.Write("lost-state.tf", imports)
	for _, change := range w.planned() {
		check.Equal(w.t, "update", change.Action, "after the state was lost: the change of %s, of faces alone", change.Address)
	}
	w.apply("tfplan")
	remove("lost-state.tf")
}

// TestAccTerraformTest has the engine run the tests that examples and modules bring along.
func TestAccTerraformTest(t *testing.T) {
	t.Parallel()
	e := need(t)
	var found []string
	for _, kind := range []string{"examples", "modules"} {
		files, err := filepath.Glob(filepath.Join(repository, kind, "*", "tests", "*.tftest.hcl"))
		if err != nil || len(files) < 2 {
			t.Fatalf("%d test files found in %s (%v), want 2 or more", len(files), kind, err)
		}
		found = append(found, files...)
	}
	folders := map[string][]string{}
	mocked := 0
	for _, file := range found {
		folder := nameOf(filepath.Dir(filepath.Dir(file)))
		reason := notInOpenTofu[nameOf(file)]
		if e.IsOpenTofu && reason != "" {
			t.Logf("left out %s: %s", nameOf(file), reason)
		} else {
			folders[folder] = append(folders[folder], "-filter=tests/"+filepath.Base(file))
		}
		if strings.Contains(read(t, file), "mock_provider") {
			mocked++
		}
	}
	if mocked == 0 || mocked == len(found) {
		t.Errorf("of %d test files %d mock the provider; there should be both kinds", len(found), mocked)
	}
	for folder, files := range folders {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			lacking := codeOf(t, folder).missing(e)
			if lacking != "" {
				t.Skipf("%s has no %s", e.Version, lacking)
			}
			server, env := demoServer(t, mockserver.WithExtended())
			server.AddFurtherAccounts(server.Account.Location, 2)
			w := open(t, e, folder, append(env, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")...)
			out := w.Run(append([]string{"test"}, files...)...)
			if !strings.Contains(out, "Success!") || strings.Count(out, ".tftest.hcl... pass") != len(files) {
				ends := submatches(out, `(?m)^(.*\.tftest\.hcl\.\.\. .*)`)
				t.Errorf("want all %d files to pass. They end with: %v", len(files), acctest.Messages(ends))
			}
		})
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	check.MustSucceed(t, err, "the file")
	return string(content)
}
