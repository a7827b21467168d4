package languagemodel_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// sameNameRule is what a service makes of an upload under a name that the model has.
type sameNameRule struct {
	option     mockserver.Option
	addsSecond bool
}

var (
	addsSecond    = sameNameRule{mockserver.WithSameFileNames(mockserver.SameNameAddsSecond), true}
	newID         = sameNameRule{mockserver.WithSameFileNames(mockserver.SameNameNewID), false}
	sameNameRules = map[string]sameNameRule{
		"keeps id": {mockserver.WithSameFileNames(mockserver.SameNameKeepsID), false}, "new id": newID, "adds a second": addsSecond,
	}
)

// isUpload reports whether an update sends files.
func isUpload(r *http.Request) bool { return r.ContentLength > 100 }

// version is a configured model, and the model of the service after its apply.
type version struct {
	name      string
	files     map[string]string
	isEnabled bool
}

func (v version) config() acctest.Values {
	return vocabulary(v.files, "name", v.name, "enabled", v.isEnabled)
}

// wantVersion expects a version of the model at the service.
func (m *managedModel) wantVersion(want version) {
	m.t.Helper()
	m.wantRemoteName(want.name)
	m.wantFiles(want.files)
	for _, file := range m.remote().Files {
		check.Equal(m.t, want.isEnabled, file.Enabled, "%s is enabled", file.Name)
	}
}

// failedWrite is an update one of whose writes fails.
type failedWrite struct {
	update version
	fault  mockserver.Fault // of the write
	// refused is the state after a refusal, with what was done before the write; nil if it was no
	// refusal.
	refused map[string]string
	rule    string  // a key of sameNameRules
	next    version // of the apply that follows
}

// writesOfUpdates are the writes of updates, each with the state after its refusal.
func writesOfUpdates() map[string]failedWrite {
	changed := version{"Renamed", revisedTexts, false}
	renamed := version{"Renamed", threeTexts, false}
	isLook := func(r *http.Request) bool { return !isUpload(r) }
	return map[string]failedWrite{
		"look": {
			update:  changed,
			fault:   mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Match: isLook},
			refused: map[string]string{"name": "Terms"},
		},
		"upload": {
			update: changed,
			fault:  mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Match: isUpload},
			refused: map[string]string{
				"name": "Renamed", "files/a.txt/content_sha256": sha("a1"), "files/d.txt/content_sha256": "",
			},
		},
		"deletion": {
			update:  changed,
			fault:   mockserver.Fault{Operation: mockserver.DeleteLanguageModelFile},
			refused: map[string]string{"name": "Renamed"},
		},
		"settings": {
			update:  renamed,
			fault:   mockserver.Fault{Operation: mockserver.UpdateLanguageModel},
			refused: map[string]string{"name": "Terms"},
		},
	}
}

// failedWrites returns each write with each failure, after which an apply goes on, or back to the
// version before.
func failedWrites(before version) map[string]failedWrite {
	const (
		refusal = "400"
		common  = "reset after"
	)
	noID := mockserver.BodyAfter(http.StatusOK, "application/json", `{"name":"Terms"}`)
	failures := map[string]mockserver.Action{
		refusal:     mockserver.Status(http.StatusBadRequest),
		"500":       mockserver.Status(http.StatusInternalServerError),
		"500 after": mockserver.StatusAfter(http.StatusInternalServerError),
		common:      mockserver.ResetAfter(),
	}
	damages := map[string]mockserver.Action{"cut response": mockserver.CutResponse(), "response without an id": noID}
	all := map[string]failedWrite{}
	for what, write := range writesOfUpdates() {
		add := func(rule, failure string, action mockserver.Action) {
			failing := write
			failing.rule = rule
			failing.fault.Do = action
			failing.fault.Times = 2
			if failure != refusal {
				failing.refused = nil
			}
			for _, failing.next = range []version{failing.update, before} {
				all[fmt.Sprintf("%s, %s, %s, %s", rule, what, failure, failing.next.name)] = failing
			}
		}
		for failure, action := range failures {
			add("adds a second", failure, action)
		}
		for failure, action := range damages {
			// A deletion has no response to damage.
			if what != "deletion" {
				add("adds a second", failure, action)
			}
		}
		add("keeps id", common, failures[common])
		add("new id", common, failures[common])
	}
	return all
}

// TestWritesFail has each write of an update fail in each way. The state then has nothing that is
// wrong, and the next apply goes on, or back, with nothing left over.
func TestWritesFail(t *testing.T) {
	t.Parallel()
	before := version{"Terms", threeTexts, true}
	for name, test := range failedWrites(before) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				model := newBase(t, sameNameRules[test.rule].option)
				model.MustConverge(before.config())
				former := model.stateText("files", "a.txt", "file_id")
				model.Script(test.fault)
				model.MustFail(test.update.config())
				model.wantNothingWrong()
				if test.refused != nil {
					model.wantState(test.refused)
					isUploaded := model.stateText("files", "a.txt", "content_sha256") != sha("a1")
					hasNewID := model.stateText("files", "a.txt", "file_id") != former
					check.Equal(t, isUploaded, hasNewID, "a.txt has another id after a refusal")
				}
				model.ClearFaults()
				model.MustConverge(test.next.config())
				model.wantNothingWrong()
				model.wantVersion(test.next)
			})
		})
	}
}

