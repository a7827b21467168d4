package brandsettings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*settingsResource)(nil)

const (
	describeEnabled    = "Whether the service looks for brands in videos (`state` in the API)."
	describeUseBuiltIn = "Whether to use the service's own dictionary of brands, in addition to the brands of the account."
)

type settingsResource struct{ managed.Resource }

// NewResource is videoindexer_brands_model_settings. It has no keys: an account has its settings once.
func NewResource() resource.Resource {
	return &settingsResource{managed.New("brands_model_settings", importid.Keys{})}
}

func (r *settingsResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages the settings of brand recognition of an account.\n\n" +
			"Every account has these settings once: creating the resource overwrites them, by the [rules of adoption](../guides/reliability.md#adoption).\n\n" +
			"The described API cannot read them. The state keeps the values that Terraform wrote last: plans do not show changes made elsewhere, and the first plan after an import is an update.\n\n" +
			"With [`extended_operations`](../guides/extended-operations.md), they are read. Some services do not return `enabled`, or always return `true`: the state therefore keeps `enabled = " +
			"false` as it was written last.",
		Attributes: providerdata.ResourceAttributes(map[string]schema.Attribute{
			"enabled": schema.BoolAttribute{
				MarkdownDescription: describeEnabled,
				Required:            true,
			},
			"use_built_in": schema.BoolAttribute{
				MarkdownDescription: describeUseBuiltIn,
				Required:            true,
			},
			"deletion_policy": deletion.Attribute(
				deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the settings and leaves them as they are"},
				deletion.Offer{Policy: deletion.Disable, Does: "turns off brand recognition and leaves `use_built_in` as the state has it"},
			),
		}),
	}
}

// Create writes the settings that the account already has.
func (r *settingsResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	answer, err := client.UpdateBrandsModelSettings(ctx, account, plan.settings())
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "write", plan.Subject(), err)
		return
	}
	r.Owned.TakeOver(plan.Object())
	resp.Diagnostics.Append(plan.kept(answer)...)
	if resp.Diagnostics.HasError() {
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read reads the settings with extended operations (X4), and otherwise keeps what was last written. If the account is gone,
// its settings are gone with it.
func (r *settingsResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(r.Keys.Publish(ctx, req.State, resp.Identity)...)
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if r.Extended() && !resp.Diagnostics.HasError() {
		remote, err := r.read(ctx, &state.AccountFields, &resp.Diagnostics)
		if resp.Diagnostics.HasError() || !managed.IsFound(ctx, state.Subject(), err, resp) {
			return
		}
		state.fillRead(remote)
	}
	state.FillPolicy()
	resp.Diagnostics.Append(r.Save(ctx, state, &resp.State, resp.Identity)...)
}

// read reads the settings of an account (X4).
func (r *settingsResource) read(ctx context.Context, of *providerdata.AccountFields, diags *diag.Diagnostics) (videoindexer.ShownBrandsModelSettings, error) {
	client, account, ok := r.Target(of, diags)
	if !ok {
		return videoindexer.ShownBrandsModelSettings{}, nil
	}
	return providerdata.Read(ctx, r.Data, account, func() (videoindexer.ShownBrandsModelSettings, error) {
		return client.GetBrandsModelSettings(ctx, account)
	})
}

// Update writes both settings, unless only the policy changed.
func (r *settingsResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	if !plan.Enabled.Equal(state.Enabled) || !plan.UseBuiltIn.Equal(state.UseBuiltIn) {
		answer, err := client.UpdateBrandsModelSettings(ctx, account, plan.settings())
		if err != nil {
			apidiag.Add(&resp.Diagnostics, "write", plan.Subject(), err)
			// The write may have been carried out despite the error. Not every service returns the value, so the state
			// must differ from any configuration that follows.
			state.UseBuiltIn = plan.UseBuiltIn
			state.Enabled = types.BoolNull()
			resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
			return
		}
		resp.Diagnostics.Append(plan.kept(answer)...)
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// whatDisables ends the warnings of a destroy that leaves the settings.
const whatDisables = "An account always has these settings. deletion_policy \"disable\" turns off brand recognition on destroy."

// Delete does what deletion_policy says; an account cannot be without these settings. It turns brand recognition off even if
// the state says that it is off: somebody may have turned it on, which not every service shows.
func (r *settingsResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	client, account, ok := r.LoadEnd(ctx, req, resp, &state, whatDisables)
	if !ok {
		return
	}
	state.Enabled = types.BoolValue(false)
	answer, err := client.UpdateBrandsModelSettings(ctx, account, state.settings())
	switch {
	case videoindexer.IsNotFound(err): // the account is gone, and its settings with it
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "disable", state.Subject(), err)
	default:
		resp.Diagnostics.Append(state.kept(answer)...)
	}
}
