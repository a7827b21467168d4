// Package ci_test checks the workflows of this repository, and the pipelines and the policy of
// examples/ci. It is a module of its own, because what it needs is larger than the provider.
package ci_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/open-policy-agent/opa/v1/util"
	"github.com/rhysd/actionlint"
	"go.yaml.in/yaml/v4"
)

const (
	workflows = "../../.github/workflows"
	examples  = "../../examples/ci"
)

// TestWorkflows lints what GitHub Actions runs here, and the example.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(workflows + "/*.yml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d workflows, error %v, want 3 or more", len(files), err)
	}
	var said bytes.Buffer
	linter, err := actionlint.NewLinter(&said, &actionlint.LinterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	problems, err := linter.LintFiles(append(files, examples+"/github-actions.yml"), nil)
	if err != nil || len(problems) > 0 {
		t.Errorf("%d problems, error %v, want none:\n%s", len(problems), err, tenLines(said.String()))
	}
}

// tenLines returns the first ten lines of a text.
func tenLines(text string) string {
	lines := strings.SplitAfterN(text, "\n", 11)
	return strings.Join(lines[:min(len(lines), 10)], "")
}

// textOf returns a file.
func textOf(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("want the file: %v", err)
	}
	return text
}

// TestTargets looks for the make targets that workflows name.
func TestTargets(t *testing.T) {
	t.Parallel()
	makefile := string(textOf(t, "../../GNUmakefile"))
	files, _ := filepath.Glob(workflows + "/*.yml") // whose pattern is valid
	named := regexp.MustCompile(`\bmake ([a-z-]+)|target: \[(.*)\]`)
	found := 0
	for _, file := range files {
		for _, match := range named.FindAllStringSubmatch(string(textOf(t, file)), -1) {
			for target := range strings.FieldsFuncSeq(match[1]+match[2], func(r rune) bool { return r == ',' || r == ' ' }) {
				found++
				if !strings.Contains(makefile, "\n"+target+":") {
					t.Errorf("%s runs make %s, want a target of the makefile", file, target)
				}
			}
		}
	}
	if found < 15 {
		t.Errorf("%d targets found, want 15 or more", found)
	}
}

