package acctest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// Journal writes down what the steps of a walk do. A walk that fails prints its last step alone;
// `go test -artifacts` keeps all steps with their requests.
type Journal struct {
	t      *testing.T
	server *Server
	text   strings.Builder
	steps  int
	last   Messages // of the last step
}

// Journal begins a journal, which ends with the test.
func (s *Server) Journal(t *testing.T) *Journal {
	t.Helper()
	j := &Journal{t: t, server: s}
	t.Cleanup(j.finish)
	return j
}

// Begin begins a step.
func (j *Journal) Begin(format string, args ...any) {
	j.KeepRequests()
	j.steps++
	j.last = nil
	j.Keep("\nStep %d", j.steps)
	j.Note(format, args...)
}

// Note writes down something that a walk prints if it fails in this step.
func (j *Journal) Note(format string, args ...any) {
	j.last = append(j.last, fmt.Sprintf(format, args...))
	j.Keep(format, args...)
}

// Keep writes down something that a walk does not print.
func (j *Journal) Keep(format string, args ...any) { _, _ = fmt.Fprintf(&j.text, format+"\n", args...) }

// KeepRequests writes down the requests since the last time, which the server then forgets.
func (j *Journal) KeepRequests() {
	for _, r := range j.server.Requests() {
		j.Keep("%s %s %s: %d %s", r.Time.Format("05.000000"), r.Method, r.Path, r.Status, r.Fault)
	}
	j.server.ResetRequests()
}

func (j *Journal) finish() {
	if !j.t.Failed() {
		return
	}
	j.KeepRequests()
	err := os.WriteFile(filepath.Join(j.t.ArtifactDir(), "walk.txt"), []byte(j.text.String()), 0o600)
	check.ErrorSays(j.t, "", err, "walk.txt")
	j.t.Logf("step %d; with -artifacts, walk.txt has all steps: %v", j.steps, j.last)
}
