package languagemodel

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// isUpload reports whether an update sends files.
func isUpload(r *http.Request) bool { return r.ContentLength > 100 }

// TestUploadFails has the upload of several files fail in every way. The state is then what the
// service has, or the private state says that it may not be; and the next apply does the rest.
func TestUploadFails(t *testing.T) {
	t.Parallel()
	actions := map[string]mockserver.Action{
		"400":                  mockserver.Status(http.StatusBadRequest),
		"401":                  mockserver.Status(http.StatusUnauthorized),
		"429":                  mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"),
		"500":                  mockserver.Status(http.StatusInternalServerError),
		"500 after":            mockserver.StatusAfter(http.StatusInternalServerError),
		"504":                  mockserver.Status(http.StatusGatewayTimeout),
		"504 after":            mockserver.StatusAfter(http.StatusGatewayTimeout),
		"gateway page":         mockserver.GatewayHTML(http.StatusBadGateway),
		"gateway 404":          mockserver.GatewayHTML(http.StatusNotFound),
		"too large":            mockserver.StatusBeforeBody(http.StatusRequestEntityTooLarge),
		"reset before":         mockserver.ResetBefore(),
		"reset after":          mockserver.ResetAfter(),
		"cut answer":           mockserver.CutAnswer(),
		"answer without an id": mockserver.BodyAfter(http.StatusOK, "application/json", `{"name":"Terms"}`),
	}
	desired := texts{"a.txt": "a2", "b.txt": "b2", "c.txt": "c1", "d.txt": "d1"}
	for name, action := range actions {
		for _, then := range []string{"all is as it was", "half of it was taken", "nobody can say"} {
			t.Run(name+", "+then, func(t *testing.T) {
				t.Parallel()
				w := newTestModel(t, before, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
				isLook := func(r *http.Request) bool { return !isUpload(r) }
				w.Script(mockserver.Fault{Endpoint: 20, Match: isUpload, Times: 3, Do: action}) // a 401 is tried with another token
				switch then {
				case "half of it was taken":
					w.Script(mockserver.Fault{Endpoint: 20, Skip: 1, Match: isLook, Do: mockserver.Before(func(*http.Request) {
						w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) {
							m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == "b.txt" || f.Name == "d.txt" })
						})
					})})
				case "nobody can say":
					w.Script(mockserver.Fault{Endpoint: 20, Skip: 1, Match: isLook, Times: mockserver.Always, Do: mockserver.Status(http.StatusInternalServerError)})
				}
				if diags := w.apply(t.Context(), "Renamed", false, desired); !diags.HasError() {
					t.Fatal("the apply succeeded")
				}
				isRefused := name == "400" || name == "401" || name == "too large" // nothing was carried out
				if (w.private.Condition == unread) != (then == "nobody can say" && !isRefused) {
					t.Errorf("private %+v", w.private)
				}
				if w.private.Condition != unread {
					w.inStep()
				}
				w.ClearFaults()
				w.mustApply("Renamed", false, desired)
			})
		}
	}
}

// TestDeleteFails has the deletion of a file fail in the middle of a change.
func TestDeleteFails(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"500 after":    mockserver.StatusAfter(http.StatusInternalServerError),
		"reset after":  mockserver.ResetAfter(),
		"reset before": mockserver.ResetBefore(),
		"400":          mockserver.Status(http.StatusBadRequest),
		"gateway 404":  mockserver.GatewayHTML(http.StatusNotFound),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTestModel(t, before, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
			w.Script(mockserver.Fault{Endpoint: 21, Skip: 1, Do: action})
			diags := w.apply(t.Context(), "Terms", true, texts{"a.txt": "a2", "c.txt": "c1"})
			if !diags.HasError() || !strings.Contains(diags[0].Summary(), `delete file "b.txt"`) {
				t.Fatalf("got %v", diags)
			}
			if got := w.requestsOf(20); name == "400" && len(got) > 2 {
				t.Error("asked what the model holds although nothing was carried out")
			}
			w.inStep()
			w.mustApply("Terms", true, texts{"a.txt": "a2", "c.txt": "c1"})
		})
	}
}

