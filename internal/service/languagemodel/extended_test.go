package languagemodel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestExtendedOfTheService leaves alone what the service makes by itself.
func TestExtendedOfTheService(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	own := model.AddAccountAdaptations(model.Account.ID, "en-US")
	acctest.MustSay(t, model.Import(t.Context(), own), acctest.Failure, "Language model is the service's own")
	model = newManaged(t)
	model.MustConverge(vocabulary(twoTexts))
	model.AddTranscriptEdits(model.Account.ID, model.remote().ID)
	model.WantUnchanged(vocabulary(twoTexts))
	model.MustConverge(vocabulary(map[string]string{"a.txt": "a2"}))
	model.wantRemote("From transcript edits=An edited line.\n a.txt=a2", "")
	model.MustConverge(vocabulary(map[string]string{}))
	model.wantRemote("From transcript edits=An edited line.\n", "")
}

// TestExtendedCreatedDisabled disables a file of a new model, which the response to the create has
// shown: no request reads the model before.
func TestExtendedCreatedDisabled(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	acctest.MustSucceed(t, model.Apply(t.Context(), model.MustPlan(disableFile(vocabulary(twoTexts), "a.txt"))))
	model.wantRemote("-a.txt=a1 b.txt=b1", "")
	check.Equal(t, 0, model.Count(mockserver.GetLanguageModel), "reads of the model")
}

// TestExtendedFilesNotConfigured has a file deleted elsewhere between a plan and its apply: without
// files in the configuration, the state has those of the plan until the next refresh.
func TestExtendedFilesNotConfigured(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.MustConverge(vocabulary(twoTexts))
	plan := model.PlanWithRefresh(vocabulary(nil, "name", "Renamed"))
	model.drop("a.txt")
	acctest.MustSayNothing(t, model.Apply(t.Context(), plan))
	model.wantState(map[string]string{"name": "Renamed", "files/a.txt/content": "a1"})
	model.Refresh(t.Context())
	model.wantState(map[string]string{"files/a.txt/content": "", "files/b.txt/content": "b1"})
}

// TestExtendedSwitched takes extended operations away and gives them back: the state stays
// readable, and no such operation is called without them.
func TestExtendedSwitched(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.MustConverge(trainedTerms)
	model.Instance.Protocol = model.Server.Protocol(t, acctest.Values{"max_retries": 0})
	plan := model.PlanWithRefresh(nil)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "will be emptied, not deleted",
		"with extended_operations, the destroy deletes it")
	calls := len(model.Requests())
	model.MustConverge(vocabulary(twoTexts))
	model.wantState(map[string]string{"training_state": "trained"})
	model.MustConverge(vocabulary(withText(twoTexts, "a.txt", "a2")))
	model.wantState(map[string]string{"training_state": "untrained"})
	for _, r := range model.Requests()[calls:] {
		if r.Operation.IsExtended() {
			t.Errorf("called %s, want no extended operation", r.Operation)
		}
	}
	model.Instance.Protocol = model.Server.Protocol(t, extended)
	plan = model.PlanWithRefresh(vocabulary(withText(twoTexts, "a.txt", "a2"), "train", true))
	model.wantPlan(plan, map[string]string{"training_state": "unknown"})
	model.MustConverge(vocabulary(withText(twoTexts, "a.txt", "a2"), "train", true))
	model.wantRemote("a.txt=a2 b.txt=b1", twoNames)
}

