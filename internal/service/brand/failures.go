package brand

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resultDiagnostics returns the errors of an apply, and a warning of what it has left to others.
func (m *resourceModel) resultDiagnostics(results []*set.Result) diag.Diagnostics {
	diags := m.resultErrors(results)
	var left []set.Brand
	for _, result := range results {
		if result.IsLeftToOther {
			left = append(left, result.Prior)
		}
	}
	if len(left) > 0 {
		warning := managed.LeftToOtherWarning(m.subject(left...))
		detail := warning.Detail() + " " + lostValuesText(sortedByName(left))
		diags.AddWarning(warning.Summary(), strings.TrimSpace(detail))
	}
	return diags
}

// resultErrors returns the errors of each cause of failures.
func (m *resourceModel) resultErrors(results []*set.Result) (diags diag.Diagnostics) {
	for _, failure := range set.Failures(results) {
		diags.Append(m.failureErrors(failure)...)
	}
	return diags
}

// failureErrors returns the errors of a failure, which concerns one brand or several.
func (m *resourceModel) failureErrors(failure *set.Failure) diag.Diagnostics {
	example := failure.Example
	subject := m.failureSubject(failure)
	argument := m.layout.entryPath(example.Label)
	if len(failure.Results) > 1 {
		argument = path.Root(brandsName)
	}
	var failureError diag.Diagnostic
	switch {
	case example.Err == nil:
		return m.notKeptErrors(argument, subject, example)
	case videoindexer.ConcernsAll(example.Err):
		return diag.Diagnostics{apidiag.PlanError(string(example.Verb), subject, example.Err)}
	case example.Verb == set.Adopt && videoindexer.IsNotFound(example.Err):
		failureError = diag.NewErrorDiagnostic(subject.Heading()+" not found", apidiag.DetailWithoutAdvice(
			"adopt", subject, example.Err, "The account does not have this brand. Use the id of an existing brand, "+
				"or plan again if it was deleted after the plan."))
	default:
		failureError = apidiag.Error(string(example.Verb), subject, example.Err, example.Hint)
	}
	if len(argument.Steps()) > 0 {
		failureError = diag.WithPath(argument, failureError)
	}
	return diag.Diagnostics{failureError}
}

// failureSubject names the brands of a failure, and says how many of them were not tried after an
// interrupt or an error that concerns all brands.
func (m *resourceModel) failureSubject(failure *set.Failure) apidiag.Subject {
	skipped := 0
	brands := make([]set.Brand, len(failure.Results))
	for i, result := range failure.Results {
		brands[i] = result.Brand()
		if result.IsSkipped {
			skipped++
		}
	}
	subject := m.subject(brands...)
	if skipped > 0 {
		subject.ID += fmt.Sprintf(" (not tried: %d)", skipped)
	}
	return subject
}

// notKeptErrors returns an error for each value that the service has accepted and not kept.
func (m *resourceModel) notKeptErrors(
	entry path.Path, subject apidiag.Subject, result *set.Result,
) (diags diag.Diagnostics) {
	for _, different := range result.Sent.DifferencesIn(result.Remote.BrandFields) {
		argument := entry.AtName(different.Name)
		advice := fmt.Sprintf("Set %s to a value that the service keeps, or omit it; "+
			"the state shows the value of the service.", different.Name)
		switch {
		case result.Verb.IsRelease():
			argument = path.Root(policyName)
			advice = "The brand stays in the state, with the values of the service. " +
				`To keep it unchanged, set deletion_policy = "abandon" and apply, before you destroy.`
		case different.Name == "name" && result.Verb == set.Update:
			advice = renameHint(result)
		}
		diags.AddAttributeError(argument, "Value not kept by the service", fmt.Sprintf(
			"The service accepted %s, but returns %s = %s instead of %s. %s",
			subject, different.Name, different.Returned, different.Sent, advice))
	}
	return diags
}

