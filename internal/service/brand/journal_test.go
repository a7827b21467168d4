package brand_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// journal is a working directory that writes down what a walk does. A walk that fails prints its last step alone;
// `go test -artifacts` keeps the configurations, plans and requests of all steps.
type journal struct {
	acctest.Runner

	t      *testing.T
	server *acctest.Server
	text   strings.Builder
	steps  int
	step   string // the last one
}

func (j *journal) note(format string, args ...any) { _, _ = fmt.Fprintf(&j.text, format+"\n", args...) }

// begin begins a step, and forgets the requests of the one before.
func (j *journal) begin(step string) {
	j.noteRequests()
	j.server.ResetRequests()
	j.steps++
	j.step = step
	j.note("\nStep %d, %s", j.steps, step)
}

func (j *journal) Plan(ctx context.Context, config string, how inprocess.Options) (*inprocess.Plan, error) {
	plan, err := j.Runner.Plan(ctx, config, how)
	j.note("%s\nplan %+v: %v\n%v", config, how, err, plan)
	return plan, err
}

func (j *journal) Apply(ctx context.Context, plan *inprocess.Plan) error {
	err := j.Runner.Apply(ctx, plan)
	j.note("apply: %v", err)
	return err
}

func (j *journal) noteRequests() {
	for _, r := range j.server.Requests() {
		j.note("%s %s %s: %d %s", r.Time.Format("05.000000"), r.Method, r.Path, r.Status, r.Fault)
	}
}

// end says in which step a walk has failed.
func (j *journal) end() {
	if !j.t.Failed() {
		return
	}
	j.noteRequests()
	file := filepath.Join(j.t.ArtifactDir(), "walk.txt")
	err := os.WriteFile(file, []byte(j.text.String()), 0o600)
	if err != nil {
		j.t.Error(err)
	}
	j.t.Logf("step %d, %s; with -artifacts, walk.txt has all steps", j.steps, j.step)
}

// brief is the beginning of a text, of which the journal has the rest.
func brief(text any) string {
	const most = 4
	lines := slices.DeleteFunc(strings.Split(fmt.Sprint(text), "\n"), func(line string) bool {
		return strings.TrimSpace(line) == ""
	})
	if len(lines) > most {
		lines = append(lines[:most], "...")
	}
	return strings.Join(lines, "\n")
}

// failures are ways in which a request fails.
var failures = []mockserver.Action{
	mockserver.Status(400), mockserver.Status(500), mockserver.StatusAfter(504),
	mockserver.ResetBefore(), mockserver.ResetAfter(),
}