// TestExtendedFilesOfOthers leaves files of others alone, and does not show them, until exclusive
// is set: the plan that sets it names those that the apply deletes. What is added after a plan is
// in the next one.
func TestExtendedFilesOfOthers(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.MustConverge(vocabulary(twoTexts, "enabled", false))
	model.add(othersFile("c.txt"))
	// The file of others is enabled nevertheless.
	model.WantUnchanged(vocabulary(twoTexts, "enabled", false))
	model.MustConverge(vocabulary(twoTexts))
	model.AddTranscriptEdits(model.Account.ID, model.remote().ID)
	const edits, c = "From transcript edits=An edited line.\n", " c.txt=theirs"
	model.WantUnchanged(vocabulary(twoTexts))
	model.wantState(map[string]string{"files/c.txt/file_id": ""})
	model.MustConverge(vocabulary(map[string]string{}))
	model.wantRemote(edits+c, "")
	model.MustConverge(vocabulary(nil, "enabled", false))
	enables := func(is bool) func(*mockserver.LanguageModel) {
		return func(m *mockserver.LanguageModel) { m.Files[0].Enabled = is }
	}
	model.change(enables(true))
	if !model.PlanWithRefresh(vocabulary(nil, "enabled", false)).IsUpdate {
		t.Error("others have enabled a model without files of ours: the plan is empty, want an update")
	}
	model.change(enables(false))
	model.MustConverge(vocabulary(twoTexts))
	model.wantRemote(edits+" a.txt=a1 b.txt=b1"+c, "")

	exclusive := vocabulary(twoTexts, "exclusive", true)
	plan := model.PlanWithRefresh(exclusive)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, `Apply deletes 1 file of language model "Terms"`,
		`"c.txt". Terraform has not sent it.`)
	model.add(mockserver.LanguageFile{
		ID: "8c6f9a52-1111-4222-8333-444455556667", Name: "later.txt", Enabled: true, Content: []byte("theirs"),
	})
	acctest.MustSucceed(t, model.Apply(t.Context(), plan))
	model.wantRemote(edits+" a.txt=a1 b.txt=b1 later.txt=theirs", "")
	plan = model.PlanWithRefresh(exclusive)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, `Apply deletes 1 file of language model "Terms"`,
		`"later.txt"`)
	model.wantState(map[string]string{"files/later.txt/source": "later.txt"})
	acctest.MustSucceed(t, model.Apply(t.Context(), plan))
	model.wantRemote(edits+" a.txt=a1 b.txt=b1", "")
	model.WantUnchanged(exclusive)
}

// TestExtendedInItsPlace has somebody delete a text and upload another one with its name. The plan
// names it; the apply uploads all other files, and fails for this one alone. With exclusive, the
// same plan shows it going, and one apply is enough.
func TestExtendedInItsPlace(t *testing.T) {
	t.Parallel()
	for ruleName, rule := range sameNameRules {
		for origin, text := range map[string]string{"content": "c1", "url": "https://texts.example/c.txt"} {
			t.Run(ruleName+", "+origin, func(t *testing.T) {
				t.Parallel()
				model := newManaged(t, rule.option)
				config := func(edited string, more ...any) acctest.Values {
					files := map[string]acctest.Values{"b.txt": {"content": edited}, "c.txt": {origin: text}}
					return vocabulary(nil, append(more, "files", files)...)
				}
				model.MustConverge(config("b1"))
				model.drop("c.txt")
				model.add(othersFile("c.txt"))
				plan := model.PlanWithRefresh(config("b2"))
				acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "contains other files with configured names",
					`"c.txt"`, "set exclusive = true")
				acctest.MustSay(t, model.Apply(t.Context(), plan), acctest.Failure, `another file named "c.txt"`,
					"Delete that file in the portal, or give yours another name")
				model.wantRemote("b.txt=b2 c.txt=theirs", "")
				whose := map[string]string{
					"content": "which Terraform has not sent", "url": "or an interrupted apply uploaded",
				}
				model.MustFail(config("b3"), `files["c.txt"] was not uploaded or renamed`, whose[origin])
				model.wantRemote("b.txt=b3 c.txt=theirs", "")
				exclusive := config("b3", "exclusive", true)
				plan = model.PlanWithRefresh(exclusive)
				acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 file", `"c.txt"`)
				acctest.MustSucceed(t, model.Apply(t.Context(), plan))
				model.wantRemote("b.txt=b3 c.txt="+text, "")
				model.WantUnchanged(exclusive)
			})
		}
	}
}

// TestExtendedReplacedBesideOthers replaces a model that has a file of others: nothing is in the
// way in the new one.
func TestExtendedReplacedBesideOthers(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.MustConverge(vocabulary(twoTexts))
	model.add(othersFile("c.txt"))
	model.WantUnchanged(vocabulary(twoTexts))
	plan := model.PlanWithRefresh(vocabulary(threeTexts, "language", "de-DE"))
	for _, text := range acctest.Texts(plan.Diagnostics) {
		if strings.Contains(text, "configured names") {
			t.Errorf("want no message about files in the way of the new model. Got: %s", text)
		}
	}
	if !plan.IsReplacement {
		t.Error("the plan of another language is an update, want a replacement")
	}
}

