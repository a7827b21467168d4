package inprocess

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/mitchellh/go-wordwrap"
	"github.com/zclconf/go-cty/cty"
)

// message is an error as an engine prints it.
type message string

func (m message) Error() string { return "Error: " + string(m) }

// errSaid ends a walk after an error that was said already.
var errSaid = errors.New("")

// said are the errors of a configuration, as an engine prints them.
func said(diags hcl.Diagnostics) error {
	var errs []error
	for _, d := range diags.Errs() {
		errs = append(errs, message(d.Error()))
	}
	return errors.Join(errs...)
}

// check makes a failure of the errors among diagnostics.
func check(address string, diags []*tfprotov6.Diagnostic) error {
	return checkAt(address, cty.NilVal, diags)
}

// checkAt is check for an instance with a configuration: an error comes with the line of the argument that it is
// about.
func checkAt(address string, config cty.Value, diags []*tfprotov6.Diagnostic) error {
	var errs []error
	for _, d := range diags {
		switch {
		case d.Severity != tfprotov6.DiagnosticSeverityError:
		case IsBroken(d) || d.Summary == inconsistentFinal:
			errs = append(errs, message(d.Summary+"\n\n"+address+d.Detail))
		default:
			errs = append(errs, message(fmt.Sprintf("%s\n\n  with %s,\n%s\n%s", d.Summary, address, configured(config, d.Attribute), wrapped(d.Detail))))
		}
	}
	return errors.Join(errs...)
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
	if !value.IsKnown() || value.IsNull() || !value.Type().IsPrimitiveType() {
		return fmt.Sprintf("  %s = ...\n", name)
	}
	known, _ := plain(value)
	text, _ := json.Marshal(known)
	return fmt.Sprintf("  %s = %s\n", name, text)
}
