package languagemodel_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestExtended_drift changes a model outside of Terraform in each way, and has the next apply change it back.
func TestExtended_drift(t *testing.T) {
	t.Parallel()
	added := func(name string) func(*mockserver.LanguageModel) {
		return func(m *mockserver.LanguageModel) { m.Files = append(m.Files, theirs(name)) }
	}
	for name, test := range map[string]struct {
		change func(m *mockserver.LanguageModel)
		state  map[string]string // after the refresh
		empty  bool
	}{
		"name":                        {func(m *mockserver.LanguageModel) { m.Name = "Theirs" }, map[string]string{"name": "Theirs"}, false},
		"disabled":                    {func(m *mockserver.LanguageModel) { m.Files[0].Enabled, m.Files[1].Enabled = false, false }, map[string]string{"files/a.txt/file_id": "4acf02f9-8251-5ada-96b7-2b386d2ba4ab"}, false},
		"file disabled":               {func(m *mockserver.LanguageModel) { m.Files[1].Enabled = false }, map[string]string{"files/b.txt/enabled": ""}, false},
		"file gone":                   {func(m *mockserver.LanguageModel) { m.Files = m.Files[1:] }, map[string]string{"files/a.txt/file_id": ""}, false},
		"file renamed":                {func(m *mockserver.LanguageModel) { m.Files[0].Name = "z.txt" }, map[string]string{"files/a.txt/file_id": "", "files/z.txt/content": "a1"}, false},
		"file added":                  {added("c.txt"), map[string]string{"files/c.txt/source": "c.txt"}, false},
		"file of the same name added": {added("a.txt"), map[string]string{"files/a.txt (8c6f9a52-1111-4222-8333-444455556666)/source": "a.txt"}, false},
		"trained again":               {func(m *mockserver.LanguageModel) { m.State = "Ready" }, map[string]string{"state": "Ready", "training_state": "trained"}, true},
	} {
		for form, shown := range map[string]mockserver.FilesShown{"": mockserver.FilesInFull, ", not listed": mockserver.FilesNull} {
			t.Run(name+form, func(t *testing.T) {
				t.Parallel()
				l := newManaged(t, mockserver.ListsFiles(shown), mockserver.SameFileNames(mockserver.SameNameAddsSecond))
				config := vocabulary(one, "train", true, "exclusive", true)
				l.must(config)
				l.change(test.change)
				l.look(config)
				l.wantState(test.state)
				if l.plan.IsUpdate == test.empty {
					t.Errorf("the plan changes something: %t", l.plan.IsUpdate)
				}
				l.must(config)
				l.wantRemote(files1, both)
				if m := l.remote(); m.Name != "Terms" {
					t.Errorf("the model is called %q", m.Name)
				}
			})
		}
	}
}

// TestExtended_ofTheService leaves alone what the service makes by itself.
func TestExtended_ofTheService(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	own := l.AddAccountAdaptations(l.Account.ID, "en-US")
	acctest.Says(t, l.Import(t.Context(), own), acctest.Failure, "Language model is the service's own")
	l = newManaged(t)
	l.must(vocabulary(one))
	l.AddTranscriptEdits(l.Account.ID, l.remote().ID)
	l.IsUnchanged(vocabulary(one))
	l.must(vocabulary(map[string]string{"a.txt": "a2"}))
	l.wantRemote("From transcript edits=An edited line.\n a.txt=a2", "")
	l.must(vocabulary(map[string]string{}))
	l.wantRemote("From transcript edits=An edited line.\n", "")
}

// TestExtended_switched takes extended operations away and gives them back: the state stays readable, and no such operation
// is called without them.
func TestExtended_switched(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	isExtended := l.settings
	l.must(trainedTerms)
	l.settings = acctest.Values{"max_retries": 0}
	acctest.Says(t, l.look(nil), acctest.Warning, "will be emptied, not deleted", "with extended_operations, the destroy deletes it")
	calls := len(l.Requests())
	l.must(vocabulary(one))
	l.wantState(map[string]string{"training_state": "trained"})
	l.must(vocabulary(with(one, "a.txt", "a2")))
	l.wantState(map[string]string{"training_state": "untrained"})
	for _, r := range l.Requests()[calls:] {
		if r.Endpoint > 100 {
			t.Errorf("called X%d", r.Endpoint-100)
		}
	}
	l.settings = isExtended
	l.look(vocabulary(with(one, "a.txt", "a2"), "train", true))
	l.wantPlan(map[string]string{"training_state": "unknown"})
	l.must(vocabulary(with(one, "a.txt", "a2"), "train", true))
	l.wantRemote("a.txt=a2 b.txt=b1", both)
}