// TestSettingsFail has a rename fail with an unknown outcome.
func TestSettingsFail(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"504 after": mockserver.StatusAfter(http.StatusGatewayTimeout), "reset after": mockserver.ResetAfter(), "400": mockserver.Status(http.StatusBadRequest),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTestModel(t, before)
			w.Script(mockserver.Fault{Endpoint: 20, Do: action})
			if diags := w.apply(t.Context(), "Renamed", false, before); !diags.HasError() {
				t.Fatal("the apply succeeded")
			}
			w.inStep()
			w.mustApply("Terms", true, before)
			w.mustApply("Renamed", false, before)
		})
	}
}

// TestLostDisable reverts a change of enabled whose outcome is unknown.
func TestLostDisable(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.ResetAfter()}, mockserver.Fault{Endpoint: 20, Do: mockserver.ResetBefore()})
	if diags := w.apply(t.Context(), "Terms", false, before); !diags.HasError() || w.private.Condition != unread || w.model().Files[0].Enabled {
		t.Fatalf("diagnostics %v, private %+v", diags, w.private)
	}
	w.mustApply("Terms", true, before)
}

// interruptLimit is shorter than the client waits for an answer: what ends within it was interrupted.
const interruptLimit = 20 * time.Second

// interrupts cancels a moment after the first request has arrived.
func interrupts(cancel func()) func(*http.Request) bool {
	return func(*http.Request) bool {
		time.AfterFunc(100*time.Millisecond, cancel)
		return true
	}
}

// TestInterrupted ends a change by its context in the middle of an upload, as Ctrl-C does.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{"hang": mockserver.Hang(), "hang after": mockserver.HangAfter()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTestModel(t, before)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			w.Script(
				mockserver.Fault{Endpoint: 20, Match: func(r *http.Request) bool { return isUpload(r) && interrupts(cancel)(r) }, Do: action},
			)
			began := time.Now()
			diags := w.apply(ctx, "Terms", true, texts{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"})
			if took := time.Since(began); took > interruptLimit {
				t.Errorf("it took %s to end", took)
			}
			if !diags.HasError() || w.private.Condition != unread || len(w.private.all(wasSent)) != 1 || w.private.all(wasSent)[0].Name != "a.txt" {
				t.Fatalf("diagnostics %v, private %+v", diags, w.private)
			}
			w.ClearFaults()
			w.mustApply("Terms", true, texts{"a.txt": "a3", "b.txt": "b1", "c.txt": "c1"})
		})
	}
}

// TestLostUploadOfRemovedFile remembers an upload without an answer, even when its file leaves the configuration.
func TestLostUploadOfRemovedFile(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.Script(mockserver.Fault{Endpoint: 20, Skip: 1, Times: 2, Do: mockserver.ResetAfter()})
	more := maps.Clone(before)
	more["d.txt"] = "d1"
	if diags := w.apply(t.Context(), "Terms", true, more); !diags.HasError() || w.private.Condition != unread {
		t.Fatalf("diagnostics %v, private %+v", diags, w.private)
	}
	w.mustApply("Terms", true, before)
}

// TestCreateInterrupted says that a model may exist when Ctrl-C ends a create whose request had gone out.
func TestCreateInterrupted(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w.Script(mockserver.Fault{Endpoint: 19, Match: interrupts(cancel), Do: mockserver.HangAfter()})
	began := time.Now()
	plan, wanted := w.plan("New", true, texts{"a.txt": "a1"})
	uploads, diags := pack(wanted)
	if diags.HasError() {
		t.Fatal(diags)
	}
	_, err := w.client.CreateLanguageModel(ctx, w.account, videoindexer.NewLanguageModel{Name: "New", Language: "en-US", Files: uploads})
	if took := time.Since(began); took > interruptLimit {
		t.Errorf("it took %s to end", took)
	}
	plan.ModelID = types.StringUnknown()
	said := notCreated(plan, w.account, wanted, err)
	if said.Summary() != "Language model may have been created" || !strings.Contains(said.Detail(), `"New" for en-US may exist now`) {
		t.Errorf("got %s: %s", said.Summary(), said.Detail())
	}
}
