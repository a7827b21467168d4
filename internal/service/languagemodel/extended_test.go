package languagemodel_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	files1 = "a.txt=a1 b.txt=b1"
	both   = "a.txt b.txt"
)

var one = map[string]string{"a.txt": "a1", "b.txt": "b1"}

// TestExtended_life creates a model, trains it, changes it in each way, and deletes it.
func TestExtended_life(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.look(vocabulary(one, "train", true))
	l.wantPlan(map[string]string{"training_state": "unknown", "linguistic_model_id": "unknown", "state": "unknown", "deletion_policy": "delete", "files/a.txt/source": ""})
	l.must(vocabulary(one, "train", true))
	l.wantRemote(files1, both)
	model := l.remote()
	l.wantState(map[string]string{"training_state": "trained", "state": "Complete", "linguistic_model_id": model.LanguageModelID, "model_id": model.ID, "files/a.txt/file_id": model.Files[0].ID})

	l.must(vocabulary(one, "train", true, "name", "Renamed")) // trains nothing
	if n := l.CountOf("X8"); n != 1 {
		t.Errorf("%d trainings", n)
	}
	edited := map[string]string{"a.txt": "a2", "c.txt": "c1"}
	l.look(vocabulary(edited, "train", true))
	l.wantPlan(map[string]string{"training_state": "unknown", "linguistic_model_id": "unknown", "files/a.txt/file_id": "unknown"})
	l.must(vocabulary(edited, "train", true))
	l.wantRemote("a.txt=a2 c.txt=c1", "a.txt c.txt")

	l.look(off(vocabulary(edited, "train", true), "c.txt"))
	l.wantPlan(map[string]string{"training_state": "unknown", "files/c.txt/file_id": l.has("files", "c.txt", "file_id")})
	l.must(off(vocabulary(edited, "train", true), "c.txt"))
	l.wantRemote("-c.txt=c1 a.txt=a2", "a.txt")
	l.must(vocabulary(edited, "train", true))
	l.wantRemote("a.txt=a2 c.txt=c1", "a.txt c.txt")

	l.must(off(vocabulary(edited, "train", true, "enabled", false), "c.txt"))
	l.wantRemote("-a.txt=a2 -c.txt=c1", "a.txt c.txt")
	l.wantState(map[string]string{"training_state": "untrained"})
	l.must(off(vocabulary(edited, "train", true), "c.txt"))
	l.wantRemote("-c.txt=c1 a.txt=a2", "a.txt")

	l.must(off(off(vocabulary(edited, "train", true), "a.txt"), "c.txt")) // the model itself stays enabled
	l.wantRemote("-a.txt=a2 -c.txt=c1", "a.txt")
	l.must(vocabulary(map[string]string{}, "train", true)) // nothing to train on
	l.wantRemote("", "a.txt")
	if diags := l.run(nil); len(diags) > 0 || len(l.LanguageModels(l.Account.ID)) > 0 {
		t.Errorf("destroy: %v; left %v", acctest.Texts(diags), l.LanguageModels(l.Account.ID))
	}
}

// TestExtended_withoutTraining never trains by itself, and says that the model is not trained.
func TestExtended_withoutTraining(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(vocabulary(one))
	l.wantState(map[string]string{"training_state": "untrained", "linguistic_model_id": ""})
	l.TrainLanguageModel(l.Account.ID, l.remote().ID) // by hand
	l.wantEmptyPlan(vocabulary(one))
	l.wantState(map[string]string{"training_state": "trained", "linguistic_model_id": l.remote().LanguageModelID})
	edited := map[string]string{"a.txt": "a2", "b.txt": "b1"}
	l.must(vocabulary(edited))
	l.wantState(map[string]string{"training_state": "untrained", "state": "Complete"})
	if l.CountOf("X8") > 0 {
		t.Error("it was trained")
	}
	l.must(vocabulary(edited, "train", true)) // trains what has changed before
	l.wantState(map[string]string{"training_state": "trained"})
	l.wantRemote("a.txt=a2 b.txt=b1", both)
}

