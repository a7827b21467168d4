package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// readings are the readings of an upload under a name that the model has.
func readings() map[string][]mockserver.Option {
	all := make(map[string][]mockserver.Option)
	for rule, name := range []string{"keeps id", "new id", "adds a second"} {
		all[name] = []mockserver.Option{mockserver.SameFileNames(mockserver.SameFileName(rule))}
	}
	return all
}

var before = texts{"a.txt": "a1", "b.txt": "b1", "c.txt": "c1"}

// TestChange edits, adds and removes under every reading: only those files change.
func TestChange(t *testing.T) {
	t.Parallel()
	for name, opts := range readings() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTestModel(t, before, append(opts, mockserver.ModelIDMember("modelId"), mockserver.CapitalLanguage())...)
			untouched := w.model().Files[1].ID
			desired := texts{"a.txt": "a2", "b.txt": "b1", "d.txt": "d1"}
			requests := map[string][]int{"keeps id": {20, 20, 21}, "new id": {20, 20, 21}, "adds a second": {20, 20, 21, 21}}
			w.mustApply("Terms", true, desired)
			rule, _, _ := strings.Cut(name, ",")
			if diff := cmp.Diff(requests[rule], w.requestsOf(20, 21)); diff != "" {
				t.Errorf("requests to endpoints (-want +got):\n%s", diff)
			}
			if !slices.ContainsFunc(w.model().Files, func(f mockserver.LanguageFile) bool { return f.Name == "b.txt" && f.ID == untouched }) {
				t.Error("the file that was not edited has changed")
			}
			w.mustApply("Terms", false, texts{"a.txt": "a3", "b.txt": "b1"})
			w.mustApply("Renamed", true, texts{"a.txt": "a3", "b.txt": "b1"})
			w.mustApply("Renamed", true, texts{})
			w.ResetRequests()
			w.mustApply("Renamed", true, texts{})
			if got := w.requestsOf(20, 21); len(got) > 0 {
				t.Errorf("requests to endpoints %v for nothing to do", got)
			}
		})
	}
}

func (w *testModel) requestsOf(endpoints ...int) []int {
	var seen []int
	for _, request := range w.Requests() {
		if slices.Contains(endpoints, request.Endpoint) {
			seen = append(seen, request.Endpoint)
		}
	}
	return seen
}

