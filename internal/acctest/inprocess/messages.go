package inprocess

import (
	"fmt"
	"slices"
	"strings"
)

// The limits of what a failing test prints of many values: one line each, long enough to recognize
// the value, or the space of all lines for a few.
const (
	mostLines  = 10
	lineLength = 160
)

// Messages are texts of which a failing test prints the first ones, such as diagnostics as
// "summary: detail".
type Messages []string

// Excerpt returns what a failing test shows of a text of an engine: its errors, or its lines if it
// has none.
func Excerpt(of any) Messages {
	text := strings.NewReplacer("│", " ", "╷", " ", "╵", " ").Replace(fmt.Sprint(of))
	_, errs, hasErrors := strings.Cut(text, "Error: ")
	if hasErrors {
		return strings.Split(errs, "Error: ")
	}
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}

// Format writes a line for each different message.
func (m Messages) Format(state fmt.State, _ rune) {
	if len(m) == 0 {
		_, _ = fmt.Fprint(state, "none")
		return
	}
	times := map[string]int{}
	var different []string
	for _, text := range m {
		times[text]++
		if times[text] == 1 {
			different = append(different, text)
		}
	}
	shown := different[:min(len(different), mostLines)]
	for _, text := range shown {
		_, _ = fmt.Fprintf(state, "\n  - %s", oneLine(text, mostLines*lineLength/len(shown)))
		if times[text] > 1 {
			_, _ = fmt.Fprintf(state, " (%d times)", times[text])
		}
	}
	more := len(different) - mostLines
	if more > 0 {
		_, _ = fmt.Fprintf(state, "\n  and %d more", more)
	}
}

// oneLine returns a text as one line. A long one lacks the ids at its end, and its middle: an
// engine shows the source before the reason.
func oneLine(text string, length int) string {
	text = strings.Join(strings.Fields(text), " ")
	all := []rune(text)
	if len(all) > length {
		text, _, _ = strings.Cut(text, " IDs: ")
		all = []rune(text)
	}
	if len(all) <= length {
		return text
	}
	return string(all[:length/2]) + " … " + string(all[len(all)-length/2:])
}
