package managed

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// BeginCreate puts a new instance into private state.
func (r *Resource) BeginCreate(ctx context.Context, store private.Writer, diags *diag.Diagnostics) ownership.Instance {
	i := instance{ID: rand.Text()}
	diags.Append(private.Set(ctx, store, instanceKey, i)...)
	return r.owner(i)
}

// Owner is the instance that private state has.
func (r *Resource) Owner(ctx context.Context, store private.Reader, diags *diag.Diagnostics) ownership.Instance {
	i, _ := instanceOf(ctx, store, diags)
	return r.owner(i)
}

// TakeOver notes that a create has made or adopted the object with some ids: a destroy of another instance that comes later in this run
// writes nothing. It is called as soon as the ids are known.
func (r *Resource) TakeOver(ctx context.Context, resp *resource.CreateResponse, account videoindexer.AccountRef, ids ...string) {
	owner := r.BeginCreate(ctx, resp.Private, &resp.Diagnostics)
	r.Owned.TakeOver(ownership.Key{Noun: r.Name, ID: strings.Join(ids, "/"), Account: account}, owner)
}
