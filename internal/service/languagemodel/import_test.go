package languagemodel_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// seed adds a model to the server, as the portal would.
func (f *fixture) seed(names ...string) (id string) {
	model := mockserver.LanguageModel{Name: "Found"}
	for _, name := range names {
		model.Files = append(model.Files, mockserver.LanguageFile{Name: name, Enabled: true, Content: []byte("found")})
	}
	return f.AddLanguageModel(f.Account.ID, model)
}

// TestAccLanguageModel_import imports by both forms of id. The first plan is an update in place, which
// replaces the files of the same names and leaves others alone.
func TestAccLanguageModel_import(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"%[3]s", "%[1]s/%[2]s/%[3]s"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
			id := f.seed("a.txt", "foreign.txt")
			config := f.Config(block(files{"a.txt": `content = "a1"`, "b.txt": `content = "b1"`}, "deletion_policy = \"empty\""))
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: f.holds("Terms", false, "foreign.txt=found"),
				Steps: []resource.TestStep{
					{
						Config: config, ResourceName: address, ImportState: true, ImportStatePersist: true,
						ImportStateId: fmt.Sprintf(form, f.Account.Location, f.Account.ID, id),
						ImportStateCheck: func(states []*terraform.InstanceState) error {
							if len(states) != 1 || states[0].Attributes["model_id"] != id || states[0].Attributes["deletion_policy"] != "abandon" || f.Writes() > 0 {
								return fmt.Errorf("imported %v with %d writes", states, f.Writes())
							}
							return nil
						},
					},
					{
						Config: config, ConfigPlanChecks: updates(),
						Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b1", "foreign.txt=found"),
						ConfigStateChecks: state(known("files", knownvalue.MapSizeExact(2)), known("model_id", knownvalue.StringExact(id)),
							known("state", knownvalue.StringExact("None"))),
					},
					{Config: config, ConfigPlanChecks: emptyPlan},
				},
			})
		})
	}
}

// TestAccLanguageModel_importedOtherLanguage never replaces a model for a language it does not know.
func TestAccLanguageModel_importedOtherLanguage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.seed("a.txt")
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: f.Config(block(files{}, `language = "de-DE"`)), ResourceName: address, ImportState: true, ImportStatePersist: true, ImportStateId: id},
			{
				Config:           f.Config(block(files{}, `language = "de-DE"`)),
				ConfigPlanChecks: updates(),
				ExpectError:      regexp.MustCompile(`(?s)Language model has another language.*Set language to\s+"en-US"`),
			},
			{Config: f.Config(block(files{})), ConfigPlanChecks: updates(), Check: f.holds("Terms", true, "a.txt=found")},
		},
	})
}

func TestAccLanguageModel_badImport(t *testing.T) {
	t.Parallel()
	for id, expect := range map[string]string{"terms": `model_id "terms" is not a GUID`, "westus2//x": `has an empty part`, "a/b": `cannot be read`} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
				Config: f.Config(block(nil)), ResourceName: address, ImportState: true, ImportStateId: id, ExpectError: regexp.MustCompile(expect),
			}}})
		})
	}
}

// TestAccLanguageModel_identity needs an engine that knows identity.
func TestAccLanguageModel_identity(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.seed()
	config := func(lines string) string {
		return f.Config(block(files{}) + fmt.Sprintf("import {\n  to = %s\n  identity = { %s }\n}\n", address, lines))
	}
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{{
			Config: config(fmt.Sprintf("model_id = %q", id)),
			ConfigStateChecks: state(statecheck.ExpectIdentity(address, map[string]knownvalue.Check{
				"location": knownvalue.StringExact(f.Account.Location), "account_id": knownvalue.StringExact(f.Account.ID), "model_id": knownvalue.StringExact(id),
			})),
		}},
	})
}

// TestAccLanguageModel_replacement makes another model for another language or account.
func TestAccLanguageModel_replacement(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := mockserver.DefaultAccount()
	other.ID = "7d9e6f10-1111-4222-8333-444455556666"
	f.AddAccount(other)
	m := files{"a.txt": `content = "a1"`}
	replaces := plans(plancheck.ResourceActionDestroyBeforeCreate)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: f.Config(block(m))},
			{Config: f.Config(block(m, `language = "de-DE"`)), ConfigPlanChecks: replaces},
			{Config: f.Config(block(m, `language = "de-DE"`, fmt.Sprintf("account_id = %q", other.ID))), ConfigPlanChecks: replaces},
		},
		CheckDestroy: acctest.Remote(func() error {
			here, there := f.LanguageModels(f.Account.ID), f.LanguageModels(other.ID)
			if len(here) != 2 || len(there) != 1 || here[1].Language != "de-DE" || len(here[0].Files)+len(here[1].Files) > 0 {
				return fmt.Errorf("models here %v, there %v", here, there)
			}
			return nil
		}),
	})
}

func TestAccLanguageModel_goneBeforeDestroy(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	config := f.Config(block(files{"a.txt": `content = "a1"`}))
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: config},
		{
			PreConfig: func() {
				model, _ := f.only()
				f.RemoveLanguageModel(f.Account.ID, model.ID)
			},
			Config: config, Destroy: true,
		},
	}})
}

// TestAccLanguageModel_destroyFails keeps in state what is left, and goes on from there.
func TestAccLanguageModel_destroyFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	config := f.Config(block(files{"a.txt": `content = "a1"`, "b.txt": `content = "b1"`}))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: f.emptied,
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() {
					f.Script(mockserver.Fault{Endpoint: 21, Skip: 1, Do: mockserver.Status(http.StatusBadRequest)})
				},
				Config: config, Destroy: true, ExpectError: regexp.MustCompile(`(?s)Unable to delete file "b.txt" of language model`),
			},
			{ // the file that was deleted has left the state, and comes back
				Config: config, ConfigPlanChecks: updates(planChange{files: []string{"a.txt"}}),
				Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b1"), ConfigStateChecks: state(f.ids()),
			},
		},
	})
}
