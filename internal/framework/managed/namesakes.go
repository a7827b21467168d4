package managed

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// LookForNamesakes warns of objects that have the name of one that a plan creates: an interrupted run may have left one. Find returns
// their ids; within is the part of an import id before them. One that the state has is no reason to warn, since a replacement begins with it,
// unless another address destroys it. A service without a list has nothing to warn of, and an account or name that is not known yet
// cannot be asked for.
func (r *Resource) LookForNamesakes(
	ctx context.Context, p Plan, plan Object, name types.String, within string, find func(*videoindexer.Client, videoindexer.AccountRef) ([]string, error),
) (diags diag.Diagnostics) {
	if !r.Extended() || !plan.KnowsAccount() || name.IsUnknown() {
		return nil
	}
	subject := plan.Subject()
	client, account := r.Client(&diags), subject.Account
	found, err := providerdata.Read(ctx, r.Data, account, func() ([]string, error) { return find(client, account) })
	if err != nil && !videoindexer.IsUnsupported(err) {
		if videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err) { // an error would stop a destroy, which begins with this plan
			return diag.Diagnostics{apidiag.Warning("look for", subject, err)}
		}
		return diag.Diagnostics{apidiag.PlanError("look for", subject, err)}
	}
	var ids []string
	for _, id := range found {
		key := ownership.Key{Kind: r.Name, ID: within + id, Account: account}
		switch conflict := ConflictOf(p.Owner, ownership.Resembles, r.Owned.Note(key, p.Owner, 0)); {
		case conflict.Exists() || r.Owned.IsHeld(key, p.Owner):
			diags.Append(conflict.Warnings(subject)...)
			r.Owned.Note(key, p.Owner, ownership.Resembles) // its destroy may be planned later
		case !p.IsReplacement:
			ids = append(ids, within+id)
		}
	}
	if len(ids) > 0 {
		diags.Append(diag.WithPath(path.Root("name"), r.namesakes(subject, ids)))
	}
	return diags
}

// namesakes is the warning of ids that have the name of a subject. Its summary has the first: an engine folds warnings of one summary.
func (r *Resource) namesakes(subject apidiag.Subject, ids []string) diag.Diagnostic {
	follows, otherwise := "The apply creates another one, or fails if the service requires unique names.", "Otherwise, ignore this warning."
	if r.HasUniqueNames {
		follows, otherwise = "The apply will fail, because the name is taken.", "Otherwise, choose another name."
	}
	return diag.NewWarningDiagnostic(fmt.Sprintf("%s already exists (id %s)", subject.Capitalized(), apidiag.Some(ids)), fmt.Sprintf(
		"%s If an interrupted run has left %s, import it: `terraform import '<address>' %s`. If the resource was renamed, add a moved block. %s\n\n%s",
		follows, subject, ids[0], otherwise, subject.IDs()))
}

// Refused is the error of a create or change, at the argument whose value the service has refused if the error is one of the
// refusals. A create whose answer was lost, and that no list of the service could clear up, is to be looked for.
func Refused(verb string, subject apidiag.Subject, err error, argument path.Path, refusals ...videoindexer.ErrorType) diag.Diagnostic {
	hint := ""
	if videoindexer.IsAmbiguous(err) {
		hint = fmt.Sprintf("The service's list does not show exactly one new object of that name either. The state does not have it. "+
			"Look for it with the data source videoindexer_%s before the next apply: if it exists, import it by its id.",
			strings.ReplaceAll(apidiag.Plural(subject.Kind), " ", "_"))
	}
	refusal := apidiag.Error(verb, subject, err, hint)
	if videoindexer.HasType(err, refusals...) {
		return diag.WithPath(argument, refusal)
	}
	return refusal
}
