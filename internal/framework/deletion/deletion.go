// Package deletion is the deletion_policy argument: what destroy does to the object.
package deletion

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// Policy is a value of deletion_policy.
type Policy string

// The policies; each resource offers some of them.
const (
	// Abandon stops managing the object and leaves it as it is.
	Abandon Policy = "abandon"
	// Disable switches the object off.
	Disable Policy = "disable"
	// Restore writes back the values found at adoption.
	Restore Policy = "restore"
	// Delete deletes the object.
	Delete Policy = "delete"
	// Empty removes what the object holds, and switches it off.
	Empty Policy = "empty"
	// Prevent refuses to destroy.
	Prevent Policy = "prevent"
)

// Effect is what a destroy does with an object.
type Effect int

// The effects. Leave changes nothing.
const (
	Leave Effect = iota
	Deletes
	Disables
	Restores
)

// EffectOf is what a destroy does by the deletion_policy of the state. Without one, it deletes what Terraform has created; what is not
// known to be created counts as adopted.
func EffectOf(policy types.String, isAdopted bool) Effect {
	switch Policy(policy.ValueString()) {
	case Abandon:
		return Leave
	case Disable:
		return Disables
	case Delete:
		return Deletes
	case Restore:
		if isAdopted {
			return Restores
		}
		return Deletes
	}
	if isAdopted {
		return Leave
	}
	return Deletes
}

// Offer is a policy that a resource offers, with the rest of the sentence that documents it.
type Offer struct {
	Policy Policy
	Does   string
}

// Argument is the deletion_policy argument, which has no default value. IfOmitted is the sentence that says what a destroy does without it.
func Argument(ifOmitted string, offers ...Offer) schema.StringAttribute {
	names, does := make([]string, len(offers)), make([]string, len(offers))
	for i, offer := range offers {
		names[i] = string(offer.Policy)
		does[i] = fmt.Sprintf("`%s` %s.", offer.Policy, offer.Does)
	}
	return schema.StringAttribute{
		MarkdownDescription: fmt.Sprintf("Effect of a destroy. %s %s Destroy uses the value that was applied last.", strings.Join(does, " "), ifOmitted),
		Optional:            true,
		Validators:          []validator.String{validate.OneOf(names...)},
	}
}

// CreatedDespiteError is the warning of a create that failed after it had made the object, if a destroy does not leave the object.
func CreatedDespiteError(subject apidiag.Subject, effect Effect) diag.Diagnostics {
	if effect == Leave {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(subject.Heading()+" was created despite the error", fmt.Sprintf(
		"Terraform marks a resource whose create failed as tainted, and the next apply would delete %s and create another. To keep it and have the next apply do the rest, "+
			"run terraform untaint on this resource first.", subject))}
}

// WillLeave is the warning of a plan that stops managing an object and leaves it as it is. How says what would have an effect instead, "" for
// nothing.
func WillLeave(subject apidiag.Subject, how string) diag.Diagnostic {
	object, state := "it", "it is"
	if strings.HasSuffix(subject.Kind, "s") {
		object, state = "them", "they are"
	}
	return diag.NewWarningDiagnostic(subject.Heading()+" will be left as "+state, subject.WithIDs(fmt.Sprintf(
		"Applying this plan stops managing %s, and leaves %s in the service as %s. %s", subject, object, state, how)))
}

// WillDeleteMany is the warning of a plan that deletes more than the resource that it shows: things of a kind in the
// singular, with their names, which are something of a subject. More is a sentence about them, "" for none.
func WillDeleteMany(kind string, names []string, of apidiag.Subject, more string) diag.Diagnostic {
	summary := "Apply deletes " + count(kind, names)
	if of.Name != "" {
		summary += " of " + of.String()
	}
	return diag.NewWarningDiagnostic(summary, of.WithIDs(fmt.Sprintf("Applying this plan deletes %s of %s: %s. %s", count(kind, names), of, Quoted(names), more)))
}

// NotNamed is the error of a destroy that would delete more with its object than its plan has named.
func NotNamed(kind string, names []string, of apidiag.Subject, isReplacement bool) diag.Diagnostic {
	next := "Plan again: the next plan names all."
	if isReplacement {
		next += " That of `-replace` or of a tainted object cannot: run `terraform destroy -target='<address>'` first, or keep a tainted object with `terraform untaint '<address>'`."
	}
	return diag.NewErrorDiagnostic(of.Heading()+" was not deleted", of.WithIDs(fmt.Sprintf(
		"With %s, the service would delete %s that the plan did not name: %s. %s", of, count(kind, names), Quoted(names), next)))
}

// count is a number of things of a kind in the singular.
func count(kind string, names []string) string {
	if len(names) == 1 {
		return "1 " + kind
	}
	return fmt.Sprintf("%d %s", len(names), apidiag.Plural(kind))
}

// Quoted lists names, ten at most.
func Quoted(names []string) string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = strconv.Quote(name)
	}
	return apidiag.Some(shown)
}

// MustNotReplace is the error of a plan that would delete an object to adopt it, or another one, in its place.
func MustNotReplace(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic(subject.Heading()+" must not be replaced",
		subject.WithIDs(fmt.Sprintf("A replacement would permanently delete %s, because its deletion_policy is \"delete\". Terraform cannot create it again.\n\n"+
			"If it is tainted, first run `terraform untaint '<address>'`, which keeps it. To replace it, set deletion_policy = \"abandon\", apply that alone, and then replace it.", subject)))
}

// TakenOver is the warning of a destroy that wrote nothing, because another resource has created or adopted the object in the same run.
func TakenOver(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic(subject.Heading()+" left to another resource", subject.WithIDs(fmt.Sprintf(
		"Another resource, or the replacement of this one, has adopted %s in this run: this destroy wrote nothing. A later destroy of it deletes nothing that it adopted, unless its deletion_policy is \"delete\".", subject)))
}
