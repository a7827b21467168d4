package branddictionary

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// detailed is how many failures of brands are reported in full.
const detailed = 10

// report is what failed: each of the first brands in full, then how many more, and those whose turn never came. What
// concerns every brand alike is reported once.
func (d dictionary) report(outcomes []outcome) diag.Diagnostics {
	var diags diag.Diagnostics
	var further, skipped []int32
	reported, general := 0, firstGeneral(outcomes)
	for i, o := range outcomes {
		switch {
		case i == general && !isNotTried(o.Err):
			diags.Append(apidiag.Error(o.Verb, d.subject(o.id), o.Err))
		case o.skipped || concernsAll(o.Err):
			skipped = append(skipped, o.id)
		case !o.failed():
			diags.Append(o.Diags...)
		case reported == detailed:
			further = append(further, o.id)
		default:
			reported++
			diags.Append(d.explain(o)...)
		}
	}
	if len(further) > 0 {
		diags.AddError(fmt.Sprintf("%d more failed", len(further)), fmt.Sprintf("%s failed as well.", managedbrand.Subject(further, d.account).Capitalized()))
	}
	switch {
	case len(skipped) == 0:
	case general >= 0 && isNotTried(outcomes[general].Err):
		diags.Append(apidiag.Error(outcomes[general].Verb, d.subject(skipped...), outcomes[general].Err))
	default:
		diags.AddError(fmt.Sprintf("%d more not tried", len(skipped)),
			fmt.Sprintf("The same failure would have happened to %s.", managedbrand.Subject(skipped, d.account)))
	}
	return diags
}

// firstGeneral is the index of the failure that stands for all that concern every brand alike; -1 where there is none.
func firstGeneral(outcomes []outcome) int {
	general := -1
	for i, o := range outcomes {
		if o.skipped || !concernsAll(o.Err) {
			continue
		}
		if !isNotTried(o.Err) {
			return i
		}
		if general < 0 {
			general = i
		}
	}
	return general
}

// concernsAll reports whether a failure would befall every brand of the account.
func concernsAll(err error) bool { return videoindexer.IsAccountWide(err) || isNotTried(err) }

func isNotTried(err error) bool {
	_, is := errors.AsType[*apidiag.NotTriedError](err)
	return is
}

// explain are the diagnostics of one brand, at its entry.
func (d dictionary) explain(o outcome) diag.Diagnostics {
	diags := o.Diags
	switch {
	case o.Err == nil:
	case o.Verb == "adopt" && videoindexer.IsNotFound(o.Err):
		diags.Append(d.brand(o.id).DoesNotExist(at(o.id), o.Err))
	default:
		diags.Append(diag.WithPath(at(o.id), apidiag.Error(o.Verb, d.subject(o.id), o.Err)))
	}
	return diags
}

// gone is the warning of brands that were found to exist no more.
func (d dictionary) gone(missing []int32) diag.Diagnostics {
	var diags diag.Diagnostics
	if len(missing) > 0 {
		diags.AddWarning("Brands no longer exist",
			fmt.Sprintf("The service no longer has %s, so it left the state. "+
				"An entry that is still configured cannot be created: remove it, or give it the id of a brand that exists.", d.subject(missing...)))
	}
	return diags
}

// notImported is the error of an import that names brands which do not exist.
func (d dictionary) notImported(missing []int32) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Cannot import brands that do not exist",
		fmt.Sprintf("The service has no %s. Correct the import id; nothing was imported.", d.subject(missing...)))
}

// abandoned is the warning of brands that Terraform no longer manages and left as they are.
func (d dictionary) abandoned(released []int32) diag.Diagnostics {
	var diags diag.Diagnostics
	if len(released) > 0 {
		diags.Append(deletion.Abandoned(d.subject(released...), managedbrand.NoDeletion))
	}
	return diags
}

func (d dictionary) subject(ids ...int32) apidiag.Subject {
	return managedbrand.Subject(ids, d.account)
}
