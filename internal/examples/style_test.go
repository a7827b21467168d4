package examples_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestPagesAreShort keeps the guides and the README to what a reader can scan.
func TestPagesAreShort(t *testing.T) {
	t.Parallel()
	guides, err := filepath.Glob(filepath.Join(repository, "docs", "guides", "*.md"))
	check.MustSucceed(t, err, "the guides")
	lines := 0
	for _, guide := range guides {
		lines += strings.Count(read(t, guide), "\n")
	}
	const maxGuides, maxLines, maxReadme = 18, 1875, 120
	if len(guides) > maxGuides || lines > maxLines {
		t.Errorf("%d guides of %d lines, want at most %d and %d: merge them, or move what is for contributors out of docs/",
			len(guides), lines, maxGuides, maxLines)
	}
	n := strings.Count(read(t, filepath.Join(repository, "README.md")), "\n")
	if n > maxReadme {
		t.Errorf("the README has %d lines, want at most %d", n, maxReadme)
	}
}

// calques are patterns of English that readers stumble over: verbs and prepositions of another
// language, calls as nouns, and "x is an error" for "the plan fails if x".
var calques = regexp.MustCompile(`(?i)("|%[qs]) is none\b|\b(an?|each|one|this) X?\d{1,2} (of|that|which|whose|with)\b|this is operation|\b(are|is|was|were) ((now|then|thus) )?an error\b|` +
	`\balso (after|if|when|while)\b|leaves the state|\bgo(es)? on\b|waits? for the end\b|belongs? into|\banew\b|lets? (an?|the) plan fail|has to be read while|look in the service (if|whether)\b`)

// foreign are patterns that no native speaker would write: a verb with a negated object, "as it
// is", "by itself", "the name is no name", chains of "of", "what" for a noun, and a program that
// says or finds out.
var foreign = regexp.MustCompile(`(?i)\b(delete|end|manage|undo|undoe|remove|upload|leave|select|indexe|write|send|create|import|rename|charge|ha|need)s (nothing|none)\b|` +
	`\b(deletes|ends|manages|undoes|removes|uploads|leaves|selects|indexes|writes|sends|imports|renames) no\b|\bhas the name\b|\b(is|are) no [a-kn-z]|\b(in|to|of|belongs to) no [a-z]|` +
	`\bthat others (have|had)\b|\b(files|faces|brands|persons) of others\b|\btime of the (creation|modification)\b|\bof (that|this|these|those) (names?|ids?)\b|\bas (it|they) (is|are)\b|\ball the same\b|` +
	`\bof an? [a-z]+ of an? \b|\bby itself\b|\bdo(es)? the rest\b|\bof no use\b|\bof (your|our) own\b|\bis ended\b|\bPlans look\b|` +
	`\bwhat (is|was) (gone|missing|deleted|new|adopted|managed|planned|configured|sent)\b|\bwhat (had|has) (the|that|this)\b|\bsomething else than\b|\bwas answered\b|\b(answer|error) came\b|` +
	`\b(cannot|must not) stand\b|\bstands? (at|above|beside|below|here|once|there)\b|\b(says?|does not say) (so|how|what|whether|which)\b|\bfinds out\b|\blooks at\b`)

// becauseColon finds a colon that stands for "because", "so" or "namely" before a clause of its
// own.
var becauseColon = regexp.MustCompile(
	"[a-z`)]: (it|they|he|Terraform|the (apply|plan|next plan|next apply|provider|service|state)) [a-z]",
)

// otherTerms are second words for a thing that the glossary has one word for, and statements that
// were true once.
var otherTerms = regexp.MustCompile(`(?i)described API|image-model account|adaptation text|brand dictionar|settings of brand recognition|\bindex(es)? (a|the|that|these|this) videos? again|indexed again|` +
	`let(s|ting)? go of|none of its business|\btells? you\b|\bstrangers?\b|\bhurry\b|` +
	`registry\.terraform\.io/providers/videoindexer/videoindexer|unpack a release|no data source (returns|shows)|\bmany services (can|offer)|\b(web|developer) portal\b|brands model settings`)

// operationNumber finds numbers of operations, such as "(16)" and "X22", which mean nothing to
// readers: they belong in calls.md.
var operationNumber = regexp.MustCompile(`\(X?\d{1,2}(, X?\d{1,2})*\)|\bX\d{1,2}\b`)

// TestPagesEnglish looks for these patterns in everything that readers see, the texts of the
// schemas and the comments of examples included.
func TestPagesEnglish(t *testing.T) {
	t.Parallel()
	for _, page := range slices.Concat(pages(t), filesIn(t, "docs", ".md"), filesIn(t, "examples", ".tf"), filesIn(t, "examples", ".hcl"), filesIn(t, "examples", ".rego")) {
		patterns := []*regexp.Regexp{calques, foreign, becauseColon, otherTerms}
		if !strings.HasPrefix(nameOf(page), "internal/") { // pages for contributors may have numbers
			patterns = append(patterns, operationNumber)
		}
		for i, line := range strings.Split(read(t, page), "\n") {
			for _, unwanted := range patterns {
				check.Equal(t, "", unwanted.FindString(line), "%s, line %d: must not say", nameOf(page), i+1)
			}
		}
	}
}

// TestMessagesEnglish looks for these patterns in the texts of the provider and its client: every
// message is made of them, also those that no test provokes.
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
				for _, unwanted := range []*regexp.Regexp{calques, foreign, becauseColon, otherTerms} {
					match := unwanted.FindString(text)
					if match != "" {
						t.Errorf("%s must not say %q: %s", nameOf(name), match, text)
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d texts found, want 1000 or more", found)
	}
}
