// Package deletion is the deletion_policy argument: what destroy does to the object.
package deletion

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
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

// Offer is a policy that a resource offers, with the sentence that its documentation gives.
type Offer struct {
	Policy Policy
	Does   string
}

// Attribute is the deletion_policy argument of a resource; the first offer is the default.
func Attribute(offers ...Offer) schema.StringAttribute {
	first := offers[0]
	first.Does += " (default)"
	attribute := PlannedAttribute("", append([]Offer{first}, offers[1:]...)...)
	attribute.Default = stringdefault.StaticString(string(first.Policy))
	return attribute
}

// PlannedAttribute is the deletion_policy argument of a resource whose ModifyPlan plans the default. Fallback is the
// sentence that says which it is.
func PlannedAttribute(fallback string, offers ...Offer) schema.StringAttribute {
	names, does := make([]string, len(offers)), make([]string, len(offers))
	for i, offer := range offers {
		names[i] = string(offer.Policy)
		does[i] = fmt.Sprintf("`%s` %s", offer.Policy, offer.Does)
	}
	text := "What destroy does: " + strings.Join(does, "; ") + "."
	if fallback != "" {
		text += " " + fallback
	}
	text += " Destroy uses the value that was applied last."
	return schema.StringAttribute{
		MarkdownDescription: text,
		Optional:            true,
		Computed:            true,
		Validators:          []validator.String{stringvalidator.OneOf(names...)},
	}
}

// Of is the policy that value holds, or fallback where it is not set (after an import).
func Of(value types.String, fallback Policy) Policy {
	if value.ValueString() == "" {
		return fallback
	}
	return Policy(value.ValueString())
}

// AfterFailedCreate is the policy that a create which failed after it had adopted its object leaves in the state,
// whatever is configured. Terraform marks such a resource as tainted and destroys it at the next apply; that destroy
// must leave the object, which was there before, and never delete it. Only the state can pass this on: when Terraform
// replaces a tainted resource, the destroy sees the prior state, but not the prior private state.
func AfterFailedCreate() types.String { return types.StringValue(string(Abandon)) }

// CreatedDespiteError is the warning of a create that failed after it had made the object, if a destroy by the policy does not
// leave the object.
func CreatedDespiteError(subject apidiag.Subject, policy Policy) diag.Diagnostics {
	if policy == Abandon {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(subject.Heading()+" was created despite the error", fmt.Sprintf(
		"Terraform marks a resource whose create failed as tainted, and the next apply would %s %s and create another. To keep it and have the next apply do the rest, "+
			"run terraform untaint on this resource first.", policy, subject))}
}

// Abandoned is the warning of a destroy that left the object as it is. How says what would have
// ended it instead, "" where nothing does.
func Abandoned(subject apidiag.Subject, how string) diag.Diagnostic {
	return left(subject, " left as ", "Terraform no longer manages %s, and left %s in the service as %s.", how)
}

// WillAbandon is the warning of a planned destroy that will leave the object as it is. How says what would end it
// instead, "" where nothing does.
func WillAbandon(subject apidiag.Subject, how string) diag.Diagnostic {
	return left(subject, " will be left as ", "A destroy stops managing %s and leaves %s in the service as %s.", how)
}

// WillAbandonByPolicy is WillAbandon where another deletion_policy would end the object, as how says.
func WillAbandonByPolicy(subject apidiag.Subject, how string) diag.Diagnostic {
	return WillAbandon(subject, how+" What counts is the deletion_policy that was applied last.")
}

// WillAbandonInUpdate is the warning of a planned update that stops managing objects, by the deletion_policy that the plan
// sets, and leaves them as they are.
func WillAbandonInUpdate(subject apidiag.Subject, how string) diag.Diagnostic {
	return left(subject, " will be left as ", "The apply stops managing %s and leaves %s in the service as %s.", how)
}

// WillDeleteMany is the warning of a plan that deletes more than the resource that it shows: things of a noun in the
// singular, with their names, which are something of a subject. More is a sentence about them, "" for none.
func WillDeleteMany(noun string, names []string, of apidiag.Subject, more string) diag.Diagnostic {
	what, shown := fmt.Sprintf("%d %ss", len(names), noun), make([]string, len(names))
	if len(names) == 1 {
		what = "1 " + noun
	}
	for i, name := range names {
		shown[i] = strconv.Quote(name)
	}
	return diag.NewWarningDiagnostic("Apply deletes "+what,
		of.WithIDs(fmt.Sprintf("Applying this plan deletes %s of %s: %s. %s", what, of, apidiag.Some(shown), more)))
}

// MustNotReplace is the error of a plan that would delete an object to adopt it, or another one, in its place.
func MustNotReplace(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic(subject.Heading()+" must not be replaced",
		subject.WithIDs(fmt.Sprintf("A replacement would permanently delete %s, because its deletion_policy is \"delete\". Terraform cannot create it again.\n\n"+
			"If it is tainted, run `terraform untaint '<address>'` to keep it. To replace it all the same, set deletion_policy = \"abandon\" and apply that first.\n\n%s",
			subject, Moved(strings.ReplaceAll(subject.Noun, " ", "_")))))
}

// Moved is the advice for a resource, by its name without the provider's, that has another address.
func Moved(resource string) string {
	return fmt.Sprintf("If the resource was renamed:\n\nmoved {\n  from = videoindexer_%[1]s.old_name\n  to   = videoindexer_%[1]s.new_name\n}", resource)
}

// TakenOver is the warning of a destroy that wrote nothing, because another resource has adopted the object in the same run.
func TakenOver(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic(subject.Heading()+" left to another resource",
		subject.WithIDs(fmt.Sprintf("Another resource has adopted %s in this run, so that this destroy wrote nothing, whatever deletion_policy says.", subject)))
}

func left(subject apidiag.Subject, heading, sentence, how string) diag.Diagnostic {
	object, state := "it", "it is"
	if strings.HasSuffix(subject.Noun, "s") {
		object, state = "them", "they are"
	}
	return diag.NewWarningDiagnostic(subject.Heading()+heading+state, subject.WithIDs(fmt.Sprintf(sentence, subject, object, state)+" "+how))
}
