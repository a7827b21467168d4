package acctest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The limits of what a failing test prints of many values: one line each, long enough to recognize
// the value.
const (
	mostLines  = 10
	lineLength = 160
)

// Messages are diagnostics as "summary: detail".
type Messages []string

// Format writes a line for each message.
func (m Messages) Format(to fmt.State, _ rune) { writeLines(to, m) }

// Named are values by the names of attributes.
type Named[T any] map[string]T

// Format writes a line for each value that is not null.
func (n Named[T]) Format(to fmt.State, _ rune) {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(n)) {
		text := fmt.Sprint(n[name])
		if value, isTyped := any(n[name]).(tftypes.Value); isTyped {
			text = Text(value)
		}
		if text != "-" {
			lines = append(lines, name+" = "+text)
		}
	}
	writeLines(to, lines)
}

func writeLines(to fmt.State, all []string) {
	if len(all) == 0 {
		_, _ = fmt.Fprint(to, "none")
		return
	}
	for _, text := range all[:min(len(all), mostLines)] {
		_, _ = fmt.Fprintf(to, "\n  - %s", excerpt(text))
	}
	if more := len(all) - mostLines; more > 0 {
		_, _ = fmt.Fprintf(to, "\n  and %d more", more)
	}
}

// excerpt returns the beginning of a text as one line.
func excerpt(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= lineLength {
		return text
	}
	return string([]rune(text)[:lineLength]) + "…"
}
