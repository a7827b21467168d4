package managed

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// source is a plan or a state.
type source interface {
	GetAttribute(ctx context.Context, at path.Path, target any) diag.Diagnostics
}

// key names the object of a plan or state. isKnown is false while that is not known.
func (r *Resource) key(ctx context.Context, from source) (key ownership.Key, isKnown bool) {
	var account providerdata.AccountFields
	if from.GetAttribute(ctx, path.Root("location"), &account.Location).HasError() || from.GetAttribute(ctx, path.Root("account_id"), &account.AccountID).HasError() {
		return key, false
	}
	key.Kind, key.Account = r.Name, account.AccountRef()
	ids := make([]string, len(r.Keys))
	for i, name := range r.Keys.Names() {
		var value attr.Value
		if from.GetAttribute(ctx, path.Root(name), &value).HasError() || value.IsUnknown() || value.IsNull() {
			return key, false
		}
		ids[i] = strings.Trim(value.String(), `"`)
	}
	key.ID = strings.Join(ids, "/")
	return key, account.KnowsAccount()
}

// IsHeld reports whether a state of this run has the object of a plan: a replacement or a renamed address may destroy it before the create.
func (r *Resource) IsHeld(ctx context.Context, from source, by ownership.Instance) bool {
	key, isKnown := r.key(ctx, from)
	return isKnown && r.Owned.IsHeld(key, by)
}

// noteObject notes what an instance does with an object, and warns of others that it cannot be reconciled with.
func (r *Resource) noteObject(ctx context.Context, from source, owner ownership.Instance, role ownership.Role, subject apidiag.Subject) diag.Diagnostics {
	key, isKnown := r.key(ctx, from)
	if !isKnown {
		return nil
	}
	return ConflictOf(owner, role, r.Owned.Note(key, owner, role)).Warnings(subject)
}

// Conflict is what another instance does with an object that a plan works on: its type, "" for none.
type Conflict struct {
	instance string
	// destroyedBy is there if one instance destroys what the other creates or keeps, renamedTo if the other creates one of its name, and managedBy if
	// both have it.
	destroyedBy, renamedTo, managedBy string
}

// ConflictOf compares what an instance does with the roles of the others.
func ConflictOf(owner ownership.Instance, role ownership.Role, others map[ownership.Instance]ownership.Role) Conflict {
	c := Conflict{instance: owner.Type}
	for other, does := range others {
		meet := func(a, b ownership.Role) bool {
			return role&a != 0 && does&b != 0 || role&b != 0 && does&a != 0
		}
		switch {
		case meet(ownership.Destroys, ownership.Creates|ownership.Keeps):
			c.destroyedBy = other.Type
		case meet(ownership.Destroys, ownership.Resembles):
			c.renamedTo = other.Type
		case meet(ownership.Keeps, ownership.Keeps|ownership.Creates):
			c.managedBy = other.Type
		}
	}
	return c
}

// Exists reports whether there is a conflict.
func (c Conflict) Exists() bool { return c.destroyedBy != "" || c.renamedTo != "" || c.managedBy != "" }

// Warnings say how to go on. Nothing of them is an error: one that depends on other instances could not be got rid of.
func (c Conflict) Warnings(subject apidiag.Subject) (diags diag.Diagnostics) {
	s := ""
	if !strings.HasSuffix(subject.Kind, "s") {
		s = "s"
	}
	switch {
	case c.destroyedBy != "":
		diags.AddWarning(subject.Heading()+" move"+s+" to another address", subject.WithIDs(fmt.Sprintf(
			"This plan destroys %s at one address, and another resource manages it. If the destroy comes first, it follows its deletion_policy. If the create comes first, the destroy writes nothing.\n\n%s",
			subject, Moved(c.instance, c.destroyedBy))))
	case c.renamedTo != "":
		diags.AddWarning(subject.Heading()+" move"+s+" to another address", subject.WithIDs(fmt.Sprintf(
			"This plan destroys %s at one address, and creates one of that name at another.\n\n%s", subject, Moved(c.instance, c.renamedTo))))
	case c.managedBy != "":
		diags.AddWarning(subject.Heading()+" managed at two addresses", subject.WithIDs(fmt.Sprintf(
			"Two resources manage %s, and each overwrites the values of the other. Keep one of them. To take the other out of the state, remove its block and add:\n\n%s",
			subject, removed(c.managedBy))))
	}
	return diags
}

// Moved is the advice for an object that goes from one type to another, or to another address of the same.
func Moved(from, to string) string {
	if from == to {
		return fmt.Sprintf("Renamed it? Add this block:\n\nmoved {\n  from = %s.OLD # its name in the state\n  to   = %s.NEW # its name in the configuration\n}", from, to)
	}
	return fmt.Sprintf("To move it between types, add these blocks:\n\n%s\n\nimport {\n  to = %s.NEW # its name in the configuration\n  id = \"ID\"\n}", removed(from), to)
}

func removed(resource string) string {
	return fmt.Sprintf("removed {\n  from = %s.OLD # its name in the state\n  lifecycle {\n    destroy = false\n  }\n}", resource)
}

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