// createdDespiteErrorWarnings returns the warning of a create that has failed after it had created
// brands.
func (m *resourceModel) createdDespiteErrorWarnings() diag.Diagnostics {
	created := m.Brands.Where(func(b set.Brand) bool { return m.destroyVerb(b) == set.Delete })
	if len(created) == 0 {
		return nil
	}
	return managed.CreatedDespiteErrorWarnings(m.subject(created...), managed.EffectDelete)
}

// lostValuesErrors refuses a replacement whose create was planned without the previous values that
// the state has.
func (m *resourceModel) lostValuesErrors(create *managed.NextCreate) diag.Diagnostics {
	brands := m.Brands.Where(func(b set.Brand) bool {
		return m.destroyFacts(b, create).Outcome() == managed.OutcomeLosesValues
	})
	if len(brands) == 0 {
		return nil
	}
	return diag.Diagnostics{managed.LostValuesError(m.subject(brands...))}
}

// addNameHints adds hints to failures that are due to names.
func addNameHints(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, results []*set.Result,
) {
	list := sync.OnceValue(func() *listing {
		// Without a list, the hints name no brand.
		brands, _ := client.ListBrands(ctx, account)
		return newListing(brands, nil)
	})
	for _, result := range results {
		if result.Err == nil || !getsNewName(result) {
			continue
		}
		switch {
		case result.Verb == set.Create && videoindexer.IsOutcomeUnknown(result.Err):
			result.Hint = "Plan again. If the brand was created, the plan finds it by its name."
		case !isRefused(result.Err):
			// The failure is not due to the name.
		case client.AllowsExtended():
			result.Hint = nameHint(result, list())
		case result.Verb == set.Update:
			result.Hint = renameHint(result)
		}
	}
}

// getsNewName reports whether a task gives its brand another name, as far as the plan knows.
func getsNewName(r *set.Result) bool {
	oldName, newName := r.Names()
	// The name of a brand that the plan has not read may stay the same.
	if r.Verb == set.Adopt && oldName == "" {
		return false
	}
	return newName != ""
}

// isRefused reports whether the service has refused a request because of its values.
func isRefused(err error) bool {
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](err)
	if !isAPIError {
		return false
	}
	return apiErr.Status == http.StatusBadRequest || apiErr.Status == http.StatusConflict
}

// nameHint says which brand has the name that the service has refused to give to another one, or
// what to do if the list shows none.
func nameHint(result *set.Result, list *listing) string {
	name := result.NewName()
	holder := list.findAlike(name)
	isHeld := holder != nil && holder.ID != result.ID()
	switch {
	case !isHeld && result.Verb == set.Update:
		return renameHint(result)
	case !isHeld:
		return "If another brand has this name, and the list of the account does not show it yet, plan again."
	case result.Verb == set.Restore:
		return fmt.Sprintf("Brand %d now has the previous name of this one, %q. Rename or delete that brand. "+
			`Or set deletion_policy = "abandon" and apply, to keep this one unchanged.`, holder.ID, holder.Name)
	case holder != list.findByName(name):
		return fmt.Sprintf("Brand %d is named %[2]q, which differs only in letter case, "+
			"and this service treats both as the same name. Use %[2]q to adopt it.", holder.ID, holder.Name)
	case result.Verb == set.Create:
		return fmt.Sprintf("Brand %d has appeared with this name since the plan. Plan again to adopt it.", holder.ID)
	}
	return fmt.Sprintf("Brand %[1]d has this name. "+
		"If another resource renames or deletes it in the same apply, apply again. "+
		"Otherwise, set brand_id = %[1]d to adopt that brand, import it, or choose another name.", holder.ID)
}

// renameHint advises what to do if a service does not rename a brand. It does not advise to replace
// a map, which would replace all of its brands.
func renameHint(r *set.Result) string {
	const advice = "If the service does not rename brands, keep the old name. Without brand_id, you can also "
	if r.Label == singleLabel {
		return advice + "replace the brand with `terraform apply -replace='<address>'`."
	}
	return advice + "change the label as well, and apply again to create a brand with that name."
}
