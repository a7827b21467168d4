package managed

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// BegunRead is the beginning of a Read.
type BegunRead struct {
	Client *videoindexer.Client
	Owner  ownership.Instance
	// IsImport says that the state was just imported.
	IsImport bool
}

// BeginRead loads the state of a Read, and publishes the identity. ok is also false while the provider's configuration is not known,
// or does not allow the read: Terraform then plans with what the state says. An import has nothing to plan with.
func (r *Resource) BeginRead(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse, state Model) (b BegunRead, ok bool) {
	diags := &resp.Diagnostics
	diags.Append(r.Keys.Publish(ctx, req.State, resp.Identity)...)
	if !r.Known() {
		return b, false
	}
	i, isNew := instanceOf(ctx, req.Private, diags)
	b.IsImport = i.IsImported
	if r.IsExtended && !r.Extended() {
		if b.IsImport {
			r.requireExtended(diags)
		}
		return b, false
	}
	if isNew || i.Create != nil { // the latter after a replacement whose destroy has failed
		i.IsImported, i.Create = false, nil
		diags.Append(private.Set(ctx, resp.Private, instanceKey, i)...)
	}
	b.Client, _, ok = r.Load(ctx, req.State, state, diags)
	b.Owner = r.owner(i)
	return b, ok
}

// LoadState is BeginRead for a resource of one object, and notes that the state has it.
func (r *Resource) LoadState(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse, state Object) (client *videoindexer.Client, account videoindexer.AccountRef, ok bool) {
	b, ok := r.BeginRead(ctx, req, resp, state)
	if key, isKnown := r.key(ctx, req.State); ok && isKnown {
		r.Owned.Note(key, b.Owner, ownership.Holds)
	}
	if imported, may := state.(interface{ seeAdopted() }); ok && may {
		imported.seeAdopted()
	}
	return b.Client, state.AccountRef(), ok
}
