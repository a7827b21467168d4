package scenarios

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/golden"
)

// TestManual holds the page that leads to all stories to what they say they are about.
func TestManual(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString("# What users do\n\nThe stories by what they are about. `go test ./internal/scenarios -update` writes this page.\n")
	noun := ""
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
		if of := strings.Split(file, "/")[1]; of != noun {
			noun = of
			fmt.Fprintf(&page, "\n## %s\n\n", strings.ToUpper(noun[:1])+strings.ReplaceAll(noun[1:], "_", " "))
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		fmt.Fprintf(&page, "- [%s](%s): %s\n", strings.NewReplacer("_", " ", "-", " ").Replace(name), file, strings.Join(strings.Fields(string(told.about)), " "))
	}
	golden.Assert(t, page.String(), "../STORIES.md")
}