// answering returns the response to a write of a model that shows one file.
func answering(model mockserver.LanguageModel, name string, file mockserver.LanguageFile) mockserver.Action {
	return mockserver.BodyAfter(http.StatusOK, "application/json", fmt.Sprintf(
		`{"id":%q,"name":%q,"language":"En-US","files":[{"id":%q,"name":%q,"enable":true}]}`,
		model.ID, name, file.ID, file.Name))
}

// TestCreateDropsFile has the service drop a file of a create. The file is sent once more, since a
// failed create would be replaced; then the error names the file, and nothing is lost from the
// state.
func TestCreateDropsFile(t *testing.T) {
	t.Parallel()
	for name, times := range map[string]int{"once": 1, "always": mockserver.Always} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := newBase(t)
			id := model.AddLanguageModel(model.Account.ID, mockserver.LanguageModel{
				Name: "Terms", Files: []mockserver.LanguageFile{{Name: "a.txt", Content: []byte("a1"), Enabled: true}},
			})
			shown := fmt.Sprintf(`{"id":%q,"name":"Terms","files":[{"id":%q,"name":"a.txt","enable":true}]}`, id,
				model.remote().Files[0].ID)
			drops := mockserver.Body(http.StatusOK, "application/json", shown)
			model.Script(mockserver.Fault{Operation: mockserver.CreateLanguageModel, Do: drops},
				mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Times: times, Do: drops})
			if times == mockserver.Always {
				model.MustFail(vocabulary(twoTexts), `Language model lacks a file: files["b.txt"]`)
				model.wantState(map[string]string{"model_id": id, "files/b.txt/file_id": ""})
				// As terraform untaint does.
				model.Object.IsTainted = false
			}
			if times == 1 {
				model.MustConverge(vocabulary(twoTexts))
			}
			model.ClearFaults()
			model.MustConverge(vocabulary(twoTexts))
			model.wantFiles(twoTexts)
		})
	}
}

