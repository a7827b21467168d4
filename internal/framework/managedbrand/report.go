package managedbrand

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Explain are the diagnostics of an outcome. At is where the brand's arguments stand in the configuration, and named the
// argument that says which brand it is.
func (o *Outcome) Explain(subject apidiag.Subject, at, named path.Path) diag.Diagnostics {
	diags := o.Diags
	if o.Err == nil {
		return diags
	}
	failed := notAdopted(subject, named, o.Err)
	if o.Verb != "adopt" || failed == nil {
		failed = diag.NewErrorDiagnostic(fmt.Sprintf("Unable to %s %s", o.Verb, subject.Noun), apidiag.Explained(o.Verb, subject, o.Err, o.Decisive))
		if len(at.Steps()) > 0 {
			failed = diag.WithPath(at, failed)
		}
	}
	diags.Append(failed)
	return diags
}

const adviseMoved = "To keep the object and its state, add a block `moved { from = <old address>, to = <new address> }`."

// NoDeletion is what the warnings of a destroy that leaves brands say about it.
const NoDeletion = "deletion_policy \"disable\" or \"restore\" changes what destroy does; with extended_operations there is \"delete\" as well."

// TakenOver is the warning of a destroy that wrote nothing, because another instance has taken the brand over.
// Overwritten are the values of the first instance, which cannot reach the other one any more.
func TakenOver(b Brand, overwritten types.Object) diag.Diagnostic {
	detail := fmt.Sprintf("Another instance has taken over %s in this run, so that its destroy wrote nothing. "+
		"After a replacement with create_before_destroy, there is nothing to do. After a change of a for_each key or resource name, add a block "+
		"`moved { from = <old address>, to = <new address> }` before the next such change.", b.Subject())
	if values := DescribeValues(overwritten); values != "" {
		detail += fmt.Sprintf(" The other instance does not know the values that Terraform had overwritten before: %s.", values)
	}
	return diag.NewWarningDiagnostic("Brand left to another resource", detail)
}

// MaxNamed is how many brands a sentence names.
const MaxNamed = 50

// Subject names one brand or several in messages, by their ids; those for which there is no room are counted.
func Subject(account videoindexer.AccountRef, ids ...string) apidiag.Subject {
	noun := "brand"
	if len(ids) > 1 {
		noun = "brands"
	}
	text := strings.Join(ids[:min(len(ids), MaxNamed)], ", ")
	if len(ids) > MaxNamed {
		text += fmt.Sprintf(" and %d more", len(ids)-MaxNamed)
	}
	return apidiag.Subject{Noun: noun, ID: text, Account: account}
}