// addFile has somebody else add a file.
func addFile(name string) func(*mockserver.LanguageModel) {
	return func(m *mockserver.LanguageModel) {
		m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: name, Enabled: true, Content: []byte("theirs")})
	}
}

// TestExtended_drift changes a model outside of Terraform in each way, and has the next apply change it back.
func TestExtended_drift(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(m *mockserver.LanguageModel)
		state  map[string]string // after the refresh
		empty  bool
	}{
		"name":                        {func(m *mockserver.LanguageModel) { m.Name = "Theirs" }, map[string]string{"name": "Theirs"}, false},
		"disabled":                    {func(m *mockserver.LanguageModel) { m.Files[0].Enabled, m.Files[1].Enabled = false, false }, map[string]string{"files/a.txt/file_id": "4acf02f9-8251-5ada-96b7-2b386d2ba4ab"}, false},
		"file disabled":               {func(m *mockserver.LanguageModel) { m.Files[1].Enabled = false }, map[string]string{"files/b.txt/enabled": ""}, false},
		"file gone":                   {func(m *mockserver.LanguageModel) { m.Files = m.Files[1:] }, map[string]string{"files/a.txt/file_id": ""}, false},
		"file renamed":                {func(m *mockserver.LanguageModel) { m.Files[0].Name = "z.txt" }, map[string]string{"files/a.txt/file_id": "", "files/z.txt/source": "z.txt"}, false},
		"file added":                  {addFile("c.txt"), map[string]string{"files/c.txt/source": "c.txt"}, false},
		"file of the same name added": {addFile("a.txt"), map[string]string{"files/a.txt (8c6f9a52-1111-4222-8333-444455556666)/source": "a.txt"}, false},
		"trained again":               {func(m *mockserver.LanguageModel) { m.State = "Ready" }, map[string]string{"state": "Ready", "training_state": "trained"}, true},
	} {
		for form, shown := range map[string]mockserver.FilesShown{"": mockserver.FilesInFull, ", not listed": mockserver.FilesNull} {
			t.Run(name+form, func(t *testing.T) {
				t.Parallel()
				l := newManaged(t, mockserver.ListsFiles(shown), mockserver.SameFileNames(mockserver.SameNameAddsSecond))
				config := vocabulary(one, "train", true)
				l.must(config)
				l.change(test.change)
				l.look(config)
				l.wantState(test.state)
				if l.changes() == test.empty {
					t.Errorf("the plan changes something: %t", l.changes())
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
	wantSays(t, l.Import(t.Context(), own), asError, "Language model is the service's own")
	l = newManaged(t)
	l.must(vocabulary(one))
	l.AddTranscriptEdits(l.Account.ID, l.remote().ID)
	l.wantEmptyPlan(vocabulary(one))
	l.must(vocabulary(map[string]string{"a.txt": "a2"}))
	l.wantRemote("From transcript edits=An edited line.\n a.txt=a2", "")
	l.must(vocabulary(map[string]string{}))
	l.wantRemote("From transcript edits=An edited line.\n", "")
	if diags := l.Validate(t.Context(), vocabulary(map[string]string{"From transcript edits": "x"})); !says(diags, asError, "the service creates from edits") {
		t.Error(acctest.Texts(diags))
	}
}

// TestExtended_gone has a model deleted outside: it is removed from the state, and the next apply makes another.
func TestExtended_gone(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(vocabulary(one))
	id := l.remote().ID
	l.RemoveLanguageModel(l.Account.ID, id)
	l.restart()
	l.Refresh(t.Context())
	if l.Exists() {
		t.Fatal("the state has it still")
	}
	l.must(vocabulary(one))
	l.RemoveLanguageModel(l.Account.ID, l.remote().ID)
	l.plan = l.Plan(t.Context(), nil) // without a refresh
	if diags := l.carryOut(); len(diags) > 0 || l.Exists() {
		t.Error(acctest.Texts(diags))
	}
}

// TestExtended_unmanagedFiles leaves files alone where none are configured.
func TestExtended_unmanagedFiles(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(vocabulary(nil))
	l.change(func(m *mockserver.LanguageModel) {
		m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: "theirs.txt", Enabled: true})
	})
	l.wantEmptyPlan(vocabulary(nil))
	l.must(vocabulary(nil, "enabled", false))
	l.wantRemote("-theirs.txt=", "")
	wantSays(t, l.look(vocabulary(map[string]string{}, "enabled", false)), asWarning, `Applying this plan deletes 1 file of the language model`)
	l.must(vocabulary(map[string]string{}, "enabled", false))
	l.wantRemote("", "")
}

// TestExtended_replacement makes another model and deletes the old one, in either order, though both have the same name.
func TestExtended_replacement(t *testing.T) {
	t.Parallel()
	for _, createsFirst := range []bool{false, true} {
		l := newManaged(t)
		l.CreateBeforeDestroy = createsFirst
		l.must(vocabulary(one, "train", true))
		old := l.remote().ID
		l.plan = l.PlanReplacement(t.Context(), vocabulary(one, "train", true))
		if diags := slices.Concat(l.plan.Diagnostics, l.Apply(t.Context(), l.plan)); len(diags) > 0 {
			t.Errorf("creates first %t: %v", createsFirst, acctest.Texts(diags))
		}
		if l.remote().ID == old {
			t.Error("the old model is still there")
		}
		l.wantRemote(files1, both)
		l.look(vocabulary(one, "train", true, "language", "de-DE"))
		if !l.plan.IsReplacement || len(l.plan.Diagnostics) > 0 {
			t.Errorf("another language: %v", acctest.Texts(l.plan.Diagnostics))
		}
	}
}

// TestExtended_namesake warns of a model of the same name and language that is not in the state.
func TestExtended_namesake(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	id := l.AddLanguageModel(l.Account.ID, mockserver.LanguageModel{Name: "Terms"})
	l.AddLanguageModel(l.Account.ID, mockserver.LanguageModel{Name: "Terms", Language: "de-DE"})
	diags := l.look(vocabulary(one))
	wantSays(t, diags, asWarning, "Language model of that name exists")
	wantSays(t, diags, asWarning, "terraform import '<address>' "+id)
	if n := len(acctest.Errors(diags)); n > 0 || strings.Count(acctest.Texts(diags)[0], "-4") > 5 {
		t.Error(acctest.Texts(diags))
	}
}

// TestExtended_refused refuses each argument that needs extended operations, by its name, and calls none.
func TestExtended_refused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, mockserver.Extended())
	i := f.Protocol(t, nil).Instance(resourceType)
	for name, config := range map[string]acctest.Values{
		"train":                      vocabulary(one, "train", false),
		"wait_for_training":          vocabulary(one, "wait_for_training", true),
		"timeouts":                   vocabulary(one, "timeouts", acctest.Values{"create": "1m"}),
		`files["a.txt"].enabled`:     off(vocabulary(one), "a.txt"),
		`deletion_policy = "delete"`: vocabulary(one, "deletion_policy", "delete"),
	} {
		diags := acctest.Errors(i.Plan(t.Context(), config).Diagnostics)
		if len(diags) != 1 || !says(diags, asError, name+" needs operations") || !says(diags, asError, "extended_operations = true") {
			t.Errorf("%s: %v", name, acctest.Texts(diags))
		}
	}
}

