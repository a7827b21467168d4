package languagemodel_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// readings are what a service may make of an upload under a name that the model has.
var readings = map[string]mockserver.Option{
	"keeps id":      mockserver.SameFileNames(mockserver.SameNameKeepsID),
	"new id":        mockserver.SameFileNames(mockserver.SameNameNewID),
	"adds a second": mockserver.SameFileNames(mockserver.SameNameAddsSecond),
}

var (
	three = map[string]string{"a.txt": "a1", "b.txt": "b1", "c.txt": "c1"}
	// revised is three with a file edited, one removed and one added.
	revised = map[string]string{"a.txt": "a2", "b.txt": "b1", "d.txt": "d1"}
)

// with is a set of texts with another one.
func with(texts map[string]string, name, text string) map[string]string {
	texts = maps.Clone(texts)
	texts[name] = text
	return texts
}

// isUpload reports whether an update sends files.
func isUpload(r *http.Request) bool { return r.ContentLength > 100 }

// TestChange edits, adds and removes under every reading: only those files change, and what is new is sent before anything is
// deleted.
func TestChange(t *testing.T) {
	t.Parallel()
	for name, reading := range readings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newBase(t, reading, mockserver.CapitalLanguage())
			l.must(vocabulary(three))
			untouched := l.has("files", "b.txt", "file_id")
			l.ResetRequests()
			l.must(vocabulary(revised))
			l.wantFiles(revised)
			want := map[string][]int{"keeps id": {20, 20, 21}, "new id": {20, 20, 21}, "adds a second": {20, 20, 21, 21}}[name]
			if got := l.sentTo(); !slices.Equal(got, want) {
				t.Errorf("requests to endpoints %v, want %v", got, want)
			}
			if l.has("files", "b.txt", "file_id") != untouched {
				t.Error("the file that was not edited has revised")
			}
			for _, config := range []acctest.Values{
				vocabulary(with(one, "a.txt", "a3"), "enabled", false), vocabulary(with(one, "a.txt", "a3"), "name", "Renamed"), vocabulary(map[string]string{}, "name", "Renamed"),
			} {
				l.must(config)
				l.wantNothingWrong()
			}
			if m := l.remote(); len(m.Files) > 0 || m.Name != "Renamed" {
				t.Errorf("the server holds %+v", m)
			}
		})
	}
}

// TestTokensExpire lets tokens live for one call.
func TestTokensExpire(t *testing.T) {
	t.Parallel()
	l := newBase(t, mockserver.TokenUses(1))
	l.must(vocabulary(three, "enabled", false))
	l.must(vocabulary(revised))
	l.wantFiles(revised)
}

// TestWritesFail has each write of an update fail in each way. The state then has nothing that is wrong, and the next apply
// goes on, or back, with nothing left over.
func TestWritesFail(t *testing.T) {
	t.Parallel()
	actions := map[string]mockserver.Action{
		"400":                  mockserver.Status(http.StatusBadRequest),
		"401":                  mockserver.Status(http.StatusUnauthorized),
		"429":                  mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"),
		"500":                  mockserver.Status(http.StatusInternalServerError),
		"500 after":            mockserver.StatusAfter(http.StatusInternalServerError),
		"504 after":            mockserver.StatusAfter(http.StatusGatewayTimeout),
		"gateway 404":          mockserver.GatewayHTML(http.StatusNotFound),
		"reset before":         mockserver.ResetBefore(),
		"reset after":          mockserver.ResetAfter(),
		"cut answer":           mockserver.CutAnswer(),
		"answer without an id": mockserver.BodyAfter(http.StatusOK, "application/json", `{"name":"Terms"}`),
	}
	before, after := vocabulary(three), vocabulary(revised, "name", "Renamed", "enabled", false)
	for reading, option := range readings {
		for what, fault := range map[string]mockserver.Fault{
			"settings": {Endpoint: 20, Match: func(r *http.Request) bool { return !isUpload(r) }},
			"upload":   {Endpoint: 20, Match: isUpload},
			"deletion": {Endpoint: 21},
		} {
			for name, action := range actions {
				if reading != "adds a second" && name != "reset after" || what == "deletion" && (name == "cut answer" || name == "answer without an id") {
					continue
				}
				for next, config := range map[string]acctest.Values{"goes on": after, "goes back": before} {
					t.Run(strings.Join([]string{reading, what, name, next}, ", "), func(t *testing.T) {
						t.Parallel()
						l := newBase(t, option)
						l.must(before)
						fault := fault
						fault.Do, fault.Times = action, 2 // a 401 is tried with another token
						l.Script(fault)
						if diags := acctest.Errors(l.run(after)); len(diags) == 0 {
							t.Fatal("the apply succeeded")
						}
						l.wantNothingWrong()
						if name == "400" && what != "deletion" { // nothing was done
							l.wantState(map[string]string{"name": map[string]string{"settings": "Terms", "upload": "Renamed"}[what], "files/a.txt/content": "a1"})
						}
						l.ClearFaults()
						l.must(config)
						l.wantNothingWrong()
						if m := l.remote(); m.Name != config["name"] || m.Files[0].Enabled == (next == "goes on") {
							t.Errorf("the server holds %+v", m)
						}
						l.wantFiles(map[string]map[string]string{"goes on": revised, "goes back": three}[next])
					})
				}
			}
		}
	}
}

