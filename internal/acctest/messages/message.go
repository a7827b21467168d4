// Package messages holds every diagnostic that a test provokes to the rules that all messages follow.
package messages

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Heard is called with the diagnostics of each call.
type Heard func(call, of string, diags []*tfprotov6.Diagnostic)

// Listen fails the test at each message that breaks a rule, and passes the diagnostics on to those who listen.
func Listen(t testing.TB, to ...Heard) Heard {
	t.Helper()
	return func(call, of string, diags []*tfprotov6.Diagnostic) {
		for _, hear := range to {
			hear(call, of, diags)
		}
		for _, d := range diags {
			m := Message{Call: call + " of " + of, Summary: d.Summary, Detail: d.Detail}
			for _, broken := range m.Broken() {
				t.Errorf("%s: a message %s:\n%s\n%s", m.Call, broken, m.Summary, m.Detail)
			}
		}
	}
}

// Message is a diagnostic, and where it came up.
type Message struct {
	Call    string // of the protocol, and what it is of: "refresh of videoindexer_brand"
	Summary string
	Detail  string
}

// rules are what a message must not say, and where.
var rules = []struct {
	calls string // all calls with this in their name
	text  *regexp.Regexp
	what  string
}{
	{"action", regexp.MustCompile(`(?i)\bapply again\b`), `of an action says "apply again": nothing is left to apply`},
	{"list", regexp.MustCompile(`(?i)\bapply again\b`), `of a list says "apply again"`},
	{"data", regexp.MustCompile(`(?i)removed from the state`), "of a data source speaks of the state"},
	{"list", regexp.MustCompile(`(?i)removed from the state`), "of a list speaks of the state"},
	{"action", regexp.MustCompile(`(?i)removed from the state`), "of an action speaks of the state"},
	{"", regexp.MustCompile(`the guide ["“]`), "names a guide without its address"},
	{"", regexp.MustCompile(`(?i)lets? go of|none of (its|the) concern|strangers?\b|hurry|weather|patience|tells which|%!|<nil>`), "has words that readers stumble over, or is broken"},
}

// Broken says which rules the message breaks.
func (m Message) Broken() []string {
	var broken []string
	text := m.Summary + "\n" + m.Detail
	for _, rule := range rules {
		if strings.Contains(m.Call, rule.calls) && rule.text.MatchString(text) {
			broken = append(broken, rule.what)
		}
	}
	if first, _ := utf8.DecodeRuneInString(m.Summary); !unicode.IsUpper(first) || strings.HasSuffix(m.Summary, ".") || strings.Contains(m.Summary, "\n") {
		broken = append(broken, "has a summary that is no heading")
	}
	if m.Detail == "" {
		broken = append(broken, "has no detail")
	}
	return append(broken, m.misshapen()...)
}

// maxText is how many characters a message may have before its ids, without what it quotes and lists.
const maxText = 300

var (
	guid = regexp.MustCompile(`[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}`)
	// quoted is what users have written themselves, and examples.
	quoted = regexp.MustCompile(`"[^\n]*"|such as \S+`)
	// fromFramework finds summaries of the framework, which writes them in capitals.
	fromFramework = regexp.MustCompile(`^[A-Z][\w-]*( (for|of|or|and|[A-Z][\w-]*))+$`)
	// quotes are what a message does not say itself: answers, names, addresses, lists, blocks to copy.
	quotes = regexp.MustCompile(`(?m)^(The service answered|[A-Z]+ https?://|No answer came|The subscription key cannot use|The service's answer|The provider could not obtain|If this stops ` + "`terraform destroy`" + `).*$|` +
		`("(?:[^"\\\n]|\\.)*"(, )?)+|\S*/\S+|^  - .*$|^(moved|removed|import) \{(?s:.*?)\n\}$|` + "`[^`\n]*`" + `|(\S+, ){2,}\S+`)
	// hcl finds the blocks that a message has readers copy.
	hcl = regexp.MustCompile(`(?ms)\b(moved|removed|import) \{.*?\}$`)
)

// misshapen says where the message has another shape than apidiag's: a short first sentence without ids, why, what to do, and
// the ids last. Blocks of configuration must be valid.
func (m Message) misshapen() (broken []string) {
	if fromFramework.MatchString(m.Summary) {
		return nil
	}
	text, ids, _ := strings.Cut(m.Detail, "IDs: ")
	first, _, _ := strings.Cut(text, "\n\n")
	if first, _, _ = strings.Cut(quoted.ReplaceAllString(first, ""), ". "); guid.MatchString(first) {
		broken = append(broken, "has an id that nobody recognizes in its first sentence")
	}
	if ids, _, _ = strings.Cut(ids, "\n\nIf this stops"); strings.Contains(ids, "\n") {
		broken = append(broken, "does not end with its ids")
	}
	if n := utf8.RuneCountInString(strings.Join(strings.Fields(quotes.ReplaceAllString(text, "")), " ")); n > maxText {
		broken = append(broken, fmt.Sprintf("has %d characters before its ids, and what it quotes and lists is not counted", n))
	}
	for _, block := range hcl.FindAllString(m.Detail, -1) {
		if _, diags := hclsyntax.ParseConfig([]byte(block), "message", hcl2.InitialPos); diags.HasErrors() {
			broken = append(broken, fmt.Sprintf("has a block that is not valid (%s)", diags.Error()))
		}
	}
	return broken
}
