package languagemodel

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// putOutside puts a file into the model as the portal does.
func (w *testModel) putOutside(name, text string) {
	w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) {
		m.Files = append(m.Files, mockserver.LanguageFile{
			ID: fmt.Sprintf("8c6f9a52-1111-4222-8333-4444555566%02d", len(m.Files)), Name: name, Enabled: true, Content: []byte(text),
		})
	})
}

func (w *testModel) dropOutside(name string) {
	w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) {
		m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == name })
	})
}

// TestForeignFile wants to upload under the name of a file that Terraform did not send: next to a file
// of its own, in place of one that was deleted outside, and where it had none.
func TestForeignFile(t *testing.T) {
	t.Parallel()
	for name, opts := range readings() {
		for what, desired := range map[string]texts{
			"added":   {"a.txt": "a1", "b.txt": "b1", "c.txt": "c1", "d.txt": "mine"},
			"changed": {"a.txt": "mine", "b.txt": "b1", "c.txt": "c1"},
		} {
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				w := newTestModel(t, before, opts...)
				foreign := map[string]string{"added": "d.txt", "changed": "a.txt"}[what]
				if what == "changed" && !strings.HasPrefix(name, "adds a second") {
					w.dropOutside(foreign) // the service has one file of a name
				}
				w.putOutside(foreign, "theirs")
				before := w.holds()
				for range 2 { // however often apply is repeated
					diags := w.apply(t.Context(), "Terms", true, desired)
					if len(diags) != 1 || diags[0].Summary() != "Language model contains another file of that name" || !strings.Contains(diags[0].Detail(), fmt.Sprintf("files[%q]", foreign)) ||
						!strings.Contains(diags[0].Detail(), "terraform import '<address>' westus2/"+w.account.ID+"/"+w.id) {
						t.Fatalf("got %v", diags)
					}
					if diff := cmp.Diff(before, w.holds()); diff != "" {
						t.Fatalf("files on the server (-before +after):\n%s", diff)
					}
				}
				if got := slices.Max(w.requestsOf(20, 21)); got != 20 {
					t.Error("a file was deleted")
				}
				w.forget()
				if diags := w.apply(t.Context(), "Terms", true, desired); diags.HasError() {
					t.Fatalf("after an import: %v", diags)
				}
				if diff := cmp.Diff(desired.list(), w.holds()); diff != "" {
					t.Errorf("files on the server after an import (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestForeignFileOfOtherName is left alone by everything.
func TestForeignFileOfOtherName(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
	w.putOutside("theirs.txt", "theirs")
	for _, desired := range []texts{{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"}, {"a.txt": "a2", "d.txt": "d1"}, {}} {
		if diags := w.apply(t.Context(), "Terms", true, desired); len(diags) > 0 {
			t.Fatalf("got %v", diags)
		}
		if diff := cmp.Diff(append(desired.list(), "theirs.txt=theirs"), w.holds()); diff != "" {
			t.Errorf("files on the server (-want +got):\n%s", diff)
		}
	}
}

// TestRefusedContent has the service refuse what a file contains: the old file stays, and a corrected one is
// uploaded again.
func TestRefusedContent(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
	w.Script(mockserver.Fault{Endpoint: 20, Match: isUpload, Do: mockserver.Status(http.StatusBadRequest)})
	if diags := w.apply(t.Context(), "Terms", true, texts{"a.txt": "bad", "b.txt": "b1", "c.txt": "c1"}); !diags.HasError() {
		t.Fatal("the apply succeeded")
	}
	w.inStep()
	w.ResetRequests()
	w.mustApply("Terms", true, texts{"a.txt": "good", "b.txt": "b1", "c.txt": "c1"})
	if diff := cmp.Diff([]int{20, 20, 21}, w.requestsOf(20, 21)); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestLostUploadIsNotRepeated has the answer to an upload lost, and then the one that would show what became of it.
// The next apply finds the file, and does not send it again.
func TestLostUploadIsNotRepeated(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
	w.Script(mockserver.Fault{Endpoint: 20, Skip: 1, Times: 2, Do: mockserver.ResetAfter()})
	desired := texts{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1", "d.txt": "d1"}
	if diags := w.apply(t.Context(), "Terms", true, desired); !diags.HasError() || w.private.Condition != unread {
		t.Fatalf("diagnostics %v, private %+v", diags, w.private)
	}
	w.ResetRequests()
	w.mustApply("Terms", true, desired)
	if diff := cmp.Diff([]int{20, 21}, w.requestsOf(20, 21)); diff != "" {
		t.Errorf("requests to endpoints (-want +got):\n%s", diff)
	}
}

// TestReplacedInPlace reverts a change whose upload had no answer, on a service that keeps the id of a
// file that it replaces: whether it did cannot be seen.
func TestReplacedInPlace(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before, mockserver.SameFileNames(mockserver.SameNameKeepsID))
	w.Script(mockserver.Fault{Endpoint: 20, Match: isUpload, Do: mockserver.ResetAfter()})
	if diags := w.apply(t.Context(), "Terms", true, texts{"a.txt": "a2", "b.txt": "b1", "c.txt": "c1"}); !diags.HasError() {
		t.Fatal("the apply succeeded")
	}
	w.mustApply("Terms", true, before)
}
