package examples_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

func resourceSchemas(t *testing.T) map[string]*tfprotov6.Schema {
	t.Helper()
	return acctest.Schema(t).ResourceSchemas
}

// TestIndexListsEverything checks that the index links the page of every thing that the provider offers, and every guide.
func TestIndexListsEverything(t *testing.T) {
	t.Parallel()
	index := read(t, filepath.Join(repository, "templates", "index.md.tmpl"))
	for folder, all := range offered(t) {
		for name := range all {
			short := strings.TrimPrefix(name, provider.TypeName+"_")
			if link := "[`" + short + "`](" + folder + "/" + short + ".md)"; !strings.Contains(index, link) {
				t.Errorf("the index does not list %s with a link: %s", name, link)
			}
		}
	}
	for _, guide := range filesIn(t, "templates/guides", ".md.tmpl") {
		if link := "](guides/" + strings.TrimSuffix(filepath.Base(guide), ".tmpl") + ")"; !strings.Contains(index, link) {
			t.Errorf("the index does not list a guide: %s", link)
		}
	}
}

// TestIndexBeginsWithAnExample checks that the first page shows a resource before its arguments, and these before the lists of types.
func TestIndexBeginsWithAnExample(t *testing.T) {
	t.Parallel()
	rest := read(t, filepath.Join(repository, "docs", "index.md"))
	for _, part := range []string{"\n```terraform\n", "\nresource \"videoindexer_", "\n```\n", "\n## Schema\n", "](resources/"} {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("the first page has no %q, or has it too early", part)
		}
		rest = after
	}
}

// TestPageListsEverything checks that the page of calls has a row for everything that is not a resource, which TestResourceCalls
// checks, and a table for resources whose description says that they need extended operations.
func TestPageListsEverything(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, filepath.FromSlash(callsPage)))
	kinds := map[string]string{
		"data-sources": "data", "ephemeral-resources": "ephemeral", "list-resources": "list", "actions": "action", "functions": "function",
	}
	for folder, all := range offered(t) {
		for name, description := range all {
			row := "\n| " + kinds[folder] + " `" + name + "` |"
			if folder == "resources" {
				row = "\n## " + name + withExtended + "\n"
			}
			if (folder != "resources" || saysNeed.MatchString(description)) && !strings.Contains(page, row) {
				t.Errorf("%s has no line that begins with %s", callsPage, row)
			}
		}
	}
}

// offered are the descriptions of everything that the registry offers, by the folder of their pages and name.
func offered(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := acctest.Schema(t)
	found := map[string]map[string]string{"resources": {}, "data-sources": {}, "ephemeral-resources": {}, "list-resources": {}, "actions": {}, "functions": {}}
	for folder, schemas := range map[string]map[string]*tfprotov6.Schema{
		"resources": all.ResourceSchemas, "data-sources": all.DataSourceSchemas, "ephemeral-resources": all.EphemeralResourceSchemas, "list-resources": all.ListResourceSchemas,
	} {
		for name, schema := range schemas {
			found[folder][name] = schema.Block.Description
		}
	}
	for name, schema := range all.ActionSchemas {
		found["actions"][name] = schema.Schema.Block.Description
	}
	for name := range all.Functions {
		found["functions"][name] = ""
	}
	return found
}

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

// TestPolicyNames looks for the types and attributes that the policy of examples/ci names: one that was renamed would stop nothing. What
// the policy does is tested in tools/ci.
func TestPolicyNames(t *testing.T) {
	t.Parallel()
	policy := read(t, filepath.Join(repository, "examples", "ci", "policy", "videoindexer.rego"))
	known := map[string]bool{}
	var add func(attributes []*tfprotov6.SchemaAttribute)
	add = func(attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			if known[a.Name] = true; a.NestedType != nil {
				add(a.NestedType.Attributes)
			}
		}
	}
	for name, schema := range resourceSchemas(t) {
		known[name] = true
		add(schema.Block.Attributes)
	}
	names := regexp.MustCompile(`"(videoindexer_\w+)"|\b(?:before|after|resource|object|brand|other)\.(\w+)|some argument in \["(\w+)", "(\w+)"\]`).FindAllStringSubmatch(policy, -1)
	if len(names) < 20 {
		t.Errorf("%d names, want more", len(names))
	}
	for _, name := range names {
		for part := range strings.FieldsSeq(strings.Join(name[1:], " ")) {
			if part != "videoindexer_" && !known[part] {
				t.Errorf("no resource has %s", part)
			}
		}
	}
}

// TestLanguageCodes compares the codes on their page and in the module that exports models with those that the provider accepts.
func TestLanguageCodes(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, "templates", "guides", "language-codes.md.tmpl"))
	codes := func(row string) []string {
		line := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(row) + ` \| (.*) \|$`).FindStringSubmatch(page)
		if line == nil {
			t.Fatalf("the page has no row %q", row)
		}
		return submatches(line[1], "`([\\w-]+)`")
	}
	models, captions := codes("`language` of a language model, `source_language` of a video"), codes("`language` of captions and transcripts")
	slices.Sort(models)
	slices.Sort(captions)
	if diff := cmp.Diff(slices.Sorted(slices.Values(videoindexer.LanguageModelLanguages)), models); diff != "" {
		t.Errorf("languages of models (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(videoindexer.CaptionLanguages)), captions); diff != "" {
		t.Errorf("languages of captions (-want +got):\n%s", diff)
	}
	list := regexp.MustCompile(`(?s)languages = \[(.*?)\]`).FindStringSubmatch(read(t, filepath.Join(repository, "modules", "export", "language_models.tf")))
	if list == nil {
		t.Fatal("the module has no list of languages")
	}
	if diff := cmp.Diff(videoindexer.LanguageModelLanguages, submatches(list[1], `"([\w-]+)"`)); diff != "" {
		t.Errorf("languages of models in modules/export (-want +got):\n%s", diff)
	}
}
