package examples_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPagesAreShort keeps the guides and the README to what a reader can scan.
func TestPagesAreShort(t *testing.T) {
	t.Parallel()
	guides, err := filepath.Glob(filepath.Join(repository, "docs", "guides", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, guide := range guides {
		lines += strings.Count(read(t, guide), "\n")
	}
	const maxGuides, maxLines, maxReadme = 14, 1900, 120
	if len(guides) > maxGuides || lines > maxLines {
		t.Errorf("%d guides of %d lines, want at most %d and %d: merge them, or move what is for contributors out of docs/", len(guides), lines, maxGuides, maxLines)
	}
	if n := strings.Count(read(t, filepath.Join(repository, "README.md")), "\n"); n > maxReadme {
		t.Errorf("the README has %d lines, want at most %d", n, maxReadme)
	}
}

// TestPagesFrontMatter checks what the registry shows of a page of a type beside its text: the group in the menu, and one plain sentence.
func TestPagesFrontMatter(t *testing.T) {
	t.Parallel()
	matter := regexp.MustCompile(`^---\n(?:#.*\n)?page_title: "[^"]+"\nsubcategory: "(Brands|Language models|People|Videos and projects|Accounts)"\ndescription: \|-\n  ([A-Z][^\n]+\.)\n---\n`)
	found := 0
	for _, folder := range []string{"resources", "data-sources", "ephemeral-resources", "list-resources", "actions", "functions"} {
		pages, err := filepath.Glob(filepath.Join(repository, "docs", folder, "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		found += len(pages)
		for _, page := range pages {
			if match := matter.FindStringSubmatch(read(t, page)); match == nil {
				t.Errorf("%s: wants a subcategory of the list in scripts/docs.sh, and a description of one line", nameOf(page))
			} else if strings.ContainsAny(match[2], "[`") || strings.Contains(match[2], ".md") || strings.Contains(match[2], ". ") {
				t.Errorf("%s: the description is not one plain sentence: %s", nameOf(page), match[2])
			}
		}
	}
	if found < 40 {
		t.Errorf("only %d pages found", found)
	}
}

// calques are patterns of English that readers stumble over.
var calques = regexp.MustCompile(`(?i)" is none\b|\bone \d+ with\b|leaves the state|go(es)? on in the service|belongs into|\banew\b|, also (if|after|while) |this has to be read while`)

// TestPagesEnglish looks for these patterns in everything that readers see, the texts of the schemas included.
func TestPagesEnglish(t *testing.T) {
	t.Parallel()
	found := pages(t)
	for _, folder := range []string{"resources", "data-sources", "ephemeral-resources", "list-resources", "actions", "functions"} {
		more, err := filepath.Glob(filepath.Join(repository, "docs", folder, "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, more...)
	}
	for _, page := range found {
		for i, line := range strings.Split(read(t, page), "\n") {
			if match := calques.FindString(line); match != "" {
				t.Errorf("%s, line %d: %q", nameOf(page), i+1, match)
			}
		}
	}
}
