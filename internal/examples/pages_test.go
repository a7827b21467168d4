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

// TestPagesCommands checks that what pages have readers type exists: make targets and their variables, folders, and the
// provider's environment variables.
func TestPagesCommands(t *testing.T) {
	t.Parallel()
	makefile := read(t, filepath.Join(repository, "GNUmakefile"))
	variables := submatches(read(t, filepath.Join(repository, "docs", "index.md")), "`(VIDEOINDEXER_[A-Z_]+)`")
	known := map[string][]string{
		`\bmake ([a-z-]+)`:            submatches(makefile, `(?m)^([a-z-]+):.*## `),
		`\bmake [^\n]*?\b([A-Z]+)=`:   submatches(makefile, `\$[({]([A-Z]+)[)}]`),
		`\b(VIDEOINDEXER_[A-Z_]+)\b=`: variables,
	}
	checked, comment := 0, regexp.MustCompile(` #.*`)
	for _, page := range pages(t) {
		for _, b := range blocks(t, page) {
			if b.language != "shell" {
				continue
			}
			text := comment.ReplaceAllString(b.text, "")
			at := fmt.Sprintf("%s, block of line %d", nameOf(page), b.line)
			for pattern, names := range known {
				for _, name := range submatches(text, pattern) {
					checked++
					if !slices.Contains(names, name) {
						t.Errorf("%s: there is no %s", at, name)
					}
				}
			}
			for _, folder := range submatches(text, `(?m)^cd ([^/\s][^\s]*)`) {
				_, atRoot := os.Stat(filepath.Join(repository, folder))
				_, atPage := os.Stat(filepath.Join(filepath.Dir(page), folder))
				if atRoot != nil && atPage != nil && folder != checkout {
					t.Errorf("%s: there is no folder %s", at, folder)
				}
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d names found", checked)
	}
}

func submatches(text, pattern string) []string {
	var found []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// TestPagesLinks checks that links between the files of the repository lead somewhere.
func TestPagesLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)
	own := regexp.MustCompile(`^https://github\.com/videoindexer/terraform-provider-videoindexer/(?:tree|blob)/main/`)
	for _, page := range pages(t) {
		for _, match := range link.FindAllStringSubmatch(read(t, page), -1) {
			target := filepath.Join(filepath.Dir(page), filepath.FromSlash(match[1]))
			if found := own.FindString(match[1]); found != "" {
				target = filepath.Join(repository, filepath.FromSlash(strings.TrimPrefix(match[1], found)))
			} else if strings.Contains(match[1], ":") {
				continue
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", nameOf(page), match[1])
			}
		}
	}
}
