package managed

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// privateState is what private state has of every instance of a resource, under instanceKey.
type privateState struct {
	// ID is random, and new after each create.
	ID string `json:"id"`
	// IsImported is true from an import until the read that follows it.
	IsImported bool `json:"is_imported,omitempty"`
	// Needed is what other instances needed when this instance was read or planned.
	Needed NeededByOthers `json:"needed_by_others,omitzero"`
	// Contents are the ids of contents that a plan has named, because the destroy deletes them with
	// the object.
	Contents []string `json:"contents,omitempty"`
	// Create is set only in the plan of a create. In a replacement, the engine passes the private
	// state of this plan to the destroy, instead of that of the instance.
	Create *NextCreate `json:"create,omitempty"`
}

const instanceKey = "instance"

// NeededByOthers is what a plan or a read notes for the apply about other instances: which objects
// of a kind they have or want.
type NeededByOthers struct {
	// IDs are the ids of the needed objects, but only of those that the apply could release. It
	// leaves them.
	IDs []string `json:"ids,omitempty"`
	// IsAnyNeeded means that the others need at least one object, in IDs or not.
	IsAnyNeeded bool `json:"any,omitempty"`
}

// and returns what is needed according to one of two.
func (n NeededByOthers) and(other NeededByOthers) NeededByOthers {
	ids := slices.Concat(n.IDs, other.IDs)
	slices.Sort(ids)
	return NeededByOthers{IDs: slices.Compact(ids), IsAnyNeeded: n.IsAnyNeeded || other.IsAnyNeeded}
}

// priorKey returns the key by which a plan remembers the prior state of the instance for the next
// one.
func (s privateState) priorKey() ledger.Key { return ledger.Key{Kind: "instance", ID: s.ID} }

// NextCreate describes, for a destroy, the create that replaces its instance at the same address.
// It is nil if no create follows.
type NextCreate struct {
	// Account is the account of the create; empty if unknown.
	Account videoindexer.AccountRef `json:"account"`
	// ByDefault has the parts of the account that come from the provider's default.
	ByDefault videoindexer.AccountRef `json:"by_default,omitzero"`
	// IsPriorNotShown means that the plan has shown no instance that the create replaces. Where a
	// destroy goes before the create, there still is one: it is tainted.
	IsPriorNotShown bool `json:"unseen,omitempty"`
	// ConfiguredIDs are the ids that the configuration contains.
	ConfiguredIDs []string `json:"configured,omitempty"`
	// Decided are the objects for which the plan has decided adopted, without knowing that the
	// state has them.
	Decided Decided `json:"decided,omitzero"`
}

// Decided are objects of a plan, each by its id, its name, or both.
type Decided struct {
	IDs   []string `json:"ids,omitempty"`
	Names []string `json:"names,omitempty"`
}

// HasConfigured reports whether the configuration contains the id of an object.
func (c *NextCreate) HasConfigured(id string) bool {
	return c != nil && slices.Contains(c.ConfiguredIDs, id)
}

// FactsFor returns what a destroy needs to know of the create for an object with an id and a name;
// "" for an object without a name.
func (c *NextCreate) FactsFor(id, name string) CreateFacts {
	return CreateFacts{
		HasCreate:       c != nil,
		IsIDConfigured:  c.HasConfigured(id),
		IsPlannedUnseen: c.hasDecidedUnseen(id, name),
	}
}

// hasDecidedUnseen reports whether the plan has decided on an object, by its id or its name,
// without seeing that the state has it.
func (c *NextCreate) hasDecidedUnseen(id, name string) bool {
	if !c.mayReplaceTainted() {
		return false
	}
	isNamed := name != "" && slices.Contains(c.Decided.Names, name)
	return isNamed || slices.Contains(c.Decided.IDs, id)
}

// mayReplaceTainted reports whether the create may replace a tainted instance, of which nothing is
// known.
func (c *NextCreate) mayReplaceTainted() bool { return c != nil && c.IsPriorNotShown }

// CanTakeFrom reports whether the create can take an object of an account.
func (c *NextCreate) CanTakeFrom(account videoindexer.AccountRef) bool {
	return c != nil && c.Account.Normal() == account.Normal()
}

// movesFrom reports whether the create would move an object of an account, because the provider's
// default is another one.
func (c *NextCreate) movesFrom(here videoindexer.AccountRef) bool {
	if c == nil {
		return false
	}
	isOther := func(byDefault, own string) bool { return byDefault != "" && !strings.EqualFold(byDefault, own) }
	return isOther(c.ByDefault.ID, here.ID) || isOther(c.ByDefault.Location, here.Location)
}

// privateStateOf reads private state. An instance without an id gets one, and isNew is true: it is
// created, was just imported, or has lost its private state because a provider was killed in an
// update.
func privateStateOf(
	ctx context.Context, store private.Reader, diags *diag.Diagnostics,
) (stored privateState, isNew bool) {
	diags.Append(private.Get(ctx, store, instanceKey, &stored)...)
	isNew = stored.ID == ""
	if isNew {
		stored.ID = rand.Text()
	}
	return stored, isNew
}

// instanceOf returns the ledger's name of an instance.
func (r *Resource) instanceOf(stored privateState) ledger.Instance {
	return ledger.Instance{ID: stored.ID, Type: providerdata.TypeName(r.Name)}
}

// StoredInstance returns the instance of a private state, with what others need.
func (r *Resource) StoredInstance(
	ctx context.Context, store private.Reader, diags *diag.Diagnostics,
) (instance ledger.Instance, needed NeededByOthers) {
	stored, _ := privateStateOf(ctx, store, diags)
	return r.instanceOf(stored), stored.Needed
}

// StoreNewInstance puts a new instance into private state.
func (r *Resource) StoreNewInstance(
	ctx context.Context, store private.Writer, diags *diag.Diagnostics,
) ledger.Instance {
	stored := privateState{ID: rand.Text()}
	diags.Append(private.Set(ctx, store, instanceKey, stored)...)
	return r.instanceOf(stored)
}
