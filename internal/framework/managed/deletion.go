package managed

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// Policy is a value of deletion_policy: what destroy does to the object.
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

// The effects. Leaves is the one that changes nothing.
const (
	Leaves Effect = iota
	Deletes
	Disables
	Restores
)

// EffectOf is what a destroy does by the deletion_policy of the state. Without one, it deletes what Terraform has
// created; what is not known to be created counts as adopted.
func EffectOf(policy types.String, isAdopted bool) Effect {
	switch p := Policy(policy.ValueString()); {
	case p == Disable:
		return Disables
	case p == Restore && isAdopted:
		return Restores
	case p == Abandon, p != Delete && isAdopted:
		return Leaves
	}
	return Deletes
}

// PolicyField is deletion_policy in a model.
type PolicyField struct {
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// AfterFailedCreate has the destroy of a tainted object leave what was there before the create.
func (f *PolicyField) AfterFailedCreate() { f.DeletionPolicy = types.StringNull() }

func (f *PolicyField) isAbandoned() bool { return f.DeletionPolicy.ValueString() == string(Abandon) }

// AdoptedFields are embedded in the model of a resource that has a deletion_policy, and that Terraform never creates.
type AdoptedFields struct {
	providerdata.AccountFields
	PolicyField
}

// Effect is what a destroy does.
func (f *AdoptedFields) Effect() Effect { return EffectOf(f.DeletionPolicy, true) }

func (f *AdoptedFields) isAdopted() bool { return true }

// AdoptableFields take the place of AdoptedFields for a resource that Terraform creates or adopts. They do not embed
// them, so that a model of a model has its fields at most three levels down.
type AdoptableFields struct {
	providerdata.AccountFields
	PolicyField

	Adopted types.Bool `tfsdk:"adopted"`
}

// AsImported are those of an object that a list shows, or an import finds.
func AsImported(account providerdata.AccountFields) AdoptableFields {
	return AdoptableFields{AccountFields: account, Adopted: types.BoolValue(true)}
}

// Effect is what a destroy does.
func (f *AdoptableFields) Effect() Effect { return EffectOf(f.DeletionPolicy, f.isAdopted()) }

func (f *AdoptableFields) isAdopted() bool { return !f.Adopted.Equal(types.BoolValue(false)) }

// seeAdopted completes a state that an import has made: what Terraform has not created counts as adopted.
func (f *AdoptableFields) seeAdopted() { f.Adopted = types.BoolValue(f.isAdopted()) }

// IsAdopted reports whether a state has an object that Terraform has not created.
func IsAdopted(state Object) bool {
	of, is := state.(interface{ isAdopted() bool })
	return is && of.isAdopted()
}

// Offer is a policy that a resource offers, with the rest of the sentence that documents it.
type Offer struct {
	Policy Policy
	Does   string
}

// PolicyArgument is the deletion_policy argument, which has no default value: a sentence about a destroy without it,
// and a list of the policies.
func PolicyArgument(ifOmitted string, offers ...Offer) schema.StringAttribute {
	names, does := make([]string, len(offers)), make([]string, len(offers))
	for i, offer := range offers {
		names[i] = string(offer.Policy)
		does[i] = fmt.Sprintf("\n  - `%s` %s.", offer.Policy, offer.Does)
	}
	return schema.StringAttribute{
		MarkdownDescription: "Effect of a destroy, which uses the value that was applied last. " + ifOmitted + " Values:" + strings.Join(does, ""),
		Optional:            true,
		Validators:          []validator.String{validate.OneOf(names...)},
	}
}

// CreatedDespiteError is the warning of a create that failed after it had made the object, if a destroy does not
// leave the object.
func CreatedDespiteError(subject apidiag.Subject, effect Effect) diag.Diagnostics {
	if effect == Leaves {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(subject.Heading()+" was created despite the error", fmt.Sprintf(
		"Terraform marks a resource whose create failed as tainted, and the next apply would delete %s and create another. To keep it, "+
			"run `terraform untaint` on this resource, and then apply again to finish.", subject))}
}

// WillLeave is the warning of a plan that stops managing an object without a change of it. How says what would have an
// effect instead, "" for nothing.
func WillLeave(subject apidiag.Subject, how string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(subject.Heading()+" will be left unchanged", subject.WithIDs(fmt.Sprintf(
		"Applying this plan only stops managing %s, without any change in the service. %s", subject, how)))
}

// WillDeleteMany is the warning of a plan that deletes more than the resource that it shows: things of a kind in the
// singular, with their names, which are something of a subject. More is a sentence about them, "" for none.
func WillDeleteMany(kind string, names []string, of apidiag.Subject, more string) diag.Diagnostic {
	summary := "Apply deletes " + count(kind, names)
	if of.Name != "" {
		summary += " of " + of.String()
	}
	return diag.NewWarningDiagnostic(summary, of.WithIDs(fmt.Sprintf("Applying this plan deletes %s of %s: %s. %s", count(kind, names), of, All(names), more)))
}

// notNamed is the error of a destroy that would delete more with its object than its plan has named.
func notNamed(kind string, names []string, of apidiag.Subject, isTainted bool) diag.Diagnostic {
	next := "Plan again. The next plan names all of them."
	if isTainted {
		next += " If it does not, run `terraform destroy -target='<address>'` first, or keep the object with `terraform untaint '<address>'`."
	}
	return diag.NewErrorDiagnostic(of.Heading()+" was not deleted", of.WithIDs(fmt.Sprintf(
		"With %s, the service would delete %s that the plan did not name: %s. %s", of, count(kind, names), All(names), next)))
}

// count is a number of things of a kind in the singular.
func count(kind string, names []string) string {
	if len(names) == 1 {
		return "1 " + kind
	}
	return fmt.Sprintf("%d %s", len(names), apidiag.Plural(kind))
}

// Quoted lists names, ten at most.
func Quoted(names []string) string { return apidiag.Some(quoted(names)) }

// All lists all names: those of what is deleted.
func All(names []string) string { return apidiag.UpTo(len(names), quoted(names)) }

func quoted(names []string) []string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = strconv.Quote(name)
	}
	return shown
}

// mustNotReplace is the error of a plan that would delete an object to adopt it, or another one, in its place.
func mustNotReplace(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic(subject.Heading()+" must not be replaced",
		subject.WithIDs(fmt.Sprintf("A replacement would permanently delete %s, because its deletion_policy is \"delete\". Terraform cannot create it again.\n\n"+
			"To keep it, remove -replace or replace_triggered_by, or run `terraform untaint '<address>'`. To replace it, set deletion_policy = \"abandon\", apply that alone, and then replace it.", subject)))
}

// LeftToOther is the warning of a release that wrote nothing, because another resource of this run has or gets the
// object.
func LeftToOther(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Left to another resource", subject.WithIDs(fmt.Sprintf(
		"This resource no longer manages %s, and did not change anything, because another resource manages the same object. "+
			"A later destroy deletes an adopted object only if its deletion_policy is \"delete\".", subject)))
}