// TestExtendedRenameWaits moves a text to a name that somebody else has taken, and gives its own
// name to another text: nothing is uploaded in its place until it is renamed.
func TestExtendedRenameWaits(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.MustConverge(vocabulary(twoTexts))
	model.add(othersFile("c.txt"))
	moved := vocabulary(map[string]string{"a.txt": "new", "b.txt": "b1", "c.txt": "a1"})
	model.MustFail(moved, `files["a.txt"] was not uploaded, because the file with that name in language model "Terms" was `+
		`not renamed to "c.txt"`)
	model.wantRemote(twoFiles+" c.txt=theirs", "")
	model.drop("c.txt")
	model.MustConverge(moved)
	model.wantRemote("a.txt=new b.txt=b1 c.txt=a1", "")
}

// TestExtendedNotRenamed has a service that renames no files: the error names two ways, and each
// works.
func TestExtendedNotRenamed(t *testing.T) {
	t.Parallel()
	model := newManaged(t, mockserver.WithoutOperations(http.StatusMethodNotAllowed, mockserver.UpdateLanguageModelFile))
	model.MustConverge(vocabulary(twoTexts))
	renamed := vocabulary(map[string]string{"a.txt": "a1", "z.txt": "b1"})
	model.MustFail(renamed, `Unable to rename file "b.txt"`,
		`Rename the file to "z.txt" in the service's portal, or configure it as "b.txt"`)
	model.WantUnchanged(vocabulary(twoTexts))
	model.change(func(m *mockserver.LanguageModel) { m.Files[1].Name = "z.txt" })
	model.MustConverge(renamed)
}

// TestExtendedUploadedBefore has a killed apply have uploaded a file, of which the state knows
// nothing. If it has the wanted text, it is not uploaded again. What was uploaded by its address is
// uploaded again, compared, and deleted.
func TestExtendedUploadedBefore(t *testing.T) {
	t.Parallel()
	const address = "https://texts.example/a2.txt"
	for origin, test := range map[string]struct {
		before, after acctest.Values
		text          string
		uploads       int
	}{
		"content": {before: acctest.Values{"content": "a1"}, after: acctest.Values{"content": "a2"}, text: "a2"},
		"url": {
			before: acctest.Values{"url": "https://texts.example/a1.txt"}, after: acctest.Values{"url": address},
			text: address, uploads: 1,
		},
		"to url": {before: acctest.Values{"content": "a1"}, after: acctest.Values{"url": address}, text: address, uploads: 1},
	} {
		t.Run(origin, func(t *testing.T) {
			t.Parallel()
			model := newManaged(t, mockserver.WithSameFileNames(mockserver.SameNameAddsSecond))
			config := func(file acctest.Values) acctest.Values {
				return withFiles(map[string]acctest.Values{"a.txt": file, "b.txt": {"content": "b1"}})
			}
			model.MustConverge(config(test.before))
			left := othersFile("a.txt")
			left.Content = []byte("a2")
			if origin != "content" {
				left.Content = nil
				left.URL = address
			}
			model.add(left)
			others := othersFile("a.txt")
			others.ID = "8c6f9a52-1111-4222-8333-444455556667"
			model.add(others)
			model.ResetRequests()
			plan := model.PlanWithRefresh(config(test.after))
			acctest.MustSayNothing(t, append(plan.Diagnostics, model.Apply(t.Context(), plan)...))
			model.wantRemote("a.txt="+test.text+" a.txt=theirs b.txt=b1", "")
			check.Equal(t, test.uploads, model.Count(mockserver.UpdateLanguageModel), "updates")
			model.WantUnchanged(config(test.after))
		})
	}
}

// TestExtendedWithoutTexts loses the response to an upload at a service that returns no texts: the
// file of that name counts as the one that was sent, and no plan says that it is deleted.
func TestExtendedWithoutTexts(t *testing.T) {
	t.Parallel()
	for ruleName, rule := range sameNameRules {
		for _, isExclusive := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, exclusive = %t", ruleName, isExclusive), func(t *testing.T) {
				t.Parallel()
				model := newManaged(t, rule.option,
					mockserver.WithoutOperations(http.StatusMethodNotAllowed, mockserver.GetLanguageModelFile))
				model.MustConverge(vocabulary(twoTexts))
				config := vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"}, "exclusive",
					isExclusive)
				model.Script(mockserver.Fault{
					Operation: mockserver.UpdateLanguageModel, Match: isUpload, Do: mockserver.ResetAfter(),
				})
				model.MustFail(config, "No response to PUT")
				acctest.MustSayNothing(t, model.PlanWithRefresh(config).Diagnostics)
				model.MustConverge(config)
				model.wantRemote("a.txt=a2 b.txt=b1 c.txt=c1", "")
			})
		}
	}
}

