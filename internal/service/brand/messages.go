package brand

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// maxNamed is the number of brands that a message names at most.
const maxNamed = 50

// titleOf names a brand in messages by its name and id, as far as they are known: "Velora" (1001).
func titleOf(b set.Brand) string {
	name := b.Values.Name()
	switch {
	case name == "":
		return brandIDText(b.ID)
	case b.ID == 0:
		return strconv.Quote(name)
	}
	return fmt.Sprintf("%q (%d)", name, b.ID)
}

// subject names brands in messages, by name.
func (m *resourceModel) subject(brands ...set.Brand) apidiag.Subject {
	titles := make([]string, len(brands))
	for i, brand := range sortedByName(brands) {
		titles[i] = titleOf(brand)
	}
	kind := "brand"
	if len(brands) != 1 {
		kind = "brands"
	}
	return apidiag.Subject{Kind: kind, ID: apidiag.ListUpTo(maxNamed, titles), Account: m.AccountRef()}
}

// sortedByName returns brands in the order of their names, and those without a name by id.
func sortedByName(brands []set.Brand) []set.Brand {
	return slices.SortedFunc(slices.Values(brands), func(a, b set.Brand) int {
		return cmp.Or(strings.Compare(a.Values.Name(), b.Values.Name()), cmp.Compare(a.ID, b.ID))
	})
}

// sharedIDErrors returns an error for each entry whose id an entry before it has.
func (m *resourceModel) sharedIDErrors(entries set.Brands) (diags diag.Diagnostics) {
	labels := make(map[int32]string, len(entries))
	for _, label := range entries.Labels() {
		entry := entries[label]
		if entry.ID == 0 {
			continue
		}
		otherLabel, isShared := labels[entry.ID]
		labels[entry.ID] = label
		if isShared {
			argument := m.layout.entryPath(label)
			diags.AddAttributeError(argument, "Brand in two entries", fmt.Sprintf(
				"%s and %s are the same brand, %s. Remove one of them.",
				m.layout.entryPath(otherLabel), argument, titleOf(entry)))
		}
	}
	return diags
}

// missingWarning returns the warning of configured ids that no brand of the account has.
func (m *resourceModel) missingWarning(f facts) diag.Diagnostics {
	var missing []set.Brand
	for _, entry := range m.Brands {
		if f.isMissing(entry) {
			missing = append(missing, entry)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	subject := m.subject(missing...)
	detail := fmt.Sprintf(
		"The account has no %s, so the apply will fail. brand_id must be the id of an existing brand.", subject)
	warning := diag.NewWarningDiagnostic(subject.Heading()+" not found", subject.WithIDs(detail))
	return diag.Diagnostics{m.withBrandsPath(warning)}
}

// withBrandsPath gives a message the path of the brands of a map.
func (m *resourceModel) withBrandsPath(d diag.Diagnostic) diag.Diagnostic {
	entry := m.layout.entryPath(singleLabel)
	if len(entry.Steps()) > 0 {
		return diag.WithPath(entry.ParentPath(), d)
	}
	return d
}

// nameWarnings returns the warnings of names that other brands of the account have, exactly or in
// another letter case. A brand that gives up its name in the same plan causes no warning.
func (m *resourceModel) nameWarnings(tasks []set.Task, list *listing) (diags diag.Diagnostics) {
	if list == nil {
		return nil
	}
	givesUpName := make(map[int32]bool)
	for _, task := range tasks {
		oldName, _ := task.Names()
		givesUpName[task.ID()] = oldName != ""
	}
	var taken, alike []string
	for _, task := range tasks {
		name := task.NewName()
		holder := list.findAlike(name)
		oldName, _ := task.Names()
		switch {
		case holder == nil || task.Wanted.IsUnknown:
			// No brand has the name, or the plan does not know which brand gets it.
		case holder.ID == task.ID() || givesUpName[holder.ID]:
			// The name is free for the brand.
		case oldName != "":
			taken = append(taken, fmt.Sprintf("brand %s would be renamed to %q, the name of brand %d",
				titleOf(task.Brand()), name, holder.ID))
		case task.Verb == set.Create:
			alike = append(alike, fmt.Sprintf("%q is brand %d there (%q)", name, holder.ID, holder.Name))
		}
	}
	if len(taken) > 0 {
		diags.Append(m.withBrandsPath(m.takenNamesWarning(taken)))
	}
	if len(alike) > 0 {
		diags.Append(m.withBrandsPath(alikeNamesWarning(alike)))
	}
	return diags
}

// takenNamesWarning returns the warning of renames, each described by a text.
func (m *resourceModel) takenNamesWarning(renames []string) diag.Diagnostic {
	detail := fmt.Sprintf("Names of brands are unique, and these are taken: %s. "+
		"The apply fails unless the other brand is renamed or deleted first. "+
		"To exchange the names of two resources, give one of them a third name first, "+
		"or put both brands into one videoindexer_brands.", apidiag.ListUpTo(maxNamed, renames))
	return diag.NewWarningDiagnostic("Brand name is taken", m.accountSubject().WithIDs(detail))
}

// alikeNamesWarning returns the warning of new names, each described by a text.
func alikeNamesWarning(names []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Names that differ in letter case from those of the account", fmt.Sprintf(
		"The plan creates brands whose names the account has in another letter case: %s. "+
			"A service that ignores letter case refuses to create them. "+
			"To adopt the existing brands, use exactly their names.", apidiag.ListUpTo(maxNamed, names)))
}

