package examples_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// saveAs finds, in the prose before a block, the file that readers are to save it as.
var saveAs = regexp.MustCompile("save this as `([^`]+)`")

// savedAs returns the block of a page that readers are to save as a file.
func savedAs(t *testing.T, page, file string) string {
	for _, b := range blocks(t, filepath.Join(repository, page)) {
		name := saveAs.FindStringSubmatch(b.before)
		if len(name) > 1 && name[1] == file {
			return b.text
		}
	}
	t.Fatalf("%s has no block for %s", page, file)
	return ""
}

// TestAccGuides follows two pages word by word, up to the reader's own account: the guide, which
// begins next to a clone, and the example's README, which begins at its root. Both have the same
// clone, so that what the first one builds is there.
func TestAccGuides(t *testing.T) {
	t.Parallel()
	e := need(t)
	if runtime.GOOS == "windows" {
		t.Skip("the pages are written for a POSIX shell")
	}
	clone := filepath.Join(t.TempDir(), checkout)
	copyCheckout(t, clone)
	clone = follow(t, e, clone, "docs/guides/getting-started.md", "## With your own account", ".")
	if e.IsOpenTofu {
		t.Skip("the second page runs a test: " + notInOpenTofu["examples/vocabulary-repository/tests/repository.tftest.hcl"])
	}
	follow(t, e, clone, "examples/vocabulary-repository/README.md", "## With your account", checkout)
}

// checkout is what git calls the folder of a clone.
const checkout = "terraform-provider-videoindexer"

// follow does what a page says up to a heading, next to a clone or in it, with a home of its own,
// to which the clone moves. What the page says will be printed must be printed. It returns where
// the clone is then.
func follow(t *testing.T, e tools, clone, page, until, folder string) string {
	t.Helper()
	home := t.TempDir()
	moved := filepath.Join(home, checkout)
	err := os.Rename(clone, moved)
	check.MustSucceed(t, err, "the move of the clone")
	var caches []string
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // they are below the home otherwise
		value, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
		check.MustSucceed(t, err, "go env %s", name)
		caches = append(caches, name+"="+strings.TrimSpace(string(value)))
	}
	followAtHome(t, e, page, until, home, folder, caches...)
	return moved
}

// followAtHome does what a page says up to a heading, in a folder below a home.
func followAtHome(t *testing.T, e tools, page, until, home, folder string, env ...string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the page is written for a POSIX shell")
	}
	if !filepath.IsAbs(page) {
		page = filepath.Join(repository, filepath.FromSlash(page))
	}
	script, expected := rehearse(t, page, until, home)
	command := exec.CommandContext(t.Context(), "bash", "-c", script)
	command.Dir = filepath.Join(home, folder)
	command.Env = append(engine.Environment("TF_CLI_CONFIG_FILE="+os.DevNull), "ENGINE="+e.Program, "HOME="+home)
	command.Env = append(command.Env, env...)
	out, err := command.CombinedOutput()
	if err != nil {
		printed := inprocess.Excerpt(string(out))
		t.Fatalf("%s: want its commands to succeed: %v%v", page, err, printed[max(0, len(printed)-10):])
	}
	rest := string(out)
	for _, line := range expected {
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Fatalf("%s says that %q is printed next, and it was not: %v", page, line, inprocess.Excerpt(rest))
		}
		rest = after
	}
}

// rehearse makes a script of the page, and a list of what it should print in that order. Its
// folders below /tmp become folders below home.
func rehearse(t *testing.T, page, until, home string) (script string, expected []string) {
	var b strings.Builder
	b.WriteString("set -euo pipefail\n" +
		"trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n" +
		"terraform() { echo yes | \"$ENGINE\" \"$@\" -no-color; }\n")
	before, _, found := strings.Cut(read(t, page), until)
	if !found {
		t.Fatalf("%s has no heading %q", page, until)
	}
	ends := strings.Count(before, "\n")
	for _, block := range blocks(t, page) {
		if block.line > ends {
			break
		}
		switch block.language {
		case "terraform":
			name := saveAs.FindStringSubmatch(block.before)
			if name == nil {
				t.Fatalf("%s, line %d: readers are not told where to save this", page, block.line)
			}
			fmt.Fprintf(&b, "cat >%s <<'BLOCK'\n%sBLOCK\n", name[1], block.text)
		case "text":
			for line := range strings.Lines(block.text) {
				expected = append(expected, strings.TrimSpace(line))
			}
		case "shell":
			for line := range strings.Lines(block.text) {
				line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
				switch {
				case strings.HasPrefix(line, "git clone "):
				case strings.HasPrefix(line, "make mockserver "):
					fmt.Fprintf(
						&b, "%s &\nfor i in $(seq 600); do [ -s /tmp/videoindexer.env ] && break; sleep 0.1; done\n",
						line,
					)
				default:
					fmt.Fprintln(&b, line)
				}
			}
		}
	}
	if len(expected) == 0 {
		t.Errorf("%s does not say what is printed", page)
	}
	root := inRepository(t)
	// Modules are those of the checkout.
	script = strings.ReplaceAll(b.String(), "/tmp/", home+"/")
	return strings.ReplaceAll(script, "github.com/videoindexer/terraform-provider-videoindexer//", filepath.ToSlash(root)+"/"), expected
}

// copyCheckout copies the files of the checkout, without what was built there.
func copyCheckout(t *testing.T, to string) {
	const script = `mkdir "$1" && tar -C "$2" --exclude=.git --exclude=bin --exclude=dist --exclude=.terraform --exclude=testdata -c . | tar -C "$1" -x`
	out, err := exec.CommandContext(t.Context(), "bash", "-o", "pipefail", "-c", script, "copy", to, repository).CombinedOutput()
	check.MustSucceed(t, err, "the copy of the checkout, with %s", out)
}