// TestExtendedTersely has a service whose responses to writes show no files: what is not shown is
// not gone, and a model that is enabled has all of its files enabled.
func TestExtendedTersely(t *testing.T) {
	t.Parallel()
	model := newManaged(t, mockserver.WithSameFileNames(mockserver.SameNameAddsSecond))
	model.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: mockserver.Edit(withoutFiles),
	})
	model.MustConverge(disableFile(vocabulary(threeTexts, "enabled", false), "a.txt"))
	ids := []string{model.stateText("files", "a.txt", "file_id"), model.stateText("files", "c.txt", "file_id")}
	model.MustConverge(disableFile(vocabulary(threeTexts), "a.txt"))
	model.MustConverge(disableFile(vocabulary(withText(threeTexts, "b.txt", "b2")), "a.txt"))
	model.wantRemote("-a.txt=a1 b.txt=b2 c.txt=c1", "")
	model.wantState(map[string]string{"files/a.txt/file_id": ids[0], "files/c.txt/file_id": ids[1]})
}

// withoutFiles returns a response that leaves out the files of a model.
func withoutFiles(body []byte) []byte {
	var model map[string]any
	err := json.Unmarshal(body, &model)
	if err != nil {
		return body
	}
	model["files"] = []any{}
	body, _ = json.Marshal(model)
	return body
}

// TestExtendedStoppedInDoubt fails before it has compared what stands where a file was sent whose
// response was lost, and somebody replaces the text: a later refresh compares it nevertheless.
func TestExtendedStoppedInDoubt(t *testing.T) {
	t.Parallel()
	for ruleName, rule := range sameNameRules {
		t.Run(ruleName, func(t *testing.T) {
			t.Parallel()
			model := newManaged(t, rule.option)
			model.MustConverge(vocabulary(twoTexts))
			config := vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"})
			model.Script(
				mockserver.Fault{
					Operation: mockserver.UpdateLanguageModel, Match: isUpload, Do: mockserver.ResetAfter(),
				},
				mockserver.Fault{
					Operation: mockserver.GetLanguageModelFile, Times: mockserver.Always,
					Do: mockserver.Status(http.StatusForbidden),
				},
			)
			model.MustFail(config, "No response to PUT")
			model.MustFail(config, "403")
			model.ClearFaults()
			model.change(func(m *mockserver.LanguageModel) {
				at := slices.IndexFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == "c.txt" })
				m.Files[at].Content = []byte("theirs")
			})
			model.MustFail(config, `another file named "c.txt"`)
			model.wantRemote("a.txt=a2 b.txt=b1 c.txt=theirs", "")
		})
	}
}

// TestExtendedLostDeletion loses the response to a deletion, and somebody then adds a file of the
// same name: it stays.
func TestExtendedLostDeletion(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	texts := map[string]acctest.Values{"a.txt": {"url": "https://texts.example/a.txt"}, "b.txt": {"content": "b1"}}
	model.MustConverge(withFiles(texts))
	delete(texts, "a.txt")
	model.Script(mockserver.Fault{Operation: mockserver.DeleteLanguageModelFile, Do: mockserver.ResetAfter()})
	model.MustFail(withFiles(texts), "No response to DELETE")
	model.add(othersFile("a.txt"))
	model.MustConverge(withFiles(texts))
	model.wantRemote("a.txt=theirs b.txt=b1", "")
}