// TestExtended_switched takes extended operations away and gives them back: the state stays readable, and no such operation
// is called without them.
func TestExtended_switched(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	with := l.process
	l.must(vocabulary(one, "train", true))
	l.process = acctest.Values{"max_retries": 0}
	wantSays(t, l.look(nil), asError, `deletion_policy = "delete" needs operations`)
	calls := len(l.Requests())
	l.must(vocabulary(one))
	l.wantState(map[string]string{"training_state": "trained", "deletion_policy": "empty"})
	l.must(vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1"}))
	l.wantState(map[string]string{"training_state": "untrained"})
	for _, r := range l.Requests()[calls:] {
		if r.Endpoint > 100 {
			t.Errorf("called X%d", r.Endpoint-100)
		}
	}
	l.process = with
	l.look(vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1"}, "train", true))
	l.wantPlan(map[string]string{"deletion_policy": "delete", "training_state": "unknown"})
	l.must(vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1"}, "train", true))
	l.wantRemote("a.txt=a2 b.txt=b1", both)
}

// TestExtended_filesOfOthers configures files for the first time while the model has files of others: the plan names those that
// the apply deletes, one of a configured name among them. What is added after the plan is not deleted.
func TestExtended_filesOfOthers(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(vocabulary(nil))
	l.change(func(m *mockserver.LanguageModel) {
		m.Files = []mockserver.LanguageFile{
			{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: "a.txt", Enabled: true, Content: []byte("theirs")},
			{ID: "8c6f9a52-1111-4222-8333-444455556667", Name: "c.txt", Enabled: true, Content: []byte("theirs")},
		}
	})
	l.AddTranscriptEdits(l.Account.ID, l.remote().ID)
	l.wantEmptyPlan(vocabulary(nil))
	diags := l.run(vocabulary(one))
	wantSays(t, diags, asWarning, `"a.txt", "c.txt"`)
	if errors := acctest.Errors(diags); len(errors) > 0 {
		t.Fatal(acctest.Texts(errors))
	}
	l.wantRemote("From transcript edits=An edited line.\n a.txt=a1 b.txt=b1", "")
	l.wantEmptyPlan(vocabulary(one))
}

// TestExtended_noFilesOfOthers configures that a model has no files: those that the plan names are deleted, and one that is added
// after the plan is in the next one.
func TestExtended_noFilesOfOthers(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(vocabulary(nil))
	add := func(id, name string) {
		l.change(func(m *mockserver.LanguageModel) {
			m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-44445555666" + id, Name: name, Enabled: true, Content: []byte("theirs")})
		})
	}
	add("6", "a.txt")
	none := vocabulary(map[string]string{})
	wantSays(t, l.look(none), asWarning, `"a.txt"`)
	add("7", "later.txt")
	l.carryOut()
	l.wantRemote("later.txt=theirs", "")
	l.must(none)
	l.wantRemote("", "")
	l.wantEmptyPlan(none)
}

// TestExtended_listLags plans after an update with a list that is older than it: a file of the state counts as gone, and an
// unknown one as added, only where the model itself says so.
func TestExtended_listLags(t *testing.T) {
	t.Parallel()
	l := newManaged(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
	l.must(vocabulary(one))
	before := l.remote()
	config := vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b1"})
	l.must(config)
	lag := func(before mockserver.LanguageModel) {
		l.Script(mockserver.Fault{Endpoint: mockserver.X(5), Times: mockserver.Always, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(
			`[{"id": %q, "name": "Terms", "language": "en-US", "state": "None", "files": [{"id": %q, "name": %q, "enable": true}, {"id": %q, "name": %q, "enable": true}]}]`,
			before.ID, before.Files[0].ID, before.Files[0].Name, before.Files[1].ID, before.Files[1].Name))})
	}
	lag(before)
	l.wantEmptyPlan(config)
	l.wantState(map[string]string{"files/a.txt/content": "a2"})
	l.ClearFaults()
	before, config = l.remote(), vocabulary(map[string]string{"a.txt": "a2"})
	l.must(config)
	lag(before)
	l.wantEmptyPlan(config)
}
