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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
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

// pages returns those that people write: the guides as readers see them, and the READMEs.
func pages(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{
		"*.md", ".github/*.md", "docs/index.md", "docs/guides/*.md", "examples/*/README.md",
		"modules/*/README.md", "mocks/README.md", "contributing/*.md", "internal/*/README.md", "internal/*/*/README.md",
	} {
		found, err := filepath.Glob(filepath.Join(repository, filepath.FromSlash(pattern)))
		check.MustSucceed(t, err, "the pages %s", pattern)
		all = append(all, found...)
	}
	if len(all) < 10 {
		t.Fatalf("%d pages found, want 10 or more", len(all))
	}
	return all
}

func nameOf(page string) string {
	name, _ := filepath.Rel(repository, page)
	return filepath.ToSlash(name)
}

// moduleSource is the source of a module of this repository.
var moduleSource = regexp.MustCompile(`github\.com/videoindexer/terraform-provider-videoindexer//([a-z/_-]+)`)

// TestAccPagesValidate validates every Terraform block of every page. Blocks that show a file of an
// example are checked there, with all of the example.
func TestAccPagesValidate(t *testing.T) {
	t.Parallel()
	need(t)
	shown := exampleFiles(t)
	root := inRepository(t)
	var found []code
	for _, page := range pages(t) {
		main := "" // what a file that readers save next to it belongs to
		for _, b := range blocks(t, page) {
			if b.language != "terraform" || shown[b.text] {
				continue
			}
			// What readers get from GitHub is here already.
			text := moduleSource.ReplaceAllString(b.text, filepath.ToSlash(root)+"/$1")
			name := saveAs.FindStringSubmatch(b.before)
			if len(name) > 1 && name[1] == "main.tf" {
				main = text
			} else if len(name) > 1 && filepath.Ext(name[1]) == ".tf" { // a query file stands by itself
				text = main + "\n" + text
			}
			found = append(found, code{name: fmt.Sprintf("%s line %d", nameOf(page), b.line), text: text})
		}
	}
	validateAll(t, found)
	if len(found) < 12 {
		t.Errorf("%d blocks found, want 12 or more", len(found))
	}
}

// exampleFiles holds the text of every file of the examples.
func exampleFiles(t *testing.T) map[string]bool {
	texts := map[string]bool{}
	for _, path := range filesIn(t, "examples", ".tf") {
		texts[read(t, path)] = true
	}
	return texts
}

// filesIn returns the files of a folder of the repository, and of those in it, whose names end so.
func filesIn(t *testing.T, folder, suffix string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(repository, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() && strings.HasSuffix(path, suffix) {
			found = append(found, path)
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("%d files in %s (%v), want at least one", len(found), folder, err)
	}
	return found
}

// TestPagesCommands checks that what pages have readers type exists: make targets and their
// variables, folders, and the provider's environment variables.
func TestPagesCommands(t *testing.T) {
	t.Parallel()
	makefile := read(t, filepath.Join(repository, "GNUmakefile"))
	variables := submatches(read(t, filepath.Join(repository, "docs", "index.md")), "`(VIDEOINDEXER_[A-Z_]+)`")
	known := map[string][]string{
		`\bmake ([a-z-]+)`:            submatches(makefile, `(?m)^([a-z-]+):.*## `),
		`\bmake [^\n]*?\b([A-Z]+)=`:   submatches(makefile, `\$[({]([A-Z]+)[)}]`),
		`\b(VIDEOINDEXER_[A-Z_]+)\b=`: variables,
	}
	checked := 0
	comment := regexp.MustCompile(` #.*`)
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
				isThere := atRoot == nil || atPage == nil
				if !isThere && folder != checkout {
					t.Errorf("%s: there is no folder %s", at, folder)
				}
			}
		}
	}
	if checked < 40 {
		t.Errorf("%d names found, want 40 or more", checked)
	}
}