// TestExtendedRenamed renames a text back that was renamed elsewhere, and renames it where its key
// changes: by its id, with its text, and without a training.
func TestExtendedRenamed(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	source := acctest.Values{"source": model.write("local.txt", "b1")}
	config := func(names ...string) acctest.Values {
		return vocabulary(nil, "train", true, "files", map[string]acctest.Values{
			names[0]: {"content": "a1"}, names[1]: source, names[2]: {"url": "https://texts.example/c.txt"},
		})
	}
	model.MustConverge(config("a.txt", "b.txt", "c.txt"))
	ids := map[string]string{}
	for _, file := range model.remote().Files {
		ids[string(file.Content)+file.URL] = file.ID
	}
	for step, names := range [][]string{
		{"z.txt", "b.txt", "c.txt"},
		{"b.txt", "a.txt", "c.txt"},
		{"c.txt", "a.txt", "new.txt"},
		{"a.txt", "b.txt", "c.txt"},
	} {
		// The last renames take back those that somebody else has made.
		if step == 3 {
			model.change(func(m *mockserver.LanguageModel) { m.Files[0].Name, m.Files[1].Name = m.Files[1].Name, "x.txt" })
		}
		model.ResetRequests()
		plan := model.PlanWithRefresh(config(names...))
		want := map[string]string{
			"files/" + names[0] + "/file_id": ids["a1"],
			"files/" + names[2] + "/file_id": ids["https://texts.example/c.txt"],
		}
		model.wantPlan(plan, want)
		acctest.MustSayNothing(t, model.Apply(t.Context(), plan))
		model.wantState(want)
		model.WantUnchanged(config(names...))
		for _, operation := range []mockserver.Operation{
			mockserver.UpdateLanguageModel, mockserver.DeleteLanguageModelFile, mockserver.TrainLanguageModel,
		} {
			check.Equal(t, 0, model.Count(operation), "step %d, which only renames: calls of %s", step, operation)
		}
		for _, file := range model.remote().Files {
			at := slices.Index([]string{"a1", "b1", "https://texts.example/c.txt"}, string(file.Content)+file.URL)
			check.Equal(t, names[at], file.Name, "step %d: the name of file %d", step, at)
		}
	}
	model.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModelFile,
		Do:        mockserver.Body(http.StatusOK, "application/json", `{"name":"a.txt"}`),
	})
	model.MustFail(config("y.txt", "b.txt", "c.txt"), `Value not kept by the service`, `files["y.txt"]`)
	model.MustConverge(config("y.txt", "b.txt", "c.txt"))
}

// TestExtendedWithoutRefresh applies plans that were made before the model changed elsewhere, or
// without a refresh: what was planned as known stays so, and the error names what is in the way.
func TestExtendedWithoutRefresh(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.MustConverge(trainedTerms)
	plan := model.PlanWithRefresh(edited)
	model.drop("b.txt")
	acctest.MustSay(t, model.Apply(t.Context(), plan), acctest.Failure, `Language model lacks a file: files["b.txt"]`)
	model.MustConverge(edited)
	model.wantRemote("a.txt=a2 b.txt=b1", twoNames)
	moved := vocabulary(map[string]string{"a.txt": "b1"}, "train", true)
	plan = model.PlanWithRefresh(moved)
	model.drop("b.txt")
	acctest.MustSay(t, model.Apply(t.Context(), plan), acctest.Failure, `Language model lacks a file: files["a.txt"]`)
	model.MustConverge(moved)
	model.wantRemote("a.txt=b1", "a.txt")
	model.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModelFile,
		Do:        mockserver.Before(func(*http.Request) { model.drop("a.txt") }),
	})
	model.MustFail(disableFile(vocabulary(map[string]string{"a.txt": "b1"}), "a.txt"),
		`Language model lacks a file: files["a.txt"]`)
	model.MustConverge(edited)

	plan = model.PlanWithRefresh(trainedTerms)
	model.change(func(m *mockserver.LanguageModel) {
		m.Name = "Theirs"
		m.LanguageModelID = "2c6f9a52-1111-4222-8333-444455556666"
	})
	acctest.MustSayNothing(t, model.Apply(t.Context(), plan))
	model.MustConverge(trainedTerms)
	model.wantRemoteName("Terms")
	model.wantState(map[string]string{"linguistic_model_id": model.remote().LanguageModelID})

	renamed := vocabulary(twoTexts, "train", true, "name", "Renamed")
	plan = model.PlanWithRefresh(renamed)
	model.change(func(m *mockserver.LanguageModel) { m.Files[0].Enabled, m.Files[1].Enabled = false, false })
	acctest.MustSucceed(t, model.Apply(t.Context(), plan))
	model.MustConverge(renamed)
}

