// Package check compares values and errors with what a test wants. A failure says in at most ten
// lines what differs.
package check

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Equal compares values, which it names by a format.
func Equal[T any](t testing.TB, want, got T, format string, args ...any) {
	t.Helper()
	difference := differences(want, got)
	if difference != "" {
		t.Errorf("%s%s", fmt.Sprintf(format, args...), difference)
	}
}

// Contains checks that a text has a part.
func Contains(t testing.TB, part, text, format string, args ...any) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%s: want %q in it, got: %s", fmt.Sprintf(format, args...), part, excerpt(text))
	}
}

// MustSucceed ends the test if there is an error.
func MustSucceed(t testing.TB, err error, format string, args ...any) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: error %T %s, want none", fmt.Sprintf(format, args...), err, excerpt(err.Error()))
	}
}

// ErrorIs checks that an error is in a chain of errors. No error is in a chain that is nil.
func ErrorIs(t testing.TB, want, err error, format string, args ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %T %v, want one that is %v", fmt.Sprintf(format, args...), err, err, want)
	}
}

// ErrorSays checks that an error has a text, or that there is no error if the text is empty.
func ErrorSays(t testing.TB, want string, err error, format string, args ...any) {
	t.Helper()
	name := fmt.Sprintf(format, args...)
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: error %T %s, want none", name, err, excerpt(err.Error()))
	case want != "" && err == nil:
		t.Errorf("%s: no error, want one with %q", name, want)
	case err != nil && !strings.Contains(err.Error(), want):
		t.Errorf("%s: error %T %s, want one with %q", name, err, excerpt(err.Error()), want)
	}
}

// ErrorAs returns the error of a type in a chain of errors. The test ends if there is none.
func ErrorAs[T error](t testing.TB, err error) T {
	t.Helper()
	found, isFound := errors.AsType[T](err)
	switch {
	case err == nil:
		t.Fatalf("no error, want a %T", found)
	case !isFound:
		t.Fatalf("error %T %v, want a %T", err, err, found)
	}
	return found
}

// differences returns the end of a message: both values if they are short, else the lines that
// differ.
func differences(want, got any) string {
	diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true }))
	if diff == "" {
		return ""
	}
	wanted, isWantedShort := short(want)
	shown, isShort := short(got)
	if isWantedShort && isShort && wanted != shown {
		return ": got " + shown + ", want " + wanted
	}
	return " (-want +got):\n" + differing(diff)
}

// short prints a value that fits into a line: a number, a truth value, a short text, or what prints
// itself as one.
func short(value any) (text string, isShort bool) {
	_, printsItself := value.(fmt.Stringer)
	if printsItself {
		text = fmt.Sprint(value)
		return text, len(text) <= 100 && !strings.Contains(text, "\n")
	}
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.String:
		return fmt.Sprintf("%q", value), v.Len() <= 100 && !strings.Contains(v.String(), "\n")
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return fmt.Sprint(value), true
	default:
		return "", false
	}
}

// differing returns the first lines of a long difference that differ, that stand before such a
// line, or that begin a value which contains some.
func differing(diff string) string {
	// cmp writes other spaces at random, so that nobody compares its texts.
	lines := strings.Split(strings.ReplaceAll(diff, "\u00a0", " "), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	if len(lines) < 10 {
		return strings.Join(lines, "\n")
	}
	isDifference := func(line string) bool { return strings.HasPrefix(line, "-") || strings.HasPrefix(line, "+") }
	var shown []string
	for i, line := range lines {
		isBefore := i+1 < len(lines) && isDifference(lines[i+1])
		beginsValue := strings.HasSuffix(line, "{")
		if isDifference(line) || isBefore || beginsValue {
			shown = append(shown, line)
		}
	}
	more := len(shown) - 8
	if more > 1 {
		shown = append(shown[:8], fmt.Sprintf("and %d more lines", more))
	}
	return strings.Join(shown, "\n")
}

// excerpt returns a text in at most nine lines, without its middle, and each line without that of a
// long one.
func excerpt(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		all := []rune(strings.TrimSpace(line))
		if len(all) > 400 {
			all = slices.Concat(all[:200], []rune(" … "), all[len(all)-200:])
		}
		if len(all) > 0 {
			lines = append(lines, string(all))
		}
	}
	more := len(lines) - 8
	if more > 1 {
		lines = slices.Concat(lines[:4], []string{fmt.Sprintf("… %d lines …", more)}, lines[len(lines)-4:])
	}
	return strings.Join(lines, "\n")
}
