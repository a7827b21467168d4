package acctest

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The severities of a diagnostic.
const (
	Failure = tfprotov6.DiagnosticSeverityError
	Warning = tfprotov6.DiagnosticSeverityWarning
)

// MustSucceed ends the test if there is an error.
func MustSucceed(t testing.TB, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	errors := Errors(diags)
	if len(errors) > 0 {
		t.Fatalf("want no errors. Got: %v", Texts(errors))
	}
}

// MustSayNothing ends the test if there is a diagnostic.
func MustSayNothing(t testing.TB, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	if len(diags) > 0 {
		t.Fatalf("want no messages. Got: %v", Texts(diags))
	}
}

// MustFailOnce returns the only error, which contains all the parts. If there is another error, or
// more than one, it ends the test.
func MustFailOnce(t testing.TB, diags []*tfprotov6.Diagnostic, parts ...string) *tfprotov6.Diagnostic {
	t.Helper()
	errors := Errors(diags)
	if len(errors) != 1 {
		t.Fatalf("%d errors, want one. Got: %v", len(errors), Texts(errors))
	}
	return MustSay(t, errors, Failure, parts...)
}

// MustSay returns a diagnostic of the severity that contains all the parts. If there is none, it
// ends the test.
func MustSay(
	t testing.TB, diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity, parts ...string,
) *tfprotov6.Diagnostic {
	t.Helper()
	for _, d := range diags {
		lacks := func(part string) bool { return !strings.Contains(textOf(d), part) }
		lacksAny := slices.ContainsFunc(parts, lacks)
		if d.Severity == severity && !lacksAny {
			return d
		}
	}
	t.Fatalf("no %s has %q. Got: %v", severity, parts, Texts(diags))
	return nil
}

// Errors returns the diagnostics that are errors.
func Errors(diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return slices.DeleteFunc(slices.Clone(diags), func(d *tfprotov6.Diagnostic) bool {
		return d.Severity != tfprotov6.DiagnosticSeverityError
	})
}

// Texts returns diagnostics as "summary: detail".
func Texts(diags []*tfprotov6.Diagnostic) Messages {
	texts := make(Messages, len(diags))
	for i, d := range diags {
		texts[i] = textOf(d)
	}
	return texts
}

func textOf(d *tfprotov6.Diagnostic) string { return d.Summary + ": " + d.Detail }
