package apidiag

import (
	"fmt"
	"strconv"
	"strings"
)

// List lists at most ten names, and the number of the others.
func List(names []string) string { return ListUpTo(10, names) }

// ListUpTo returns List with another maximum.
func ListUpTo(most int, names []string) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// ListQuoted returns List with quoted names.
func ListQuoted(names []string) string { return List(quoted(names)) }

// ListAllQuoted lists all names, quoted. It is for objects that are deleted.
func ListAllQuoted(names []string) string { return ListUpTo(len(names), quoted(names)) }

func quoted(names []string) []string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = strconv.Quote(name)
	}
	return shown
}

// Count returns a number with a noun, such as "2 brands".
func Count(number int, kind string) string {
	if number == 1 {
		return "1 " + kind
	}
	return fmt.Sprintf("%d %s", number, Plural(kind))
}

// Plural returns the plural of a noun, or of the last of several words.
func Plural(kind string) string {
	stem, isY := strings.CutSuffix(kind, "y")
	if isY && !strings.ContainsAny(stem[max(0, len(stem)-1):], "aeo") {
		return stem + "ies"
	}
	return kind + "s"
}
