package examples_test

import (
	"fmt"
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

// wording is a pattern that no page or message may have, and what to write instead. See
// decisions/english.md.
type wording struct{ pattern, instead string }

// wordings are patterns that readers stumble over: English that follows another language, and
// second words for a thing that the glossary has one word for. Letter case does not matter.
var wordings = []wording{
	// Verbs and prepositions of another language, and calls as nouns.
	{`("|%[qs]) is none\b`, "is not a …"},
	{`\b(an?|each|one|this) X?\d{1,2} (of|that|which|whose|with)\b`, "the name of the operation"},
	{`this is operation`, "the name of the operation"},
	{`\b(are|is|was|were) ((now|then|thus) )?an error\b`, "the plan fails if …"},
	{`\balso (after|if|when|while)\b`, "even after, if …"},
	{`leaves the state`, "is removed from the state"},
	{`\bgo(es)? on\b`, "continues"},
	{`waits? for the end\b`, "waits until … has ended"},
	{`belongs? into`, "belongs in"},
	{`\banew\b`, "again"},
	{`lets? (an?|the) plan fail`, "the plan fails if …"},
	{`has to be read while`, "who reads it, and when"},
	{`look in the service (if|whether)\b`, "check whether"},
	// A verb with a negated object, or a name that is no name.
	{`\b(delete|end|manage|undo|undoe|remove|upload|leave|select|indexe|write|send|create|import|rename|charge|ha|need)s (nothing|none)\b`, "does not delete …"},
	{`\b(deletes|ends|manages|undoes|removes|uploads|leaves|selects|indexes|writes|sends|imports|renames) no\b`, "does not delete …"},
	{`\b(is|are) no [a-kn-z]`, "is not a …"},
	{`\b(in|to|of|belongs to) no [a-z]`, "not in any …"},
	{`\bhas the name\b`, "is named"},
	// Chains of "of".
	{`\bthat others (have|had)\b`, "added by others"},
	{`\b(files|faces|brands|persons) of others\b`, "files added by others"},
	{`\btime of the (creation|modification)\b`, "when it was created"},
	{`\bof (that|this|these|those) (names?|ids?)\b`, "with this name"},
	{`\bof an? [a-z]+ of an? \b`, "a noun less, or a verb"},
	{`\bof no use\b`, "useless"},
	{`\bof (your|our) own\b`, "your …"},
	// "As it is", "by itself", "what" for a noun.
	{`\bas (it|they) (is|are)\b`, "unchanged"},
	{`\ball the same\b`, "still"},
	{`\bby itself\b`, "automatically, or separately"},
	{`\bdo(es)? the rest\b`, "what it does"},
	{`\bis ended\b`, "has ended, or who ends it"},
	{`\bPlans look\b`, "Plans read, or detect"},
	{`\bwhat (is|was) (gone|missing|deleted|new|adopted|managed|planned|configured|sent)\b`, "a noun"},
	{`\bwhat (had|has) (the|that|this)\b`, "a noun"},
	{`\bsomething else than\b`, "another … than"},
	{`\bwas answered\b`, "the service has answered, or the response"},
	{`\b(answer|error) came\b`, "the service answered"},
	// A program that says, looks or finds out, and texts that stand somewhere.
	{`\b(cannot|must not) stand\b`, "is not allowed"},
	{`\bstands? (at|above|beside|below|here|once|there)\b`, "is at, above …"},
	{`\b(says?|does not say) (so|how|what|whether|which)\b`, "reports, shows"},
	{`\bfinds out\b`, "detects"},
	{`\blooks at\b`, "reads"},
	// A colon that stands for "because", "so" or "namely" before a clause of its own.
	{"(?-i:[a-z`)]: (it|they|he|Terraform|the (apply|plan|next plan|next apply|provider|service|state)) [a-z])", "because, so, or two sentences"},
	// Second words for a thing.
	{`described API`, "base API"},
	{`image-model account`, "image model"},
	{`adaptation text`, "file of a language model"},
	{`brand dictionar`, "brands"},
	{`settings of brand recognition|brands model settings`, "brand settings"},
	{`\bindex(es)? (a|the|that|these|this) videos? again|indexed again`, "re-index"},
	{`\b(web|developer) portal\b`, "portal"},
	{`let(s|ting)? go of`, "stops managing"},
	{`none of its business`, "not managed"},
	{`\btells? you\b`, "reports"},
	{`\bstrangers?\b`, "others"},
	{`\bhurry\b`, "a plain word"},
	// Statements that were true once.
	{`registry\.terraform\.io/providers/videoindexer/videoindexer`, "the releases on GitHub"},
	{`unpack a release`, "the current way to install"},
	{`no data source (returns|shows)`, "the data source that does"},
	{`\bmany services (can|offer)`, "what the provider knows of the service"},
}

// unwanted finds any of the wordings: one search for all of them is faster than one for each.
var unwanted = func() *regexp.Regexp {
	patterns := make([]string, len(wordings))
	for i, w := range wordings {
		patterns[i] = w.pattern
	}
	return regexp.MustCompile("(?i)" + strings.Join(patterns, "|"))
}()

// wantWording checks that a text has none of the wordings.
func wantWording(t *testing.T, text, where string) {
	t.Helper()
	found := unwanted.FindString(text)
	if found == "" {
		return
	}
	for _, w := range wordings {
		if regexp.MustCompile("(?i)" + w.pattern).MatchString(found) {
			t.Errorf("%s must not say %q, want: %s", where, found, w.instead)
			return
		}
	}
}

// operationNumber finds numbers of operations, such as "(16)" and "X22", which mean nothing to
// readers: they belong in calls.md.
var operationNumber = regexp.MustCompile(`\(X?\d{1,2}(, X?\d{1,2})*\)|\bX\d{1,2}\b`)

// TestPagesEnglish looks for these patterns in everything that readers see, the texts of the
// schemas and the comments of examples included.
func TestPagesEnglish(t *testing.T) {
	t.Parallel()
	for _, page := range slices.Concat(pages(t), filesIn(t, "docs", ".md"), filesIn(t, "examples", ".tf"), filesIn(t, "examples", ".hcl"), filesIn(t, "examples", ".rego")) {
		isForUsers := !strings.HasPrefix(nameOf(page), "internal/") // others may have numbers of operations
		for i, line := range strings.Split(read(t, page), "\n") {
			where := fmt.Sprintf("%s, line %d", nameOf(page), i+1)
			wantWording(t, line, where)
			if isForUsers {
				check.Equal(t, "", operationNumber.FindString(line), "%s: number of an operation", where)
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
				wantWording(t, text, nameOf(name)+": "+text)
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d texts found, want 1000 or more", found)
	}
}
