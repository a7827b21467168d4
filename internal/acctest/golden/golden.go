// Package golden compares texts with golden files, and prints the first lines that differ.
package golden

import (
	"strings"
	"testing"

	"gotest.tools/v3/golden"
)

// Assert compares a text with a file in testdata. With -update, it writes the file, unless the test
// has failed before.
func Assert(t testing.TB, got, file string) {
	t.Helper()
	if t.Failed() && golden.FlagUpdate() {
		return
	}
	result := golden.String(got, file)()
	if result.Success() {
		return
	}
	said, _ := result.(interface{ FailureMessage() string })
	lines := strings.SplitAfter(strings.TrimSpace(said.FailureMessage()), "\n")
	shown := min(len(lines), 10)
	t.Errorf("want the text of %s; -update rewrites it. The first %d of %d lines of the difference:\n%s",
		golden.Path(file), shown, len(lines), strings.Join(lines[:shown], ""))
}