// TestStateOfOthers edits a model that is trained in the meantime. The apply keeps to its plan, and
// the next refresh shows the training if a response has shown it.
func TestStateOfOthers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		edited  acctest.Values
		state   string
		isKnown bool // the id of the trained model
	}{
		"a response shows it":  {vocabulary(twoTexts, "name", "Renamed"), "Complete", true},
		"no response shows it": {vocabulary(map[string]string{"a.txt": "a1"}), "None", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := newBase(t)
			model.MustConverge(vocabulary(twoTexts))
			model.TrainLanguageModel(model.Account.ID, model.stateText("model_id"))
			model.MustConverge(test.edited)
			check.Equal(t, test.state, model.stateText("state"), "state after the next refresh")
			isShown := model.stateText("linguistic_model_id") == model.remote().LanguageModelID
			check.Equal(t, test.isKnown, isShown, "the state has the linguistic_model_id of the server: %q", model.stateText("linguistic_model_id"))
		})
	}
}

// afterCall calls happens once an operation was carried out, before its response is read.
func (m *managedModel) afterCall(operation mockserver.Operation, happens func(*http.Request)) {
	m.Script(mockserver.Fault{Operation: operation, Do: mockserver.After(happens)})
}

// TestExtendedInterrupted leaves the training running. A create that is interrupted then is
// complete except for the wait.
func TestExtendedInterrupted(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		for _, isCreate := range []bool{true, false} {
			model := newManaged(t, mockserver.WithTrainingEnd(mockserver.WhenTold()))
			if !isCreate {
				model.MustConverge(vocabulary(twoTexts))
			}
			plan := model.PlanWithRefresh(trainedTerms)
			ctx, cancel := context.WithCancel(t.Context())
			interrupts := mockserver.After(func(r *http.Request) {
				cancel()
				<-r.Context().Done()
			})
			const isBeforeTraining = 1
			model.Script(mockserver.Fault{
				Operation: mockserver.GetLanguageModel, Skip: isBeforeTraining, Do: interrupts,
			})
			diags := model.Apply(ctx, plan)
			acctest.MustSay(t, diags, acctest.Warning, "Training of language model was interrupted",
				"The service continues it")
			check.Equal(t, false, model.Object.IsTainted, "create %t: is tainted", isCreate)
			check.Equal(t, mockserver.ModelWaiting, model.remote().State, "create %t: the state of the model", isCreate)
			model.wantState(map[string]string{"training_state": "training", "model_id": model.remote().ID})
			model.afterCall(mockserver.GetLanguageModel,
				func(*http.Request) { model.FinishTraining(model.Account.ID, model.remote().ID, "") })
			model.MustConverge(trainedTerms)
			check.Equal(t, 1, model.Count(mockserver.TrainLanguageModel), "create %t: trainings", isCreate)
		}
	})
}

// TestExtendedOneTraining creates and changes models at a service that trains one model at a time:
// 409 is waited for, however few retries are allowed, and in the end is an error that says so. The
// model is not trained twice.
func TestExtendedOneTraining(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		busy := mockserver.Refuse(http.StatusConflict, "GENERAL", "another model is being trained")
		model := newManaged(t)
		model.Script(mockserver.Fault{Operation: mockserver.TrainLanguageModel, Times: 30, Do: busy})
		model.MustConverge(trainedTerms)
		for _, operation := range []mockserver.Operation{
			mockserver.UpdateLanguageModel, mockserver.DeleteLanguageModelFile,
			mockserver.UpdateLanguageModelFile, mockserver.TrainLanguageModel,
		} {
			model.Script(mockserver.Fault{Operation: operation, Times: 3, Do: busy})
		}
		model.MustConverge(disableFile(vocabulary(map[string]string{"a.txt": "a2", "c.txt": "c1"}, "train", true), "c.txt"))
		model.wantRemote("-c.txt=c1 a.txt=a2", "a.txt")
		check.Equal(t, 35, model.Count(mockserver.TrainLanguageModel), "requests to train")
		model.Script(mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: busy})
		config := vocabulary(twoTexts, "train", true, "timeouts", acctest.Values{"update": "5m"})
		model.MustFail(config, "Service is still training a language model", "within 5m0s", "timeouts.update")
		model.ClearFaults()
		model.MustConverge(config)
	})
}