// TestLostDisable goes back from a change of enabled alone, whose answer was lost.
func TestLostDisable(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(three))
	l.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.ResetAfter()})
	wantSays(t, l.run(vocabulary(three, "enabled", false)), asError, "Unable to update language model")
	l.must(vocabulary(three))
	if !l.remote().Files[0].Enabled {
		t.Error("the model is still disabled")
	}
}

// TestChangeAfterKill has a run killed behind each of its requests, which the service carried out and of which no state was
// saved. The next run, with files edited once more, converges, or finds a file that no state knows of, and leaves it alone; an
// import then takes it over.
func TestChangeAfterKill(t *testing.T) {
	t.Parallel()
	for name, reading := range readings {
		for requests := 1; requests <= 4; requests++ {
			t.Run(fmt.Sprintf("%s, after %d requests", name, requests), func(t *testing.T) {
				t.Parallel()
				l := newBase(t, reading)
				l.must(vocabulary(three, "deletion_policy", "abandon"))
				l.killAfter(requests, vocabulary(revised))
				held := l.remote()
				again := vocabulary(with(with(revised, "a.txt", "a3"), "d.txt", "d2"), "deletion_policy", "abandon")
				if requests == 1 {
					l.must(again)
					return
				}
				wantSays(t, l.run(again), asError, `Language model contains another file of that name: files["d.txt"]`)
				if diff := cmp.Diff(held, l.remote()); diff != "" {
					t.Errorf("the model (-before +after):\n%s", diff)
				}
				l.Import(t.Context(), held.ID)
				l.must(again)
				l.change(func(m *mockserver.LanguageModel) { // it left the configuration before the import
					m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == "c.txt" })
				})
				l.wantFiles(map[string]string{"a.txt": "a3", "b.txt": "b1", "d.txt": "d2"})
			})
		}
	}
}

// killAfter has a run end right behind a request, with no state saved.
func (l *managedModel) killAfter(requests int, config acctest.Values) {
	l.t.Helper()
	l.look(config)
	saved := *l.Instance
	l.ResetRequests()
	ctx, kill := context.WithCancel(l.t.Context())
	defer kill()
	for _, endpoint := range []int{20, 21} {
		l.Script(mockserver.Fault{Endpoint: endpoint, Times: mockserver.Always, Do: mockserver.After(func(*http.Request) {
			if len(l.sentTo()) == requests {
				kill()
			}
		})})
	}
	l.Apply(ctx, l.plan)
	if ctx.Err() == nil && len(l.sentTo()) > requests {
		l.t.Fatal("the run was not killed")
	}
	l.ClearFaults()
	*l.Instance = saved
}

// TestGoneOutside has a file, and then the model, deleted outside: only what the state says of it is an error.
func TestGoneOutside(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(three))
	drop := func(name string) {
		l.change(func(m *mockserver.LanguageModel) {
			m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == name })
		})
	}
	drop("b.txt")
	wantSays(t, l.run(vocabulary(three, "name", "Renamed")), asError, `File is gone from the language model: files["b.txt"]`)
	l.wantNothingWrong()
	l.must(vocabulary(three, "name", "Renamed"))
	drop("a.txt") // found out by its deletion, which is as good
	l.must(vocabulary(with(three, "a.txt", "a2"), "name", "Renamed"))
	l.wantFiles(with(three, "a.txt", "a2"))

	l.RemoveLanguageModel(l.Account.ID, l.remote().ID)
	wantSays(t, l.run(vocabulary(three)), asError, "Language model does not exist")
	l.Refresh(t.Context())
	if l.Exists() {
		t.Error("the state has it still")
	}
}

