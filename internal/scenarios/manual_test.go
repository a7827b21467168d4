package scenarios

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/golden"
)

// maxShown is how many lines the steps of a scenario may show, so that it can be read as a page of a manual.
const maxShown = 80

// longer are the scenarios of the folders that may show more, because nobody has shortened them yet.
var longer = map[string]int{"language_models": 170}

// TestManual holds the page that leads to all scenarios to what they say they are about, and each of them to a length.
func TestManual(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("# What users do\n\nThe scenarios by what they are about. `go test ./internal/scenarios -update` writes this page.\n")
	kind := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		told, err := parseStory(string(text))
		if err != nil {
			t.Fatal(err)
		}
		file = filepath.ToSlash(file)
		if of := strings.Split(file, "/")[1]; of != kind {
			kind = of
			fmt.Fprintf(&page, "\n## %s\n\n", strings.ToUpper(kind[:1])+strings.ReplaceAll(kind[1:], "_", " "))
		}
		shown := 0
		for _, step := range told.steps {
			shown += strings.Count(step.shown, "\n")
		}
		if limit := cmp.Or(longer[kind], maxShown); shown > limit {
			t.Errorf("%s shows %d lines, want at most %d: tell less, and put what only differs in the failing request into a table test", file, shown, limit)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		fmt.Fprintf(&page, "- [%s](%s): %s\n", strings.NewReplacer("_", " ", "-", " ").Replace(name), file, strings.Join(strings.Fields(string(told.about)), " "))
	}
	golden.Assert(t, page.String(), "../SCENARIOS.md")
}
