package inprocess

import (
	"errors"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// message is an error, in the form of an engine.
type message string

func (m message) Error() string { return "Error: " + string(m) }

// errSaid ends a walk after an error that was said already.
var errSaid = errors.New("")

// said are the errors of a configuration.
func said(diags hcl.Diagnostics) error {
	var errs []error
	for _, d := range diags.Errs() {
		errs = append(errs, message(d.Error()))
	}
	return errors.Join(errs...)
}

// check makes a failure of the errors among diagnostics of an instance.
func (r *run) check(address string, diags Diagnostics) error {
	*r.said = append(*r.said, diags...)
	var errs []error
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			errs = append(errs, message(fmt.Sprintf("%s\n\n%s: %s", d.Summary, address, d.Detail)))
		}
	}
	return errors.Join(errs...)
}
