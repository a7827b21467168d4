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
	l := newManaged(t)
	own := l.AddAccountAdaptations(l.Account.ID, "en-US")
	acctest.MustSay(t, l.Import(t.Context(), own), acctest.Failure, "Language model is the service's own")
	l = newManaged(t)
	l.MustConverge(vocabulary(twoTexts))
	l.AddTranscriptEdits(l.Account.ID, l.remote().ID)
	l.WantUnchanged(vocabulary(twoTexts))
	l.MustConverge(vocabulary(map[string]string{"a.txt": "a2"}))
	l.wantRemote("From transcript edits=An edited line.\n a.txt=a2", "")
	l.MustConverge(vocabulary(map[string]string{}))
	l.wantRemote("From transcript edits=An edited line.\n", "")
}

// TestExtendedCreatedDisabled disables a file of a new model, which the response to the create has
// shown: no request reads the model before.
func TestExtendedCreatedDisabled(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	acctest.MustSucceed(t, l.Apply(t.Context(), l.MustPlan(disableFile(vocabulary(twoTexts), "a.txt"))))
	l.wantRemote("-a.txt=a1 b.txt=b1", "")
	check.Equal(t, 0, l.Count(mockserver.GetLanguageModel), "reads of the model")
}

// TestExtendedFilesNotConfigured has a file deleted elsewhere between a plan and its apply: without
// files in the configuration, the state has those of the plan until the next refresh.
func TestExtendedFilesNotConfigured(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.MustConverge(vocabulary(twoTexts))
	plan := l.PlanWithRefresh(vocabulary(nil, "name", "Renamed"))
	l.drop("a.txt")
	acctest.MustSayNothing(t, l.Apply(t.Context(), plan))
	l.wantState(map[string]string{"name": "Renamed", "files/a.txt/content": "a1"})
	l.Refresh(t.Context())
	l.wantState(map[string]string{"files/a.txt/content": "", "files/b.txt/content": "b1"})
}

// TestExtendedSwitched takes extended operations away and gives them back: the state stays
// readable, and no such operation is called without them.
func TestExtendedSwitched(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.MustConverge(trainedTerms)
	l.Instance.Protocol = l.Server.Protocol(t, acctest.Values{"max_retries": 0})
	plan := l.PlanWithRefresh(nil)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "will be emptied, not deleted",
		"with extended_operations, the destroy deletes it")
	calls := len(l.Requests())
	l.MustConverge(vocabulary(twoTexts))
	l.wantState(map[string]string{"training_state": "trained"})
	l.MustConverge(vocabulary(withText(twoTexts, "a.txt", "a2")))
	l.wantState(map[string]string{"training_state": "untrained"})
	for _, r := range l.Requests()[calls:] {
		if r.Operation.IsExtended() {
			t.Errorf("called %s, want no extended operation", r.Operation)
		}
	}
	l.Instance.Protocol = l.Server.Protocol(t, extended)
	plan = l.PlanWithRefresh(vocabulary(withText(twoTexts, "a.txt", "a2"), "train", true))
	l.wantPlan(plan, map[string]string{"training_state": "unknown"})
	l.MustConverge(vocabulary(withText(twoTexts, "a.txt", "a2"), "train", true))
	l.wantRemote("a.txt=a2 b.txt=b1", twoNames)
}