func submatches(text, pattern string) []string {
	var found []string
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// TestPagesVersions compares the versions that modules are pinned to with the newest release of the
// changelog: until there is one, no page has such a version.
func TestPagesVersions(t *testing.T) {
	t.Parallel()
	released := append(submatches(read(t, filepath.Join(repository, "CHANGELOG.md")), `(?m)^## (\d+\.\d+\.\d+)\b`), "of a release that does not exist yet")[0]
	places := 0
	for _, page := range pages(t) {
		text := read(t, page)
		for _, version := range submatches(text, `\?ref=v(\d[\w.-]*)`) {
			check.Equal(t, released, version, "%s: pins a module to the version", nameOf(page))
		}
		places += strings.Count(text, "`?ref=v`")
	}
	check.Equal(t, 1, places, "places that show how to pin a module")
}

// TestPagesGuides checks that guides which texts and examples name by their titles exist.
func TestPagesGuides(t *testing.T) {
	t.Parallel()
	var titles []string
	for _, guide := range filesIn(t, "docs/guides", ".md") {
		titles = append(titles, submatches(read(t, guide), `(?m)^page_title: "(?:\d\. )?(.*)"`)...)
	}
	for _, name := range slices.Concat(pages(t), filesIn(t, "docs", ".md"), filesIn(t, "examples", ""), filesIn(t, "modules", "")) {
		for _, title := range submatches(read(t, name), `\bguide\s+(?:#\s+)?"([^"]+)"`) {
			if !slices.Contains(titles, title) {
				t.Errorf("%s: there is no guide %q", nameOf(name), title)
			}
		}
	}
}

// TestListBlocksHaveLimits looks for a limit in every list block that readers may copy: without
// one, an engine lists a hundred objects.
func TestListBlocksHaveLimits(t *testing.T) {
	t.Parallel()
	list := regexp.MustCompile(`\nlist "\w+" "\w+" \{\n(?:.*\n)*?\}\n`)
	limit := regexp.MustCompile(`\n {2}limit +=`)
	found := 0
	for _, name := range append(filesIn(t, "docs", ".md"), filesIn(t, "examples", ".tfquery.hcl")...) {
		for _, block := range list.FindAllString(read(t, name), -1) {
			found++
			if !limit.MatchString(block) {
				t.Errorf("%s: this block has no limit: %v", nameOf(name), inprocess.Excerpt(block))
			}
		}
	}
	if found < 20 {
		t.Errorf("%d blocks found, want 20 or more", found)
	}
}

// TestPagesLinks checks that links and pictures between the files of the repository lead somewhere,
// to a heading if they name one.
func TestPagesLinks(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`(?:\]\(|(?:src|srcset)=")([^)#\s"]*)(?:#([^)\s]*))?[)"]`)
	own := regexp.MustCompile(`^https://github\.com/videoindexer/terraform-provider-videoindexer/(?:tree|blob)/main/`)
	for _, page := range slices.Concat(pages(t), filesIn(t, "docs", ".md"), filesIn(t, "decisions", ".md")) {
		for _, match := range link.FindAllStringSubmatch(read(t, page), -1) {
			target := filepath.Join(filepath.Dir(page), filepath.FromSlash(match[1]))
			if match[1] == "" {
				target = page
			}
			found := own.FindString(match[1])
			if found != "" {
				target = filepath.Join(repository, filepath.FromSlash(strings.TrimPrefix(match[1], found)))
			} else if strings.Contains(match[1], ":") {
				continue
			}
			_, err := os.Stat(target)
			if err != nil {
				t.Errorf("%s: the link to %s leads nowhere", nameOf(page), match[1])
			} else if match[2] != "" && !slices.Contains(anchors(t, target), match[2]) {
				t.Errorf("%s: %s has no heading #%s", nameOf(page), nameOf(target), match[2])
			}
		}
	}
}

// anchors returns those that the registry and GitHub give to the headings of a page, and those that
// a page names itself.
func anchors(t *testing.T, page string) (found []string) {
	t.Helper()
	text := read(t, page)
	notInAnchors := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	for _, heading := range submatches(text, `(?m)^#+ (.+)$`) {
		found = append(found, strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(heading), ""), " ", "-"))
	}
	return append(found, submatches(text, `<a id="([^"]+)"`)...)
}

// TestMessagesLinks checks that guides which messages link exist, with the heading.
func TestMessagesLinks(t *testing.T) {
	t.Parallel()
	found := 0
	for _, name := range filesIn(t, "internal", ".go") {
		for _, page := range submatches(read(t, name), `\bGuideURL\("([^"]+)"\)`) {
			found++
			guide, heading, hasHeading := strings.Cut(page, "#")
			target := filepath.Join(repository, "docs", "guides", guide+".md")
			_, err := os.Stat(target)
			if err != nil {
				t.Errorf("%s: there is no guide %s", nameOf(name), guide)
			} else if hasHeading && !slices.Contains(anchors(t, target), heading) {
				t.Errorf("%s: the guide %s has no heading #%s", nameOf(name), guide, heading)
			}
		}
	}
	if found < 3 {
		t.Errorf("%d links found, want 3 or more", found)
	}
}

// TestIndexBeginsWithAnExample checks that the first page shows a resource before its arguments,
// and these before the lists of types.
func TestIndexBeginsWithAnExample(t *testing.T) {
	t.Parallel()
	rest := read(t, filepath.Join(repository, "docs", "index.md"))
	for _, part := range []string{
		"\n```terraform\n", "\nresource \"videoindexer_", "\n```\n", "\n## Schema\n", "](resources/",
	} {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("the first page has no %q, or has it too early", part)
		}
		rest = after
	}
}

// What the registry allows: https://developer.hashicorp.com/terraform/registry/providers/docs
const (
	mostPages   = 2000
	largestPage = 500_000 // bytes
)

