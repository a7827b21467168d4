package scenarios

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const knownAfterApply = "(known after apply)"

// notConfigured stands for all arguments that a configuration leaves to the service, and that only
// the apply shows.
const notConfigured = "what is not configured"

// arguments returns the names of the arguments of each resource of which the service has a value
// where they are not configured.
func arguments(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	var visit func(resource string, attributes []*tfprotov6.SchemaAttribute)
	visit = func(resource string, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			if a.Optional && a.Computed {
				all[resource] = append(all[resource], a.Name)
			}
			if a.NestedType != nil {
				visit(resource, a.NestedType.Attributes)
			}
		}
	}
	for resource, schema := range acctest.Schema(t).ResourceSchemas {
		visit(resource, schema.Block.Attributes)
	}
	return all
}

// knownLater puts what is known only after the apply into one line, the last.
func knownLater(lines, arguments []string, unknownConfig flat) []string {
	var known, later []string
	isShort := false
	for _, line := range lines {
		rest, isLater := strings.CutSuffix(line, knownAfterApply)
		if !isLater {
			known = append(known, line)
			continue
		}
		path, _, _ := strings.Cut(strings.TrimLeft(rest, " +~"), " = ")
		name := path[strings.LastIndexByte(path, '.')+1:]
		if slices.Contains(arguments, name) && unknownConfig[path] == "" {
			isShort = true
			continue
		}
		later = append(later, path)
	}
	if isShort {
		later = append(later, notConfigured)
	}
	if len(later) == 0 {
		return lines
	}
	return append(known, "    known after apply: "+strings.Join(later, ", "))
}

var defaultAccount, defaultLocation = "account_id = " + literal(mockserver.DefaultAccountID), "location = " + literal(mockserver.DefaultLocation)

// inAccount says of what is in the provider's own account and location that it is in A, instead of
// a line for each.
func inAccount(lines []string) []string {
	rest := slices.Clone(lines)
	gone := map[int]bool{}
	for i, line := range lines {
		before, isAccount := strings.CutSuffix(line, defaultAccount)
		if !isAccount {
			continue
		}
		block := line[:len(line)-len(strings.TrimLeft(line, " "))]
		next := i
		for next < len(lines) && strings.HasPrefix(lines[next], block) {
			next++
		}
		at := slices.Index(lines[i:next], before+defaultLocation)
		if at >= 0 {
			heading := i
			for strings.HasPrefix(lines[heading], block) {
				heading--
			}
			rest[heading] += " in A"
			gone[i] = true
			gone[i+at] = true
		}
	}
	var remaining []string
	for i, line := range rest {
		if !gone[i] {
			remaining = append(remaining, line)
		}
	}
	return remaining
}

// asAbove leaves of each block of lines that the scenario has shown before, word by word, only the
// heading: of a change in a plan, a diagnostic, an instance. shown are the blocks so far.
func asAbove(lines []string, shown map[string]bool) []string {
	var rest []string
	for i := 0; i < len(lines); {
		first := i
		i++
		for i < len(lines) && isBelowHeading(lines[i]) {
			i++
		}
		heading, _, _ := strings.Cut(lines[first], " (") // where a diagnostic arises
		block := strings.Join(append([]string{heading}, lines[first+1:i]...), "\n")
		least := 3
		if strings.Contains(heading, ": ") { // a diagnostic
			least = 2
		}
		if i-first >= least && shown[block] {
			rest = append(rest, lines[first]+", as above")
			continue
		}
		shown[block] = true
		rest = append(rest, lines[first:i]...)
	}
	return rest
}

func isBelowHeading(line string) bool { return line == "" || strings.HasPrefix(line, "   ") }

// flat are the values of an instance, each under its path: that of
// `brands = { a = { enabled = true } }` is brands.a.enabled. What is null is left out.
type flat map[string]string

// flatten adds a value and its unknown parts.
func (f flat) flatten(at string, value, unknown any) {
	if unknown == true {
		f[at] = knownAfterApply
		return
	}
	switch value := value.(type) {
	case nil:
	case map[string]any:
		unknownParts, _ := unknown.(map[string]any)
		names := sortedKeys(value, unknownParts)
		if len(names) == 0 && at != "" {
			f[at] = "{}"
		}
		for _, name := range names {
			f.flatten(below(at, name), value[name], unknownParts[name])
		}
	case []any:
		unknownParts, _ := unknown.([]any)
		isSplit := slices.ContainsFunc(value, isComposite) || slices.Contains(unknownParts, any(true))
		if len(value) == 0 || !isSplit {
			f[at] = literal(value)
			return
		}
		for i := range value {
			var unknownElement any
			if i < len(unknownParts) {
				unknownElement = unknownParts[i]
			}
			f.flatten(fmt.Sprintf("%s[%d]", at, i), value[i], unknownElement)
		}
	default:
		f[at] = literal(value)
	}
}