// TestExtendedFilesOfOthers leaves files of others alone, and does not show them, until exclusive
// is set: the plan that sets it names those that the apply deletes. What is added after a plan is
// in the next one.
func TestExtendedFilesOfOthers(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.MustConverge(vocabulary(twoTexts, "enabled", false))
	l.add(othersFile("c.txt"))
	// The file of others is enabled nevertheless.
	l.WantUnchanged(vocabulary(twoTexts, "enabled", false))
	l.MustConverge(vocabulary(twoTexts))
	l.AddTranscriptEdits(l.Account.ID, l.remote().ID)
	const edits, c = "From transcript edits=An edited line.\n", " c.txt=theirs"
	l.WantUnchanged(vocabulary(twoTexts))
	l.wantState(map[string]string{"files/c.txt/file_id": ""})
	l.MustConverge(vocabulary(map[string]string{}))
	l.wantRemote(edits+c, "")
	l.MustConverge(vocabulary(nil, "enabled", false))
	enables := func(is bool) func(*mockserver.LanguageModel) {
		return func(m *mockserver.LanguageModel) { m.Files[0].Enabled = is }
	}
	l.change(enables(true))
	if !l.PlanWithRefresh(vocabulary(nil, "enabled", false)).IsUpdate {
		t.Error("others have enabled a model without files of ours: the plan is empty, want an update")
	}
	l.change(enables(false))
	l.MustConverge(vocabulary(twoTexts))
	l.wantRemote(edits+" a.txt=a1 b.txt=b1"+c, "")

	exclusive := vocabulary(twoTexts, "exclusive", true)
	plan := l.PlanWithRefresh(exclusive)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, `Apply deletes 1 file of language model "Terms"`,
		`"c.txt". Terraform has not sent it.`)
	l.add(mockserver.LanguageFile{
		ID: "8c6f9a52-1111-4222-8333-444455556667", Name: "later.txt", Enabled: true, Content: []byte("theirs"),
	})
	acctest.MustSucceed(t, l.Apply(t.Context(), plan))
	l.wantRemote(edits+" a.txt=a1 b.txt=b1 later.txt=theirs", "")
	plan = l.PlanWithRefresh(exclusive)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, `Apply deletes 1 file of language model "Terms"`,
		`"later.txt"`)
	l.wantState(map[string]string{"files/later.txt/source": "later.txt"})
	acctest.MustSucceed(t, l.Apply(t.Context(), plan))
	l.wantRemote(edits+" a.txt=a1 b.txt=b1", "")
	l.WantUnchanged(exclusive)
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
				l := newManaged(t, rule.option)
				config := func(edited string, more ...any) acctest.Values {
					files := map[string]acctest.Values{"b.txt": {"content": edited}, "c.txt": {origin: text}}
					return vocabulary(nil, append(more, "files", files)...)
				}
				l.MustConverge(config("b1"))
				l.drop("c.txt")
				l.add(othersFile("c.txt"))
				plan := l.PlanWithRefresh(config("b2"))
				acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "contains other files with configured names",
					`"c.txt"`, "set exclusive = true")
				acctest.MustSay(t, l.Apply(t.Context(), plan), acctest.Failure, `another file named "c.txt"`,
					"Delete that file in the portal, or give yours another name")
				l.wantRemote("b.txt=b2 c.txt=theirs", "")
				whose := map[string]string{
					"content": "which Terraform has not sent", "url": "or an interrupted apply uploaded",
				}
				l.MustFail(config("b3"), `files["c.txt"] was not uploaded or renamed`, whose[origin])
				l.wantRemote("b.txt=b3 c.txt=theirs", "")
				exclusive := config("b3", "exclusive", true)
				plan = l.PlanWithRefresh(exclusive)
				acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 file", `"c.txt"`)
				acctest.MustSucceed(t, l.Apply(t.Context(), plan))
				l.wantRemote("b.txt=b3 c.txt="+text, "")
				l.WantUnchanged(exclusive)
			})
		}
	}
}

// TestExtendedReplacedBesideOthers replaces a model that has a file of others: nothing is in the
// way in the new one.
func TestExtendedReplacedBesideOthers(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.MustConverge(vocabulary(twoTexts))
	l.add(othersFile("c.txt"))
	l.WantUnchanged(vocabulary(twoTexts))
	plan := l.PlanWithRefresh(vocabulary(threeTexts, "language", "de-DE"))
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
	l := newManaged(t)
	l.MustConverge(vocabulary(twoTexts))
	l.add(othersFile("c.txt"))
	moved := vocabulary(map[string]string{"a.txt": "new", "b.txt": "b1", "c.txt": "a1"})
	l.MustFail(moved, `files["a.txt"] was not uploaded, because the file with that name in language model "Terms" was `+
		`not renamed to "c.txt"`)
	l.wantRemote(twoFiles+" c.txt=theirs", "")
	l.drop("c.txt")
	l.MustConverge(moved)
	l.wantRemote("a.txt=new b.txt=b1 c.txt=a1", "")
}