// removalWarnings returns the warnings of brands that a removal leaves unchanged, and in a map also
// of those that it changes or deletes: the plan does not show these as resources. NoteOnDeleted is
// a sentence about those that it deletes; "" for none.
func (m *resourceModel) removalWarnings(tasks []set.Task, noteOnDeleted string) (diags diag.Diagnostics) {
	left := priorBrands(tasks, set.Leave)
	if len(left) > 0 {
		advice := ""
		if m.DeletionPolicy.IsNull() {
			advice = "To restore the previous values, disable or delete instead, first apply " +
				`deletion_policy = "restore", "disable" or (with extended_operations) "delete".`
		}
		diags.Append(managed.LeaveWarning(m.subject(left...), advice))
	}
	if !m.layout.isMap() {
		return diags
	}
	for _, verb := range []set.Verb{set.Disable, set.Restore} {
		changed := priorBrands(tasks, verb)
		if len(changed) > 0 {
			diags.Append(m.changeWarning(verb, changed))
		}
	}
	deleted := namesOf(priorBrands(tasks, set.Delete))
	if len(deleted) > 0 {
		diags.Append(m.deletionWarning(deleted, noteOnDeleted))
	}
	return diags
}

// namesOf returns the names of brands of a state.
func namesOf(brands []set.Brand) (names []string) {
	for _, b := range brands {
		names = append(names, b.Values.Name())
	}
	return names
}

// previousValueTexts says of each brand which values Terraform has replaced: "Velora" (1001) <verb>
// enabled true.
func previousValueTexts(brands []set.Brand, verb string) (texts []string) {
	for _, b := range brands {
		if !b.Overwritten.IsZero() {
			texts = append(texts, fmt.Sprintf("%s %s %s", titleOf(b), verb, b.Overwritten))
		}
	}
	return texts
}

// priorBrands returns the brands of the state that the tasks with a verb work on.
func priorBrands(tasks []set.Task, verb set.Verb) (brands []set.Brand) {
	for _, task := range tasks {
		if task.Verb == verb {
			brands = append(brands, task.Prior)
		}
	}
	return brands
}

// changeWarning returns the warning of brands that the apply disables or restores because they are
// no longer managed.
func (m *resourceModel) changeWarning(verb set.Verb, brands []set.Brand) diag.Diagnostic {
	subject := m.subject(brands...)
	them := "them"
	their := "their"
	if len(brands) == 1 {
		them = "it"
		their = "its"
	}
	effect := "disables " + them + "."
	if verb == set.Restore {
		values := previousValueTexts(sortedByName(brands), "gets")
		if len(values) == 0 {
			return managed.LeaveWarning(subject, "Terraform has replaced none of "+their+" values.")
		}
		effect = fmt.Sprintf("writes back %s previous values: %s.", their, strings.Join(values, "; "))
	}
	detail := fmt.Sprintf("Applying this plan stops managing %s, and %s", subject, effect)
	return diag.NewWarningDiagnostic(fmt.Sprintf("Apply %ss brands", verb), subject.WithIDs(detail))
}

// accountSubject names the account in messages.
func (m *resourceModel) accountSubject() apidiag.Subject {
	return apidiag.Subject{Kind: "account", Account: m.AccountRef()}
}

// deletionWarning returns the warning of brands that the apply deletes. Note ends it; "" for
// nothing.
func (m *resourceModel) deletionWarning(names []string, note string) diag.Diagnostic {
	slices.Sort(names)
	return managed.DeletionWarning("brand", names, m.accountSubject(), note)
}

// possibleReleaseWarning returns the warning of brands that the apply deletes, disables or restores
// if they have no entry then.
func (m *resourceModel) possibleReleaseWarning(verb set.Verb, names []string) diag.Diagnostic {
	slices.Sort(names)
	detail := fmt.Sprintf(
		"Some entries are known only after apply. The apply %ss each of these brands that has no entry then: %s.",
		verb, apidiag.ListAllQuoted(names))
	return diag.NewWarningDiagnostic(fmt.Sprintf("Apply may %s brands", verb), m.accountSubject().WithIDs(detail))
}

// unlistedWarning returns the warning of brands without an entry that this apply deletes.
func (m *resourceModel) unlistedWarning(names []string) diag.Diagnostics {
	if len(names) == 0 {
		return nil
	}
	const reason = "exclusive deletes all brands of the account that are not in the map. "
	return diag.Diagnostics{m.deletionWarning(names, reason+keepAdvice)}
}

// keepAdvice says how to keep a brand that an exclusive resource would delete.
const keepAdvice = "To keep one with all of its values, add an entry with the value {}."

