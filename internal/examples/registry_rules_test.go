package examples_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What the registry allows: https://developer.hashicorp.com/terraform/registry/providers/docs
const (
	mostPages   = 2000
	largestPage = 500_000 // bytes
)

var (
	pageFolders = []string{".", "actions", "data-sources", "ephemeral-resources", "functions", "guides", "list-resources", "resources"}
	// frontMatter is what the registry shows of a page apart from its text: a title, which guides begin with; the group of the menu,
	// which the index has none of; and a description, which is one plain sentence.
	frontMatter = regexp.MustCompile(`^---\n(?:#.*\n)?page_title: "([^"]+)"\n(?:subcategory: "([^"]+)"\n)?description: \|-\n  ([A-Z][^\n]+)\n---\n`)
	guideGroups = []string{"Guides 1: Start", "Guides 2: Operate"}
)

// TestRegistryDocs checks the pages by the registry's rules: folders, number, size and front matter.
func TestRegistryDocs(t *testing.T) {
	t.Parallel()
	docs := filepath.Join(repository, "docs")
	count := 0
	err := filepath.WalkDir(docs, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		count++
		name, _ := filepath.Rel(docs, path)
		if folder := filepath.ToSlash(filepath.Dir(name)); !slices.Contains(pageFolders, folder) || filepath.Ext(name) != ".md" {
			t.Errorf("%s: the registry shows no such page", name)
		}
		text := read(t, path)
		if len(text) >= largestPage {
			t.Errorf("%s: %d bytes", name, len(text))
		}
		header := frontMatter.FindStringSubmatch(text)
		if header == nil {
			t.Errorf("%s: wants page_title, subcategory and a description of one line", name)
			return nil
		}
		title, group, description := header[1], header[2], header[3]
		isPlain := strings.HasSuffix(description, ".") && !strings.ContainsAny(description, "[`") && !strings.Contains(description, ".md") && !strings.Contains(description, ". ")
		switch folder := filepath.ToSlash(filepath.Dir(name)); {
		case folder == "guides" && (!slices.Contains(guideGroups, group) || !strings.HasPrefix(text[len(header[0]):], "\n# "+title+"\n")):
			t.Errorf("%s: has group %q, want one of the two of guides, or another title than page_title", name, group)
		case folder != "guides" && folder != "." && (group == "" || !isPlain):
			t.Errorf("%s: wants a subcategory, and a description of one plain sentence: %s", name, description)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 50 || count > mostPages {
		t.Errorf("%d pages", count)
	}
}
