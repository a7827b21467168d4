package managed

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
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
