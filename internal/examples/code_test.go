package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/golden"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
)

// wants are the features that an engine must have, each by what shows in code that it is used.
var wants = []struct {
	pattern *regexp.Regexp
	engine.Feature
}{
	{regexp.MustCompile(`(?m)^list "|required_version = ">= 1\.14"`), queries},
	{regexp.MustCompile(`(?m)^action "|action_trigger`), actions},
	{regexp.MustCompile(`identity += \{`), engine.Feature{Name: "import by identity", Terraform: "v1.12", OpenTofu: "v1.12"}},
	{regexp.MustCompile(`_wo\b`), engine.WriteOnly},
	{regexp.MustCompile(`(?m)^ephemeral "|ephemeral +=`), engine.Feature{Name: "ephemeral values", Terraform: "v1.10", OpenTofu: "v1.11"}},
}

// Parts of code that validate looks at beyond the code itself.
var (
	localFile = regexp.MustCompile(`\$\{path\.module\}/([\w./-]+\.\w+)`)
	// localFolder is that of modules/customization, which looks for its files.
	localFolder = regexp.MustCompile(`\bfolder += "\$\{path\.module\}/([\w-]+)"`)
	variable    = regexp.MustCompile(`\bvar\.(\w+)`)
	declared    = regexp.MustCompile(`(?m)^variable "(\w+)"`)
	isQuery     = regexp.MustCompile(`(?m)^list "`)
	// isRoot finds what a child module cannot have.
	isRoot     = regexp.MustCompile(`(?m)^(list "|import \{|removed \{|action ")|required_version = ">= 1\.14"`)
	notInNames = regexp.MustCompile(`\W+`)
)

// code is a configuration, or a fragment of one, that some page shows.
type code struct {
	name string // where it stands
	text string
}

// missing names what the engine would need for the code, "" where it has everything.
func (c code) missing(e tools) string {
	for _, want := range wants {
		if want.pattern.MatchString(c.text) && !e.Has(want.Feature) {
			return want.Name
		}
	}
	return ""
}

// codeOf returns the code of a root module, without the modules that it calls.
func codeOf(t *testing.T, folder string) code {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository, folder, "*.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of code in %s (%v), want one or more", len(files), folder, err)
	}
	found := code{name: folder}
	for _, file := range files {
		found.text += read(t, file)
	}
	return found
}

// complete writes the code, completed to a configuration, into a folder of the workspace.
func (c code) complete(w workspace, folder string) {
	w.t.Helper()
	file := "main.tf"
	if isQuery.MatchString(c.text) {
		file = "main.tfquery.hcl"
	}
	w.Write(filepath.Join(folder, file), c.text)
	if !strings.Contains(c.text, "required_providers") {
		w.Write(
			filepath.Join(folder, "versions.tf"),
			"terraform {\n  required_providers {\n    videoindexer = { source = \"videoindexer/videoindexer\" }\n  }\n}\n",
		)
	}
	w.Write(filepath.Join(folder, "variables.tf"), c.undeclared())
	for _, match := range localFile.FindAllStringSubmatch(c.text, -1) {
		w.Write(filepath.Join(folder, match[1]), contents(match[1]))
	}
	for _, match := range localFolder.FindAllStringSubmatch(c.text, -1) {
		w.Write(filepath.Join(folder, match[1], "brands.csv"), "name\n")
	}
}

// validateAll has the engine check every piece of code, and its formatting. What can be a module is
// checked in one run.
func validateAll(t *testing.T, pieces []code) {
	t.Helper()
	e := need(t)
	all := e.at(t)
	together := all.below("together")
	var root strings.Builder
	root.WriteString("variable \"any\" {}\n")
	for i, c := range pieces {
		lacks := c.missing(e)
		if lacks != "" {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				t.Skipf("%s has no %s", e.Version, lacks)
			})
			continue
		}
		folder := fmt.Sprintf("%03d_%s", i, notInNames.ReplaceAllString(c.name, "_"))
		if isRoot.MatchString(c.text) {
			c.complete(all, folder)
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				own := all.below(folder)
				arguments := []string{"validate"}
				if strings.Contains(c.text, "module \"") {
					own.Run("get")
				}
				if isQuery.MatchString(c.text) {
					arguments = append(arguments, "-query")
				}
				own.Run(arguments...)
			})
			continue
		}
		c.complete(together, folder)
		fmt.Fprintf(&root, "\nmodule %q {\n  source = \"./%s\"\n", "m"+folder, folder)
		for _, match := range declared.FindAllStringSubmatch(c.text+c.undeclared(), -1) {
			fmt.Fprintf(&root, "  %s = var.any\n", match[1])
		}
		root.WriteString("}\n")
	}
	together.Write("main.tf", root.String())
	together.Run("fmt", "-write=true", "main.tf")
	r := all.Try("fmt", "-check", "-diff", "-recursive")
	if r.Code != 0 {
		t.Errorf("want all formatted, got: %s", r)
	}
	together.Run("get")
	together.Run("validate")
}

