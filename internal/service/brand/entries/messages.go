package entries

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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// elsewhere says what helps where a moved block cannot.
const elsewhere = "An entry moves in two applies: first remove it with deletion_policy = \"abandon\"."

// howToEnd is what the warnings of a destroy that leaves brands say about it.
func (d Dictionary) howToEnd() string {
	if d.Layout == ByName {
		return "deletion_policy \"delete\" deletes brands that the dictionary created, \"disable\" disables all, and \"restore\" writes back what was overwritten. A destroy never deletes adopted brands."
	}
	return "deletion_policy \"disable\" or \"restore\" changes what destroy does; with extended_operations there is \"delete\" as well."
}

// join puts texts about brands into a sentence; those for which there is no room are counted.
func join(texts []string) string {
	const most = 50
	text := strings.Join(texts[:min(len(texts), most)], ", ")
	if len(texts) > most {
		text += fmt.Sprintf(" and %d more", len(texts)-most)
	}
	return text
}

// Subject names one brand or several in messages, by their ids or names.
func Subject(account videoindexer.AccountRef, brands ...string) apidiag.Subject {
	noun := "brand"
	if len(brands) > 1 {
		noun = "brands"
	}
	return apidiag.Subject{Noun: noun, ID: join(brands), Account: account}
}

// Subject names brands in messages.
func (d Dictionary) Subject(keys ...string) apidiag.Subject {
	texts := make([]string, len(keys))
	for i, key := range slices.SortedFunc(slices.Values(keys), Compare) {
		texts[i] = d.text(key)
	}
	return Subject(d.Ref, texts...)
}

func (d Dictionary) text(key string) string {
	switch {
	case d.Layout == ByName:
		return fmt.Sprintf("%q", key)
	case key == One:
		return d.One
	}
	return key
}

// nameOf is what messages call a single brand: its id, or its name as long as it has none and there is room.
func nameOf(b set.Brand) string {
	const longest = 100
	name := b.Values.Name()
	switch runes := []rune(name); {
	case b.ID != 0:
		return strconv.Itoa(int(b.ID))
	case len(runes) > longest:
		name = string(runes[:longest]) + "…"
	}
	return strconv.Quote(name)
}

func nameMissing() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(namePath, "Missing name",
		"Without brand_id, Terraform creates the brand, which needs a name (and extended_operations in the provider's configuration). "+
			"Set name, or brand_id to adopt a brand that exists.")
}

// nameTaken is the error of a create whose name another brand has.
func (d Dictionary) nameTaken(holder int32, name string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(namePath, "Brand name is taken", Subject(d.Ref).WithIDs(fmt.Sprintf("Brand %d of the account has the name %q already, and names of brands are unique.\n\n"+
		"Set brand_id = %d to adopt that brand, import it, or choose another name.\n\n%s\n\n"+
		"In a replacement, the destroy must come first, with deletion_policy = \"delete\", and the plan must refresh.",
		holder, name, holder, deletion.Moved("brand"))))
}

// End plans what becomes of brands that are no longer managed, and warns of those that stay in the service. Of a dictionary, it
// also warns of those that are deleted: the plan does not show each as a resource. InPlace says that the dictionary goes on
// without them.
func (p *Planning) End(brands Brands, end func(key string, b set.Brand) set.Kind, inPlace bool) (diags diag.Diagnostics) {
	intent := ownership.Destroy
	if inPlace && p.HowToKeep != "" {
		intent = ownership.Remove
	}
	var left, deleted []string
	for _, key := range brands.Keys() {
		b := brands[key]
		kind := end(key, b)
		switch {
		case kind == set.Delete && p.Layout == Single && p.Owned.Plan(p.Name(b.Values.Name()), ownership.Destroy) != ownership.None:
			return diag.Diagnostics{p.nameTaken(b.ID, b.Values.Name())}
		case kind.Writes() && (kind != set.Restore || !b.Overwritten.IsZero()):
			p.note(key, p.Object(b.ID), intent)
			if p.Layout == ByName { // another address may create it, where the list is late
				p.note(key, p.Name(key), ownership.Destroy)
			}
		case kind == set.Abandon:
			left = append(left, key)
		}
		if kind == set.Delete && p.Layout != Single {
			deleted = append(deleted, cmp.Or(b.Values.Name(), key))
		}
	}
	switch {
	case len(left) == 0:
	case inPlace:
		diags.Append(deletion.WillAbandonInUpdate(p.Subject(left...), p.howToEnd()))
	default:
		diags.Append(deletion.WillAbandonByPolicy(p.Subject(left...), p.howToEnd()))
	}
	if len(deleted) > 0 {
		account := apidiag.Subject{Noun: "account", ID: p.Ref.ID, Account: videoindexer.AccountRef{Location: p.Ref.Location}}
		diags.Append(deletion.WillDeleteMany("brand", deleted, account, p.HowToKeep))
	}
	return diags
}

