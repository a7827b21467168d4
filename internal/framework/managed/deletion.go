package managed

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// Policy is a value of deletion_policy: what users ask a destroy to do. Its Effect also depends on
// who has created the object.
type Policy string

// The policies; each resource offers some of them.
const (
	// policyUnset is a policy that is not configured.
	policyUnset Policy = ""
	// PolicyAbandon stops managing the object, without a change.
	PolicyAbandon Policy = "abandon"
	// PolicyDisable disables the object.
	PolicyDisable Policy = "disable"
	// PolicyRestore writes back the values found at adoption.
	PolicyRestore Policy = "restore"
	// PolicyDelete deletes the object.
	PolicyDelete Policy = "delete"
	// PolicyEmpty removes the contents of the object, and disables it.
	PolicyEmpty Policy = "empty"
	// PolicyPrevent refuses a destroy.
	PolicyPrevent Policy = "prevent"
)

// Effect is what a destroy would do with an object that nobody else needs: EffectOf a Policy. The
// outcome of the destroy follows from it and from other facts (DestroyFacts). In resources of many
// objects, the effect becomes the verb of a task.
type Effect int

const (
	// EffectLeave does not change the object.
	EffectLeave Effect = iota
	EffectDelete
	EffectDisable
	// EffectRestore writes the values back that the object had before Terraform.
	EffectRestore
	// EffectRefuse makes the destroy fail, and its plan too if it shows the object.
	EffectRefuse
)

// effects are those of a destroy on an object that Terraform has created, and on one that it has
// adopted. A policy that is not here leaves the object.
var effects = map[Policy]struct{ onCreated, onAdopted Effect }{
	policyUnset:   {EffectDelete, EffectLeave},
	PolicyDelete:  {EffectDelete, EffectDelete},
	PolicyEmpty:   {EffectDelete, EffectDelete},
	PolicyDisable: {EffectDisable, EffectDisable},
	PolicyRestore: {EffectDelete, EffectRestore},
	PolicyAbandon: {EffectLeave, EffectLeave},
	PolicyPrevent: {EffectRefuse, EffectRefuse},
}

// Policies returns the values of deletion_policy that have an effect.
func Policies() []Policy {
	policies := slices.Sorted(maps.Keys(effects))
	return slices.DeleteFunc(policies, func(policy Policy) bool { return policy == policyUnset })
}

// EffectOf returns the effect of a destroy with the deletion_policy of the state. The object counts
// as adopted unless the state shows that it was created.
func EffectOf(policy types.String, isAdopted bool) Effect {
	effect := effects[Policy(policy.ValueString())]
	if isAdopted {
		return effect.onAdopted
	}
	return effect.onCreated
}

// adoption is what a model knows of the origin of its object, by the fields that it embeds.
type adoption interface {
	// leaveOnDestroy makes the destroy of a tainted object leave an object that existed before the
	// create.
	leaveOnDestroy()
	// isAbandoned reports whether deletion_policy asks to leave the object.
	isAbandoned() bool
	isAdopted() bool
	setAdopted(adopted types.Bool)
}

var _ = []adoption{(*AdoptableFields)(nil), (*AdoptedFields)(nil), (*LeftFields)(nil)}