// TestExtended_filesOfOthers leaves files of others alone, and does not show them, until exclusive is set: the apply that sets it deletes
// nothing, and the next plan names what it deletes. What is added after a plan is in the next one.
func TestExtended_filesOfOthers(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(vocabulary(one, "enabled", false))
	l.add(theirs("c.txt"))
	l.IsUnchanged(vocabulary(one, "enabled", false)) // although theirs is enabled
	l.must(vocabulary(one))
	l.AddTranscriptEdits(l.Account.ID, l.remote().ID)
	const edits, c = "From transcript edits=An edited line.\n", " c.txt=theirs"
	l.IsUnchanged(vocabulary(one))
	l.wantState(map[string]string{"files/c.txt/file_id": ""})
	l.must(vocabulary(map[string]string{}))
	l.wantRemote(edits+c, "")
	l.must(vocabulary(nil, "enabled", false))
	enables := func(is bool) func(*mockserver.LanguageModel) {
		return func(m *mockserver.LanguageModel) { m.Files[0].Enabled = is }
	}
	l.change(enables(true))
	if l.look(vocabulary(nil, "enabled", false)); !l.plan.IsUpdate {
		t.Error("a model that was enabled, all of whose files are of others, is not to be disabled")
	}
	l.change(enables(false))
	l.must(vocabulary(one))
	l.wantRemote(edits+" a.txt=a1 b.txt=b1"+c, "")

	exclusive := vocabulary(one, "exclusive", true)
	if diags := l.run(exclusive); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
	l.wantRemote(edits+" a.txt=a1 b.txt=b1"+c, "")
	acctest.Says(t, l.look(exclusive), acctest.Warning, `Apply deletes 1 file of language model "Terms"`, `"c.txt". Terraform has not sent them.`)
	l.add(mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556667", Name: "later.txt", Enabled: true, Content: []byte("theirs")})
	acctest.Succeeds(t, l.carryOut())
	l.wantRemote(edits+" a.txt=a1 b.txt=b1 later.txt=theirs", "")
	l.must(exclusive)
	l.wantRemote(edits+" a.txt=a1 b.txt=b1", "")
}

// TestExtended_uploadedBefore has a model contain a file of a wanted name that the state does not have. With the wanted text, it is what an
// interrupted apply has uploaded; with another, the apply fails until exclusive is set.
func TestExtended_uploadedBefore(t *testing.T) {
	t.Parallel()
	l := newManaged(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
	l.must(vocabulary(one))
	left := theirs("a.txt")
	left.Content = []byte("a2")
	l.add(left)
	l.ResetRequests()
	l.must(vocabulary(with(one, "a.txt", "a2")))
	l.wantRemote("a.txt=a2 b.txt=b1", "")
	if l.Count(20) != 0 || l.Count(21) != 1 {
		t.Errorf("%d updates and %d deletions of files", l.Count(20), l.Count(21))
	}
	l.add(mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556667", Name: "c.txt", Enabled: true, Content: []byte("theirs")})
	l.fails(vocabulary(three), `Language model contains another file of that name: files["c.txt"]`, "set exclusive = true")
	l.wantRemote("a.txt=a2 b.txt=b1 c.txt=theirs", "")
	l.fails(withFiles(map[string]acctest.Values{"c.txt": {"url": "https://texts.example/c.txt"}}), `Language model contains another file of that name: files["c.txt"]`) // nobody here knows what a url holds
	l.fails(vocabulary(three, "exclusive", true), "the next plan shows that file and its deletion")
	acctest.Says(t, l.look(vocabulary(three, "exclusive", true)), acctest.Warning, "Apply deletes 1 file", `"c.txt"`)
	acctest.Succeeds(t, l.carryOut())
	l.wantRemote("a.txt=a1 b.txt=b1 c.txt=c1", "")
}

// TestExtended_withoutRefresh applies plans that were made before the model changed elsewhere, or without a refresh: what was
// planned as known stays so, and the error names what is in the way.
func TestExtended_withoutRefresh(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(trainedTerms)
	l.look(edited)
	l.drop("b.txt")
	acctest.Says(t, l.carryOut(), acctest.Failure, `Language model lacks a file: files["b.txt"]`)
	l.must(edited)
	l.wantRemote("a.txt=a2 b.txt=b1", both)

	l.look(trainedTerms)
	l.change(func(m *mockserver.LanguageModel) {
		m.Name, m.LanguageModelID = "Theirs", "2c6f9a52-1111-4222-8333-444455556666"
	})
	if diags := l.carryOut(); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
	l.must(trainedTerms)
	if model := l.remote(); model.Name != "Terms" || l.has("linguistic_model_id") != model.LanguageModelID {
		t.Errorf("the model is %+v", model)
	}
}

// TestStateOfOthers edits a model that is trained in the meantime. The apply keeps to its plan, and the next refresh shows the training if an
// answer has shown it.
func TestStateOfOthers(t *testing.T) {
	t.Parallel()
	for _, isShown := range []bool{true, false} {
		config, want := vocabulary(map[string]string{"a.txt": "a1"}), []string{"None", ""}
		if isShown {
			config = vocabulary(one, "name", "Renamed")
		}
		l := newBase(t)
		l.must(vocabulary(one))
		l.TrainLanguageModel(l.Account.ID, l.has("model_id"))
		l.must(config)
		if isShown {
			want = []string{"Complete", l.remote().LanguageModelID}
		}
		if diff := cmp.Diff(want, []string{l.has("state"), l.has("linguistic_model_id")}); diff != "" {
			t.Errorf("after the next refresh (-want +got):\n%s", diff)
		}
	}
}

// at calls happens once a request was carried out, before its answer is read.
func (l *managedModel) at(endpoint int, happens func(*http.Request)) {
	l.Script(mockserver.Fault{Endpoint: endpoint, Do: mockserver.After(happens)})
}

// TestExtended_interrupted leaves the training running. A create that is interrupted then is complete except for the
// wait.
func TestExtended_interrupted(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, interrupted)
}

func interrupted(t *testing.T) {
	t.Helper()
	for _, isCreate := range []bool{true, false} {
		l := newManaged(t, mockserver.TrainingPace(mockserver.WhenTold()))
		if !isCreate {
			l.must(vocabulary(one))
		}
		l.look(trainedTerms)
		ctx, cancel := context.WithCancel(t.Context())
		l.Script(mockserver.Fault{Endpoint: mockserver.X(6), Skip: 1, Do: mockserver.After(func(r *http.Request) { // the first one is before the training
			cancel()
			<-r.Context().Done()
		})})
		diags := l.Apply(ctx, l.plan)
		acctest.Says(t, diags, acctest.Warning, "Training of language model was interrupted", "under way: the service continues it")
		if l.Object.IsTainted || l.remote().State != mockserver.ModelWaiting {
			t.Errorf("create %t: tainted %t, %s", isCreate, l.Object.IsTainted, l.remote().State)
		}
		l.wantState(map[string]string{"training_state": "training", "model_id": l.remote().ID})
		l.at(mockserver.X(6), func(*http.Request) { l.FinishTraining(l.Account.ID, l.remote().ID, "") })
		l.must(trainedTerms)
		if n := l.CountOf("X8"); n != 1 {
			t.Errorf("create %t: trained %d times", isCreate, n)
		}
	}
}

// TestExtended_trainingRefused has the service refuse a training: the state has the edited files, and the next apply trains on them.
func TestExtended_trainingRefused(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(trainedTerms)
	l.Script(mockserver.Fault{Endpoint: mockserver.X(8), Do: mockserver.Status(http.StatusForbidden)})
	l.fails(edited, "Unable to train language model", "403")
	l.wantState(map[string]string{"training_state": "untrained", "files/a.txt/content": "a2"})
	l.must(edited)
	l.wantRemote("a.txt=a2 b.txt=b1", both)
}

// TestLanguageModelList_reads lists two models of a service whose list shows no files: a model is read only for its resource, and not beyond the
// limit. One that cannot be read is an error in its place.
func TestLanguageModelList_reads(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.ListsFiles(mockserver.FilesNull))
	for _, name := range []string{"Birds", "Racing"} {
		server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{Name: name, Files: []mockserver.LanguageFile{{Name: "a.txt", Content: []byte("a")}}})
	}
	protocol := server.Protocol(t, extended)
	if all := protocol.List(t.Context(), resourceType, nil, false, 0); len(all) != 2 || all[0].Resource != nil || server.CountOf("X6") != 0 {
		t.Errorf("without resources: %+v, %d reads of models", all, server.CountOf("X6"))
	}
	if some := protocol.List(t.Context(), resourceType, nil, true, 1); len(some) != 1 || server.CountOf("X6") != 1 {
		t.Errorf("with a limit: %+v, %d reads of models", some, server.CountOf("X6"))
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(6), Skip: 1, Do: mockserver.Status(http.StatusForbidden)})
	all := protocol.List(t.Context(), resourceType, nil, true, 0)
	if len(all) != 2 || all[0].DisplayName != "Birds" {
		t.Fatalf("listed: %+v", all)
	}
	acctest.Says(t, all[1].Diagnostics, acctest.Failure, `Could not read language model "Racing"`)
}
