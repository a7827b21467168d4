package nameddictionary

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// report is what failed, by name.
func (w *work) report() diag.Diagnostics {
	slices.SortStableFunc(w.outcomes, func(a, b *outcome) int { return cmp.Compare(a.name, b.name) })
	results := make([]*manybrands.Result, len(w.outcomes))
	for i, o := range w.outcomes {
		results[i] = &o.Result
	}
	return manybrands.Report(w.Account, results)
}

// warnings are what the end of the work leaves behind.
func (w *work) warnings() diag.Diagnostics {
	var diags diag.Diagnostics
	var left, taken []string
	for _, o := range w.outcomes {
		switch {
		case o.Failed():
		case o.isLeft:
			left = append(left, o.name)
		case o.isTakenOver:
			taken = append(taken, o.name)
		}
	}
	if len(left) > 0 {
		diags.Append(deletion.Abandoned(w.subject(left...), howToEnd))
	}
	if len(taken) > 0 {
		diags.AddWarning("Brand left to another resource",
			fmt.Sprintf("Another instance has taken over %s in this run, so that nothing was written or deleted. It counts them as adopted: its own destroy leaves them.", w.subject(taken...)))
	}
	return diags
}

// howToEnd is what the warnings of a destroy that leaves brands say about it.
const howToEnd = "deletion_policy \"delete\" deletes the brands that the dictionary has created, and \"disable\" disables all of them; a destroy never deletes adopted brands."

// lacking is the error of an import that names brands which do not exist.
func (d dictionary) lacking(names []string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Cannot import brands that do not exist",
		fmt.Sprintf("The account has no %s. Names are case-sensitive. Correct the import id; nothing was imported.", d.subject(names...)))
}

// appearingTwice is the warning of brands that another resource manages as well.
func (d dictionary) appearingTwice(names []string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("brands"), "Brand managed twice",
		fmt.Sprintf("More than one resource manages %s. They will overwrite each other's values at every apply, or one will fail to create what the other has created: remove all but one.", d.subject(names...)))
}

// respelled is the warning of names that are in the account in another letter case.
func (d dictionary) respelled(names map[string]*videoindexer.Brand) diag.Diagnostic {
	var texts []string
	for _, name := range sorted(names)[:min(len(names), managedbrand.MaxNamed)] {
		texts = append(texts, fmt.Sprintf("%q is brand %d there (%q)", name, names[name].ID, names[name].Name))
	}
	if len(names) > managedbrand.MaxNamed {
		texts = append(texts, fmt.Sprintf("and %d more", len(names)-managedbrand.MaxNamed))
	}
	return diag.NewAttributeWarningDiagnostic(path.Root("brands"), "Names that differ in letter case from those of the account",
		fmt.Sprintf("The plan creates brands whose names the account has in another letter case: %s. A service that treats them as the same name refuses to create them. "+
			"To adopt the existing brands, use exactly their names as keys.", strings.Join(texts, ", ")))
}

// unlisted is the warning that lists every brand which is deleted because the dictionary is exclusive.
func (d dictionary) unlisted(ids map[string]int32) diag.Diagnostic {
	var text strings.Builder
	fmt.Fprintf(&text, "exclusive is true, and these brands are not in brands. The apply deletes them; brands that appear later stay until the next plan (account %s, location %s):\n", d.Account.ID, d.Account.Location)
	for _, name := range sorted(ids) {
		fmt.Fprintf(&text, "\n  %d %q", ids[name], name)
	}
	fmt.Fprintf(&text, "\n\nTo keep one, add an entry with its name to brands: {} manages none of its fields.")
	noun := "brands that are not listed"
	if len(ids) == 1 {
		noun = "brand that is not listed"
	}
	return diag.NewAttributeWarningDiagnostic(path.Root("exclusive"), fmt.Sprintf("Deletes %d %s", len(ids), noun), text.String())
}

// managedElsewhere is the error of an exclusive dictionary that would delete what another resource manages.
func (d dictionary) managedElsewhere(names []string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("exclusive"), "Brand managed by another resource",
		fmt.Sprintf("exclusive is true and would delete %s, which another resource of this configuration manages. "+
			"Add an entry for it to brands and remove the other resource, or set exclusive = false.", d.subject(names...)))
}

// contested is the error of brands that the dictionary would adopt, and that the destroy of a resource which has created
// them deletes in the same run.
func (d dictionary) contested(names []string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("brands"), "Brand would be deleted and adopted",
		fmt.Sprintf("Another instance is planned to delete %s, because its deletion_policy is \"delete\", and brands lists the same. "+
			"To keep these brands and manage them with the dictionary, remove the other resource from the state without a destroy. Add a `removed` block with `lifecycle { destroy = false }` "+
			"(the guide \"Brands by name\" shows it), or set deletion_policy = \"abandon\" in the other resource and apply that first.", d.subject(names...)))
}

// notShown is the error of a plan that cannot show what an exclusive dictionary would delete.
func notShown(what string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("exclusive"), "The plan cannot show what would be deleted",
		fmt.Sprintf("exclusive deletes only brands that a plan has shown, but %s is known only after apply. "+
			"Apply what it depends on first (-target), or set exclusive once everything is known.", what))
}

// subject names one brand or several in messages.
func (d dictionary) subject(names ...string) apidiag.Subject {
	texts := make([]string, len(names))
	for i, name := range slices.Sorted(slices.Values(names)) {
		texts[i] = strconv.Quote(name)
	}
	return managedbrand.Subject(d.Account, texts...)
}

// adviseMoved says how an instance is renamed without a destroy.
const adviseMoved = "To keep the state of the brands, add a block `moved { from = <old address>, to = <new address> }`."

// movedWarning is the warning of brands that go from one instance to another.
func (d dictionary) movedWarning(names []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Brand moves to another resource",
		fmt.Sprintf("One instance stops managing %s and another one takes over in the same run, for example after a change of a for_each key or resource name. "+
			"If the first one's destroy comes later, it writes and deletes nothing. If it comes first, it does what its deletion_policy says: \"delete\" deletes the brands that it has created, and the other instance creates them anew. %s", d.subject(names...), adviseMoved))
}
