package inprocess

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/mitchellh/go-wordwrap"
	"github.com/zclconf/go-cty/cty"
)

// failure is the errors of a walk, as they are printed.
type failure []string

func (f failure) Error() string { return strings.Join(f, "\n\n") }

// check makes a failure of the errors among diagnostics.
func check(address string, diags []*tfprotov6.Diagnostic) error {
	return checkAt(address, cty.NilVal, diags)
}

// checkAt is check for an instance with a configuration: an error comes with the line of the argument that it is
// about.
func checkAt(address string, config cty.Value, diags []*tfprotov6.Diagnostic) error {
	var errs failure
	for _, d := range diags {
		switch {
		case d.Severity != tfprotov6.DiagnosticSeverityError:
		case IsBroken(d) || d.Summary == inconsistentFinal:
			errs = append(errs, fmt.Sprintf("Error: %s\n\n%s%s", d.Summary, address, d.Detail))
		default:
			errs = append(errs, fmt.Sprintf("Error: %s\n\n  with %s,\n%s\n%s", d.Summary, address, configured(config, d.Attribute), wrapped(d.Detail)))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// wrapped has the lines of an engine, which breaks those that do not begin with a blank.
func wrapped(text string) string {
	const columns = 78
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, " ") {
			line = wordwrap.WrapString(line, columns)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// configured is the line of the argument that a path leads into; "" where there is none.
func configured(config cty.Value, at *tftypes.AttributePath) string {
	if config == cty.NilVal || config.IsNull() || at == nil || len(at.Steps()) == 0 {
		return ""
	}
	name, ok := at.Steps()[0].(tftypes.AttributeName)
	if !ok || !config.Type().HasAttribute(string(name)) {
		return ""
	}
	value := config.GetAttr(string(name))
	switch {
	case !value.IsKnown() || value.IsNull() || !value.Type().IsPrimitiveType():
		return fmt.Sprintf("  %s = ...\n", name)
	case value.Type() == cty.String:
		return fmt.Sprintf("  %s = %q\n", name, value.AsString())
	}
	text, _ := plain(value)
	return fmt.Sprintf("  %s = %v\n", name, text)
}

// both joins the errors of two parts of a walk.
func both(a, b error) error {
	var first, second failure
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case errors.As(a, &first) && errors.As(b, &second):
		return append(slices.Clone(first), second...)
	}
	return errors.Join(a, b)
}
