package acctest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Equal compares values. It names what it compares by a format, and prints the lines that differ.
func Equal(t testing.TB, want, got any, format string, args ...any) {
	t.Helper()
	diff := cmp.Diff(want, got)
	if diff != "" {
		t.Errorf("%s (-want +got):\n%s", fmt.Sprintf(format, args...), differing(diff))
	}
}

// differing returns the first lines of a long difference that differ, or that begin a value which
// contains some.
func differing(diff string) string {
	lines := strings.Split(strings.TrimSpace(diff), "\n")
	if len(lines) <= 12 {
		return strings.Join(lines, "\n")
	}
	lines = slices.DeleteFunc(lines, func(line string) bool {
		isDifference := strings.HasPrefix(line, "-") || strings.HasPrefix(line, "+")
		return !isDifference && !strings.HasSuffix(line, "{")
	})
	more := len(lines) - 10
	if more > 0 {
		lines = append(lines[:10], fmt.Sprintf("and %d more lines", more))
	}
	return strings.Join(lines, "\n")
}