// TestChangeAfterKill has a run killed behind each of its requests, which the service carried out and
// of which no state was saved. The next run, with files edited once more, converges, or finds a file that
// no state knows of, and leaves it alone; an import then takes it over.
func TestChangeAfterKill(t *testing.T) {
	t.Parallel()
	for name, opts := range readings() {
		for requests := 1; requests <= 4; requests++ {
			t.Run(fmt.Sprintf("%s, after %d requests", name, requests), func(t *testing.T) {
				t.Parallel()
				w := newTestModel(t, before, opts...)
				w.killAfter(requests, texts{"a.txt": "a2", "b.txt": "b1", "d.txt": "d1"})
				before := w.holds()
				desired := texts{"a.txt": "a3", "b.txt": "b1", "d.txt": "d2"}
				diags := w.apply(t.Context(), "Terms", true, desired)
				if arrived := requests > 1; arrived != diags.HasError() {
					t.Fatalf("apply: %v", diags)
				}
				if !diags.HasError() {
					w.mustApply("Terms", true, desired)
					return
				}
				if diags[0].Summary() != "Language model contains another file of that name" || !strings.Contains(diags.Errors()[len(diags)-1].Detail(), "d.txt") {
					t.Errorf("got %v", diags)
				}
				if diff := cmp.Diff(before, w.holds()); diff != "" {
					t.Errorf("files on the server (-before +after):\n%s", diff)
				}
				w.forget()
				if diags := w.apply(t.Context(), "Terms", true, desired); diags.HasError() {
					t.Fatalf("after an import: %v", diags)
				}
				got := slices.DeleteFunc(w.holds(), func(file string) bool { return file == "c.txt=c1" }) // it left the configuration before the import
				if diff := cmp.Diff(desired.list(), got); diff != "" {
					t.Errorf("files on the server after an import (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// killAfter has a run end right behind a request, with no state saved.
func (w *testModel) killAfter(requests int, files texts) {
	w.t.Helper()
	saved, remembered := w.state, w.private
	ctx, kill := context.WithCancel(w.t.Context())
	defer kill()
	for _, endpoint := range []int{20, 21} {
		w.Script(mockserver.Fault{Endpoint: endpoint, Times: mockserver.Always, Do: mockserver.After(func(*http.Request) {
			if len(w.requestsOf(20, 21)) == requests {
				kill()
			}
		})})
	}
	w.apply(ctx, "Terms", true, files)
	if ctx.Err() == nil && len(w.requestsOf(20, 21)) > requests {
		w.t.Fatal("the run was not killed")
	}
	w.ClearFaults()
	w.state, w.private = saved, remembered
}

// forget leaves of the state what an import knows.
func (w *testModel) forget() {
	w.state = resourceModel{ModelID: w.state.ModelID, Files: types.MapNull(fileType), DeletionPolicy: w.state.DeletionPolicy}
	w.private = privateState{Condition: imported}
}

// TestGoneOutside has a file, and then the model, deleted outside.
func TestGoneOutside(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	drop := func(name string) {
		w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) {
			m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == name })
		})
	}
	drop("b.txt")
	diags := w.apply(t.Context(), "Renamed", true, before)
	if len(diags) != 1 || diags[0].Summary() != "File is gone from the language model" || !strings.Contains(diags[0].Detail(), "b.txt") {
		t.Fatalf("got %v", diags)
	}
	w.inStep()
	w.mustApply("Renamed", true, before)

	drop("a.txt") // found out by its deletion, which is as good
	w.mustApply("Renamed", true, texts{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"})

	w.RemoveLanguageModel(w.account.ID, w.id)
	diags = w.apply(t.Context(), "Again", true, before)
	if len(diags) != 1 || diags[0].Summary() != "Language model does not exist" || w.private.Condition != gone {
		t.Fatalf("diagnostics %v, private %+v", diags, w.private)
	}
}

// TestForeignNotFound answers with the 404 of a gateway, which says nothing about the model.
func TestForeignNotFound(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.Script(mockserver.Fault{Times: mockserver.Always, Do: mockserver.GatewayHTML(http.StatusNotFound)})
	diags := w.apply(t.Context(), "Terms", true, texts{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"})
	if !diags.HasError() || w.private.Condition == gone {
		t.Fatalf("diagnostics %v, private %+v", diags, w.private)
	}
	w.ClearFaults()
	if files, _ := w.state.filesByName(t.Context()); len(files) != 3 {
		t.Errorf("the state has %d files, want all three", len(files))
	}
}

// TestNotTaken has answers that do not show what was sent.
func TestNotTaken(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.Script(mockserver.Fault{Endpoint: 20, Times: mockserver.Always, Do: mockserver.BodyAfter(http.StatusOK, "application/json", fmt.Sprintf(
		`{"id":%q,"name":"TERMS","language":"En-US","files":[{"id":%q,"name":"b.txt"}]}`, w.id, w.model().Files[1].ID))})
	diags := w.apply(t.Context(), "terms", true, texts{"a.txt": "a2", "b.txt": "b1"})
	var summaries []string
	for _, d := range diags {
		summaries = append(summaries, d.Summary())
	}
	if diff := cmp.Diff([]string{"Value not kept by the service", "File not accepted by the service"}, summaries); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
	if files, _ := w.state.filesByName(t.Context()); !slices.Equal(sortedNames(files), []string{"b.txt"}) || w.state.Name.ValueString() != "TERMS" {
		t.Errorf("the state has the name %s and the files %v", w.state.Name, sortedNames(files))
	}
}

// TestAnswerWithoutFiles has an answer leave out the files, which says nothing about them.
func TestAnswerWithoutFiles(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.BodyAfter(http.StatusOK, "application/json", fmt.Sprintf(`{"id":%q}`, w.id))})
	w.mustApply("Renamed", true, before)
}

// TestDisabledStaysDisabled uploads into a disabled model of a service that enables what it is sent.
func TestDisabledStaysDisabled(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.mustApply("Terms", false, before)
	enableAll := mockserver.Fault{Endpoint: 20, Match: func(r *http.Request) bool { return r.ContentLength > 100 }, Times: 2, Do: mockserver.Respond(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		_ = r.ParseMultipartForm(1 << 20)
		var files []string
		w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) {
			m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-44445555666" + fmt.Sprint(len(m.Files)), Name: "d.txt", Content: []byte("d1"), Enabled: true})
			for _, f := range m.Files {
				files = append(files, fmt.Sprintf(`{"id":%q,"name":%q,"enable":%t}`, f.ID, f.Name, f.Enabled))
			}
		})
		fmt.Fprintf(rw, `{"id":%q,"files":[%s]}`, w.id, strings.Join(files, ","))
	}))}
	w.Script(enableAll)
	more := maps.Clone(before)
	more["d.txt"] = "d1"
	w.mustApply("Terms", false, more)

	w.mustApply("Terms", false, before)
	w.Script(mockserver.Fault{Endpoint: 20, Skip: 1, Times: 2, Do: mockserver.Status(http.StatusInternalServerError)})
	if diags := w.apply(t.Context(), "Terms", false, more); !diags.HasError() || !w.state.Enabled.ValueBool() && w.private.Condition == inStep {
		t.Errorf("diagnostics %v, enabled %s, private %+v: the next plan would be empty", diags, w.state.Enabled, w.private)
	}
	w.ClearFaults()
	w.mustApply("Terms", false, more)
}

// TestEmpty has the destroy fail in the middle, and then go on with what is left.
func TestEmpty(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.Script(mockserver.Fault{Endpoint: 21, Skip: 1, Do: mockserver.Status(http.StatusBadRequest)})
	destroy := func() diag.Diagnostics {
		a := w.applying(w.state, nil)
		diags := a.empty(t.Context())
		w.state, w.private = a.have.state(t.Context(), w.state, &diags), a.have.private
		return diags
	}
	if diags := destroy(); !diags.HasError() {
		t.Fatal("the destroy succeeded")
	}
	w.inStep()
	w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) {
		m.Files = append(slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == "b.txt" }), // gone outside: fine
			mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: "foreign.txt", Enabled: true},
			mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556667", Name: "lost.txt", Enabled: true})
	})
	w.private = privateState{Condition: unread, Files: []fileFact{{Fact: wasSent, Name: "lost.txt"}}}
	diags := destroy()
	if diags.HasError() || len(diags) != 1 || !strings.Contains(diags[0].Detail(), `"foreign.txt"`) {
		t.Fatalf("got %v", diags)
	}
	if diff := cmp.Diff([]string{"foreign.txt="}, w.holds()); diff != "" {
		t.Errorf("files on the server (-want +got):\n%s", diff)
	}
	if w.model().Files[0].Enabled {
		t.Error("the model was not disabled")
	}
	w.RemoveLanguageModel(w.account.ID, w.id)
	if diags := destroy(); len(diags) > 0 {
		t.Errorf("destroying a model that is gone: %v", diags)
	}
}

