package examples_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	groups      = []string{"Brands", "Language models", "People", "Videos and projects", "Accounts"}
	repoName    = regexp.MustCompile(`^terraform-provider-[a-z0-9-]+$`)
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
		case folder == "guides" && (group != "Guides" || !strings.HasPrefix(text[len(header[0]):], "\n# "+title+"\n")):
			t.Errorf("%s: has group %q, want Guides, or another title than page_title", name, group)
		case folder != "guides" && folder != "." && (!slices.Contains(groups, group) || !isPlain):
			t.Errorf("%s: wants a subcategory of the list in scripts/docs.sh, and a description of one plain sentence: %s", name, description)
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

// TestRegistryNames checks the names that the registry derives from the repository, the protocol that the manifest
// announces, and the files that it asks of a release.
func TestRegistryNames(t *testing.T) {
	t.Parallel()
	module := submatches(read(t, filepath.Join(repository, "go.mod")), `(?m)^module (.*)$`)
	if len(module) != 1 || !strings.HasPrefix(module[0], "github.com/videoindexer/") || !repoName.MatchString(filepath.Base(module[0])) {
		t.Errorf("the module is %q", module)
	}
	if _, err := os.Stat(filepath.Join(repository, "LICENSE")); err != nil {
		t.Error(err)
	}
	var manifest any
	if err := json.Unmarshal([]byte(read(t, filepath.Join(repository, "terraform-registry-manifest.json"))), &manifest); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"version": 1.0, "metadata": map[string]any{"protocol_versions": []any{"6.0"}}}
	if diff := cmp.Diff(want, manifest); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
	release := read(t, filepath.Join(repository, ".goreleaser.yml"))
	for _, line := range []string{
		"project_name: " + filepath.Base(module[0]),
		`binary: "{{ .ProjectName }}_v{{ .Version }}"`,
		"formats: [zip]",
		`name_template: "{{ .ProjectName }}_{{ .Version }}_{{ .Os }}_{{ .Arch }}"`,
		`name_template: "{{ .ProjectName }}_{{ .Version }}_SHA256SUMS"`,
		"algorithm: sha256",
		`name_template: "{{ .ProjectName }}_{{ .Version }}_manifest.json"`,
		"- artifacts: checksum",
		"- --detach-sign",
	} {
		if !strings.Contains(release, line) {
			t.Errorf(".goreleaser.yml lacks %s", line)
		}
	}
	if strings.Contains(release, "--armor") {
		t.Error("the registry reads binary signatures alone")
	}
	if !strings.Contains(read(t, filepath.Join(repository, ".github", "workflows", "release.yml")), `tags: ["v*"]`) {
		t.Error("a release is a tag v<version>")
	}
}
