package languagemodel_test

import (
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const link = "https://texts.example/c.vtt"

// TestLife walks a model that cannot be read through every change. Only the file that is edited, added or removed is sent or
// deleted, and after each step the plan is empty.
func TestLife(t *testing.T) {
	t.Parallel()
	l := newBase(t, mockserver.CapitalLanguage())
	type files = map[string]acctest.Values
	text, address := acctest.Values{"content": "b1"}, acctest.Values{"url": link}
	first := withFiles(files{"a.txt": {"source": l.write("a.txt", "a1")}, "b.txt": text, "c.vtt": address})
	l.must(first)
	l.wantState(map[string]string{
		"location": l.Account.Location, "account_id": l.Account.ID, "language": "en-US", "state": "None", "linguistic_model_id": "", "deletion_policy": "",
		"files/a.txt/content_sha256": sha("a1"), "files/c.vtt/content_sha256": "",
	})
	steps := []struct {
		what   string
		config acctest.Values
		remote string
		sent   []int
	}{
		{"an edited file", first, "a.txt=a2 b.txt=b1 c.vtt=" + link, []int{20, 20}},
		{"another path", withFiles(files{"a.txt": {"source": l.write("moved.txt", "a2")}, "b.txt": text, "c.vtt": address}), "a.txt=a2 b.txt=b1 c.vtt=" + link, nil},
		{"all at once", withFiles(files{"b.txt": {"content": "b2"}, "c.vtt": {"url": link + ".vtt"}, "e.txt": {"content": "e1"}}), "b.txt=b2 c.vtt=" + link + ".vtt e.txt=e1", []int{20, 20, 21}},
		{"a removed file", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1"}), "b.txt=b2 e.txt=e1", []int{21}},
		{"disabled", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1"}, "enabled", false), "-b.txt=b2 -e.txt=e1", []int{20}},
		{"added when disabled", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1", "f.txt": "f1"}, "enabled", false), "-b.txt=b2 -e.txt=e1 -f.txt=f1", []int{20, 20}},
		{"renamed and enabled", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1", "f.txt": "f1"}, "name", "Renamed"), "b.txt=b2 e.txt=e1 f.txt=f1", []int{20}},
		{"not managed any more", vocabulary(nil, "name", "Again"), "b.txt=b2 e.txt=e1 f.txt=f1", []int{20}},
		{"no files", vocabulary(map[string]string{}, "name", "Again"), "", []int{21, 21, 21}},
	}
	l.write("a.txt", "a2")
	for _, step := range steps {
		l.ResetRequests()
		l.must(step.config)
		l.wantRemote(step.remote, "")
		if got := l.sentTo(); !slices.Equal(got, step.sent) {
			t.Errorf("%s: requests to endpoints %v, want %v", step.what, got, step.sent)
		}
		for _, file := range l.remote().Files {
			if id := l.has("files", file.Name, "file_id"); id != file.ID {
				t.Errorf("%s: the state has the id %q for %s, the server %s", step.what, id, file.Name, file.ID)
			}
		}
	}
}
