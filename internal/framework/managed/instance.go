package managed

import (
	"context"
	"crypto/rand"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// instance is what private state has of every instance of a resource, under instanceKey.
type instance struct {
	// ID is random, and another one after each create.
	ID string `json:"id"`
	// IsImported is there from an import to the read that follows it.
	IsImported bool `json:"is_imported,omitempty"`
	// Create is there in the plan of a create alone. The destroy of a replacement is handed the private state of that plan, and not that
	// of the instance.
	Create *plannedCreate `json:"planned,omitempty"`
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
}

// instanceOf reads private state. An instance that has no id gets one: isNew. It is created, was just imported, or has lost its private state
// since a provider was killed in an update.
func instanceOf(ctx context.Context, store private.Reader, diags *diag.Diagnostics) (i instance, isNew bool) {
	diags.Append(private.Get(ctx, store, instanceKey, &i)...)
	if isNew = i.ID == ""; isNew {
		i.ID = rand.Text()
	}
	return i, isNew
}

// owner is an instance as the process knows it.
func (r *Resource) owner(i instance) ownership.Instance {
	return ownership.Instance{ID: i.ID, Type: "videoindexer_" + r.Name}
}