// TestFilesNotShown has the response to a create show no files: the provider then looks for the
// file, and does not upload it again. If no response ever shows files, a change of them is refused.
func TestFilesNotShown(t *testing.T) {
	t.Parallel()
	file := mockserver.LanguageFile{
		ID: "0b9f4a1e-5555-4666-8777-888899990001", Name: "a.txt", Content: []byte("a1"), Enabled: true,
	}
	stored := mockserver.LanguageModel{
		ID: "0b9f4a1e-5555-4666-8777-888899990000", Name: "Terms", Files: []mockserver.LanguageFile{file},
	}
	for name, members := range map[string]string{"missing": "", "null": `, "files": null`, "empty": `, "files": []`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := newBase(t, addsSecond.option)
			model.AddLanguageModel(model.Account.ID, stored)
			silent := mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"id":%q%s}`, stored.ID, members))
			model.Script(mockserver.Fault{Operation: mockserver.CreateLanguageModel, Do: silent})
			model.MustConverge(vocabulary(map[string]string{"a.txt": "a1"}))
			model.wantState(map[string]string{"files/a.txt/file_id": stored.Files[0].ID})
			check.Equal(t, 1, model.Count(mockserver.UpdateLanguageModel), "updates")
			if members == "" {
				model.Script(mockserver.Fault{
					Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: silent,
				})
				model.ResetRequests()
				model.MustFail(vocabulary(twoTexts), "Otherwise, leave out files.")
				check.Equal(t, 1, model.Writes(), "writes")
				created := newBase(t)
				created.Script(
					mockserver.Fault{Operation: mockserver.CreateLanguageModel, Do: silent},
					mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: silent},
				)
				created.MustFail(vocabulary(twoTexts), "Otherwise, leave out files.")
			}
		})
	}
}

// TestUploadDisabled uploads to a disabled model: a kill right after the upload leaves no enabled
// file in it.
func TestUploadDisabled(t *testing.T) {
	t.Parallel()
	model := newBase(t, newID.option)
	model.MustConverge(vocabulary(twoTexts, "enabled", false))
	isUploaded := mockserver.After(func(*http.Request) { model.wantRemote("-a.txt=a2 -b.txt=b1", "") })
	model.Script(mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Match: isUpload, Do: isUploaded})
	model.MustConverge(vocabulary(withText(twoTexts, "a.txt", "a2"), "enabled", false))
}

// TestEmpty has the destroy fail in the middle, and then go on with what is left; what it does not
// achieve is said.
func TestEmpty(t *testing.T) {
	t.Parallel()
	model := newBase(t)
	model.MustConverge(vocabulary(threeTexts))
	model.Script(mockserver.Fault{
		Operation: mockserver.DeleteLanguageModelFile, Skip: 1, Do: mockserver.Status(http.StatusBadRequest),
	})
	model.MustFail(nil, `Unable to delete file "b.txt" of language model`)
	model.wantNothingWrong()
	model.wantState(map[string]string{"files/a.txt/file_id": "", "files/b.txt/file_id": model.remote().Files[0].ID})
	// The provider finds out by its own deletion of the file, which is as good.
	model.drop("b.txt")
	model.add(othersFile("theirs.txt"))
	model.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModel, Do: answering(model.remote(), "Terms", othersFile("theirs.txt")),
	})
	model.MustFail(nil, "The service accepted enabled = false")
	model.Run(nil)
	model.wantRemote("-theirs.txt=theirs", "")
	model.MustConverge(vocabulary(nil, "name", "Another"))
	for _, remote := range model.LanguageModels(model.Account.ID) {
		model.RemoveLanguageModel(model.Account.ID, remote.ID)
	}
	model.Run(nil)
	model.WantAbsent()
}

// TestOthers has files of others in a model that cannot be read: one in the way of an upload is an
// error, however often the apply is repeated, until an import takes it over; others are left alone
// by everything.
func TestOthers(t *testing.T) {
	t.Parallel()
	for name, rule := range sameNameRules {
		for _, what := range []string{"a.txt", "d.txt"} {
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				config := withText(threeTexts, what, "mine")
				model := newBase(t, rule.option)
				model.MustConverge(vocabulary(threeTexts))
				// This service has one file of a name.
				if !rule.addsSecond {
					model.drop(what)
				}
				model.add(othersFile(what))
				held := model.remote()
				for range 2 {
					model.MustFail(vocabulary(config),
						fmt.Sprintf("Language model contains another file with that name: files[%q]", what),
						fmt.Sprintf("terraform import '<address>' westus2/%s/%s", model.Account.ID, held.ID))
					check.Equal(t, held, model.remote(), "the model")
				}
				model.Import(t.Context(), held.ID)
				model.MustConverge(vocabulary(config))
				model.wantFiles(config)
			})
		}
	}
	for name, files := range map[string]map[string]string{
		"left alone by an edit": withText(threeTexts, "a.txt", "a2"), "left alone by an upload": {"a.txt": "a2", "d.txt": "d1"},
		"left alone by deletions": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := newBase(t)
			model.MustConverge(vocabulary(threeTexts))
			model.add(othersFile("theirs.txt"))
			model.MustConverge(vocabulary(files))
			model.wantFiles(withText(files, "theirs.txt", "theirs"))
		})
	}
}

// replacing returns a response in which a text is replaced once.
func replacing(text, other string) mockserver.Action {
	return mockserver.Edit(func(body []byte) []byte { return bytes.Replace(body, []byte(text), []byte(other), 1) })
}

// TestImported replaces files of the same names and leaves others alone, also where the first apply
// fails behind each of its requests.
func TestImported(t *testing.T) {
	t.Parallel()
	config := vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b2", "d.txt": "d1"}, "name", "Imported",
		"enabled", false)
	after := mockserver.ResetAfter()
	for name, test := range map[string]struct {
		fault mockserver.Fault
		says  string
		files map[string]string // after the failure, if they are known
	}{
		"none": {},
		"look": {mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Do: after}, "No response", nil},
		"upload": {
			mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Match: isUpload, Do: after}, "No response", nil,
		},
		"deletion": {
			mockserver.Fault{Operation: mockserver.DeleteLanguageModelFile, Times: 2, Do: after}, "No response", nil,
		},
		"language": {
			mockserver.Fault{
				Operation: mockserver.UpdateLanguageModel,
				Do:        replacing("en-US", "de-DE"),
			},
			`language = "en-US" for language model "Imported", but returns "de-DE"`, threeTexts,
		},
	} {
		for ruleName, rule := range sameNameRules {
			isDeletion := test.fault.Operation == mockserver.DeleteLanguageModelFile
			// A service that replaces a file leaves none to delete.
			if isDeletion && !rule.addsSecond {
				continue
			}
			t.Run(name+", "+ruleName, func(t *testing.T) {
				t.Parallel()
				model := newBase(t, rule.option)
				model.MustConverge(vocabulary(threeTexts))
				model.Import(t.Context(), model.remote().ID)
				if test.says != "" {
					model.Script(test.fault)
					model.MustFail(config, test.says)
					model.ClearFaults()
				} else {
					model.wantState(map[string]string{"name": "", "language": "", "deletion_policy": ""})
				}
				if test.files != nil {
					model.wantFiles(test.files)
				}
				model.MustConverge(config)
				model.wantFiles(map[string]string{"a.txt": "a2", "b.txt": "b2", "c.txt": "c1", "d.txt": "d1"})
			})
		}
	}
	model := newBase(t)
	model.MustConverge(vocabulary(threeTexts))
	model.Import(t.Context(), model.remote().ID)
	model.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: replacing(`"language"`, `"other"`),
	})
	model.MustConverge(config)
}
