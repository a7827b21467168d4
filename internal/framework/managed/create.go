package managed

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// IsMissing reports whether the service has answered that an object does not exist, but its account does.
func IsMissing(err error) bool {
	return videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err) && !breaker.IsNotTried(err)
}

// WillFail is what a plan says of the error that its apply will have, because what it is to adopt is missing. An error of the plan would stop
// a destroy, which begins with it.
func WillFail(failure diag.DiagnosticWithPath) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(failure.Path(), failure.Summary(), "The apply will fail. "+failure.Detail())
}

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
	r.Owned.TakeOver(ownership.Key{Kind: r.Name, ID: strings.Join(ids, "/"), Account: account}, owner)
}
