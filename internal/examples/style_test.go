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
	const maxGuides, maxLines, maxReadme = 18, 2060, 120
	if len(guides) > maxGuides || lines > maxLines {
		t.Errorf("%d guides of %d lines, want at most %d and %d: merge them, or move what is for contributors out of docs/", len(guides), lines, maxGuides, maxLines)
	}
	if n := strings.Count(read(t, filepath.Join(repository, "README.md")), "\n"); n > maxReadme {
		t.Errorf("the README has %d lines, want at most %d", n, maxReadme)
	}
}

// calques are patterns of English that readers stumble over: verbs and prepositions of another language, calls as nouns, and
// "x is an error" for "the plan fails if x".
var calques = regexp.MustCompile(`(?i)("|%[qs]) is none\b|\b(an?|each|one|this) X?\d{1,2} (of|that|which|whose|with)\b|this is operation|\b(are|is|was|were) ((now|then|thus) )?an error\b|` +
	`\balso (after|if|when|while)\b|leaves the state|\bgo(es)? on\b|waits? for the end\b|belongs? into|\banew\b|lets? (an?|the) plan fail|has to be read while|look in the service (if|whether)\b`)

// foreign are patterns that no native speaker would write: a verb with a negated object, "as it is", "by itself", chains of "of".
var foreign = regexp.MustCompile(`(?i)\b(deletes|ends|manages|undoes|removes|uploads|leaves|selects|indexes) (nothing|none|no)\b|\bhas the name\b|` +
	`\bthat others (have|had)\b|\b(files|faces|brands|persons) of others\b|\btime of the (creation|modification)\b|\bas (it|they) (is|are)\b|\ball the same\b|` +
	`\bby itself\b|\bdo(es)? the rest\b|\bin no entry\b|\bof no use\b|\bof (your|our) own\b|\bsays? so\b|\bfinds out\b|\bis ended\b|\bPlans look\b`)

// otherTerms are second words for a thing that the glossary has one word for, and statements that were true once.
var otherTerms = regexp.MustCompile(`(?i)described API|image-model account|adaptation text|brand dictionar|settings of brand recognition|\bindex(es)? (a|the|that|these|this) videos? again|indexed again|` +
	`let(s|ting)? go of|none of its business|\btells? you\b|\bstrangers?\b|\bhurry\b|` +
	`registry\.terraform\.io/providers/videoindexer/videoindexer|unpack a release|no data source (returns|shows)|\bmany services (can|offer)|\b(web|developer) portal\b|brands model settings`)

// operationNumber finds numbers of operations, such as "(16)" and "X22", which mean nothing to readers: they belong in calls.md.
var operationNumber = regexp.MustCompile(`\(X?\d{1,2}(, X?\d{1,2})*\)|\bX\d{1,2}\b`)

// TestPagesEnglish looks for these patterns in everything that readers see, the texts of the schemas included.
func TestPagesEnglish(t *testing.T) {
	t.Parallel()
	for _, page := range append(pages(t), filesIn(t, "docs", ".md")...) {
		for i, line := range strings.Split(read(t, page), "\n") {
			for _, unwanted := range []*regexp.Regexp{calques, foreign, otherTerms, operationNumber} {
				if match := unwanted.FindString(line); match != "" {
					t.Errorf("%s, line %d: %q", nameOf(page), i+1, match)
				}
			}
		}
	}
}

// TestMessagesEnglish looks for these patterns in the texts of the provider and its client: every message is made of them, also those
// that no test provokes.
func TestMessagesEnglish(t *testing.T) {
	t.Parallel()
	text := regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	found := 0
	for _, folder := range []string{"framework", "provider", "service", "videoindexer"} {
		for _, name := range filesIn(t, filepath.Join("internal", folder), ".go") {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			joined := strings.NewReplacer("\"+\n", "", "\" +\n", "").Replace(read(t, name))
			for _, text := range text.FindAllString(joined, -1) {
				found++
				for _, unwanted := range []*regexp.Regexp{calques, otherTerms} {
					if match := unwanted.FindString(text); match != "" {
						t.Errorf("%s: %q in %s", nameOf(name), match, text)
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d texts found", found)
	}
}
