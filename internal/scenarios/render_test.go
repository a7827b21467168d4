package scenarios

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const knownAfterApply = "(known after apply)"

// knownLater puts what is known only after the apply into one line, the last.
func knownLater(lines []string) []string {
	var known, later []string
	for _, line := range lines {
		if rest, isLater := strings.CutSuffix(line, knownAfterApply); isLater {
			name, _, _ := strings.Cut(strings.TrimLeft(rest, " +~"), " = ")
			later = append(later, name)
		} else {
			known = append(known, line)
		}
	}
	if len(later) == 0 {
		return lines
	}
	return append(known, "    known after apply: "+strings.Join(later, ", "))
}

var defaultAccount, defaultLocation = "account_id = " + literal(mockserver.DefaultAccountID), "location = " + literal(mockserver.DefaultLocation)

// inAccount says of what is in the provider's own account and location that it is in A, instead of a line for each.
func inAccount(lines []string) []string {
	rest := slices.Clone(lines)
	gone := map[int]bool{}
	for i, line := range lines {
		before, isAccount := strings.CutSuffix(line, defaultAccount)
		if !isAccount {
			continue
		}
		block := line[:len(line)-len(strings.TrimLeft(line, " "))]
		end := i
		for end < len(lines) && strings.HasPrefix(lines[end], block) {
			end++
		}
		if at := slices.Index(lines[i:end], before+defaultLocation); at >= 0 {
			heading := i
			for strings.HasPrefix(lines[heading], block) {
				heading--
			}
			rest[heading] += " in A"
			gone[i], gone[i+at] = true, true
		}
	}
	var kept []string
	for i, line := range rest {
		if !gone[i] {
			kept = append(kept, line)
		}
	}
	return kept
}

// asAbove leaves of each block of lines that the scenario has shown before, word by word, only the heading: of a change in a
// plan, a diagnostic, an instance. shown are the blocks so far.
func asAbove(lines []string, shown map[string]bool) []string {
	var rest []string
	for i := 0; i < len(lines); {
		first := i
		for i++; i < len(lines) && (lines[i] == "" || strings.HasPrefix(lines[i], "   ")); i++ { // below a heading
		}
		heading, _, _ := strings.Cut(lines[first], " (") // where a diagnostic arises
		block := strings.Join(append([]string{heading}, lines[first+1:i]...), "\n")
		isLong := i-first > 2 || strings.Contains(heading, ": ") // a diagnostic
		if isLong && i-first > 1 && shown[block] {
			rest = append(rest, lines[first]+", as above")
			continue
		}
		shown[block] = true
		rest = append(rest, lines[first:i]...)
	}
	return rest
}

// flat are the values of an instance, each under its path: that of `brands = { a = { enabled = true } }` is brands.a.enabled.
// What is null is left out.
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
		open, _ := unknown.(map[string]any)
		names := sortedKeys(value, open)
		if len(names) == 0 && at != "" {
			f[at] = "{}"
		}
		for _, name := range names {
			f.flatten(below(at, name), value[name], open[name])
		}
	case []any:
		open, _ := unknown.([]any)
		if len(value) == 0 || !slices.ContainsFunc(value, isComposite) && !slices.Contains(open, any(true)) {
			f[at] = literal(value)
			return
		}
		for i := range value {
			var unknownElement any
			if i < len(open) {
				unknownElement = open[i]
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

// literal is a value on one line.
func literal(value any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
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

// differences are the lines of what changes.
func differences(before, after flat) []string {
	var lines []string
	for _, at := range sortedKeys(before, after) {
		old, wasSet := before[at]
		next, isSet := after[at]
		switch {
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

// planLines are what a plan shows.
func planLines(plan *inprocess.Plan) []string {
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
			lines = append(lines, knownLater(differences(flattened(c.Before, nil), flattened(c.After, c.Unknown)))...)
		}
	}
	return lines
}
