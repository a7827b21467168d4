package managed

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
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
	// IsUnread says that the run has read nothing of the state (-refresh=false): it cannot know that it has what the create is to find.
	IsUnread bool `json:"is_unread,omitempty"`
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

// IsMissing reports whether the service has answered that an object does not exist, but its account does.
func IsMissing(err error) bool {
	return videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err) && !breaker.IsNotTried(err)
}

// LookedFor is what a plan says of an object that it is to adopt, by the error of its read: missing is the error of one that does not exist.
func LookedFor(subject apidiag.Subject, err error, missing func() diag.DiagnosticWithPath) diag.Diagnostics {
	switch {
	case err == nil:
		return nil
	case IsMissing(err): // an error would stop a destroy, which begins with a plan
		failure := missing()
		return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(failure.Path(), failure.Summary(), "The apply will fail. "+failure.Detail())}
	}
	return diag.Diagnostics{apidiag.PlanError("read", subject, err)}
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
	r.IsRefreshed.Store(true)
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
