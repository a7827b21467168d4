package languagemodel_test

import (
	"errors"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestChangedMeanwhile edits a file between plan and apply, and while the apply runs. Nothing but
// what was planned is ever uploaded.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	begin := func(t *testing.T) (*managedModel, acctest.Values) {
		t.Helper()
		model := newBase(t)
		return model, withFiles(map[string]acctest.Values{
			"a.txt": {"source": model.write("a.txt", "a1")}, "b.txt": {"content": "b1"},
		})
	}
	const changed = `files["a.txt"]: has changed`
	t.Run("before the apply", func(t *testing.T) {
		t.Parallel()
		model, config := begin(t)
		plan := model.PlanWithRefresh(config)
		model.write("a.txt", "a2")
		acctest.MustSay(t, model.Apply(t.Context(), plan), acctest.Failure, "inconsistent final plan", "content_sha256")
	})
	t.Run("in a create", func(t *testing.T) {
		t.Parallel()
		model, config := begin(t)
		model.Script(mockserver.Fault{
			Operation: mockserver.GetUserAccessToken,
			// once the apply has planned again
			Match: func(r *http.Request) bool { return r.URL.Query().Get("allowEdit") == "true" },
			Do:    mockserver.Before(func(*http.Request) { model.write("a.txt", "a2") }),
		})
		model.MustFail(config, changed)
		model.MustConverge(config)
		model.wantFiles(map[string]string{"a.txt": "a2", "b.txt": "b1"})
	})
	t.Run("in an update", func(t *testing.T) {
		t.Parallel()
		model, config := begin(t)
		model.MustConverge(config)
		model.write("a.txt", "a2")
		model.Script(mockserver.Fault{
			Operation: mockserver.UpdateLanguageModel,
			Do:        mockserver.After(func(*http.Request) { model.write("a.txt", "longer than that") }),
		})
		model.MustFail(config, changed)
		model.MustConverge(config)
		model.Script(mockserver.Fault{
			Operation: mockserver.UpdateLanguageModel,
			Do:        mockserver.After(func(*http.Request) { _ = os.Remove(model.dir + "/a.txt") }),
		})
		model.write("a.txt", "a3")
		model.MustFail(config, `files["a.txt"]: the file cannot be read`)
		model.wantNothingWrong()
		model.write("a.txt", "a3")
		model.MustConverge(config)
		model.wantFiles(map[string]string{"a.txt": "a3", "b.txt": "b1"})
	})
}

// TestFilesAreChecked refuses files by their names, formats and texts while it plans.
func TestFilesAreChecked(t *testing.T) {
	t.Parallel()
	model := newBase(t)
	err := errors.Join(os.Mkdir(model.dir+"/dir.txt", 0o700), os.Symlink(os.DevNull, model.dir+"/device.txt"))
	check.MustSucceed(t, err, "a folder and a device")
	type file = acctest.Values
	text := file{"content": "x"}
	for name, test := range map[string]struct {
		file string
		is   file
		says string
	}{
		"no origin": {
			"x.txt", file{}, `files["x.txt"]: needs exactly one of source, content and url`,
		},
		"two origins": {
			"x.txt",
			file{"content": "x", "url": "https://texts.example/x.txt"},
			`files["x.txt"]: needs exactly one of`,
		},
		"format of a file": {
			"x.txt",
			file{"source": "terms.docx"},
			`files["x.txt"]: "terms.docx" does not end in .txt, .vtt, .srt, .ttml`,
		},
		"format of a text": {"terms", text, `files["terms"]: "terms" does not end in`},
		"empty text":       {"x.txt", file{"content": ""}, `files["x.txt"]: "x.txt" is empty`},
		"format of an address": {
			"terms.PDF",
			file{"url": "https://texts.example/x.txt"},
			`files["terms.PDF"]: "terms.PDF" does not end in`,
		},
		"not UTF-8": {
			"x.txt", file{"source": model.write("latin.txt", "one\nM\xfcller\n")}, `latin.txt" is not UTF-8`,
		},
		"empty file": {"x.txt", file{"source": model.write("empty.TXT", "")}, `empty.TXT" is empty`},
		"missing file": {
			"x.txt", file{"source": "no/such.txt"}, `files["x.txt"]: the file cannot be read: stat no/such.txt`,
		},
		"directory": {"x.txt", file{"source": model.dir + "/dir.txt"}, "is a directory or a device"},
		"device":    {"x.txt", file{"source": model.dir + "/device.txt"}, "is a directory or a device"},
		"no URL": {
			"x.txt",
			file{"url": "texts.example/x.txt"},
			`files["x.txt"].url "texts.example/x.txt" does not begin with http`,
		},
		"empty file name":         {"", text, `"" is empty`},
		"line break in file name": {"a\nb.txt", text, `"a\nb.txt" contains a control character`},
		"file of the service":     {"From transcript edits", text, "the service creates from edits"},
		"upper case, with a mark": {"x.TTML", file{"content": "\ufeffx"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newBase(t)
			config := withFiles(map[string]acctest.Values{test.file: test.is})
			diags := m.Validate(t.Context(), config)
			_, isText := test.is["content"]
			if isText && len(test.is) == 1 {
				check.Equal(t, test.says != "", len(diags) > 0, "validation says something: %v", acctest.Texts(diags))
			}
			if len(diags) == 0 {
				diags = m.Plan(t.Context(), config).Diagnostics
			}
			messages := strings.Join(acctest.Texts(diags), "\n")
			check.Equal(t, test.says != "", messages != "", "says something: %q", messages)
			check.Contains(t, test.says, messages, "the messages")
		})
	}
}

// TestDecomposedNames finds files whose names and folders are in another normal form than
// Terraform's, as macOS writes them.
func TestDecomposedNames(t *testing.T) {
	t.Parallel()
	model := newBase(t)
	err := os.Mkdir(model.dir+"/E\u0301quipe", 0o700)
	check.MustSucceed(t, err, "the folder")
	model.write("E\u0301quipe/re\u0301sume\u0301.txt", "one")
	model.write("\ud55c.txt", "two")
	config := withFiles(map[string]acctest.Values{
		"résumé.txt": {"source": model.dir + "/Équipe/résumé.txt"},
		"한.txt":      {"source": model.dir + "/\u1112\u1161\u11ab.txt"},
	})
	model.MustConverge(config)
	model.wantFiles(map[string]string{"résumé.txt": "one", "한.txt": "two"})
	other := model.dir + "/Équipe/resume.txt"
	plan := model.Plan(t.Context(), withFiles(map[string]acctest.Values{"x.txt": {"source": other}}))
	acctest.MustSay(t, plan.Diagnostics, acctest.Failure, "the file cannot be read: stat "+other)
}

// TestLargeFile plans and uploads a file in pieces: no more memory is taken for a file that is
// larger.
func TestLargeFile(t *testing.T) { //nolint:paralleltest // it measures memory
	const size = 128 << 20
	// The mock server takes half of this.
	const most = 64 << 20
	model := newBase(t)
	large := model.write("large.txt", strings.Repeat("words. \n", size/8))
	config := withFiles(map[string]acctest.Values{"large.txt": {"source": large}})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	model.MustConverge(config)
	runtime.ReadMemStats(&after)
	taken := after.TotalAlloc - before.TotalAlloc
	if taken > most {
		t.Errorf("%d MiB were taken, want at most %d", taken>>20, most>>20)
	}
	uploads := 0
	for _, r := range model.Requests() {
		if r.BodySize > size {
			uploads++
		}
	}
	check.Equal(t, 1, uploads, "uploads of the file")
}