// TestExtendedNotRenamed has a service that renames no files: the error names two ways, and each
// works.
func TestExtendedNotRenamed(t *testing.T) {
	t.Parallel()
	l := newManaged(t, mockserver.WithoutOperations(http.StatusMethodNotAllowed, mockserver.UpdateLanguageModelFile))
	l.MustConverge(vocabulary(twoTexts))
	renamed := vocabulary(map[string]string{"a.txt": "a1", "z.txt": "b1"})
	l.MustFail(renamed, `Unable to rename file "b.txt"`,
		`Rename the file to "z.txt" in the service's portal, or configure it as "b.txt"`)
	l.WantUnchanged(vocabulary(twoTexts))
	l.change(func(m *mockserver.LanguageModel) { m.Files[1].Name = "z.txt" })
	l.MustConverge(renamed)
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
			l := newManaged(t, mockserver.WithSameFileNames(mockserver.SameNameAddsSecond))
			config := func(file acctest.Values) acctest.Values {
				return withFiles(map[string]acctest.Values{"a.txt": file, "b.txt": {"content": "b1"}})
			}
			l.MustConverge(config(test.before))
			left := othersFile("a.txt")
			left.Content = []byte("a2")
			if origin != "content" {
				left.Content = nil
				left.URL = address
			}
			l.add(left)
			others := othersFile("a.txt")
			others.ID = "8c6f9a52-1111-4222-8333-444455556667"
			l.add(others)
			l.ResetRequests()
			plan := l.PlanWithRefresh(config(test.after))
			acctest.MustSayNothing(t, append(plan.Diagnostics, l.Apply(t.Context(), plan)...))
			l.wantRemote("a.txt="+test.text+" a.txt=theirs b.txt=b1", "")
			check.Equal(t, test.uploads, l.Count(mockserver.UpdateLanguageModel), "updates")
			l.WantUnchanged(config(test.after))
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
				l := newManaged(t, rule.option,
					mockserver.WithoutOperations(http.StatusMethodNotAllowed, mockserver.GetLanguageModelFile))
				l.MustConverge(vocabulary(twoTexts))
				config := vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"}, "exclusive",
					isExclusive)
				l.Script(mockserver.Fault{
					Operation: mockserver.UpdateLanguageModel, Match: isUpload, Do: mockserver.ResetAfter(),
				})
				l.MustFail(config, "No response to PUT")
				acctest.MustSayNothing(t, l.PlanWithRefresh(config).Diagnostics)
				l.MustConverge(config)
				l.wantRemote("a.txt=a2 b.txt=b1 c.txt=c1", "")
			})
		}
	}
}

// TestExtendedTersely has a service whose responses to writes show no files: what is not shown is
// not gone, and a model that is enabled has all of its files enabled.
func TestExtendedTersely(t *testing.T) {
	t.Parallel()
	l := newManaged(t, mockserver.WithSameFileNames(mockserver.SameNameAddsSecond))
	l.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: mockserver.Edit(withoutFiles),
	})
	l.MustConverge(disableFile(vocabulary(threeTexts, "enabled", false), "a.txt"))
	ids := []string{l.stateText("files", "a.txt", "file_id"), l.stateText("files", "c.txt", "file_id")}
	l.MustConverge(disableFile(vocabulary(threeTexts), "a.txt"))
	l.MustConverge(disableFile(vocabulary(withText(threeTexts, "b.txt", "b2")), "a.txt"))
	l.wantRemote("-a.txt=a1 b.txt=b2 c.txt=c1", "")
	l.wantState(map[string]string{"files/a.txt/file_id": ids[0], "files/c.txt/file_id": ids[1]})
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
			l := newManaged(t, rule.option)
			l.MustConverge(vocabulary(twoTexts))
			config := vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"})
			l.Script(
				mockserver.Fault{
					Operation: mockserver.UpdateLanguageModel, Match: isUpload, Do: mockserver.ResetAfter(),
				},
				mockserver.Fault{
					Operation: mockserver.GetLanguageModelFile, Times: mockserver.Always,
					Do: mockserver.Status(http.StatusForbidden),
				},
			)
			l.MustFail(config, "No response to PUT")
			l.MustFail(config, "403")
			l.ClearFaults()
			l.change(func(m *mockserver.LanguageModel) {
				at := slices.IndexFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == "c.txt" })
				m.Files[at].Content = []byte("theirs")
			})
			l.MustFail(config, `another file named "c.txt"`)
			l.wantRemote("a.txt=a2 b.txt=b1 c.txt=theirs", "")
		})
	}
}

// TestExtendedLostDeletion loses the response to a deletion, and somebody then adds a file of the
// same name: it stays.
func TestExtendedLostDeletion(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	texts := map[string]acctest.Values{"a.txt": {"url": "https://texts.example/a.txt"}, "b.txt": {"content": "b1"}}
	l.MustConverge(withFiles(texts))
	delete(texts, "a.txt")
	l.Script(mockserver.Fault{Operation: mockserver.DeleteLanguageModelFile, Do: mockserver.ResetAfter()})
	l.MustFail(withFiles(texts), "No response to DELETE")
	l.add(othersFile("a.txt"))
	l.MustConverge(withFiles(texts))
	l.wantRemote("a.txt=theirs b.txt=b1", "")
}

