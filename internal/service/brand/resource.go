package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
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

// dictionary is the account's brands, of which the resource works on one. Client may be nil in a plan.
func (r *brandResource) dictionary(m *resourceModel, client *videoindexer.Client, account videoindexer.AccountRef) entries.Dictionary {
	return entries.Dictionary{Resource: &r.Resource, API: client, Ref: account, Parallelism: 1, Policy: m.policy(), HowToEnd: field.NoDeletion}
}

// Create creates a brand, or adopts the one with the planned id. If something fails after that, the state has the brand
// with what may have been overwritten, tainted: the destroy that follows deletes one that was created, since its name
// would prevent the next create, and restores or leaves one that was adopted.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	diags := &resp.Diagnostics
	client, account, ok := r.Load(ctx, req.Plan, &plan, diags)
	if !ok {
		return
	}
	is := kept{Created: plan.BrandID.IsUnknown()} // an id that is configured is known by now
	diags.Append(private.Set(ctx, resp.Private, keptKey, is)...)
	d := r.dictionary(&plan, client, account)
	results, after := d.Apply(ctx, nil, plan.brands(is), nil)
	result := results[0]
	if result.Verb == "create" && result.Err != nil {
		diags.Append(notCreated(ctx, client, account, d.Subject(result.Key), plan.Values.Name(), result.Err))
		return
	}
	diags.Append(d.Report(results)...)
	brand, isManaged := after[result.Key]
	switch {
	case !isManaged:
		return
	case !result.Failed() || !is.Created && plan.policy() == deletion.Restore:
	case is.Created:
		plan.DeletionPolicy = types.StringValue(string(deletion.Delete))
	default:
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	plan.take(brand)
	plan.CreateTime = nullable.Text(result.Remote.Create)
	diags.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read shows the brand as the service has it; one that is gone is removed from the state.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	var is kept
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	resp.Diagnostics.Append(private.Get(ctx, req.Private, keptKey, &is)...)
	r.see(&state, is)
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) {
		return client.ReadBrand(ctx, account, state.BrandID.Int32())
	})
	switch {
	case videoindexer.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", field.Subject(account, state.key()), err)
		return
	}
	state.DeletionPolicy = types.StringValue(string(state.policy()))
	state.fill(remote)
	r.see(&state, is)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
}

// Update writes the fields that the plan changes. The others are sent as the service has them now.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	var is kept
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, &state)...)
	diags.Append(private.Get(ctx, resp.Private, keptKey, &is)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, diags)
	if !ok {
		return
	}
	d := r.dictionary(&plan, client, account)
	results, after := d.Apply(ctx, state.brands(is), plan.brands(is), nil)
	diags.Append(d.Report(results)...)
	plan.take(after[state.key()])
	diags.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says. A brand that another instance has adopted in this run is left to that one.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	var is kept
	diags := &resp.Diagnostics
	diags.Append(private.Get(ctx, req.Private, keptKey, &is)...)
	client, account, ok := r.Load(ctx, req.State, &state, diags)
	if !ok {
		return
	}
	if is.Replaces {
		r.see(&state, is)
	}
	is.Complete = false // the plan of a replacement says nothing of the state
	d := r.dictionary(&state, client, account)
	results, _ := d.Apply(ctx, state.brands(is), nil, state.end(is))
	diags.Append(d.Report(results)...)
}