// TestSameChecks compares the checks of a fresh clone with those of each change.
func TestSameChecks(t *testing.T) {
	t.Parallel()
	local, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	hosted, err := os.ReadFile(workflows + "/test.yml")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^section (make .*)$`).FindAllStringSubmatch(string(local), -1)
	if len(commands) < 3 {
		t.Fatalf("%d commands in .ci/run, want 3 or more", len(commands))
	}
	for _, command := range commands {
		if !strings.Contains(string(hosted), "- run: "+command[1]+"\n") {
			t.Errorf("test.yml does not run %q, as .ci/run does", command[1])
		}
	}
}

// TestForms reads the forms for issues: one that GitHub cannot read is not offered, without a word.
func TestForms(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../.github/ISSUE_TEMPLATE/*.yml")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d forms, error %v, want 4 or more", len(files), err)
	}
	for _, file := range files {
		if filepath.Base(file) == "config.yml" {
			continue
		}
		var form struct {
			Name, Description string
			Labels            []string
			Body              []struct {
				Type, ID    string
				Attributes  map[string]any
				Validations struct{ Required bool }
			}
		}
		decoder := yaml.NewDecoder(bytes.NewReader(textOf(t, file)))
		decoder.KnownFields(true)
		err := decoder.Decode(&form)
		if err != nil || len(form.Body) == 0 {
			t.Errorf("%s: %d fields, error %v, want some and no error", file, len(form.Body), err)
		}
		if form.Name == "" || form.Description == "" {
			t.Errorf("%s: name %q, description %q, want both", file, form.Name, form.Description)
		}
		for _, field := range form.Body {
			if !slices.Contains([]string{"checkboxes", "dropdown", "input", "textarea"}, field.Type) {
				t.Errorf("%s: field %q has the type %q, want a known one", file, field.ID, field.Type)
			}
			if field.ID == "" || field.Attributes["label"] == nil {
				t.Errorf("%s: field %q with the label %v, want an id and a label", file, field.ID, field.Attributes["label"])
			}
			if _, has := field.Attributes["options"]; has != (field.Type == "checkboxes" || field.Type == "dropdown") {
				t.Errorf("%s: %s has options: %t, want %t", file, field.ID, has, !has)
			}
		}
	}
}

// pipelines are the examples, and how a person approves the plan in each: by key and value, of the
// part that applies it.
var pipelines = map[string][2]string{
	"atlantis.yaml":       {"apply_requirements", "[approved mergeable undiverged]"},
	"azure-pipelines.yml": {"environment", "production"},
	"github-actions.yml":  {"environment", "production"},
	"gitlab-ci.yml":       {"when", "manual"},
}

// command is a command of the engine that changes or plans something.
var command = regexp.MustCompile(`terraform (plan|apply)\b.*`)

// TestPipelines reads the example of each system: a plan is saved, the policy sees it, a person
// approves it, and nothing but that plan is applied.
func TestPipelines(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(os.DirFS(examples), "*.y*ml")
	if err != nil || len(files) != len(pipelines) {
		t.Fatalf("the examples are %q (error %v), want the %d of pipelines", files, err, len(pipelines))
	}
	for _, name := range files {
		text := textOf(t, filepath.Join(examples, name))
		pairs, commands := read(t, name, text)
		if gate := pipelines[name]; !slices.Contains(pairs[gate[0]], gate[1]) {
			t.Errorf("%s: %s is %q, want %s among them", name, gate[0], pairs[gate[0]], gate[1])
		}
		want := []string{"terraform plan -lock=false -out=tfplan", "terraform apply tfplan"}
		if name == "atlantis.yaml" {
			want = nil // it has commands of its own for both
		}
		if !slices.Equal(commands, want) {
			t.Errorf("%s runs %q, want %q", name, commands, want)
		}
		if !bytes.Contains(text, []byte("conftest")) || !bytes.Contains(text, []byte("test --policy")) {
			t.Errorf(`%s has no "conftest" or no "test --policy", want both: it asks the policy`, name)
		}
	}
}

// read collects the values of each key of a document, and the commands in its texts.
func read(t *testing.T, name string, text []byte) (pairs map[string][]string, commands []string) {
	t.Helper()
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatalf("%s: error %v, want YAML", name, err)
	}
	pairs = map[string][]string{}
	var visit func(node *yaml.Node) string
	visit = func(node *yaml.Node) string {
		if node.Kind == yaml.ScalarNode {
			commands = append(commands, command.FindAllString(node.Value, -1)...)
			return node.Value
		}
		var values []string
		for i, child := range node.Content {
			values = append(values, visit(child))
			if node.Kind == yaml.MappingNode && i%2 == 1 {
				pairs[values[i-1]] = append(pairs[values[i-1]], values[i])
			}
		}
		return "[" + strings.Join(values, " ") + "]"
	}
	visit(&document)
	return pairs, commands
}

// TestPolicy runs the policy's own tests.
func TestPolicy(t *testing.T) {
	t.Parallel()
	ran, err := tester.Run(t.Context(), examples+"/policy")
	if err != nil || len(ran) < 7 {
		t.Fatalf("%d tests of the policy ran, error %v, want 7 or more", len(ran), err)
	}
	for _, result := range ran {
		if !result.Pass() {
			t.Errorf("%s of the policy fails at %s (error %v), want it to pass", result.Name, result.Location, result.Error)
		}
	}
}

// TestDeletions has the policy count what plans delete. The plans, and the numbers, are those of an
// apply at the simulated service: see TestPlannedDeletions in internal/provider, which writes them.
func TestDeletions(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	planning := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-trimpath", "-ldflags", "-s -w",
		"-run", "^TestPlannedDeletions$", "./internal/provider", "-args", "-plans="+folder)
	planning.Dir = "../.."
	if out, err := planning.CombinedOutput(); err != nil {
		t.Fatalf("TestPlannedDeletions: %v, want the plans:\n%s", err, tenLines(string(out)))
	}
	files, err := filepath.Glob(folder + "/*.json")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d plans, error %v, want 20 or more", len(files), err)
	}
	const deletions = "sum([number | some number in data.main.deletions])"
	count := rego.New(rego.Query(deletions), rego.Load([]string{examples + "/policy"}, nil))
	query, err := count.PrepareForEval(t.Context())
	if err != nil {
		t.Fatalf("the policy cannot be read: %v", err)
	}
	for _, file := range files {
		var plan map[string]any
		if err := util.Unmarshal(textOf(t, file), &plan); err != nil {
			t.Fatalf("%s: error %v, want JSON", filepath.Base(file), err)
		}
		results, err := query.Eval(t.Context(), rego.EvalInput(plan))
		if err != nil || len(results) != 1 {
			t.Fatalf("%s: %d results of the policy, error %v, want one", filepath.Base(file), len(results), err)
		}
		if got := results[0].Expressions[0].Value; got != plan["deletes"] {
			t.Errorf("%s: the policy counts %v deletions, want %v as the apply does",
				filepath.Base(file), got, plan["deletes"])
		}
	}
}