func isComposite(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

var identifier = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

func below(at, name string) string {
	switch {
	case !identifier.MatchString(name):
		return fmt.Sprintf("%s[%q]", at, name)
	case at == "":
		return name
	}
	return at + "." + name
}

// literal returns a value on one line.
func literal(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func flattened(values, unknown map[string]any) flat {
	f := flat{}
	if values != nil || unknown != nil {
		f.flatten("", values, unknown)
	}
	return f
}

// isEmpty reports whether a value is empty, which a reader need not be told of what is new or gone.
func isEmpty(value string) bool { return slices.Contains([]string{`""`, "[]", "{}"}, value) }

// differences returns the lines of what changes.
func differences(before, after flat) []string {
	var lines []string
	for _, at := range sortedKeys(before, after) {
		old, wasSet := before[at]
		next, isSet := after[at]
		switch {
		case !wasSet && isEmpty(next), !isSet && isEmpty(old):
		case !wasSet:
			lines = append(lines, fmt.Sprintf("    + %s = %s", at, next))
		case !isSet:
			lines = append(lines, fmt.Sprintf("    - %s = %s", at, old))
		case old != next:
			lines = append(lines, fmt.Sprintf("    ~ %s = %s -> %s", at, old, next))
		}
	}
	return lines
}

// planLines returns what a plan shows.
func planLines(plan *inprocess.Plan, arguments map[string][]string) []string {
	if plan.IsEmpty() {
		return []string{"No changes"}
	}
	changes := plan.Changes
	slices.SortStableFunc(changes, func(a, b inprocess.Change) int { return strings.Compare(a.Address, b.Address) })
	var lines []string
	for _, c := range changes {
		heading := c.Action + " " + c.Address
		switch {
		case c.Action == "no-op":
			continue
		case c.IsDeposed:
			heading += " (deposed)"
		case c.CreatesFirst:
			heading += " (create, then destroy)"
		}
		lines = append(lines, heading)
		if c.Action != "delete" {
			changed := differences(flattened(c.Before, nil), flattened(c.After, c.Unknown))
			lines = append(lines, knownLater(changed, arguments[c.Type], flattened(nil, c.UnknownConfig))...)
		}
	}
	return lines
}

// messageLog has the diagnostics of the provider since the last command began.
type messageLog struct {
	mu    sync.Mutex
	lines []string
	// summaries are those of the errors.
	summaries []string
	// starts are the numbers of lines before each start of the provider.
	starts []int
}

// forgetRefresh forgets the messages of the first of two runs of the provider: the plan of a
// destroy begins with an ordinary plan, whose warnings Terraform does not show.
func (l *messageLog) forgetRefresh() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.starts) == 2 {
		l.lines = slices.Delete(l.lines, l.starts[0], l.starts[1])
	}
}

// add adds the messages of a call.
func (l *messageLog) add(call, of string, diags []*tfprotov6.Diagnostic) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if call == "start" {
		l.starts = append(l.starts, len(l.lines))
	}
	if call == "validation" { // the framework checks arguments in an order that differs from run to run
		diags = slices.SortedStableFunc(slices.Values(diags), func(a, b *tfprotov6.Diagnostic) int {
			return cmp.Or(
				cmp.Compare(pathText(a.Attribute), pathText(b.Attribute)),
				cmp.Compare(a.Summary+a.Detail, b.Summary+b.Detail),
			)
		})
	}
	for _, d := range diags {
		severity := "Warning"
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			severity = "Error"
			l.summaries = append(l.summaries, d.Summary)
		}
		where := call + " of " + of
		at := pathText(d.Attribute)
		if at != "" {
			where += " at " + at
		}
		l.lines = append(l.lines, fmt.Sprintf("%s: %s (%s)", severity, d.Summary, where))
		for line := range strings.SplitSeq(strings.TrimRight(d.Detail, "\n"), "\n") {
			l.lines = append(l.lines, "    "+line)
		}
	}
}

// take returns the lines so far, and forgets them.
func (l *messageLog) take() (lines, summaries []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines = l.lines
	summaries = l.summaries
	l.lines = nil
	l.summaries = nil
	l.starts = nil
	return lines, summaries
}

// pathText returns a path as configurations write it.
func pathText(at *tftypes.AttributePath) string {
	var text strings.Builder
	for _, step := range at.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			text.WriteString("." + string(step))
		case tftypes.ElementKeyString:
			fmt.Fprintf(&text, "[%q]", string(step))
		case tftypes.ElementKeyInt:
			fmt.Fprintf(&text, "[%d]", int64(step))
		case tftypes.ElementKeyValue: // of a set
			var element string
			if tftypes.Value(step).As(&element) != nil {
				element = tftypes.Value(step).String()
			}
			fmt.Fprintf(&text, "[%q]", element)
		default:
			fmt.Fprintf(&text, "[%v]", step)
		}
	}
	return strings.TrimPrefix(text.String(), ".")
}
