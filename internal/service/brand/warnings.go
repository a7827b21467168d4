package brand

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// missingWarnings returns the warning of configured ids that no brand of the account has.
func (m *resourceModel) missingWarnings(f facts) diag.Diagnostics {
	var missing []set.Brand
	for label, entry := range m.Brands {
		if f.entries[label].isMissing {
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
	for _, verb := range set.ReleaseVerbs {
		brands := priorBrands(tasks, verb)
		switch {
		case len(brands) == 0:
			// The removal has no such task.
		case verb == set.Leave:
			diags.Append(m.leaveWarning(brands))
		case !m.layout.isMap():
			// The plan shows the resource of the brand.
		case verb == set.Delete:
			diags.Append(m.deletionWarning(namesOf(brands), noteOnDeleted))
		default:
			diags.Append(m.changeWarning(verb, brands))
		}
	}
	return diags
}

// leaveWarning returns the warning of brands that stay at the service as they are.
func (m *resourceModel) leaveWarning(brands []set.Brand) diag.Diagnostic {
	advice := ""
	if m.DeletionPolicy.IsNull() {
		advice = "To restore the previous values, disable or delete instead, first apply " +
			`deletion_policy = "restore", "disable" or (with extended_operations) "delete".`
	}
	return managed.LeaveWarning(m.subject(brands...), advice)
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

// withoutNeeded returns tasks without the releases of brands that other instances need: the apply
// leaves these.
func withoutNeeded(tasks []set.Task, neededIDs []string) []set.Task {
	return slices.DeleteFunc(slices.Clone(tasks), func(task set.Task) bool {
		return isRelease(task) && slices.Contains(neededIDs, brandIDText(task.ID()))
	})
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
	effect := fmt.Sprintf("%ss %s.", verb, them)
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

// unlistedWarnings returns the warning of brands without an entry that this apply deletes.
func (m *resourceModel) unlistedWarnings(names []string) diag.Diagnostics {
	if len(names) == 0 {
		return nil
	}
	const reason = "exclusive deletes all brands of the account that are not in the map. "
	return diag.Diagnostics{m.deletionWarning(names, reason+keepAdvice)}
}

// keepAdvice says how to keep a brand that an exclusive resource would delete.
const keepAdvice = "To keep one with all of its values, add an entry with the value {}."

// nextDeletionWarnings returns the warning of brands without an entry that the next apply deletes.
func (m *resourceModel) nextDeletionWarnings(names []string) diag.Diagnostics {
	if len(names) == 0 {
		return nil
	}
	detail := fmt.Sprintf("This apply makes the resource exclusive and keeps %s. "+
		"The next plan lists them again, and its apply deletes them. "+keepAdvice, apidiag.ListAllQuoted(names))
	return diag.Diagnostics{diag.NewWarningDiagnostic("Brands without an entry", m.accountSubject().WithIDs(detail))}
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