// TestFileErrorStopsBeforeDeletion has a file vanish between plan and apply.
func TestFileErrorStopsBeforeDeletion(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	plan, wanted := w.plan("Terms", true, texts{"a.txt": "a2"})
	file := wanted["a.txt"]
	file.Content, file.Source = types.StringNull(), types.StringValue(t.TempDir()+"/gone.txt")
	wanted["a.txt"] = file
	a := w.applying(plan, wanted)
	diags := a.run(t.Context())
	if len(diags) != 1 || !strings.Contains(diags[0].Detail(), `files["a.txt"].source: there is no file`) {
		t.Fatalf("got %v", diags)
	}
	if len(w.requestsOf(20, 21)) > 0 || len(a.have.files) != 3 {
		t.Errorf("requests %v, files %v", w.requestsOf(20, 21), sortedNames(a.have.files))
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	refusal := &videoindexer.APIError{Status: http.StatusBadRequest, HasErrorObject: true}
	tests := map[string]struct {
		err           error
		refused, gone bool
	}{
		"refused":                        {err: refusal, refused: true},
		"ambiguous":                      {err: &videoindexer.AmbiguousError{Err: &videoindexer.APIError{Status: http.StatusGatewayTimeout, HasErrorObject: true}}},
		"page of a gateway":              {err: &videoindexer.APIError{Status: http.StatusNotFound}},
		"no such model":                  {err: &videoindexer.APIError{Status: http.StatusNotFound, HasErrorObject: true}, refused: true, gone: true},
		"no such account":                {err: &videoindexer.APIError{Status: http.StatusNotFound, HasErrorObject: true, Type: videoindexer.ErrorTypeAccountNotFound}, refused: true},
		"token of an account that isn't": {err: &videoindexer.TokenError{Err: &videoindexer.APIError{Status: http.StatusNotFound, HasErrorObject: true}}, refused: true},
		"no answer":                      {err: errors.New("lost")},
		"none":                           {},
	}
	for name, test := range tests {
		if got := isRefused(test.err); got != test.refused {
			t.Errorf("%s: refused %t, want %t", name, got, test.refused)
		}
		if got := isGone(test.err); got != test.gone {
			t.Errorf("%s: gone %t, want %t", name, got, test.gone)
		}
	}
}
