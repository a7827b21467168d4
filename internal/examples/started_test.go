package examples_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// saveAs finds, in the prose before a block, the file that readers are to save it as.
var saveAs = regexp.MustCompile("save this as `([^`]+)`")

// TestAccGettingStarted follows the guide word by word, up to the reader's own account: in a copy of
// the checkout, with a home of its own. What the guide says will be printed must be printed.
func TestAccGettingStarted(t *testing.T) {
	t.Parallel()
	e := need(t)
	if runtime.GOOS == "windows" {
		t.Skip("the guide is written for a POSIX shell")
	}
	page := filepath.Join(repository, "docs", "guides", "getting-started.md")
	home := t.TempDir()
	script, expected := rehearse(t, page, home)
	clone := filepath.Join(home, "terraform-provider-videoindexer")
	copyCheckout(t, clone)

	command := exec.CommandContext(t.Context(), "bash", "-c", script)
	command.Dir = home
	command.Env = append(environment("TF_CLI_CONFIG_FILE="+os.DevNull), "ENGINE="+e.program)
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // they are below the home otherwise
		value, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		command.Env = append(command.Env, name+"="+strings.TrimSpace(string(value)))
	}
	command.Env = append(command.Env, "HOME="+home)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rest := string(out)
	for _, line := range expected {
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Fatalf("the guide says that %q is printed next, and it was not:\n%s", line, rest)
		}
		rest = after
	}
}

// rehearse makes a script of the page, and a list of what it should print in that order. Its folders
// below /tmp become folders below home.
func rehearse(t *testing.T, page, home string) (script string, expected []string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("set -euo pipefail\n" +
		"trap 'kill $(jobs -p)' EXIT\n" +
		"terraform() { echo yes | \"$ENGINE\" \"$@\" -no-color; }\n")
	ends := strings.Count(strings.Split(read(t, page), "## With your own account")[0], "\n")
	for _, block := range blocks(t, page) {
		if block.line > ends {
			break
		}
		switch {
		case block.language == "terraform":
			name := saveAs.FindStringSubmatch(block.before)
			if name == nil {
				t.Fatalf("line %d: readers are not told where to save this", block.line)
			}
			fmt.Fprintf(&b, "cat >%s <<'BLOCK'\n%sBLOCK\n", name[1], block.text)
		case block.language == "text":
			for line := range strings.Lines(block.text) {
				expected = append(expected, strings.TrimSpace(line))
			}
		case strings.Contains(block.text, "make mockserver"):
			fmt.Fprintf(&b, "%s &\nfor i in $(seq 600); do [ -s /tmp/videoindexer.env ] && break; sleep 0.1; done\n", strings.TrimSpace(block.text))
		case block.language == "shell":
			for line := range strings.Lines(block.text) {
				if !strings.HasPrefix(line, "git clone ") {
					b.WriteString(line)
				}
			}
		}
	}
	if len(expected) < 5 {
		t.Errorf("the guide promises little: %q", expected)
	}
	return strings.ReplaceAll(b.String(), "/tmp/", home+"/"), expected
}

// copyCheckout copies the files of the checkout, without what was built there.
func copyCheckout(t *testing.T, to string) {
	t.Helper()
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		switch entry.Name() {
		case ".git", "bin", "dist", ".terraform", "testdata":
			if entry.IsDir() {
				return filepath.SkipDir
			}
		}
		if entry.IsDir() {
			return os.MkdirAll(target, 0o750)
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, info.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
}
