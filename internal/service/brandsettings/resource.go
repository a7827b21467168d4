package brandsettings

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
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

// keys are none: an account has its settings once.
var keys = importid.Keys{}

const (
	typeName           = "videoindexer_brands_model_settings"
	describeEnabled    = "Whether the service looks for brands in videos (`state` in the API)."
	describeUseBuiltIn = "Whether to use the service's own dictionary of brands, in addition to the brands of the account."
)

type settingsResource struct{ managed.Resource }

// NewResource is videoindexer_brands_model_settings.
func NewResource() resource.Resource {
	return &settingsResource{managed.New("brands_model_settings", keys)}
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
	remote, err := client.UpdateBrandsModelSettings(ctx, account, plan.settings())
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "write", subject(account), err)
		return
	}
	r.Owned.TakeOver(object(account))
	resp.Diagnostics.Append(refused(account, plan.settings(), remote)...)
	if resp.Diagnostics.HasError() {
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	plan.fill(remote)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read shows the settings as the service does, with extended operations. Otherwise it keeps what was last written.
func (r *settingsResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(r.Keys.Publish(ctx, req.State, resp.Identity)...)
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if r.Extended() {
		isGone := r.read(ctx, &state, &resp.Diagnostics)
		if resp.Diagnostics.HasError() {
			return
		}
		if isGone {
			resp.State.RemoveResource(ctx)
			return
		}
	}
	state.DeletionPolicy = types.StringValue(string(state.policy()))
	resp.Diagnostics.Append(r.Save(ctx, state, &resp.State, resp.Identity)...)
}

// read fills a state from the service, and reports whether the account is gone, and the settings with it.
func (r *settingsResource) read(ctx context.Context, state *resourceModel, diags *diag.Diagnostics) (isGone bool) {
	client, account, ok := r.Target(&state.AccountFields, diags)
	if !ok {
		return false
	}
	remote, err := providerdata.Read(ctx, r.Data, account, func() (videoindexer.ShownBrandsModelSettings, error) {
		return client.GetBrandsModelSettings(ctx, account)
	})
	switch {
	case videoindexer.IsNotFound(err):
		return true
	case videoindexer.IsUnsupported(err):
		diags.AddError("Unable to read brands model settings", apidiag.WithHint("read", subject(account), err,
			"To manage them without reading them, give this resource a provider alias with extended_operations = false."))
	case err != nil:
		apidiag.Add(diags, "read", subject(account), err)
	default:
		state.fillRead(remote)
	}
	return false
}

// Update writes both settings, unless only the policy changed.
func (r *settingsResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	if !plan.agrees(&state) {
		remote, err := client.UpdateBrandsModelSettings(ctx, account, plan.settings())
		if err != nil {
			apidiag.Add(&resp.Diagnostics, "write", subject(account), err)
			// The write may have been carried out despite the error. Not every service returns the value, so the state
			// must differ from any configuration that follows.
			state.UseBuiltIn = plan.UseBuiltIn
			state.Enabled = types.BoolNull()
			resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
			return
		}
		resp.Diagnostics.Append(refused(account, plan.settings(), remote)...)
		plan.fill(remote)
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says; an account cannot be without these settings.
func (r *settingsResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	switch {
	case !ok:
		return
	case state.policy() != deletion.Disable:
		resp.Diagnostics.Append(deletion.Abandoned(subject(account), whatDisables))
		return
	case r.Owned.IsTakenOver(object(account)):
		resp.Diagnostics.Append(deletion.TakenOver(subject(account)))
		return
	}
	// Even if the state says that they are off: somebody may have switched them on, which not every service shows.
	off := state.settings()
	off.State = false
	remote, err := client.UpdateBrandsModelSettings(ctx, account, off)
	switch {
	case videoindexer.IsNotFound(err): // the account is gone, and its settings with it
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "disable", subject(account), err)
	default:
		resp.Diagnostics.Append(refused(account, off, remote)...)
	}
}

// refused names each setting that the service answers with another value than was sent.
func refused(account videoindexer.AccountRef, sent, remote videoindexer.BrandsModelSettings) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, setting := range []struct {
		argument     string
		sent, remote bool
	}{
		{"enabled", sent.State, remote.State},
		{"use_built_in", sent.UseBuiltIn, remote.UseBuiltIn},
	} {
		if setting.sent != setting.remote {
			diags.Append(apidiag.NotKept(path.Root(setting.argument), subject(account), strconv.FormatBool(setting.sent), strconv.FormatBool(setting.remote)))
		}
	}
	return diags
}