// TestExtendedRenamed renames a text back that was renamed elsewhere, and renames it where its key
// changes: by its id, with its text, and without a training.
func TestExtendedRenamed(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	source := acctest.Values{"source": l.write("local.txt", "b1")}
	config := func(names ...string) acctest.Values {
		return vocabulary(nil, "train", true, "files", map[string]acctest.Values{
			names[0]: {"content": "a1"}, names[1]: source, names[2]: {"url": "https://texts.example/c.txt"},
		})
	}
	l.MustConverge(config("a.txt", "b.txt", "c.txt"))
	ids := map[string]string{}
	for _, file := range l.remote().Files {
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
			l.change(func(m *mockserver.LanguageModel) { m.Files[0].Name, m.Files[1].Name = m.Files[1].Name, "x.txt" })
		}
		l.ResetRequests()
		plan := l.PlanWithRefresh(config(names...))
		want := map[string]string{
			"files/" + names[0] + "/file_id": ids["a1"],
			"files/" + names[2] + "/file_id": ids["https://texts.example/c.txt"],
		}
		l.wantPlan(plan, want)
		acctest.MustSayNothing(t, l.Apply(t.Context(), plan))
		l.wantState(want)
		l.WantUnchanged(config(names...))
		for _, operation := range []mockserver.Operation{
			mockserver.UpdateLanguageModel, mockserver.DeleteLanguageModelFile, mockserver.TrainLanguageModel,
		} {
			check.Equal(t, 0, l.Count(operation), "step %d, which only renames: calls of %s", step, operation)
		}
		for _, file := range l.remote().Files {
			at := slices.Index([]string{"a1", "b1", "https://texts.example/c.txt"}, string(file.Content)+file.URL)
			check.Equal(t, names[at], file.Name, "step %d: the name of file %d", step, at)
		}
	}
	l.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModelFile,
		Do:        mockserver.Body(http.StatusOK, "application/json", `{"name":"a.txt"}`),
	})
	l.MustFail(config("y.txt", "b.txt", "c.txt"), `Value not kept by the service`, `files["y.txt"]`)
	l.MustConverge(config("y.txt", "b.txt", "c.txt"))
}

