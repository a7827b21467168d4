package languagemodel_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccLanguageModel_badDay has the server fail in every way that a repetition heals.
func TestAccLanguageModel_badDay(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"429":          mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"),
		"500":          mockserver.Status(http.StatusInternalServerError),
		"504 after":    mockserver.StatusAfter(http.StatusGatewayTimeout),
		"reset before": mockserver.ResetBefore(),
		"reset after":  mockserver.ResetAfter(),
		"401":          mockserver.Status(http.StatusUnauthorized),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			endpoints := []int{3, 20, 21}
			if name == "429" || name == "401" {
				endpoints = append(endpoints, 19) // never carried out, so it may be repeated
			}
			for _, endpoint := range endpoints {
				// What carries files is left alone: see TestAccLanguageModel_ambiguousUpdate.
				f.Script(mockserver.Fault{Endpoint: endpoint, Do: action, Match: func(r *http.Request) bool { return endpoint == 19 || r.ContentLength < 100 }})
			}
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: f.emptied,
				Steps: []resource.TestStep{
					{Config: f.Config(block(files{"a.txt": `content = "a1"`, "b.txt": `content = "b1"`})), Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b1")},
					{Config: f.Config(block(files{"a.txt": `content = "a1"`}, "enabled = false")), Check: f.holds("Terms", false, "a.txt=a1")},
				},
			})
		})
	}
}

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

// TestAccLanguageModel_ambiguousUpdate has uploads of several files fail half way; the state follows
// the service, and the next apply does the rest without doubling anything.
func TestAccLanguageModel_ambiguousUpdate(t *testing.T) {
	t.Parallel()
	isUpload := func(r *http.Request) bool { return r.ContentLength > 100 }
	lose := func(f *fixture) mockserver.Action { // the service took b.txt alone
		return mockserver.Before(func(*http.Request) {
			model, _ := f.only()
			f.ChangeLanguageModel(f.Account.ID, model.ID, func(m *mockserver.LanguageModel) {
				m.Files = slices.DeleteFunc(m.Files, func(file mockserver.LanguageFile) bool { return file.Name == "c.txt" })
			})
		})
	}
	tests := map[string]struct {
		action mockserver.Action
		half   bool
		rest   plancheck.PlanCheck // of the next apply
	}{
		"504, carried out":     {action: mockserver.StatusAfter(http.StatusGatewayTimeout), rest: planChange{others: []string{"state"}}},
		"reset, carried out":   {action: mockserver.ResetAfter(), rest: planChange{others: []string{"state"}}},
		"reset, not carried":   {action: mockserver.ResetBefore(), rest: planChange{files: []string{"b.txt", "c.txt"}}},
		"500, half carried":    {action: mockserver.StatusAfter(http.StatusInternalServerError), half: true, rest: planChange{files: []string{"c.txt"}, others: []string{"state"}}},
		"refused, not carried": {action: mockserver.Status(http.StatusBadRequest), rest: planChange{files: []string{"b.txt", "c.txt"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
			m := files{"a.txt": f.write("a.txt", "a1"), "b.txt": f.write("b.txt", "b1"), "c.txt": f.write("c.txt", "c1")}
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: f.emptied,
				Steps: []resource.TestStep{
					{Config: f.Config(block(m))},
					{
						PreConfig: func() {
							f.write("b.txt", "b2")
							f.write("c.txt", "c2")
							f.Script(mockserver.Fault{Endpoint: 20, Match: isUpload, Do: test.action})
							if test.half {
								f.Script(mockserver.Fault{Endpoint: 20, Skip: 1, Match: func(r *http.Request) bool { return !isUpload(r) }, Do: lose(f)})
							}
						},
						Config:      f.Config(block(m)),
						ExpectError: regexp.MustCompile(`(?s)Unable to upload files to language model.*The state has\s+the\s+current\s+contents\s+of\s+the\s+model.*next\s+apply\s+does\s+the\s+rest`),
					},
					{
						Config: f.Config(block(m)), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{test.rest}},
						Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b2", "c.txt=c2"), ConfigStateChecks: state(f.ids()),
					},
				},
			})
		})
	}
}

// TestAccLanguageModel_blindUpdate cannot even read what its requests did before they failed; the next
// apply does that first, although the configuration looks like the state again.
func TestAccLanguageModel_blindUpdate(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]mockserver.Fault{
		"upload": {Endpoint: 20, Skip: 1, Times: mockserver.Always, Do: mockserver.ResetAfter()},
		"delete": {Times: mockserver.Always, Do: mockserver.ResetAfter(), Match: func(r *http.Request) bool { return r.Method != http.MethodGet }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
			m := files{"a.txt": f.write("a.txt", "a1"), "c.txt": `content = "c1"`}
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: f.emptied,
				Steps: []resource.TestStep{
					{Config: f.Config(block(m))},
					{
						PreConfig: func() { f.Script(fault) },
						Config:    f.Config(block(m.with("c.txt", `content = "c2"`)), "max_retries = 0"), ExpectError: regexp.MustCompile(`could\s+not\s+be\s+read`),
					},
					{
						PreConfig: f.ClearFaults, Config: f.Config(block(m)), ConfigPlanChecks: updates(),
						Check: f.holds("Terms", true, "a.txt=a1", "c.txt=c1"), ConfigStateChecks: state(f.ids()),
					},
					{Config: f.Config(block(m)), ConfigPlanChecks: emptyPlan},
				},
			})
		})
	}
}
