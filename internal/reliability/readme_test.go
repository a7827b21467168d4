//go:build unix

package reliability

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme expects the tests and targets that README.md names to be there, and the tests here to be named.
func TestReadme(t *testing.T) {
	t.Parallel()
	readme := readFile(t, "README.md")
	makefile := readFile(t, "../../GNUmakefile")
	declared, here := map[string]bool{}, map[string]bool{}
	declaration := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, found := range declaration.FindAllStringSubmatch(readFile(t, path), -1) {
			declared[found[1]] = true
			if filepath.Dir(path) == "../reliability" {
				here[found[1]] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile("`((?:Test|Fuzz)\\w+)").FindAllStringSubmatch(readme, -1) {
		if !declared[name[1]] {
			t.Errorf("README.md names %s, which does not exist", name[1])
		}
		delete(here, name[1])
	}
	for _, target := range regexp.MustCompile("`make ([a-z-]+)").FindAllStringSubmatch(readme, -1) {
		if !strings.Contains(makefile, "\n"+target[1]+":") {
			t.Errorf("README.md names make %s, which does not exist", target[1])
		}
	}
	delete(here, "TestMain")
	delete(here, "TestReadme")
	for name := range here {
		t.Errorf("README.md does not name %s", name)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