// nextDeletionWarning returns the warning of brands without an entry that the next apply deletes.
func (m *resourceModel) nextDeletionWarning(names []string) diag.Diagnostics {
	if len(names) == 0 {
		return nil
	}
	detail := fmt.Sprintf("This apply makes the resource exclusive and keeps %s. "+
		"The next plan lists them again, and its apply deletes them. "+keepAdvice, apidiag.ListAllQuoted(names))
	return diag.Diagnostics{diag.NewWarningDiagnostic("Brands without an entry", m.accountSubject().WithIDs(detail))}
}

// createdDespiteErrorWarning returns the warning of a create that has failed after it had created
// brands.
func (m *resourceModel) createdDespiteErrorWarning() diag.Diagnostics {
	created := m.Brands.Where(func(b set.Brand) bool { return m.destroyVerb(b) == set.Delete })
	if len(created) == 0 {
		return nil
	}
	return managed.CreatedDespiteErrorWarning(m.subject(created...), managed.EffectDelete)
}

// replacedIDWarning returns the warning of an id that the service has given to another brand.
func (m *resourceModel) replacedIDWarning(b set.Brand, current *videoindexer.Brand) diag.Diagnostic {
	subject := m.subject(b)
	detail := fmt.Sprintf(
		"The state has %s, created at %s. The service has another brand with this id now: %q, created at %s. "+
			"Terraform manages that one from now on, as adopted. "+
			"If this is not intended, remove the resource with `terraform state rm`.",
		subject, b.Created, current.Name, current.Created)
	return diag.NewWarningDiagnostic("Another brand has the id", subject.WithIDs(detail))
}

// resultDiagnostics returns the errors of an apply, and a warning of what it has left to others.
func (m *resourceModel) resultDiagnostics(results []*set.Result) diag.Diagnostics {
	diags := m.resultErrors(results)
	var left []set.Brand
	for _, result := range results {
		if result.IsNeeded {
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

// lostValuesText says which previous values are lost with brands that leave a state; "" for none.
func lostValuesText(brands []set.Brand) string {
	values := previousValueTexts(brands, "had")
	if len(values) == 0 {
		return ""
	}
	return fmt.Sprintf("The old address loses the previous values: %s.", apidiag.ListUpTo(maxNamed, values))
}

// lostValuesError refuses a replacement whose create was planned without the previous values that
// the state has.
func (m *resourceModel) lostValuesError(create *managed.NextCreate) diag.Diagnostics {
	brands := m.Brands.Where(func(b set.Brand) bool { return create.HasDecidedUnseen(brandIDText(b.ID), "") })
	if len(brands) == 0 {
		return nil
	}
	return diag.Diagnostics{managed.LostValuesError(m.subject(brands...))}
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

// renameHint advises what to do if a service does not rename a brand. It does not advise to replace
// a map, which would replace all of its brands.
func renameHint(r *set.Result) string {
	const advice = "If the service does not rename brands, keep the old name. Without brand_id, you can also "
	if r.Label == singleLabel {
		return advice + "replace the brand with `terraform apply -replace='<address>'`."
	}
	return advice + "change the label as well, and apply again to create a brand with that name."
}

// nameHint says which brand has the name that the service has refused to give to another one.
func nameHint(result *set.Result, list *listing) string {
	name := result.NewName()
	holder := list.findAlike(name)
	if holder == nil || holder.ID == result.ID() {
		return hintWithoutHolder(result)
	}
	isSameSpelling := holder == list.findByName(name)
	switch {
	case result.Verb == set.Restore:
		return fmt.Sprintf("Brand %d now has the previous name of this one, %q. Rename or delete that brand. "+
			`Or set deletion_policy = "abandon" and apply, to keep this one unchanged.`, holder.ID, holder.Name)
	case !isSameSpelling:
		return fmt.Sprintf("Brand %d is named %[2]q, which differs only in letter case, "+
			"and this service treats both as the same name. Use %[2]q to adopt it.", holder.ID, holder.Name)
	case result.Verb == set.Create:
		return fmt.Sprintf("Brand %d has appeared with this name since the plan. Plan again to adopt it.", holder.ID)
	}
	return fmt.Sprintf("Brand %[1]d has this name. "+
		"Set brand_id = %[1]d to adopt that brand, import it, or choose another name.", holder.ID)
}

// hintWithoutHolder advises what to do if a name was refused, although the list shows no other
// brand with it.
func hintWithoutHolder(result *set.Result) string {
	if result.Verb == set.Update {
		return renameHint(result)
	}
	return "If another brand has this name, and the list of the account does not show it yet, plan again."
}

// importError returns the error of an import of brands that do not exist.
func importError(missing apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic(missing.Heading()+" cannot be imported", fmt.Sprintf(
		"The account has no %s. Correct the import id. Nothing was imported.", missing))
}

// notFoundWarning returns the warning of a refresh that does not find brands.
func notFoundWarning(missing apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic(missing.Heading()+" not found", fmt.Sprintf(
		"The service no longer has %s. The refresh removed every missing brand from the state. "+
			"Terraform cannot create a brand with a brand_id. Remove the entry, or use the id of an existing brand.",
		missing))
}
