package byname

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// howToEnd is what the warnings of a destroy that leaves brands say about it.
const howToEnd = "deletion_policy \"delete\" deletes the brands that the dictionary has created, \"disable\" disables all of them, and \"restore\" writes back what was overwritten; a destroy never deletes adopted brands."

// elsewhereExclusive says what helps where an exclusive dictionary deletes what another resource has.
const elsewhereExclusive = entries.Elsewhere + " An exclusive dictionary deletes every brand of the account that it does not list: add an entry and remove the other resource, or set exclusive = false."

// howToKeep is what the warning of brands that an exclusive dictionary deletes says about it.
const howToKeep = "exclusive deletes all brands of the account that are not in brands. To keep one, add an entry with its name: {} manages none of its fields."

// lacking is the error of an import that names brands which do not exist.
func lacking(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Cannot import brands that do not exist",
		fmt.Sprintf("The account has no %s. Names are case-sensitive. Correct the import id; nothing was imported.", subject))
}

// spelledOtherwise is the warning of names that are in the account in another letter case.
func spelledOtherwise(names map[string]*videoindexer.Brand) diag.Diagnostic {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(names))[:min(len(names), field.MaxNamed)] {
		texts = append(texts, fmt.Sprintf("%q is brand %d there (%q)", name, names[name].ID, names[name].Name))
	}
	if len(names) > field.MaxNamed {
		texts = append(texts, fmt.Sprintf("and %d more", len(names)-field.MaxNamed))
	}
	return diag.NewAttributeWarningDiagnostic(path.Root("brands"), "Names that differ in letter case from those of the account",
		fmt.Sprintf("The plan creates brands whose names the account has in another letter case: %s. A service that treats them as the same name refuses to create them. "+
			"To adopt the existing brands, use exactly their names as keys.", strings.Join(texts, ", ")))
}

// namedTwice is the warning of an exclusive dictionary that meets several brands of one name.
func namedTwice(account videoindexer.AccountRef, now listing) diag.Diagnostic {
	var texts []string
	for _, b := range now.more[:min(len(now.more), field.MaxNamed)] {
		texts = append(texts, fmt.Sprintf("%q is brand %d and brand %d", b.Name, now.named(b.Name).ID, b.ID))
	}
	return diag.NewAttributeWarningDiagnostic(path.Root("exclusive"), "Several brands of one name",
		fmt.Sprintf("The account has brands with the same name in Unicode's normal form NFC: %s (account %s, location %s). A dictionary by name holds the first one of each, and exclusive leaves the others. "+
			"Rename or delete them, for example with videoindexer_brand.", strings.Join(texts, ", "), account.ID, account.Location))
}

// notShown is the error of a plan that cannot show what an exclusive dictionary would delete.
func notShown(what string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("exclusive"), "The plan cannot show what would be deleted",
		fmt.Sprintf("exclusive deletes only brands that a plan has shown, but %s is known only after apply. "+
			"Apply what it depends on first (-target), or set exclusive once everything is known.", what))
}

// hasName says which brand has a name that the service has refused to give to another one, as far as a list shows it.
func (l listing) hasName(name string) string {
	if found := l.named(name); found != nil {
		return fmt.Sprintf("Brand %d has appeared with this name since the plan. Plan again to adopt it.", found.ID)
	}
	for _, found := range l.byName {
		if strings.EqualFold(found.Name, name) {
			return fmt.Sprintf("Brand %d has the name %q, which differs only in letter case: this service treats both as the same name. Use %q as the key of the entry.", found.ID, found.Name, found.Name)
		}
	}
	return ""
}
