package brand

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	// detailed is how many failures of brands are told in full.
	detailed = 10
	// named is how many brands a sentence names.
	named = 50
)

func (d dictionary) subject(id int32) apidiag.Subject {
	return apidiag.Subject{Noun: "brand", ID: fmt.Sprint(id), Account: d.account}
}

// report tells what failed: each of the first brands in full, then how many more, and those whose turn
// never came. What concerns every brand alike is told once.
func (d dictionary) report(outcomes []outcome) diag.Diagnostics {
	var diags diag.Diagnostics
	var further, skipped []int32
	told, general := 0, false
	for _, o := range outcomes {
		switch {
		case o.skipped:
			skipped = append(skipped, o.id)
		case o.err != nil && concernsAll(o.err):
			if !general {
				general = true
				diags.Append(apidiag.Error(o.verb, apidiag.Subject{Noun: "brands", ID: fmt.Sprint(o.id), Account: d.account}, o.err))
				continue
			}
			skipped = append(skipped, o.id)
		case !o.failed():
		case told == detailed:
			further = append(further, o.id)
		default:
			told++
			diags.Append(d.explain(o)...)
		}
	}
	if len(further) > 0 {
		diags.AddError(fmt.Sprintf("%d more brands failed", len(further)),
			fmt.Sprintf("The brands %s failed as well. The state holds what is known of them; the next apply tries them again.", list(further)))
	}
	if len(skipped) > 0 {
		diags.AddError(fmt.Sprintf("%d brands are not done", len(skipped)),
			fmt.Sprintf("The brands %s were given up after what failed before, since it would have befallen them as well. The next apply does the rest.", list(skipped)))
	}
	return diags
}

// explain are the diagnostics of one brand, at its entry.
func (d dictionary) explain(o outcome) diag.Diagnostics {
	diags := o.diags
	switch {
	case o.err == nil:
	case o.verb == "adopt" && videoindexer.IsNotFound(o.err):
		diags.AddAttributeError(at(o.id), "Brand does not exist",
			fmt.Sprintf("%s\n\nThe service has no call that creates brands: the key of %s must be the id of one that exists in this account.",
				apidiag.Detail(o.verb, d.subject(o.id), o.err), at(o.id)))
	default:
		diags.Append(diag.WithPath(at(o.id), apidiag.Error(o.verb, d.subject(o.id), o.err)))
	}
	return diags
}

// gone is the warning of brands that were found to exist no more.
func (d dictionary) gone(missing []int32) diag.Diagnostics {
	var diags diag.Diagnostics
	if len(missing) > 0 {
		diags.AddWarning("Brands no longer exist",
			fmt.Sprintf("The service holds no brand %s (account %s, location %s) any more, so it left the state. "+
				"An entry that is still configured cannot be created: remove it, or give it the id of a brand that exists.", list(missing), d.account.ID, d.account.Location))
	}
	return diags
}

// abandoned is the warning of brands that were let go of as they are.
func (d dictionary) abandoned(released []int32, how string) diag.Diagnostics {
	var diags diag.Diagnostics
	if len(released) > 0 {
		diags.Append(deletion.Abandoned(apidiag.Subject{Noun: "brands", ID: list(released), Account: d.account}, how))
	}
	return diags
}

// notPutBack tells of a create that failed and could not undo what it had written.
func (d dictionary) notPutBack(outcomes []outcome) diag.Diagnostics {
	var diags diag.Diagnostics
	var left []int32
	var cause error
	for _, o := range outcomes {
		if o.entry != nil {
			left = append(left, o.id)
		}
		if cause == nil {
			cause = o.err
		}
	}
	if len(left) > 0 {
		subject := apidiag.Subject{Noun: "brands", ID: list(left), Account: d.account}
		diags.AddError("Values found were not put back",
			"Terraform had written these brands before the create failed, and wanted to put back what it had found. They stay in the state: terraform destroy puts the values back. "+
				"An apply replaces the resource instead, and takes the values that the brands have now for those found.\n\n"+apidiag.Detail("restore", subject, cause))
	}
	return diags
}

const (
	noDeletion = "The service has no call that deletes a brand. deletion_policy \"disable\" or \"restore\" changes what becomes of them."
	noBaseline = "The values found at adoption are not known, so they could not be restored."
)

// list names brands, and counts those for which there is no room.
func list(ids []int32) string {
	texts := make([]string, 0, named)
	for _, id := range ids[:min(len(ids), named)] {
		texts = append(texts, fmt.Sprint(id))
	}
	text := strings.Join(texts, ", ")
	if len(ids) > named {
		text += fmt.Sprintf(" and %d more", len(ids)-named)
	}
	return text
}
