package languagemodel_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccLanguageModel_tokensExpire lets tokens live for one call.
func TestAccLanguageModel_tokensExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t, mockserver.TokenUses(1))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: f.emptied,
		Steps: []resource.TestStep{
			{Config: f.Config(block(files{"a.txt": `content = "a1"`, "b.txt": `content = "b1"`}, "enabled = false")), Check: f.holds("Terms", false, "a.txt=a1", "b.txt=b1")},
			{Config: f.Config(block(files{"a.txt": `content = "a2"`, "b.txt": `content = "b2"`})), Check: f.holds("Terms", true, "a.txt=a2", "b.txt=b2")},
		},
	})
}

// TestAccLanguageModel_ambiguousCreate sends a create once. Its error says what to look for, and the
// model that it made is then imported.
func TestAccLanguageModel_ambiguousCreate(t *testing.T) {
	t.Parallel()
	said := regexp.MustCompile(`(?s)Language model may have been created.*"Terms" for en-US.*delete\s+or\s+import`)
	for name, action := range map[string]mockserver.Action{
		"504 after":         mockserver.StatusAfter(http.StatusGatewayTimeout),
		"500 after":         mockserver.StatusAfter(http.StatusInternalServerError),
		"reset after":       mockserver.ResetAfter(),
		"cut answer":        mockserver.CutAnswer(),
		"answer with no id": mockserver.BodyAfter(http.StatusOK, "application/json", `{"name":"Terms"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			config := f.Config(block(files{"a.txt": `content = "a1"`, "b.txt": `content = "b1"`}, "deletion_policy = \"empty\""))
			f.Script(mockserver.Fault{Endpoint: 19, Do: action})
			expected := said
			if name == "answer with no id" {
				expected = regexp.MustCompile(said.String() + `|(?s){"name":"Terms"}.*Terms`)
			}
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: f.emptied,
				Steps: []resource.TestStep{
					{Config: config, ExpectError: expected, Check: f.sent(1, 0, 0)},
					{
						Config: config, ResourceName: address, ImportState: true, ImportStatePersist: true,
						ImportStateIdFunc: func(*terraform.State) (string, error) {
							model, err := f.only()
							return model.ID, err
						},
					},
					{Config: config, ConfigPlanChecks: updates(), Check: all(f.holds("Terms", true, "a.txt=a1", "b.txt=b1"), f.sent(1, 2, 0)), ConfigStateChecks: state(f.ids())},
				},
			})
		})
	}
}

// TestAccLanguageModel_refusedCreate leaves nothing behind.
func TestAccLanguageModel_refusedCreate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.Script(mockserver.Fault{Endpoint: 19, Do: mockserver.Status(http.StatusBadRequest)})
	config := f.Config(block(files{"a.txt": `content = "a1"`}))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: f.emptied,
		Steps: []resource.TestStep{
			{Config: config, ExpectError: regexp.MustCompile(`(?s)Unable to create language model.*400 INVALID_INPUT`)},
			{Config: config, ConfigPlanChecks: plans(plancheck.ResourceActionCreate), Check: f.holds("Terms", true, "a.txt=a1")},
		},
	})
}

// TestAccLanguageModel_createNotFinished has the step after the create fail: the model is in the state.
func TestAccLanguageModel_createNotFinished(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	config := f.Config(block(files{"a.txt": `content = "a1"`}, "enabled = false"))
	f.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.Status(http.StatusBadRequest)})
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config, ExpectError: regexp.MustCompile(`(?s)Unable to update language model.*400`)},
			{ // tainted: emptied, and created again
				Config: config, ConfigPlanChecks: plans(plancheck.ResourceActionDestroyBeforeCreate),
				Check: acctest.Remote(func() error {
					models := f.LanguageModels(f.Account.ID)
					if len(models) != 2 || len(models[0].Files) != 0 || len(models[1].Files) != 1 || models[1].Files[0].Enabled {
						return fmt.Errorf("the server holds %+v", models)
					}
					return nil
				}),
			},
		},
	})
}

// TestAccLanguageModel_createDropsFile has the service drop a file of a create. The file is sent once more, since a
// failed create would be replaced; then the error names the file.
func TestAccLanguageModel_createDropsFile(t *testing.T) {
	t.Parallel()
	drop := func(f *fixture) mockserver.Action {
		return mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			id := "0b9f4a1e-5555-4666-8777-888899990000"
			if _, ok := f.LanguageModel(f.Account.ID, id); !ok {
				f.AddLanguageModel(f.Account.ID, mockserver.LanguageModel{ID: id, Name: "Terms", Files: []mockserver.LanguageFile{
					{ID: "0b9f4a1e-5555-4666-8777-888899990001", Name: "a.txt", Content: []byte("a1"), Enabled: true},
				}})
			}
			fmt.Fprintf(w, `{"id":%q,"name":"Terms","language":"En-US","files":[{"id":"0b9f4a1e-5555-4666-8777-888899990001","name":"a.txt","enable":true}]}`, id)
		}))
	}
	m := files{"a.txt": `content = "a1"`, "b.txt": `content = "b1"`}
	t.Run("once", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.Script(mockserver.Fault{Endpoint: 19, Do: drop(f)})
		acctest.RunInProcess(t, resource.TestCase{
			CheckDestroy: f.emptied,
			Steps:        []resource.TestStep{{Config: f.Config(block(m)), Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b1"), ConfigStateChecks: state(f.ids())}},
		})
	})
	t.Run("always", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.Script(mockserver.Fault{Endpoint: 19, Do: drop(f)}, mockserver.Fault{Endpoint: 20, Times: mockserver.Always, Do: drop(f)})
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{
				{Config: f.Config(block(m)), ExpectError: regexp.MustCompile(`(?s)File not accepted by the service.*files\["b.txt"\]`)},
				{ // nothing was lost from the state: the replacement empties the first model
					PreConfig: f.ClearFaults,
					Config:    f.Config(block(m)), ConfigPlanChecks: plans(plancheck.ResourceActionDestroyBeforeCreate),
					Check: acctest.Remote(func() error {
						models := f.LanguageModels(f.Account.ID)
						if len(models) != 2 || len(models[0].Files) != 0 || len(models[1].Files) != 2 {
							return fmt.Errorf("the server holds %+v", models)
						}
						return nil
					}),
				},
			},
		})
	})
}