// Report is what an apply has to say: what went wrong, and what it leaves behind.
func (d Dictionary) Report(results []*set.Result) diag.Diagnostics {
	slices.SortFunc(results, func(a, b *set.Result) int { return Compare(a.Key, b.Key) })
	return append(d.failures(results), d.warnings(results)...)
}

// failures are what went wrong: the first brands in full, then how many more, and those that were not tried.
//
// Terraform sorts diagnostics by the line that they are about, and then by their summaries: those that count the rest are
// about the same line as the others, and come last by their first letter.
func (d Dictionary) failures(results []*set.Result) (diags diag.Diagnostics) {
	report := set.NewReport(results)
	for _, alike := range report.InFull {
		diags.Append(d.explain(alike)...)
	}
	if len(report.Further) > 0 {
		diags.AddAttributeError(atBrands, "Work on more brands failed", fmt.Sprintf("%d more failed: %s.", len(report.Further), d.Subject(report.Further...)))
	}
	switch {
	case len(report.Untried) == 0:
	case report.Unreached != nil:
		diags.Append(apidiag.Error(report.Unreached.Verb, d.Subject(report.Untried...), report.Unreached.Err))
	default:
		diags.AddAttributeError(atBrands, "Work on more brands was not started",
			fmt.Sprintf("%d more would have failed in the same way, and were not tried: %s.", len(report.Untried), d.Subject(report.Untried...)))
	}
	return diags
}

// explain is what went wrong with a brand, or with several alike.
func (d Dictionary) explain(alike []*set.Result) (diags diag.Diagnostics) {
	r, at := alike[0], d.at(alike[0].Key)
	keys := make([]string, len(alike))
	for i, one := range alike {
		keys[i] = one.Key
	}
	subject := d.Subject(keys...)
	switch {
	case len(alike) > 1:
		at = atBrands
	case d.Layout == Single && r.Verb == "create":
		at = namePath
	case d.Layout == Single && r.Verb == "adopt" && videoindexer.IsNotFound(r.Err):
		at = path.Root(brandIDName)
	}
	switch {
	case r.Err != nil && r.ConcernsAll():
		diags.Append(apidiag.Error(r.Verb, subject, r.Err))
	case r.Err != nil && r.Verb == "adopt" && d.Layout != ByName && videoindexer.IsNotFound(r.Err):
		diags.AddAttributeError(at, "Brand does not exist",
			apidiag.WithoutAdvice("adopt", subject, r.Err, fmt.Sprintf("%s must be the id of a brand of this account. With extended_operations, "+
				"videoindexer_brand_dictionary, and videoindexer_brand without brand_id, create brands.", at)))
	case r.Err != nil:
		text := apidiag.WithHint(r.Verb, subject, r.Err, r.Hint)
		diags.Append(diag.WithPath(at, diag.NewErrorDiagnostic(fmt.Sprintf("Unable to %s %s", r.Verb, subject.Noun), text)))
	case r.Kind.Writes():
		diags.AddAttributeError(path.Root("deletion_policy"), "Value not kept by the service",
			notKeptText(fmt.Sprintf("what deletion_policy = %q sends for", d.Policy), subject, strings.Join(r.Sent.DifferentIn(r.Remote.BrandFields), ", "),
				"The brand stays in the state, which shows what the service has. To stop managing it as it is, set deletion_policy = \"abandon\"; before a destroy, apply that."))
	default:
		verb := "update"
		if r.Kind == set.Create {
			verb = "create"
		}
		sent := r.Sent
		if d.Layout == ByName {
			if videoindexer.NormalName(r.Remote.Name) != videoindexer.NormalName(sent.Name()) {
				diags.AddAttributeError(at, "Name changed by the service",
					fmt.Sprintf("The service accepted the %s of %s, but its brand %d has the name %q. Use that name as the key of the entry.", verb, subject, r.Remote.ID, r.Remote.Name))
			}
			sent = sent.Without(field.Name)
		}
		diags.Append(notKept(at, verb, subject, sent, r.Remote)...)
	}
	return diags
}

// warnings are what an apply leaves behind.
func (d Dictionary) warnings(results []*set.Result) (diags diag.Diagnostics) {
	var left, taken []string
	overwritten := ""
	for _, r := range results {
		switch {
		case r.Failed():
		case r.IsLeftToOther:
			taken = append(taken, r.Key)
			if values := r.Prior.Overwritten.String(); values != "" && overwritten == "" {
				overwritten = fmt.Sprintf(" The values that Terraform had overwritten before are no longer kept: of %s %s.", d.text(r.Key), values)
			}
		case r.Kind == set.Abandon:
			left = append(left, r.Key)
		}
	}
	if len(left) > 0 {
		diags.Append(deletion.Abandoned(d.Subject(left...), d.howToEnd()))
	}
	if len(taken) > 0 {
		diags.AddWarning("Brand left to another resource",
			fmt.Sprintf("Another instance has adopted %s in this run, so that nothing was written or deleted.%s", d.Subject(taken...), overwritten))
	}
	return diags
}