// TestExtendedWithoutRefresh applies plans that were made before the model changed elsewhere, or
// without a refresh: what was planned as known stays so, and the error names what is in the way.
func TestExtendedWithoutRefresh(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.MustConverge(trainedTerms)
	plan := l.PlanWithRefresh(edited)
	l.drop("b.txt")
	acctest.MustSay(t, l.Apply(t.Context(), plan), acctest.Failure, `Language model lacks a file: files["b.txt"]`)
	l.MustConverge(edited)
	l.wantRemote("a.txt=a2 b.txt=b1", twoNames)
	moved := vocabulary(map[string]string{"a.txt": "b1"}, "train", true)
	plan = l.PlanWithRefresh(moved)
	l.drop("b.txt")
	acctest.MustSay(t, l.Apply(t.Context(), plan), acctest.Failure, `Language model lacks a file: files["a.txt"]`)
	l.MustConverge(moved)
	l.wantRemote("a.txt=b1", "a.txt")
	l.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModelFile,
		Do:        mockserver.Before(func(*http.Request) { l.drop("a.txt") }),
	})
	l.MustFail(disableFile(vocabulary(map[string]string{"a.txt": "b1"}), "a.txt"),
		`Language model lacks a file: files["a.txt"]`)
	l.MustConverge(edited)

	plan = l.PlanWithRefresh(trainedTerms)
	l.change(func(m *mockserver.LanguageModel) {
		m.Name = "Theirs"
		m.LanguageModelID = "2c6f9a52-1111-4222-8333-444455556666"
	})
	acctest.MustSayNothing(t, l.Apply(t.Context(), plan))
	l.MustConverge(trainedTerms)
	l.wantRemoteName("Terms")
	l.wantState(map[string]string{"linguistic_model_id": l.remote().LanguageModelID})

	renamed := vocabulary(twoTexts, "train", true, "name", "Renamed")
	plan = l.PlanWithRefresh(renamed)
	l.change(func(m *mockserver.LanguageModel) { m.Files[0].Enabled, m.Files[1].Enabled = false, false })
	acctest.MustSucceed(t, l.Apply(t.Context(), plan))
	l.MustConverge(renamed)
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
			l := newBase(t)
			l.MustConverge(vocabulary(twoTexts))
			l.TrainLanguageModel(l.Account.ID, l.stateText("model_id"))
			l.MustConverge(test.edited)
			check.Equal(t, test.state, l.stateText("state"), "state after the next refresh")
			isShown := l.stateText("linguistic_model_id") == l.remote().LanguageModelID
			check.Equal(t, test.isKnown, isShown, "the state has the linguistic_model_id of the server: %q", l.stateText("linguistic_model_id"))
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
			l := newManaged(t, mockserver.WithTrainingEnd(mockserver.WhenTold()))
			if !isCreate {
				l.MustConverge(vocabulary(twoTexts))
			}
			plan := l.PlanWithRefresh(trainedTerms)
			ctx, cancel := context.WithCancel(t.Context())
			interrupts := mockserver.After(func(r *http.Request) {
				cancel()
				<-r.Context().Done()
			})
			const isBeforeTraining = 1
			l.Script(mockserver.Fault{
				Operation: mockserver.GetLanguageModel, Skip: isBeforeTraining, Do: interrupts,
			})
			diags := l.Apply(ctx, plan)
			acctest.MustSay(t, diags, acctest.Warning, "Training of language model was interrupted",
				"The service continues it")
			check.Equal(t, false, l.Object.IsTainted, "create %t: is tainted", isCreate)
			check.Equal(t, mockserver.ModelWaiting, l.remote().State, "create %t: the state of the model", isCreate)
			l.wantState(map[string]string{"training_state": "training", "model_id": l.remote().ID})
			l.afterCall(mockserver.GetLanguageModel,
				func(*http.Request) { l.FinishTraining(l.Account.ID, l.remote().ID, "") })
			l.MustConverge(trainedTerms)
			check.Equal(t, 1, l.Count(mockserver.TrainLanguageModel), "create %t: trainings", isCreate)
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
		l := newManaged(t)
		l.Script(mockserver.Fault{Operation: mockserver.TrainLanguageModel, Times: 30, Do: busy})
		l.MustConverge(trainedTerms)
		for _, operation := range []mockserver.Operation{
			mockserver.UpdateLanguageModel, mockserver.DeleteLanguageModelFile,
			mockserver.UpdateLanguageModelFile, mockserver.TrainLanguageModel,
		} {
			l.Script(mockserver.Fault{Operation: operation, Times: 3, Do: busy})
		}
		l.MustConverge(disableFile(vocabulary(map[string]string{"a.txt": "a2", "c.txt": "c1"}, "train", true), "c.txt"))
		l.wantRemote("-c.txt=c1 a.txt=a2", "a.txt")
		check.Equal(t, 35, l.Count(mockserver.TrainLanguageModel), "requests to train")
		l.Script(mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: busy})
		config := vocabulary(twoTexts, "train", true, "timeouts", acctest.Values{"update": "5m"})
		l.MustFail(config, "Service is still training a language model", "within 5m0s", "timeouts.update")
		l.ClearFaults()
		l.MustConverge(config)
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
	l := newManaged(t)
	l.Run(vocabulary(twoTexts, "deletion_policy", "empty"))
	plan := l.PlanWithRefresh(nil)
	l.ChangeLanguageModel(l.Account.ID, l.stateText("model_id"), func(m *mockserver.LanguageModel) { m.Name = "Theirs" })
	acctest.MustSucceed(t, l.Apply(t.Context(), plan))
	left := l.LanguageModels(l.Account.ID)[0]
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
			l := newManaged(t, rule.option)
			responses := 0
			l.Script(mockserver.Fault{Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte {
				responses++
				return respelled(body, responses)
			})})
			config := func(address string) acctest.Values {
				return withFiles(map[string]acctest.Values{"a.txt": {"url": address}, "b.txt": {"content": "b1"}})
			}
			l.MustConverge(config("https://texts.example/1.txt"))
			id := l.stateText("files", "b.txt", "file_id")
			others := othersFile("a.txt")
			others.ID = "0000abcd-abcd-4222-8333-444455556666"
			if !rule.addsSecond {
				others.Name = "c.txt"
			}
			l.add(others)
			l.WantUnchanged(config("https://texts.example/1.txt"))
			l.MustConverge(config("https://texts.example/2.txt"))
			l.MustConverge(withFiles(map[string]acctest.Values{"b.txt": {"content": "b1"}}))
			l.wantFiles(map[string]string{others.Name: "theirs", "b.txt": "b1"})
			l.wantState(map[string]string{"files/b.txt/file_id": id})
			l.Run(nil)
			l.WantAbsent()
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
