package examples_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// block is a block of code on a page.
type block struct {
	language string
	text     string
	line     int    // of the page, from 1
	before   string // the line of prose before it
}

// blocks reads the fenced blocks of a page.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	var found []block
	var current *block
	prose := ""
	for i, line := range strings.Split(read(t, page), "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && current == nil:
			current = &block{language: fence, line: i + 1, before: prose}
		case isFence:
			found = append(found, *current)
			current = nil
		case current != nil:
			current.text += line + "\n"
		case strings.TrimSpace(line) != "":
			prose = line
		}
	}
	if current != nil {
		t.Errorf("%s: the block of line %d does not end", page, current.line)
	}
	return found
}

// pages are those that people write: the guides as readers see them, and the READMEs.
func pages(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"*.md", ".github/*.md", "docs/index.md", "docs/guides/*.md", "examples/*/README.md", "modules/*/README.md"} {
		found, err := filepath.Glob(filepath.Join(repository, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	if len(all) < 10 {
		t.Fatalf("only %d pages found", len(all))
	}
	return all
}

func nameOf(page string) string {
	name, _ := filepath.Rel(repository, page)
	return filepath.ToSlash(name)
}

// moduleSource is the source of a module of this repository, with its version.
var moduleSource = regexp.MustCompile(`github\.com/videoindexer/terraform-provider-videoindexer//([a-z/_-]+)(\?ref=v[0-9.]+)?`)

// TestAccPagesValidate validates every Terraform block of every page. Blocks that show a file of an
// example are checked there, with all of the example.
func TestAccPagesValidate(t *testing.T) {
	t.Parallel()
	need(t)
	shown := exampleFiles(t)
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	var found []code
	for _, page := range pages(t) {
		main := "" // what a file that readers save next to it belongs to
		for _, b := range blocks(t, page) {
			if b.language != "terraform" || shown[b.text] {
				continue
			}
			// What readers get from GitHub is here already.
			text := moduleSource.ReplaceAllStringFunc(b.text, func(source string) string {
				module, version := moduleSource.FindStringSubmatch(source)[1], moduleSource.FindStringSubmatch(source)[2]
				if version == "" {
					t.Errorf("%s line %d: the module has no version (?ref=v...)", nameOf(page), b.line)
				}
				return filepath.ToSlash(root) + "/" + module
			})
			if name := saveAs.FindStringSubmatch(b.before); len(name) > 1 && name[1] == "main.tf" {
				main = text
			} else if len(name) > 1 && filepath.Ext(name[1]) == ".tf" { // a query file stands by itself
				text = main + "\n" + text
			}
			found = append(found, code{name: fmt.Sprintf("%s line %d", nameOf(page), b.line), text: text})
		}
	}
	validateAll(t, found)
	if len(found) < 12 {
		t.Errorf("only %d blocks found", len(found))
	}
}

// exampleFiles holds the text of every file of the examples.
func exampleFiles(t *testing.T) map[string]bool {
	t.Helper()
	texts := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(repository, "examples"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".tf") && !entry.IsDir() {
			texts[read(t, path)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestPagesCommands checks that what pages tell readers to type exists: make targets and their
// variables, folders, the provider's environment variables, and subcommands of the engine.
func TestPagesCommands(t *testing.T) {
	t.Parallel()
	makefile := read(t, filepath.Join(repository, "GNUmakefile"))
	c := commands{
		targets:   submatches(makefile, `(?m)^([a-z-]+):.*## `),
		arguments: submatches(makefile, `\$[({]([A-Z]+)[)}]`),
		variables: submatches(read(t, filepath.Join(repository, "docs", "index.md")), "`(VIDEOINDEXER_[A-Z_]+)`"),
	}
	checked := 0
	for _, page := range pages(t) {
		c.folder = filepath.Dir(page)
		for _, b := range blocks(t, page) {
			if b.language != "shell" {
				continue
			}
			for line := range strings.Lines(strings.ReplaceAll(b.text, "\\\n", " ")) {
				if wrong := c.check(strings.TrimSpace(line)); wrong != "" {
					t.Errorf("%s, block of line %d: %q: %s", nameOf(page), b.line, strings.TrimSpace(line), wrong)
				}
				checked++
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d lines found", checked)
	}
}

func submatches(text, pattern string) []string {
	var found []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// commands is what a command line may name.
type commands struct {
	targets, arguments, variables []string
	// folder is that of the page.
	folder string
}

// subcommands are those of the engine that pages use.
var subcommands = []string{"apply", "console", "destroy", "fmt", "import", "init", "output", "plan", "query", "state", "test", "untaint", "validate", "version"}

// programs are those of others that pages use, and words of the shell.
var programs = []string{"curl", "done", "echo", "gh", "git", "gpg", "jq", "mkdir", "rm", "sha256sum"}

// check says what is wrong with a line of shell, "" if nothing is.
func (c commands) check(line string) string {
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(line)
	for len(words) > 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(words[0]) {
		name, _, _ := strings.Cut(words[0], "=")
		if !slices.Contains([]string{"TERRAFORM", "TF_ACC_TERRAFORM_PATH", "TF_LOG"}, name) && !slices.Contains(c.variables, name) {
			return "nobody reads " + name
		}
		words = words[1:]
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return ""
	}
	switch words[0] {
	case "make":
		return c.checkMake(words[1:])
	case "terraform", "tofu":
		if len(words) > 2 && strings.HasPrefix(words[1], "-chdir=") {
			words = words[1:]
		}
		if len(words) < 2 || !slices.Contains(subcommands, words[1]) {
			return "no such subcommand"
		}
	case "export":
		name, _, _ := strings.Cut(words[1], "=")
		if strings.HasPrefix(name, "VIDEOINDEXER_") && !slices.Contains(c.variables, name) {
			return "the provider does not read it"
		}
	case "cd":
		_, atRoot := os.Stat(filepath.Join(repository, words[1]))
		_, atPage := os.Stat(filepath.Join(c.folder, words[1]))
		if atRoot != nil && atPage != nil && !strings.HasPrefix(words[1], "/tmp/") && words[1] != "terraform-provider-videoindexer" {
			return "no such folder"
		}
	case "source":
	default:
		if strings.Contains(words[0], "=") {
			return ""
		}
		if strings.Contains(words[0], "/") {
			if _, err := os.Stat(filepath.Join(repository, words[0])); err != nil {
				return "no such file"
			}
		} else if !slices.Contains(programs, words[0]) {
			return "a command that readers may not have"
		}
	}
	return ""
}

func (c commands) checkMake(words []string) string {
	if len(words) == 0 || !slices.Contains(c.targets, words[0]) {
		return "no such target"
	}
	for _, name := range submatches(strings.Join(words[1:], " "), `\b([A-Z]+)=`) {
		if !slices.Contains(c.arguments, name) {
			return "the makefile does not read " + name
		}
	}
	return ""
}

// TestPagesLinks checks that links between the files of the repository lead somewhere.
func TestPagesLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)
	own := "https://github.com/videoindexer/terraform-provider-videoindexer/"
	for _, page := range pages(t) {
		for _, match := range link.FindAllStringSubmatch(read(t, page), -1) {
			target := filepath.Join(filepath.Dir(page), filepath.FromSlash(match[1]))
			for _, kind := range []string{"tree/main/", "blob/main/"} {
				if path, isOwn := strings.CutPrefix(match[1], own+kind); isOwn {
					target = filepath.Join(repository, filepath.FromSlash(path))
				}
			}
			if strings.Contains(target, ":") || strings.HasPrefix(match[1], "http") && !strings.Contains(match[1], "/main/") {
				continue
			}
			if _, err := os.Stat(target); err != nil && !strings.HasPrefix(match[1], "http") {
				t.Errorf("%s: the link to %s leads nowhere", nameOf(page), match[1])
			} else if err != nil && strings.HasPrefix(match[1], own) {
				t.Errorf("%s: the link to %s leads nowhere", nameOf(page), match[1])
			}
		}
	}
}
