package managed

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// namesakeWarnings warns about existing objects with the name of an object that a plan creates: an
// interrupted run may have left them. It does not warn about the prior object of a replacement,
// unless another address destroys that object. It does nothing if the service has no list, if the
// account or the name is unknown, or if users have already seen the plan.
func (r *Resource) namesakeWarnings(ctx context.Context, begun BegunPlan, plan ObjectModel) (diags diag.Diagnostics) {
	if !r.HasExtended() || begun.IsRepeated {
		return nil
	}
	name := model.ReadString(begun.planned["name"])
	if !plan.KnowsAccount() || name.IsUnknown() {
		return nil
	}
	within, isScopeKnown := r.searchScope(begun)
	if !isScopeKnown {
		return nil
	}
	last := len(r.Keys) - 1
	subject := plan.Subject()
	account := subject.Account
	find := func(client *videoindexer.Client) ([]string, error) {
		return r.Keys[last].Find(ctx, client, account, within, name.ValueString())
	}
	found, err := providerdata.ReadWithAccessCheck(ctx, r.Data, account, find)
	diags.Append(SearchDiagnostics(subject, err)...)
	var ids []string
	values := r.Keys.Values(begun.planned)
	for _, id := range found {
		values[last] = id
		key := r.ledgerIDKey(account, values...)
		others := r.Ledger.OtherRoles(key, begun.Instance)
		conflict := ConflictOf(begun.Instance, ledger.Resembles, others)
		switch {
		case conflict.Exists() || r.Ledger.MayBeReleased(key, begun.Instance):
			diags.Append(conflict.Warnings(subject, "")...)
			// A destroy of the object that is planned later warns instead.
			r.Ledger.AddRole(key, begun.Instance, ledger.Resembles)
		case !begun.IsReplacement:
			ids = append(ids, key.ID)
		}
	}
	if len(ids) > 0 {
		diags.Append(diag.WithPath(path.Root("name"), r.namesakeWarning(subject, ids)))
	}
	return diags
}

// searchScope returns the planned values that tell namesakes apart: in which outer objects they
// are, and which arguments replace them.
func (r *Resource) searchScope(begun BegunPlan) (within map[string]string, isKnown bool) {
	within = make(map[string]string)
	outer := r.Keys.Names()[:len(r.Keys)-1]
	for _, argument := range slices.Concat(outer, r.Replacing) {
		value := model.ReadString(begun.planned[argument])
		if value.IsUnknown() {
			return nil, false
		}
		within[argument] = value.ValueString()
	}
	return within, true
}

// SearchDiagnostics warns of a failed search whose result would only be a warning. It is an error
// if the account cannot be used, and nothing for a service without a list.
func SearchDiagnostics(subject apidiag.Subject, err error) diag.Diagnostics {
	switch {
	case err == nil || videoindexer.IsUnsupported(err):
		return nil
	case videoindexer.ConcernsAll(err):
		return diag.Diagnostics{apidiag.PlanError("look for", subject, err)}
	}
	return diag.Diagnostics{apidiag.Warning("look for", subject, err)}
}

// namesakeWarning warns of objects with the name of a subject. Its summary contains the first id,
// so that engines do not merge several warnings.
func (r *Resource) namesakeWarning(subject apidiag.Subject, ids []string) diag.Diagnostic {
	consequence := "The apply creates another one, or fails if the service requires unique names."
	otherwise := "Otherwise, ignore this warning."
	if r.HasUniqueNames {
		consequence = "The apply will fail, because the name is taken."
		otherwise = "Otherwise, choose another name."
	}
	summary := fmt.Sprintf("%s already exists (id %s)", subject.Capitalized(), apidiag.List(ids))
	detail := fmt.Sprintf("%s If an interrupted run has left %s, import it: `terraform import '<address>' %s`. "+
		"If the resource was renamed, add a moved block. %s\n\n%s",
		consequence, subject, ids[0], otherwise, subject.IDs())
	return diag.NewWarningDiagnostic(summary, detail)
}
