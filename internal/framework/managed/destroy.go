package managed

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Fields are embedded in the model of a resource that has a deletion_policy, and that Terraform never creates.
type Fields struct {
	providerdata.AccountFields
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// Effect is what a destroy does.
func (f *Fields) Effect() deletion.Effect { return deletion.EffectOf(f.DeletionPolicy, true) }

func (f *Fields) isAdopted() bool { return true }

func (f *Fields) isAbandoned() bool {
	return f.DeletionPolicy.ValueString() == string(deletion.Abandon)
}

// AfterFailedCreate has the destroy of a tainted object leave what was there before the create.
func (f *Fields) AfterFailedCreate() { f.DeletionPolicy = types.StringNull() }

// AdoptableFields take the place of Fields for a resource that Terraform creates or adopts. They do not embed them, so that a model of a
// model has its fields at most three levels down.
type AdoptableFields struct {
	providerdata.AccountFields

	DeletionPolicy types.String `tfsdk:"deletion_policy"`
	Adopted        types.Bool   `tfsdk:"adopted"`
}

// Found are those of an object that a list shows, or an import finds.
func Found(account providerdata.AccountFields) AdoptableFields {
	return AdoptableFields{AccountFields: account, Adopted: types.BoolValue(true)}
}

// Effect is what a destroy does.
func (f *AdoptableFields) Effect() deletion.Effect {
	return deletion.EffectOf(f.DeletionPolicy, f.isAdopted())
}

func (f *AdoptableFields) isAdopted() bool { return !f.Adopted.Equal(types.BoolValue(false)) }

func (f *AdoptableFields) isAbandoned() bool {
	return f.DeletionPolicy.ValueString() == string(deletion.Abandon)
}

// AfterFailedCreate has the destroy of a tainted object leave what was there before the create.
func (f *AdoptableFields) AfterFailedCreate() { f.DeletionPolicy = types.StringNull() }

// seeAdopted completes a state that an import has made: what Terraform has not created counts as adopted.
func (f *AdoptableFields) seeAdopted() { f.Adopted = types.BoolValue(f.isAdopted()) }

// IsAdopted reports whether a state has an object that Terraform has not created.
func IsAdopted(state Object) bool {
	of, is := state.(interface{ isAdopted() bool })
	return is && of.isAdopted()
}

// BegunDestroy is the beginning of a Delete.
type BegunDestroy struct {
	Client *videoindexer.Client
	Owner  ownership.Instance
	// IsReplacement says that a create at the same address follows, and IsMove that it is in another account.
	IsReplacement, IsMove bool
	isTainted             bool
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
		d.IsReplacement, d.isTainted = true, next.IsTainted
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
	case !ok || state.Effect() == deletion.Leave:
		ok = false
	case d.IsReplacement && r.KeepsAdopted && IsAdopted(state):
		resp.Diagnostics.Append(deletion.MustNotReplace(state.Subject()))
		ok = false
	case taker.ID != "" && taker != d.Owner:
		resp.Diagnostics.Append(deletion.TakenOver(state.Subject()))
		ok = false
	default:
		problems := checkContents(ctx, d, state, req.Private)
		problems.Append(private.Remove(ctx, resp.Private, contentsKey)...) // if the destroy fails, the state has none
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
