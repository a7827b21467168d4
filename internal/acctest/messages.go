package acctest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// listener is called with the diagnostics of each call.
type listener = func(call, of string, diags inprocess.Diagnostics)

// checked remembers the results of brokenRules, because tests receive most messages many times.
var checked sync.Map

// checkMessages fails the test at each message that breaks a rule, and passes the diagnostics on to
// the listeners.
func checkMessages(t testing.TB, listeners ...listener) listener {
	t.Helper()
	return func(call, typeName string, diags inprocess.Diagnostics) {
		for _, notify := range listeners {
			notify(call, typeName, diags)
		}
		for _, d := range diags {
			message := [...]string{call, typeName, d.Summary, d.Detail}
			rules, isChecked := checked.Load(message)
			if !isChecked {
				rules = brokenRules(call+" of "+typeName, d)
				checked.Store(message, rules)
			}
			for _, broken := range rules.([]string) {
				t.Errorf("%s of %s: a message %s:\n%s\n%s", call, typeName, broken, d.Summary, d.Detail)
			}
		}
	}
}

// maxText is the maximal number of characters of a message before its ids, without quotes and
// lists.
const maxText = 300

var (
	// withoutState matches the calls of objects that have no state and that nobody applies.
	withoutState = regexp.MustCompile(`action|data|list`)
	ofState      = regexp.MustCompile(`(?i)\bapply again\b|removed from the state`)
	wrapped      = regexp.MustCompile(`^[a-z]+ing `)
	ended        = regexp.MustCompile("[.}`]$|(https://| {2}- ).*$")
	badWords     = regexp.MustCompile(`(?i)lets? go of|none of (its|the) concern|strangers?\b|hurry|weather|patience|tells which|%!|<nil>`)
	guid         = regexp.MustCompile(`[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}`)
	// quoted matches texts that users have written themselves, and examples.
	quoted = regexp.MustCompile(`"[^\n]*"|such as \S+`)
	// fromFramework matches summaries of the framework, which are in title case.
	fromFramework = regexp.MustCompile(`^[A-Z][\w-]*( (for|of|or|and|[A-Z][\w-]*))+$`)
	// quotes matches the parts of a message that are not its own words: responses, names,
	// addresses, lists, blocks to copy.
	quotes = regexp.MustCompile(`(?m)^(The service answered|The response to|No response|The subscription key cannot use|The service's response|The provider could not obtain|If this stops ` + "`terraform destroy`" + `).*$|` +
		`("(?:[^"\\\n]|\\.)*"( \(-?\d+\))?(, )?)+|\S*/\S+|^  - .*$|^(moved|removed|import) \{(?s:.*?)\n\}$|` + "`[^`\n]*`" + `|(\S+, ){2,}\S+`)
	// ofProvider matches names of types.
	ofProvider = regexp.MustCompile(`\bvideoindexer_[a-z_]+`)
	// blocks matches the blocks of a message that readers are to copy.
	blocks = regexp.MustCompile(`(?ms)\b(moved|removed|import) \{.*?\n\}$`)
)

// typeNames are the types of the provider's resources and data sources, one on each line.
var typeNames = sync.OnceValue(func() string {
	schema, err := offered()
	if err != nil {
		return err.Error()
	}
	names := slices.Concat(
		slices.Collect(maps.Keys(schema.ResourceSchemas)),
		slices.Collect(maps.Keys(schema.DataSourceSchemas)),
		slices.Collect(maps.Keys(schema.EphemeralResourceSchemas)),
		slices.Collect(maps.Keys(schema.ActionSchemas)),
		slices.Collect(maps.Keys(schema.ListResourceSchemas)),
	)
	return strings.Join(names, "\n") + "\n"
})

// brokenRules returns the rules that a message breaks. A message has the shape that apidiag gives
// it: a short first sentence without ids, the reason, what to do, and the ids last.
func brokenRules(call string, message *tfprotov6.Diagnostic) (broken []string) {
	expect := func(isKept bool, rule string, arguments ...any) {
		if !isKept {
			broken = append(broken, fmt.Sprintf(rule, arguments...))
		}
	}
	all := message.Summary + "\n" + message.Detail
	expect(!withoutState.MatchString(call) || !ofState.MatchString(all),
		"speaks of an apply or a state that it does not have")
	expect(!badWords.MatchString(all), "has words that readers stumble over, or is broken")
	expect(!strings.Contains(all, `the guide "`), "names a guide without its address")
	first, _ := utf8.DecodeRuneInString(message.Summary)
	isOneLine := !strings.Contains(message.Summary, "\n") && !strings.HasSuffix(message.Summary, ".")
	expect(isOneLine && unicode.IsUpper(first), "has a summary that is no heading")
	expect(message.Detail != "", "has no detail")
	expect(!strings.Contains(all, "[Value("), "has a path in the syntax of Go")
	for _, name := range ofProvider.FindAllString(all, -1) {
		expect(strings.Contains(typeNames(), name+"\n"), "names %s, which the provider does not offer", name)
	}
	if fromFramework.MatchString(message.Summary) {
		return broken
	}
	expect(!wrapped.MatchString(message.Detail), "begins as an error of Go does")
	expect(ended.MatchString(message.Detail), "does not end as a sentence, an address, a list or a block does")
	text, ids, _ := strings.Cut(message.Detail, "IDs: ")
	paragraph, _, _ := strings.Cut(text, "\n\n")
	sentence, _, _ := strings.Cut(quoted.ReplaceAllString(paragraph, ""), ". ")
	expect(!guid.MatchString(sentence), "has an id that nobody recognizes in its first sentence")
	ids, _, _ = strings.Cut(ids, "\n\nIf this stops")
	expect(!strings.Contains(ids, "\n"), "does not end with its ids")
	n := utf8.RuneCountInString(strings.Join(strings.Fields(quotes.ReplaceAllString(text, "")), " "))
	expect(n <= maxText, "has %d characters before its ids, and what it quotes and lists is not counted", n)
	for _, block := range blocks.FindAllString(message.Detail, -1) {
		_, diags := hclsyntax.ParseConfig([]byte(block), "message", hcl.InitialPos)
		expect(!diags.HasErrors(), "has a block that is not valid (%s)", diags)
	}
	return broken
}
