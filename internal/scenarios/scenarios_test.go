// Package scenarios runs scenarios of users. A scenario says, step by step, what a user does, and exactly what the provider
// then shows and sends: the changes of each plan, every warning and error with its text, every request with its body, and
// what the state holds afterwards. Scenarios are text files in testdata; README.md says how to write one.
//
// A scenario runs over the plugin protocol in the test's own process, against the mock server, over connections in memory
// and in virtual time: pauses cost nothing, and a scenario is the same in every run.
package scenarios

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/golden"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

func TestScenarios(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("there are no scenarios in testdata")
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "testdata/"), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			told, err := parseStory(string(text))
			if err != nil {
				t.Fatal(err)
			}
			acctest.InBubble(t, func(t *testing.T) { tell(t, told) })
			got := told.String()
			if got == string(text) {
				return
			}
			if golden.FlagUpdate() && !t.Failed() {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("the scenario went differently (-want +got). If it is right as it went, run: go test ./internal/scenarios -update\n%s", cmp.Diff(string(text), got))
		})
	}
}
