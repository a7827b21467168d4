package managed

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// BegunDestroy is the beginning of a Delete.
type BegunDestroy struct {
	Client *videoindexer.Client
	Owner  ownership.Instance
	// IsReplacement says that a create at the same address follows, and IsMove that it is in another account.
	IsReplacement, IsMove bool
	// IsUnseen says that the plan of the create knows nothing of this destroy.
	IsUnseen  bool
	isTainted bool
}

// BeginDestroy loads the state of a Delete. It refuses one that would move the object to the provider's default account: the plan
// of a tainted object does not know of it.
func (r *Resource) BeginDestroy(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state Model) (d BegunDestroy, ok bool) {
	diags := &resp.Diagnostics
	i, _ := instanceOf(ctx, req.Private, diags)
	if d.Client, _, ok = r.Load(ctx, req.State, state, diags); !ok {
		return d, false
	}
	d.Owner = r.owner(i)
	if next := i.Create; next != nil {
		here, byDefault := state.AccountRef(), next.ByDefault
		d.IsReplacement, d.isTainted, d.IsUnseen = true, next.IsTainted, next.IsTainted && next.IsUnread
		d.IsMove = !strings.EqualFold(next.Account.ID, here.ID) || !strings.EqualFold(next.Account.Location, here.Location)
		if byDefault.ID != "" && !strings.EqualFold(byDefault.ID, here.ID) || byDefault.Location != "" && !strings.EqualFold(byDefault.Location, here.Location) {
			diags.Append(OtherAccount(state.Subject(), byDefault))
		}
		i.Create = nil
		diags.Append(private.Set(ctx, resp.Private, instanceKey, i)...) // if it fails, the state has this
	}
	return d, !diags.HasError()
}

// LoadDestroy is BeginDestroy for a resource of one object. It is ok to delete the object if neither deletion_policy nor another instance of this
// run keeps it, and nothing goes with it that the plan has not named.
func (r *Resource) LoadDestroy(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state Object) (client *videoindexer.Client, account videoindexer.AccountRef, ok bool) {
	d, ok := r.BeginDestroy(ctx, req, resp, state)
	key, _ := r.key(ctx, req.State)
	switch taker := r.Owned.Taker(key); {
	case !ok || state.Effect() == Leave:
		ok = false
	case d.IsReplacement && r.KeepsAdopted && IsAdopted(state):
		resp.Diagnostics.Append(mustNotReplace(state.Subject()))
		ok = false
	case taker.ID != "" && taker != d.Owner:
		resp.Diagnostics.Append(TakenOver(state.Subject()))
		ok = false
	default:
		problems := checkContents(ctx, d, state, req.Private)
		problems.Append(resp.Private.SetKey(ctx, contentsKey, nil)...) // if the destroy fails, the state has none
		resp.Diagnostics.Append(problems...)
		ok = !problems.HasError()
	}
	return d.Client, state.AccountRef(), ok
}

// Destroy is the Delete of a resource whose object remove deletes. One that is gone already is no error.
func (r *Resource) Destroy(
	ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state Object,
	remove func(*videoindexer.Client, videoindexer.AccountRef) error,
) {
	client, account, ok := r.LoadDestroy(ctx, req, resp, state)
	if !ok {
		return
	}
	if err := remove(client, account); err != nil && !videoindexer.IsNotFound(err) {
		apidiag.Add(&resp.Diagnostics, "delete", state.Subject(), err)
	}
}

// Container is an Object that the service deletes together with what it holds. A plan names what goes with it, and a destroy looks
// again: it deletes nothing that the plan could not name.
type Container interface {
	Object
	// Contents reads what a destroy deletes with the object, and the state does not show.
	Contents(ctx context.Context, client *videoindexer.Client) (Contents, error)
}

// Contents are objects of one kind that go with another object.
type Contents struct {
	// Kind is what one of them is called.
	Kind string
	// Names are what users know them by, by their ids.
	Names map[string]string
	// MayBeOurs says that a create that failed may have made some of them without the state: the destroy of a tainted object deletes them.
	MayBeOurs bool
}

// contentsKey is where the private state of a plan has the ids of what it has named.
const contentsKey = "contents"

// nameContents names what a planned destroy deletes with an object.
func (r *Resource) nameContents(ctx context.Context, state Object, store private.Writer, diags *diag.Diagnostics) {
	container, is := state.(Container)
	if !is || !r.Known() {
		return
	}
	c, err := providerdata.Read(ctx, r.Data, state.AccountRef(), func() (Contents, error) { return container.Contents(ctx, r.Client(diags)) })
	if err != nil && !videoindexer.IsNotFound(err) {
		diags.Append(apidiag.Warning("name what is deleted with", state.Subject(), err))
	}
	if ids := slices.Sorted(maps.Keys(c.Names)); len(ids) > 0 {
		diags.Append(WillDeleteMany(c.Kind, c.named(ids), state.Subject(), `To keep them, set deletion_policy = "abandon" and apply that first.`))
		diags.Append(private.Set(ctx, store, contentsKey, ids)...)
	}
}

// checkContents reports what a destroy would delete with an object, and the plan has not named. A service that does not show it is trusted.
func checkContents(ctx context.Context, d BegunDestroy, state Object, planned private.Reader) (diags diag.Diagnostics) {
	container, is := state.(Container)
	if !is {
		return nil
	}
	var named []string
	diags.Append(private.Get(ctx, planned, contentsKey, &named)...)
	c, err := container.Contents(ctx, d.Client)
	switch {
	case diags.HasError(), videoindexer.IsNotFound(err), videoindexer.IsUnsupported(err), d.isTainted && c.MayBeOurs:
	case err != nil:
		diags.Append(apidiag.Error("look at what is deleted with", state.Subject(), err))
	default:
		ids := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Names)), func(id string) bool { return slices.Contains(named, id) })
		if len(ids) > 0 {
			diags.Append(notNamed(c.Kind, c.named(ids), state.Subject(), d.IsReplacement))
		}
	}
	return diags
}

func (c Contents) named(ids []string) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = c.Names[id]
	}
	slices.Sort(names)
	return names
}
