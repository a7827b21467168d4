package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface                   = (*brandResource)(nil)
	_ resource.ResourceWithValidateConfig = (*brandResource)(nil)
)

// keys name a brand inside its account.
var keys = importid.Keys{{Name: "brand_id", Description: "Id of the brand.", Int32: true, Noun: "brand"}}

type brandResource struct{ managed.Resource }

// NewResource is videoindexer_brand.
func NewResource() resource.Resource { return &brandResource{managed.New("brand", keys)} }

func (r *brandResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
	}
}

// ValidateConfig requires a name if the brand is to be created.
func (r *brandResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config resourceModel
	resp.Diagnostics.Append(model.Get(ctx, req.Config, &config)...)
	if !resp.Diagnostics.HasError() && config.BrandID.IsNull() && !config.Values.Has(field.Name) && !config.Values.IsUnknown(field.Name) {
		resp.Diagnostics.Append(nameMissing())
	}
}

// Create creates a brand, or adopts the one with the planned id. If something fails after that, the state has the brand
// with what may have been overwritten, tainted: the destroy that follows deletes one that was created, since its name
// would prevent the next create, and restores or leaves one that was adopted.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	isNew := plan.BrandID.IsUnknown() // an id that is configured is known by now
	act, afterFailure := r.adopt, deletion.AfterFailedCreate()
	switch {
	case isNew:
		act, afterFailure = r.create, types.StringValue(string(deletion.Delete))
	case plan.policy() == deletion.Restore:
		afterFailure = plan.DeletionPolicy
	}
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, kept{Created: isNew})...)
	remote, diags := act(ctx, client, account, &plan)
	resp.Diagnostics.Append(diags...)
	if remote == nil {
		return
	}
	if diags.HasError() {
		plan.DeletionPolicy = afterFailure
	}
	plan.BrandID = int32type.New(remote.ID)
	plan.fill(remote)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// create creates a brand that the account does not have (X2): its name was checked by the plan, which an engine makes
// again at apply, when the name is known.
func (r *brandResource) create(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, plan *resourceModel) (*videoindexer.Brand, diag.Diagnostics) {
	remote, err := client.CreateBrand(ctx, account, plan.Values.Overlay(videoindexer.BrandFields{Enabled: true}))
	if err != nil {
		return nil, diag.Diagnostics{notCreated(ctx, client, plan, err)}
	}
	return remote, field.NotKept(path.Empty(), "create", field.Subject(account, idOf(remote.ID)), plan.Values, remote)
}

// adopt writes what is planned to the brand, if it differs (endpoints 16 and 17). The result is what is known of the brand
// if the write fails, which may have been carried out.
func (r *brandResource) adopt(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, plan *resourceModel) (*videoindexer.Brand, diag.Diagnostics) {
	noted, _ := r.Found.LoadAndDelete(plan.object())
	found, isRead := noted.(*videoindexer.Brand)
	if !isRead {
		var err error
		if found, err = client.GetBrand(ctx, account, plan.BrandID.Int32()); err != nil {
			return nil, diag.Diagnostics{notAdopted(plan.subject(), err)}
		}
	}
	r.Owned.TakeOver(plan.object())
	prior, _ := r.seen(plan.object())
	before := prior.before(found.BrandFields)
	if !plan.Overwritten.IsKnown() {
		plan.Overwritten.Values = field.Overwrite(prior.overwritten, before, plan.Values.Known())
	}
	return r.write(ctx, client, account, "update", plan, found, plan.Values.Overlay(before))
}

// write writes the brand if it differs from what was found (endpoint 17), and returns what is known of it afterwards.
func (r *brandResource) write(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, verb string, m *resourceModel, found *videoindexer.Brand, next videoindexer.BrandFields) (*videoindexer.Brand, diag.Diagnostics) {
	if len(found.DifferentFields(next)) == 0 {
		return found, nil
	}
	remote, err := client.UpdateBrand(ctx, account, found.ID, next)
	switch sent := field.Sent(next); {
	case err != nil && verb != "update" && videoindexer.IsNotFound(err):
		return found, nil // the end of what a destroy is about
	case err != nil:
		return found, diag.Diagnostics{apidiag.Error(verb, m.subject(), err)}
	case verb != "update":
		return remote, field.NotReleased(verb, m.subject(), sent, remote)
	default:
		return remote, field.NotKept(path.Empty(), verb, m.subject(), sent, remote)
	}
}

// Read shows the brand as the service has it; one that is gone is removed from the state.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	r.see(&state, state.Values.Name())
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) {
		return client.ReadBrand(ctx, account, state.BrandID.Int32())
	})
	switch {
	case videoindexer.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", state.subject(), err)
		return
	}
	state.DeletionPolicy = types.StringValue(string(state.policy()))
	state.fill(remote)
	r.see(&state, remote.Name)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
}

// Update writes the fields that the plan changes. The others are sent as the service has them now.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted := plan.Values.Changed(state.Values)
	if !plan.Overwritten.IsKnown() {
		plan.Overwritten.Values = field.Overwrite(state.Overwritten.Values, state.Values.Fields(), wanted)
	}
	if len(wanted.DifferentIn(state.Values.Fields())) > 0 {
		found, err := client.GetBrand(ctx, account, plan.BrandID.Int32())
		if err != nil {
			apidiag.Add(&resp.Diagnostics, "update", plan.subject(), err)
			return
		}
		remote, diags := r.write(ctx, client, account, "update", &plan, found, wanted.Overlay(found.BrandFields))
		resp.Diagnostics.Append(diags...)
		if diags.HasError() {
			plan.Values.Fill(remote.BrandFields)
		}
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says. A brand that another instance has adopted in this run is left to that one.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	var is kept
	resp.Diagnostics.Append(private.Get(ctx, req.Private, keptKey, &is)...)
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	if !ok {
		return
	}
	if r.Owned.IsTakenOver(state.object()) {
		resp.Diagnostics.Append(takenOver(&state))
		return
	}
	left := seen{policy: state.policy(), overwritten: state.Overwritten.Values}
	switch {
	case state.policy() == deletion.Delete:
		if err := client.DeleteBrand(ctx, account, state.BrandID.Int32()); err != nil && !videoindexer.IsNotFound(err) {
			apidiag.Add(&resp.Diagnostics, "delete", state.subject(), err)
		}
	case state.destroyWrites():
		resp.Diagnostics.Append(r.release(ctx, client, account, &state, &left)...)
	case state.policy() == deletion.Abandon && !is.Replaces:
		resp.Diagnostics.Append(deletion.Abandoned(state.subject(), field.NoDeletion))
	}
	if is.Replaces {
		r.Owned.See(state.object(), left)
	}
}

// release disables or restores a brand (endpoints 16 and 17); one that is gone needs nothing. Left is what an instance
// that adopts the brand next has to know.
func (r *brandResource) release(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, state *resourceModel, left *seen) diag.Diagnostics {
	verb := string(state.policy())
	found, err := client.GetBrand(ctx, account, state.BrandID.Int32())
	switch {
	case videoindexer.IsNotFound(err):
		return nil
	case err != nil:
		return diag.Diagnostics{apidiag.Error(verb, state.subject(), err)}
	}
	next := found.BrandFields
	if state.policy() == deletion.Disable {
		left.enabled, next.Enabled = &found.Enabled, false
	} else {
		left.overwritten, next = field.Values{}, state.Overwritten.Restored(next)
	}
	_, diags := r.write(ctx, client, account, verb, state, found, next)
	return diags
}