// undeclared declares the variables that a fragment takes from elsewhere.
func (c code) undeclared() string {
	var known []string
	for _, match := range declared.FindAllStringSubmatch(c.text, -1) {
		known = append(known, match[1])
	}
	var out strings.Builder
	for _, match := range variable.FindAllStringSubmatch(c.text, -1) {
		if !slices.Contains(known, match[1]) {
			known = append(known, match[1])
			out.WriteString("variable \"" + match[1] + "\" {}\n")
		}
	}
	return out.String()
}

// contents returns what a file needs to hold so that functions that read it are satisfied.
func contents(name string) string {
	if name == "ids.json" { // of the guide to adopting an account
		return `{"account": "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11", "language_models": {}, "person_models": {}, "persons": {}, "persons_in_default_model": {}}`
	}
	if name == "settings.yaml" {
		return "{enabled: true, use_built_in: false}"
	}
	switch filepath.Ext(name) {
	case ".csv":
		return "name\n"
	case ".json", ".yaml":
		return "{}"
	case ".vtt":
		return "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello.\n"
	}
	return "Hello.\n"
}

// TestAccSnippets validates the example of each thing that the provider offers, those of imports
// together with the resource that they import.
func TestAccSnippets(t *testing.T) {
	t.Parallel()
	need(t)
	root := filepath.Join(repository, "examples")
	found := 0
	var snippets []code
	for _, pattern := range []string{
		"provider/*.tf", "actions/*/*.tf", "data-sources/*/*.tf", "ephemeral-resources/*/*.tf",
		"functions/*/*.tf", "list-resources/*/*.tf", "list-resources/*/*.hcl", "resources/*/*.tf",
	} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("no examples like %s (%v)", pattern, err)
		}
		found += len(files)
		for _, file := range files {
			name, _ := filepath.Rel(root, file)
			snippet := code{name: filepath.ToSlash(name), text: read(t, file)}
			for _, local := range localFile.FindAllStringSubmatch(snippet.text, -1) {
				// Files of an ephemeral resource's example are those of a script, which is not
				// there either.
				_, err := os.Stat(filepath.Join(filepath.Dir(file), local[1]))
				if err != nil && !strings.HasPrefix(pattern, "ephemeral") {
					t.Errorf("%s: there is no %s next to it", name, local[1])
				}
			}
			if strings.HasPrefix(filepath.Base(file), "import-") {
				snippet.text = read(t, filepath.Join(filepath.Dir(file), "resource.tf")) + "\n" + snippet.text
			}
			snippets = append(snippets, snippet)
		}
	}
	validateAll(t, snippets)
	if found < 40 {
		t.Errorf("%d examples found, want 40 or more", found)
	}
}

// importCommand has the type, the name and the id of what it imports.
var importCommand = regexp.MustCompile(`(?m)^terraform import (\w+)\.(\w+) (\S+|"[^"]+")$`)

// TestImportBlocks holds the files with import blocks against the first command of import.sh. It
// writes them with
// -update.
func TestImportBlocks(t *testing.T) {
	t.Parallel()
	const account = `location = "westeurope"
account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
`
	for kind, fixture := range fixtures.All {
		if fixture.ImportID != "" { // which is no example of an identity
			continue
		}
		folder := inRepository(t, "examples", "resources", kind)
		command := importCommand.FindStringSubmatch(read(t, filepath.Join(folder, "import.sh")))
		if command == nil {
			t.Errorf("import.sh of %s has no command", kind)
			continue
		}
		block := func(file, argument string) {
			text := fmt.Sprintf("import {\nto = %s.%s\n%s\n}\n", kind, command[2], argument)
			golden.Assert(t, string(hclwrite.Format([]byte(text))), filepath.Join(folder, file))
		}
		id := strings.Trim(command[3], `"`)
		keys := account
		for i, key := range fixture.Keys {
			value := strings.Split(id, "/")[i]
			_, isNumber := key.Value.(int)
			if !isNumber {
				value = strconv.Quote(value)
			}
			keys += key.Name + " = " + value + "\n"
		}
		block("import-by-string-id.tf", fmt.Sprintf("id = %q", id))
		block("import-by-identity.tf", "identity = {\n"+keys+"}")
	}
}

// TestImportCommands checks that every import.sh imports what the resource's example declares, bare
// and with the account.
func TestImportCommands(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(repository, "examples", "resources", "*", "import.sh"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no import examples (%v)", err)
	}
	for _, file := range files {
		kind := filepath.Base(filepath.Dir(file))
		commands := importCommand.FindAllStringSubmatch(read(t, file), -1)
		if len(commands) < 2 {
			t.Errorf("%s: shows %d commands, want one for each form of the id", kind, len(commands))
		}
		for _, c := range commands {
			if c[1] != kind || !strings.Contains(read(t, filepath.Join(filepath.Dir(file), "resource.tf")), `resource "`+kind+`" "`+c[2]+`"`) {
				t.Errorf("%s: %q imports what resource.tf does not declare", kind, c[0])
			}
		}
	}
}