// TestNotTaken has answers that do not show what was sent, and then answers that leave out the files, which says nothing.
func TestNotTaken(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(three))
	model := l.remote()
	l.Script(mockserver.Fault{Endpoint: 20, Times: mockserver.Always, Do: mockserver.BodyAfter(http.StatusOK, "application/json", fmt.Sprintf(
		`{"id":%q,"name":"TERMS","language":"En-US","files":[{"id":%q,"name":"b.txt","enable":true}]}`, model.ID, model.Files[1].ID))})
	diags := l.run(vocabulary(with(one, "a.txt", "a2"), "name", "terms", "enabled", false))
	wantSays(t, diags, asError, `Value not kept by the service: The service accepted name = "terms"`)
	wantSays(t, diags, asError, "The service accepted enabled = false")
	wantSays(t, diags, asError, `File not accepted by the service: files["a.txt"]`)
	l.wantState(map[string]string{"name": "TERMS", "files/b.txt/file_id": model.Files[1].ID, "files/a.txt/file_id": "", "files/c.txt/file_id": ""})
	if l.look(vocabulary(with(one, "a.txt", "a2"), "name", "TERMS", "enabled", false)); !l.changes() {
		t.Error("the next apply does not try again")
	}

	l = newBase(t)
	l.must(vocabulary(three))
	l.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.BodyAfter(http.StatusOK, "application/json", fmt.Sprintf(`{"id":%q}`, l.remote().ID))})
	l.must(vocabulary(three, "name", "Renamed"))
}

// TestCreateFails sends a create once. If its answer is lost, the error says what to look for, and the model that it made is
// then imported; nothing is left of one that is refused.
func TestCreateFails(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"400": mockserver.Status(http.StatusBadRequest), "504 after": mockserver.StatusAfter(http.StatusGatewayTimeout), "reset after": mockserver.ResetAfter(),
		"cut answer": mockserver.CutAnswer(), "answer with no id": mockserver.BodyAfter(http.StatusOK, "application/json", `{"name":"Terms"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newBase(t, readings["adds a second"])
			l.Script(mockserver.Fault{Endpoint: 19, Do: action})
			diags := l.run(vocabulary(one))
			if l.Exists() || l.Count(19) != 1 {
				t.Errorf("%d creates, state %v", l.Count(19), l.State())
			}
			if name == "400" {
				wantSays(t, diags, asError, "Unable to create language model")
			} else {
				wantSays(t, diags, asError, `A language model named "Terms" for en-US may exist now`)
				l.Import(t.Context(), l.remote().ID)
			}
			l.must(vocabulary(one))
			l.wantFiles(one)
		})
	}
}

// TestCreateDropsFile has the service drop a file of a create. The file is sent once more, since a failed create would be
// replaced; then the error names the file, and nothing is lost from the state.
func TestCreateDropsFile(t *testing.T) {
	t.Parallel()
	for name, times := range map[string]int{"once": 1, "always": mockserver.Always} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newBase(t)
			id := l.AddLanguageModel(l.Account.ID, mockserver.LanguageModel{Name: "Terms", Files: []mockserver.LanguageFile{{Name: "a.txt", Content: []byte("a1"), Enabled: true}}})
			drops := mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"id":%q,"name":"Terms","files":[{"id":%q,"name":"a.txt","enable":true}]}`, id, l.remote().Files[0].ID))
			l.Script(mockserver.Fault{Endpoint: 19, Do: drops}, mockserver.Fault{Endpoint: 20, Times: times, Do: drops})
			if name == "once" {
				l.must(vocabulary(one))
			} else {
				wantSays(t, l.run(vocabulary(one)), asError, `File not accepted by the service: files["b.txt"]`)
				l.wantState(map[string]string{"model_id": id, "files/b.txt/file_id": ""})
				l.Tainted = false // as untaint does
			}
			l.ClearFaults()
			l.must(vocabulary(one))
			l.wantFiles(one)
		})
	}
}

// TestFilesNeverShown has a service whose answers never show files: a change of them is refused, and says how to go on.
func TestFilesNeverShown(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	silent := mockserver.Body(http.StatusOK, "application/json", `{"id":"0b9f4a1e-5555-4666-8777-888899990000"}`)
	l.Script(mockserver.Fault{Endpoint: 19, Do: silent}, mockserver.Fault{Endpoint: 20, Times: mockserver.Always, Do: silent})
	wantSays(t, l.run(vocabulary(one)), asError, "otherwise leave out files")
	if n := l.Writes(); n != 2 {
		t.Errorf("%d writes", n)
	}
}

