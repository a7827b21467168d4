package managed

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// privateState is what private state has of every instance of a resource, under instanceKey.
type privateState struct {
	// ID is random, and another one after each create.
	ID string `json:"id"`
	// IsImported is there from an import to the read that follows it.
	IsImported bool `json:"is_imported,omitempty"`
	// Claimed are ids of objects that other instances had or wanted when this one was read or planned: a release
	// leaves them.
	Claimed []string `json:"claimed,omitempty"`
	// Create is there in the plan of a create alone. The destroy of a replacement is handed the private state of that
	// plan, and not that of the instance.
	Create *plannedCreate `json:"create,omitempty"`
}

const instanceKey = "instance"

// plannedCreate is what a destroy knows of the create that replaces its instance.
type plannedCreate struct {
	// Account is where the create is planned; empty if that is not known.
	Account videoindexer.AccountRef `json:"account"`
	// ByDefault has the parts of the account that are the provider's default.
	ByDefault videoindexer.AccountRef `json:"by_default,omitzero"`
	// IsTainted says that the plan could not see the instance, which a create of an earlier run has made.
	IsTainted bool `json:"is_tainted,omitempty"`
	// Named are the objects that the configuration names by their ids.
	Named []string `json:"named,omitempty"`
	// Decided are objects of which the plan says whether they are adopted: it does not know that the state has them.
	Decided []string `json:"decided,omitempty"`
}

// movesFrom reports whether the create would move an object of an account, because the provider's default is another
// one.
func (c plannedCreate) movesFrom(here videoindexer.AccountRef) bool {
	isOther := func(byDefault, own string) bool { return byDefault != "" && !strings.EqualFold(byDefault, own) }
	return isOther(c.ByDefault.ID, here.ID) || isOther(c.ByDefault.Location, here.Location)
}

// privateStateOf reads private state. An instance that has no id gets one: isNew. It is created, was just imported, or
// has lost its private state since a provider was killed in an update.
func privateStateOf(ctx context.Context, store private.Reader, diags *diag.Diagnostics) (i privateState, isNew bool) {
	diags.Append(private.Get(ctx, store, instanceKey, &i)...)
	isNew = i.ID == ""
	if isNew {
		i.ID = rand.Text()
	}
	return i, isNew
}

// instance is an instance as the process knows it.
func (r *Resource) instance(i privateState) ledger.Instance {
	return ledger.Instance{ID: i.ID, Type: "videoindexer_" + r.Name}
}

// Instance is the one that private state has, with the ids of objects that it knows to be claimed by others.
func (r *Resource) Instance(
	ctx context.Context, store private.Reader, diags *diag.Diagnostics,
) (by ledger.Instance, claimed []string) {
	i, _ := privateStateOf(ctx, store, diags)
	return r.instance(i), i.Claimed
}

// BeginCreate puts a new instance into private state.
func (r *Resource) BeginCreate(ctx context.Context, store private.Writer, diags *diag.Diagnostics) ledger.Instance {
	r.Ledger.NoteApply()
	i := privateState{ID: rand.Text()}
	diags.Append(private.Set(ctx, store, instanceKey, i)...)
	return r.instance(i)
}
