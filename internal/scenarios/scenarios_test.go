// Package scenarios runs scenarios of users. A scenario says, step by step, what a user does, and
// exactly what the provider then shows and sends: the changes of each plan, every warning and error
// with its text, every request with its body, and what the state holds afterwards. Scenarios are
// text files in testdata; README.md says how to write one.
//
// A scenario runs over the plugin protocol in the test's own process, against the mock server, over
// connections in memory and in virtual time: pauses cost nothing, and a scenario is the same in
// every run.
package scenarios

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/tools/txtar"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/golden"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// eachScenario reads all scenarios.
func eachScenario(t *testing.T, visit func(file string, scenario *scenario)) {
	t.Helper()
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scenarios in testdata (%v), want some", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		check.MustSucceed(t, err, "the scenario")
		scenario, err := parseScenario(string(text))
		check.MustSucceed(t, err, "the scenario %s", file)
		visit(filepath.ToSlash(file), scenario)
	}
}

// TestScenarios carries out the steps of each file, and compares all that they show and send with
// it.
func TestScenarios(t *testing.T) {
	t.Parallel()
	eachScenario(t, func(file string, scenario *scenario) {
		name := strings.TrimPrefix(file, "testdata/")
		t.Run(strings.TrimSuffix(name, ".txtar"), func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) { runScenario(t, scenario) })
			golden.Assert(t, scenario.String(), name)
		})
	})
}

// maxShown is how many lines the steps of a scenario may show, so that it can be read as a page of
// a manual.
const maxShown = 80

// TestManual holds the page that leads to all scenarios to what they say they are about, and each
// of them to a length.
func TestManual(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	page.WriteString("# What users do\n\nThe scenarios by what they are about. `go test ./internal/scenarios -update` writes this page.\n")
	kind := ""
	eachScenario(t, func(file string, scenario *scenario) {
		of := strings.Split(file, "/")[1]
		if of != kind {
			kind = of
			fmt.Fprintf(&page, "\n## %s\n\n", strings.ToUpper(kind[:1])+strings.ReplaceAll(kind[1:], "_", " "))
		}
		shown := 0
		for _, step := range scenario.steps {
			shown += strings.Count(step.shown, "\n")
		}
		if shown > maxShown {
			t.Errorf("%s shows %d lines, want at most %d: tell less, and put what only differs in the failing request into a table test", file, shown, maxShown)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		fmt.Fprintf(
			&page, "- [%s](%s): %s\n", strings.NewReplacer("_", " ", "-", " ").Replace(name),
			file, strings.Join(strings.Fields(string(scenario.about)), " "),
		)
	})
	golden.Assert(t, page.String(), "../SCENARIOS.md")
}

// scenario is a file: what it is about, and its steps.
type scenario struct {
	about []byte
	steps []*step
}

// step is something that happens, and what it is expected to show.
type step struct {
	// name is the line of the step: a command and its arguments.
	name string
	// text is what belongs to it, such as a configuration.
	text string
	// shown is what the step has shown.
	shown string
}

// shownSection is the name of the section that expects what the step before it shows.
const shownSection = "shown"

func parseScenario(text string) (*scenario, error) {
	archive := txtar.Parse([]byte(text))
	scenario := &scenario{about: archive.Comment}
	if strings.TrimSpace(string(archive.Comment)) == "" {
		return nil, errors.New("a scenario begins with a line or two on what it is about")
	}
	for i, section := range archive.Files {
		switch {
		case section.Name != shownSection:
			scenario.steps = append(scenario.steps, &step{name: section.Name, text: string(section.Data)})
		case i == 0 || archive.Files[i-1].Name == shownSection:
			return nil, fmt.Errorf("section %d: nothing happens before what is shown", i+1)
		default:
			scenario.steps[len(scenario.steps)-1].shown = string(section.Data)
		}
	}
	return scenario, nil
}

// String returns the file of the scenario, with what its steps have shown.
func (s *scenario) String() string {
	archive := txtar.Archive{Comment: s.about}
	for _, step := range s.steps {
		archive.Files = append(archive.Files, txtar.File{Name: step.name, Data: []byte(step.text)})
		if step.shown != "" {
			archive.Files = append(archive.Files, txtar.File{Name: shownSection, Data: []byte(step.shown)})
		}
	}
	return string(txtar.Format(&archive))
}

// words splits a line at spaces that are not between double quotes.
func words(line string) []string {
	isQuoted := false
	return strings.FieldsFunc(line, func(r rune) bool {
		if r == '"' {
			isQuoted = !isQuoted
		}
		return r == ' ' && !isQuoted
	})
}

// folderName stands for the folder of the scenario's files.
const folderName = "FOLDER"

// configuration completes the configuration of a step. Its provider block, which it need not have,
// gets the arguments that it leaves out.
func (r *run) configuration(text string) (string, error) {
	text = strings.ReplaceAll(text, folderName, r.folder)
	defaults := map[string]string{
		"endpoint": r.URL, "location": mockserver.DefaultLocation, "account_id": mockserver.DefaultAccountID,
		"subscription_key": mockserver.DefaultSubscriptionKey,
	}
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return "", diags
	}
	at := len(text)
	opening := "\nprovider \"videoindexer\" {\n"
	closing := "}\n"
	own := providerBlock(file)
	setsExtended := false
	if own != nil {
		at = own.OpenBraceRange.End.Byte
		opening = "\n"
		closing = ""
		for name := range own.Body.Attributes {
			delete(defaults, name)
		}
		if own.Body.Attributes["access_token"] != nil {
			delete(defaults, "subscription_key")
		}
		setsExtended = own.Body.Attributes["extended_operations"] != nil
	}
	arguments := ""
	for _, name := range slices.Sorted(maps.Keys(defaults)) {
		arguments += fmt.Sprintf("  %s = %q\n", name, defaults[name])
	}
	if r.isExtended && !setsExtended {
		arguments += "  extended_operations = true\n"
	}
	return text[:at] + opening + arguments + closing + text[at:], nil
}

// providerBlock returns the last provider block of a file; nil if it has none.
func providerBlock(file *hcl.File) (last *hclsyntax.Block) {
	body, _ := file.Body.(*hclsyntax.Body)
	for _, block := range body.Blocks {
		if block.Type == "provider" {
			last = block
		}
	}
	return last
}

func sortedKeys[V any](all ...map[string]V) []string {
	keys := map[string]bool{}
	for _, entries := range all {
		for key := range entries {
			keys[key] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}