// TestCreateAnswerWithoutFiles has the answer to 19 show no files: the provider then looks for the file, and does not
// upload it again.
func TestCreateAnswerWithoutFiles(t *testing.T) {
	t.Parallel()
	for name, members := range map[string]string{"absent": "", "null": `, "files": null`, "empty": `, "files": []`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newBase(t, readings["adds a second"])
			l.AddLanguageModel(l.Account.ID, mockserver.LanguageModel{ID: "0b9f4a1e-5555-4666-8777-888899990000", Name: "Terms", Files: []mockserver.LanguageFile{
				{ID: "0b9f4a1e-5555-4666-8777-888899990001", Name: "a.txt", Content: []byte("a1"), Enabled: true},
			}})
			l.Script(mockserver.Fault{Endpoint: 19, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"id":"0b9f4a1e-5555-4666-8777-888899990000"%s}`, members))})
			l.must(vocabulary(map[string]string{"a.txt": "a1"}))
			if l.has("files", "a.txt", "file_id") != "0b9f4a1e-5555-4666-8777-888899990001" || l.Count(20) != 1 {
				t.Errorf("%d requests to 20; state %s", l.Count(20), l.State())
			}
		})
	}
}

// TestDisabledStaysDisabled uploads into a disabled model of a service that enables what it is sent.
func TestDisabledStaysDisabled(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(three, "enabled", false))
	l.Script(mockserver.Fault{Endpoint: 20, Match: isUpload, Do: mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseMultipartForm(1 << 20)
		var files []string
		l.change(func(m *mockserver.LanguageModel) {
			m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556663", Name: "d.txt", Content: []byte("d1"), Enabled: true})
			for _, f := range m.Files {
				files = append(files, fmt.Sprintf(`{"id":%q,"name":%q,"enable":%t}`, f.ID, f.Name, f.Enabled))
			}
		})
		fmt.Fprintf(w, `{"id":%q,"files":[%s]}`, l.remote().ID, strings.Join(files, ","))
	}))})
	l.must(vocabulary(with(three, "d.txt", "d1"), "enabled", false))
	for _, file := range l.remote().Files {
		if file.Enabled {
			t.Errorf("%s is enabled", file.Name)
		}
	}
}

// TestEmpty has the destroy fail in the middle, and then go on with what is left; what it does not achieve is said.
func TestEmpty(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(three))
	l.Script(mockserver.Fault{Endpoint: 21, Skip: 1, Do: mockserver.Status(http.StatusBadRequest)})
	wantSays(t, l.run(nil), asError, `Unable to delete file "b.txt" of language model`)
	l.wantNothingWrong()
	l.wantState(map[string]string{"files/a.txt/file_id": "", "files/b.txt/file_id": l.remote().Files[0].ID})
	l.change(func(m *mockserver.LanguageModel) {
		m.Files = append(m.Files[1:], mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: "theirs.txt", Enabled: true}) // b.txt is gone: fine
	})
	l.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.Edit(func([]byte) []byte {
		return []byte(fmt.Sprintf(`{"id":%q,"files":[{"id":"8c6f9a52-1111-4222-8333-444455556666","name":"theirs.txt","enable":true}]}`, l.remote().ID))
	})})
	wantSays(t, l.run(nil), asError, "Language model was not disabled")
	wantSays(t, l.run(nil), asWarning, `files that Terraform did not send: "theirs.txt"`)
	if m := l.remote(); l.Exists() || len(m.Files) != 1 || m.Files[0].Enabled {
		t.Errorf("the server holds %+v", m)
	}
}

// TestEmpty_gone destroys a model that is gone already.
func TestEmpty_gone(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(three))
	l.RemoveLanguageModel(l.Account.ID, l.remote().ID)
	if diags := acctest.Errors(l.run(nil)); len(diags) > 0 || l.Exists() {
		t.Error(acctest.Texts(diags))
	}
}

// TestInterrupted ends a create and an update by their contexts in the middle of an upload, as Ctrl-C does.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for name, endpoint := range map[string]int{"create": 19, "update": 20} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newBase(t)
			if name == "update" {
				l.must(vocabulary(three))
			}
			l.look(vocabulary(revised))
			ctx, cancel := context.WithCancel(t.Context())
			l.Script(mockserver.Fault{Endpoint: endpoint, Match: isUpload, Do: mockserver.After(func(r *http.Request) {
				cancel()
				<-r.Context().Done()
			})})
			began := time.Now()
			diags := l.Apply(ctx, l.plan)
			if took := time.Since(began); took > 20*time.Second { // the client waits longer for an answer
				t.Errorf("it took %s to end", took)
			}
			l.ClearFaults()
			if name == "create" {
				wantSays(t, diags, asError, `Language model may have been created`)
				wantSays(t, diags, asError, `"Terms" for en-US may exist now`)
				return
			}
			wantSays(t, diags, asError, "Unable to upload files to language model")
			l.must(vocabulary(with(revised, "a.txt", "a3")))
			l.wantFiles(with(revised, "a.txt", "a3"))
		})
	}
}

// TestFileVanishes has a file vanish while the apply runs, and the next apply do the rest.
func TestFileVanishes(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(three))
	l.write("a.txt", "a2")
	config := vocabulary(three, "name", "Renamed")
	config["files"].(map[string]acctest.Values)["a.txt"] = acctest.Values{"source": l.dir + "/a.txt"}
	l.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.After(func(*http.Request) { _ = os.Remove(l.dir + "/a.txt") })})
	wantSays(t, l.run(config), asError, `files["a.txt"]: there is no file`)
	l.wantFiles(three)
	l.wantNothingWrong()
	l.write("a.txt", "a2")
	l.must(config)
}

// TestOthers has files of others in a model that cannot be read: one in the way of an upload is an error, however often the
// apply is repeated, until an import takes it over; others are left alone by everything.
func TestOthers(t *testing.T) {
	t.Parallel()
	for name, reading := range readings {
		for what, config := range map[string]map[string]string{"d.txt": with(three, "d.txt", "mine"), "a.txt": with(three, "a.txt", "mine")} {
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				l := newBase(t, reading)
				l.must(vocabulary(three))
				l.change(func(m *mockserver.LanguageModel) {
					if name != "adds a second" { // the service has one file of a name
						m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == what })
					}
					m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: what, Enabled: true, Content: []byte("theirs")})
				})
				held := l.remote()
				for range 2 {
					diags := l.run(vocabulary(config))
					wantSays(t, diags, asError, fmt.Sprintf("Language model contains another file of that name: files[%q]", what))
					wantSays(t, diags, asError, fmt.Sprintf("terraform import '<address>' westus2/%s/%s", l.Account.ID, held.ID))
					if diff := cmp.Diff(held, l.remote()); diff != "" {
						t.Fatalf("the model (-before +after):\n%s", diff)
					}
				}
				l.Import(t.Context(), held.ID)
				l.must(vocabulary(config))
				l.wantFiles(config)
			})
		}
	}
	t.Run("of other names", func(t *testing.T) {
		t.Parallel()
		l := newBase(t)
		l.must(vocabulary(three))
		l.change(func(m *mockserver.LanguageModel) {
			m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: "theirs.txt", Enabled: true, Content: []byte("theirs")})
		})
		for _, files := range []map[string]string{with(three, "a.txt", "a2"), {"a.txt": "a2", "d.txt": "d1"}, {}} {
			l.must(vocabulary(files))
			l.wantFiles(with(files, "theirs.txt", "theirs"))
		}
	})
}

// TestImported replaces files of the same names and leaves others alone, also where the first apply fails behind each of its
// requests.
func TestImported(t *testing.T) {
	t.Parallel()
	config := vocabulary(map[string]string{"a.txt": "a2", "b.txt": "b2", "d.txt": "d1"}, "name", "Imported", "enabled", false)
	after := mockserver.ResetAfter()
	for name, faults := range map[string][]mockserver.Fault{
		"none": nil, "look": {{Endpoint: 20, Do: after}}, "upload": {{Endpoint: 20, Match: isUpload, Do: after}}, "deletion": {{Endpoint: 21, Times: 2, Do: after}},
		"language": {{Endpoint: 20, Do: mockserver.Edit(func(body []byte) []byte { return []byte(strings.Replace(string(body), "en-US", "de-DE", 1)) })}},
	} {
		for reading, option := range readings {
			if name == "deletion" && reading != "adds a second" { // nothing to delete
				continue
			}
			t.Run(name+", "+reading, func(t *testing.T) {
				t.Parallel()
				l := newBase(t, option)
				l.must(vocabulary(three))
				l.Import(t.Context(), l.remote().ID)
				if name == "none" {
					l.wantState(map[string]string{"name": "", "language": "", "deletion_policy": "abandon"})
				}
				l.Script(faults...)
				diags := l.run(config)
				switch name {
				case "none":
				case "language":
					wantSays(t, diags, asError, `a model for de-DE, not for en-US, and the service cannot change that. Set language to "de-DE"`)
					l.wantFiles(three)
				default:
					wantSays(t, diags, asError, "No answer came")
				}
				l.ClearFaults()
				l.must(config)
				l.wantFiles(map[string]string{"a.txt": "a2", "b.txt": "b2", "c.txt": "c1", "d.txt": "d1"})
			})
		}
	}
}