var (
	pageFolders = []string{
		".", "actions", "data-sources", "ephemeral-resources", "functions", "guides", "list-resources", "resources",
	}
	// frontMatter is what the registry shows of a page apart from its text: a title, which guides
	// begin with; the group of the menu, which the index and the guides do not have, so that they
	// lead; and a description, which is one plain sentence. The menu sorts guides by their titles:
	// those to read first have a number.
	frontMatter = regexp.MustCompile(`^---\n(?:#.*\n)?page_title: "(?:\d\. )?([^"]+)"\n(?:subcategory: "([^"]+)"\n)?description: \|-\n  ([A-Z][^\n]+)\n---\n`)
)

// plainSentence matches one sentence without links and code.
var plainSentence = regexp.MustCompile("^([^[`.]|\\.[^ .m[`])+\\.$")

// TestRegistryDocs checks the pages by the registry's rules: folders, number, size and front
// matter.
func TestRegistryDocs(t *testing.T) {
	t.Parallel()
	docs := filesIn(t, "docs", "")
	for _, path := range docs {
		name := strings.TrimPrefix(nameOf(path), "docs/")
		text := read(t, path)
		folder := filepath.ToSlash(filepath.Dir(name))
		if !slices.Contains(pageFolders, folder) || filepath.Ext(name) != ".md" {
			t.Errorf("%s: the registry shows no such page", name)
		}
		if len(text) >= largestPage {
			t.Errorf("%s: %d bytes, want fewer than %d", name, len(text), largestPage)
		}
		header := frontMatter.FindStringSubmatch(text)
		if header == nil {
			t.Errorf("%s: wants page_title, subcategory and a description of one line", name)
			continue
		}
		title := header[1]
		group := header[2]
		description := header[3]
		switch folder {
		case ".":
		case "guides":
			if group != "" || !strings.HasPrefix(text[len(header[0]):], "\n# "+title+"\n") {
				t.Errorf("%s: group %q, page_title %q, want no group, and the title as heading", name, group, title)
			}
		default:
			if group == "" || !plainSentence.MatchString(description) {
				t.Errorf("%s: wants a subcategory, and a description of one plain sentence: %s", name, description)
			}
		}
	}
	if len(docs) < 50 || len(docs) > mostPages {
		t.Errorf("%d pages, want 50 to %d", len(docs), mostPages)
	}
}

// TestLanguageCodes compares the codes on their page and in the module that exports models with
// those that the provider accepts.
func TestLanguageCodes(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, "templates", "guides", "glossary.md.tmpl"))
	codes := func(row string) []string {
		line := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(row) + ` \| (.*) \|$`).FindStringSubmatch(page)
		if line == nil {
			t.Fatalf("the page has no row %q", row)
		}
		return submatches(line[1], "`([\\w-]+)`")
	}
	models := codes("`language` of a language model, `source_language` of a video")
	captions := codes("`language` of captions and transcripts")
	slices.Sort(models)
	slices.Sort(captions)
	check.Equal(t, slices.Sorted(slices.Values(videoindexer.LanguageModelLanguages)), models, "languages of models")
	check.Equal(t, slices.Sorted(slices.Values(videoindexer.CaptionLanguages)), captions, "languages of captions")
	list := regexp.MustCompile(`(?s)languages = \[(.*?)\]`).FindStringSubmatch(read(
		t, filepath.Join(repository, "modules", "export", "language_models.tf"),
	))
	if list == nil {
		t.Fatal("the module has no list of languages")
	}
	exported := submatches(list[1], `"([\w-]+)"`)
	check.Equal(t, videoindexer.LanguageModelLanguages, exported, "languages of models in modules/export")
}

// TestErrorsGuideSummaries looks for the summaries that the guide "Errors and what to do" explains
// in the texts of the provider, which readers search the guide for.
func TestErrorsGuideSummaries(t *testing.T) {
	t.Parallel()
	_, rows, _ := strings.Cut(
		read(t, filepath.Join(repository, "docs", "guides", "errors.md")), "\n| Summary | What it means |\n|---|---|\n",
	)
	rows, _, _ = strings.Cut(rows, "\n\n")
	sources := ""
	for _, name := range filesIn(t, "internal", ".go") {
		if !strings.HasSuffix(name, "_test.go") {
			sources += read(t, name)
		}
	}
	found := 0
	for _, row := range submatches(rows, `(?m)^\| (.*?) \|`) {
		row = strings.NewReplacer(" (warning)", "", " (warnings)", "", "… ", "").Replace(row)
		if strings.HasPrefix(row, "Call to function") || strings.HasPrefix(row, "attribute ") { // Terraform's own
			continue
		}
		for summary := range strings.SplitSeq(row, ", ") {
			found++
			_, withoutObject, _ := strings.Cut(summary, " ") // a summary may begin with the object
			if !strings.Contains(sources, summary+`"`) && !strings.Contains(sources, `" `+withoutObject+`"`) {
				t.Errorf("no message has the summary %q", summary)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d summaries found, want 20 or more", found)
	}
}