// PolicyField is deletion_policy in a model.
type PolicyField struct {
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

func (f *PolicyField) leaveOnDestroy() { f.DeletionPolicy = types.StringNull() }
func (f *PolicyField) isAbandoned() bool {
	return f.DeletionPolicy.ValueString() == string(PolicyAbandon)
}

// AdoptedFields are embedded in the model of a resource that has a deletion_policy, and that
// Terraform never creates.
type AdoptedFields struct {
	providerdata.AccountFields
	PolicyField
}

// Effect returns what a destroy does.
func (f *AdoptedFields) Effect() Effect { return EffectOf(f.DeletionPolicy, true) }

func (f *AdoptedFields) isAdopted() bool { return true }

func (f *AdoptedFields) setAdopted(types.Bool) {}

// LeftFields are embedded in the model of a resource whose objects no destroy changes.
type LeftFields struct{ providerdata.AccountFields }

// Effect returns what a destroy does.
func (f *LeftFields) Effect() Effect { return EffectLeave }

func (f *LeftFields) leaveOnDestroy()       {}
func (f *LeftFields) isAbandoned() bool     { return false }
func (f *LeftFields) isAdopted() bool       { return false }
func (f *LeftFields) setAdopted(types.Bool) {}

// AdoptableFields replace AdoptedFields in the model of a resource that Terraform creates or
// adopts. They do not embed AdoptedFields, so that embedding is at most three levels deep.
type AdoptableFields struct {
	providerdata.AccountFields
	PolicyField

	Adopted types.Bool `tfsdk:"adopted"`
}

// AsImported returns the fields of an object from a list or an import.
func AsImported(account providerdata.AccountFields) AdoptableFields {
	return AdoptableFields{AccountFields: account, Adopted: types.BoolValue(true)}
}

// Effect returns what a destroy does.
func (f *AdoptableFields) Effect() Effect { return EffectOf(f.DeletionPolicy, f.isAdopted()) }

func (f *AdoptableFields) isAdopted() bool { return !f.Adopted.Equal(types.BoolValue(false)) }

func (f *AdoptableFields) setAdopted(adopted types.Bool) { f.Adopted = adopted }

// PolicyChoice is a policy of a resource, with the rest of the sentence that describes it.
type PolicyChoice struct {
	Policy Policy
	Does   string
}

// PolicyArgument describes deletion_policy, which has no default value, by a sentence about a
// destroy without it and a list of the policies.
func PolicyArgument(ifOmitted string, offers ...PolicyChoice) schema.StringAttribute {
	names := make([]string, len(offers))
	does := make([]string, len(offers))
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

// CreatedDespiteErrorWarnings warns of a create that failed after it had made the object, if a
// destroy neither leaves nor refuses the object.
func CreatedDespiteErrorWarnings(subject apidiag.Subject, effect Effect) diag.Diagnostics {
	if effect == EffectLeave || effect == EffectRefuse {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(subject.Heading()+" was created despite the error", fmt.Sprintf(
		"Terraform marks a resource whose create failed as tainted, "+
			"and the next apply would delete %s and create another. To keep it, "+
			"run `terraform untaint` on this resource, and then apply again to finish.", subject))}
}

// LeaveWarning warns in a plan that stops managing an object without changing it. How is a sentence
// about other policies ("" for none).
func LeaveWarning(subject apidiag.Subject, how string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(subject.Heading()+" will be left unchanged", subject.WithIDs(fmt.Sprintf(
		"Applying this plan only stops managing %s, without any change in the service. %s", subject, how)))
}

// DeletionWarning warns in a plan that deletes objects besides the resource that it shows. kind is
// the kind of these objects in the singular, names are their names, and subject contains them. More
// is a sentence about them ("" for none).
func DeletionWarning(kind string, names []string, subject apidiag.Subject, more string) diag.Diagnostic {
	count := apidiag.Count(len(names), kind)
	summary := "Apply deletes " + count
	if subject.Name != "" {
		summary += " of " + subject.String()
	}
	return diag.NewWarningDiagnostic(summary, subject.WithIDs(fmt.Sprintf(
		"Applying this plan deletes %s of %s: %s. %s", count, subject, apidiag.ListAllQuoted(names), more)))
}

// unnamedContentsError refuses a destroy that would delete more with its object than its plan has
// named.
func unnamedContentsError(kind string, names []string, subject apidiag.Subject, isTainted bool) diag.Diagnostic {
	next := "Plan again. The next plan names all of them."
	if isTainted {
		next += " If it does not, run `terraform destroy -target='<address>'` first, " +
			"or keep the object with `terraform untaint '<address>'`."
	}
	return diag.NewErrorDiagnostic(subject.Heading()+" was not deleted", subject.WithIDs(fmt.Sprintf(
		"With %s, the service would delete %s that the plan did not name: %s. %s",
		subject, apidiag.Count(len(names), kind), apidiag.ListAllQuoted(names), next)))
}

// replacementError refuses a replacement that would delete an object that the create cannot create
// again. Changed are the arguments that require it; none if users do.
func replacementError(subject apidiag.Subject, changed path.Paths) diag.Diagnostic {
	undo := "remove -replace or replace_triggered_by, or run `terraform untaint '<address>'`"
	if len(changed) > 0 {
		undo = "undo the change of " + strings.Trim(changed.String(), "[]")
	}
	refusal := diag.NewErrorDiagnostic(subject.Heading()+" must not be replaced",
		subject.WithIDs(fmt.Sprintf("A replacement would permanently delete %s, "+
			"because its deletion_policy is \"delete\". "+
			"Terraform cannot create it again.\n\n"+
			"To keep it, %s. "+
			"To replace it, set deletion_policy = \"abandon\", apply that alone, and then replace it.", subject, undo)))
	if len(changed) > 0 {
		return diag.WithPath(changed[0], refusal)
	}
	return refusal
}

// LeftToOtherWarning warns of a release that did not change the object, because another resource of
// this run has or gets it.
func LeftToOtherWarning(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Left to another resource", subject.WithIDs(fmt.Sprintf(
		"This resource no longer manages %s, and did not change anything, "+
			"because another resource manages the same object. "+
			"A later destroy deletes an adopted object only if its deletion_policy is \"delete\".", subject)))
}