// notImported is the error of an import of brands that do not exist.
func notImported(layout Layout, missing apidiag.Subject) diag.Diagnostic {
	text := fmt.Sprintf("The service has no %s.", missing)
	if layout == ByName {
		text = fmt.Sprintf("The account has no %s. Names are case-sensitive.", missing)
	}
	return diag.NewErrorDiagnostic("Cannot import brands that do not exist", text+" Correct the import id; nothing was imported.")
}

// leftOut is the warning of brands of an account that an import cannot make entries of.
func leftOut(account videoindexer.AccountRef, brands []*videoindexer.Brand) diag.Diagnostic {
	var texts []string
	for _, b := range brands {
		texts = append(texts, fmt.Sprintf("%d (%q)", b.ID, b.Name))
	}
	slices.Sort(texts)
	return diag.NewWarningDiagnostic("Brands not imported", apidiag.Subject{Account: account}.WithIDs(fmt.Sprintf(
		"No entry can have the name of these brands, because it is empty, begins or ends with white space, or is that of another brand:\n\n  - %s\n\n"+
			"They stay in the account as they are. To manage them, give them other names there, and import again.", strings.Join(texts, "\n  - "))))
}

// gone is the warning of a refresh that finds brands missing.
func gone(missing apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic(missing.Heading()+" not found", fmt.Sprintf("The service no longer has %s: the refresh has removed what is gone from the state. "+
		"Terraform cannot create a brand with a given id: remove the entry, or use the id of a brand that exists.", missing))
}

// elsewhereExclusive says what helps where an exclusive dictionary deletes what another resource has, and howToKeep what keeps it.
const (
	elsewhereExclusive = " Or add an entry, or set exclusive = false."
	howToKeep          = "exclusive deletes all brands of the account that are not in brands. To keep one, add an entry with its name: {} manages none of its fields."
)

// notShown is the error of a plan that cannot show what an exclusive dictionary would delete.
func notShown(what string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root(exclusiveName), "The plan cannot show what would be deleted",
		fmt.Sprintf("exclusive deletes only brands that a plan has shown, but %s is known only after apply. "+
			"Apply what it depends on first (-target), or set exclusive once everything is known.", what))
}

// warnings are those of names: of brands that are added and that the account has in another letter case, unless the brand leaves;
// and, if they are to be deleted, of several brands of one name.
func (l listing) warnings(account videoindexer.AccountRef, added, leaving Brands, isExclusive bool) (diags diag.Diagnostics) {
	var alike, twice []string
	for _, name := range added.Keys() {
		other := l.alike(name)
		if added[name].Found != nil || other == nil {
			continue
		}
		if _, leaves := leaving[videoindexer.NormalName(other.Name)]; !leaves {
			alike = append(alike, fmt.Sprintf("%q is brand %d there (%q)", name, other.ID, other.Name))
		}
	}
	if len(alike) > 0 {
		diags.AddAttributeWarning(atBrands, "Names that differ in letter case from those of the account",
			fmt.Sprintf("The plan creates brands whose names the account has in another letter case: %s. A service that treats them as the same name refuses to create them. "+
				"To adopt the existing brands, use exactly their names as keys.", join(alike)))
	}
	for _, b := range l.more {
		twice = append(twice, fmt.Sprintf("%q is brand %d and brand %d", b.Name, l.named(b.Name).ID, b.ID))
	}
	if isExclusive && len(twice) > 0 {
		diags.AddAttributeWarning(path.Root(exclusiveName), "Several brands of one name",
			apidiag.Subject{Account: account}.WithIDs(fmt.Sprintf("The account has several brands of one name (in Unicode's normal form NFC): %s. A dictionary by name manages the first one of each, and exclusive leaves the others. "+
				"Rename or delete them, for example with videoindexer_brand.", join(twice))))
	}
	return diags
}

// notKept are the errors about values that the service has not kept although it accepted a call: the verb is create or
// update. At is where the brand's arguments stand.
func notKept(at path.Path, verb string, subject apidiag.Subject, sent field.Values, remote *videoindexer.Brand) (diags diag.Diagnostics) {
	for _, name := range sent.DifferentIn(remote.BrandFields) {
		advice := fmt.Sprintf("Set %s to a value that the service keeps, or leave it out; the state shows what the service has.", name)
		if name == "name" && verb == "update" {
			advice = fmt.Sprintf("It has kept the name %q. If Terraform created the brand, `terraform apply -replace=<address of this resource>` deletes it and creates one of the new name.", remote.Name)
		}
		diags.AddAttributeError(at.AtName(name), "Value not kept by the service", notKeptText("the "+verb+" of", subject, name, advice))
	}
	return diags
}

func notKeptText(what string, subject apidiag.Subject, names, advice string) string {
	return fmt.Sprintf("The service accepted %s %s, but has another value of %s than the one that was sent. %s", what, subject, names, advice)
}