// TestLanguageModelListReads lists two models of a service whose list shows no files: a model is
// read only for its resource, and not beyond the limit. One that cannot be read is an error in its
// place.
func TestLanguageModelListReads(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended(), mockserver.WithListedFiles(mockserver.FilesNull))
	for _, name := range []string{"Birds", "Racing"} {
		server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
			Name: name, Files: []mockserver.LanguageFile{{Name: "a.txt", Content: []byte("a")}},
		})
	}
	protocol := server.Protocol(t, extended)
	for _, test := range []struct {
		isFull        bool
		limit         int64
		models, reads int
	}{
		{isFull: false, models: 2, reads: 0},
		{isFull: true, limit: 1, models: 1, reads: 1},
	} {
		listed := protocol.List(t.Context(), resourceType, nil, test.isFull, test.limit)
		reads := server.Count(mockserver.GetLanguageModel)
		check.Equal(t, test.models, len(listed), "limit %d, resources %t: models", test.limit, test.isFull)
		check.Equal(t, test.reads, reads, "limit %d, resources %t: models that were read", test.limit, test.isFull)
	}
	server.Script(mockserver.Fault{
		Operation: mockserver.GetLanguageModel, Skip: 1, Do: mockserver.Status(http.StatusForbidden),
	})
	all := protocol.List(t.Context(), resourceType, nil, true, 0)
	if len(all) != 2 || all[0].DisplayName != "Birds" {
		t.Fatalf("%d models are listed, the first is %q, want 2 and Birds", len(all), all[0].DisplayName)
	}
	acctest.MustSay(t, all[1].Diagnostics, acctest.Failure, `Could not read language model "Racing"`)
}

// TestEmptyKeepsName empties a model that others have renamed after the plan: the destroy deletes
// its files and disables it, and leaves the name of others.
func TestEmptyKeepsName(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.Run(vocabulary(twoTexts, "deletion_policy", "empty"))
	plan := model.PlanWithRefresh(nil)
	model.ChangeLanguageModel(model.Account.ID, model.stateText("model_id"),
		func(m *mockserver.LanguageModel) { m.Name = "Theirs" })
	acctest.MustSucceed(t, model.Apply(t.Context(), plan))
	left := model.LanguageModels(model.Account.ID)[0]
	check.Equal(t, "Theirs", left.Name, "the name after the destroy")
	check.Equal(t, 0, len(left.Files), "files after the destroy")
}

// TestExtendedLettersOfIDs has a service spell ids in other letters in each response: the files of
// others are recognized nevertheless, and stay, and Terraform's own keep their ids. A destroy
// recognizes what its plan has named.
func TestExtendedLettersOfIDs(t *testing.T) {
	t.Parallel()
	for ruleName, rule := range sameNameRules {
		t.Run(ruleName, func(t *testing.T) {
			t.Parallel()
			model := newManaged(t, rule.option)
			responses := 0
			model.Script(mockserver.Fault{Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte {
				responses++
				return respelled(body, responses)
			})})
			config := func(address string) acctest.Values {
				return withFiles(map[string]acctest.Values{"a.txt": {"url": address}, "b.txt": {"content": "b1"}})
			}
			model.MustConverge(config("https://texts.example/1.txt"))
			id := model.stateText("files", "b.txt", "file_id")
			others := othersFile("a.txt")
			others.ID = "0000abcd-abcd-4222-8333-444455556666"
			if !rule.addsSecond {
				others.Name = "c.txt"
			}
			model.add(others)
			model.WantUnchanged(config("https://texts.example/1.txt"))
			model.MustConverge(config("https://texts.example/2.txt"))
			model.MustConverge(withFiles(map[string]acctest.Values{"b.txt": {"content": "b1"}}))
			model.wantFiles(map[string]string{others.Name: "theirs", "b.txt": "b1"})
			model.wantState(map[string]string{"files/b.txt/file_id": id})
			model.Run(nil)
			model.WantAbsent()
		})
	}
}

var idInBody = regexp.MustCompile(`"id": ?"[^"]*"`)

// respelled returns a response with ids in letters that few other numbers have.
func respelled(body []byte, number int) []byte {
	return idInBody.ReplaceAllFunc(body, func(field []byte) []byte {
		spelled := bytes.Clone(field)
		for at := len(`"id":`); at < len(field); at++ {
			if number>>(at%5)&1 == 1 {
				spelled[at] = bytes.ToUpper(field[at : at+1])[0]
			}
		}
		return spelled
	})
}
