// Package imagemodel connects an account to an image-model account, and shows the connection.
package imagemodel

import (
	"context"
	"regexp"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*imageModelResource)(nil)

const typeName = "videoindexer_image_model"

type imageModelResource struct{ managed.Resource }

// NewResource is videoindexer_image_model. It has no keys: an account is connected to one image model at most.
func NewResource() resource.Resource {
	return &imageModelResource{managed.New("image_model", importid.Keys{})}
}

// resourceModel is a videoindexer_image_model. The write-only keys are null in every plan and state.
type resourceModel struct {
	providerdata.AccountFields
	Endpoint             types.String    `tfsdk:"endpoint"`
	PredictionResourceID types.String    `tfsdk:"prediction_resource_id"`
	TrainingKey          types.String    `tfsdk:"training_key_wo"`
	PredictionKey        types.String    `tfsdk:"prediction_key_wo"`
	KeysVersion          int32type.Value `tfsdk:"keys_wo_version"`
	DeletionPolicy       types.String    `tfsdk:"deletion_policy"`
}

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

func (m *resourceModel) fill(remote *videoindexer.ImageModel) {
	m.Endpoint, m.PredictionResourceID = types.StringValue(remote.Endpoint), types.StringValue(remote.PredictionResourceID)
}

func (r *imageModelResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	notBlank := []validator.String{stringvalidator.RegexMatches(regexp.MustCompile(`\S`), "must not be blank")}
	key := func(description string) schema.StringAttribute {
		return schema.StringAttribute{
			MarkdownDescription: description + " It is write-only: stored neither in the plan nor in the state.", Required: true, Sensitive: true, WriteOnly: true, Validators: notBlank,
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages the connection of an account to an image-model account, for the training of animation characters." +
			arguments.NeedsExtended +
			"\n\n" +
			"An account has at most one connection, and only in paid locations. If the account is connected already, a create replaces the connection by the [rules of adoption](../guides/reliability.md#adoption), and the plan warns of it: the service " +
			"does not return the previous keys.\n\n" +
			"The keys are write-only arguments, which need Terraform 1.11. Terraform cannot detect that such a key has changed: increase `keys_wo_version` to send both keys again. See [Rotate " +
			"a key](../guides/rotate-a-key.md).",
		Attributes: providerdata.ResourceAttributes(map[string]schema.Attribute{
			"endpoint": schema.StringAttribute{
				MarkdownDescription: "Address of the image-model service.", Required: true, Validators: []validator.String{validate.URL()},
			},
			"prediction_resource_id": schema.StringAttribute{
				MarkdownDescription: "Id of the resource that is used for predictions.", Required: true, Validators: notBlank,
			},
			"training_key_wo":   key("Key for training models."),
			"prediction_key_wo": key("Key for predictions."),
			"keys_wo_version": schema.NumberAttribute{
				MarkdownDescription: "Version of the two keys, a number that you choose (int32). Increase it to send the configured keys again.",
				CustomType:          int32type.Type{},
				Optional:            true,
			},
			"deletion_policy": deletion.PlannedAttribute("Default: `delete`; `abandon` for a connection that was imported.",
				deletion.Offer{Policy: deletion.Delete, Does: "ends the connection"},
				deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the connection and leaves it as it is"},
			),
		}),
	}
}

// Create connects the account (X25).
func (r *imageModelResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	if connect(ctx, client, account, req.Config, &plan, &resp.Diagnostics) {
		r.Owned.TakeOver(object(account))
		resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	}
}

// Read reads the connection (6). A connection that does not work stays in the state, so that a plan can give it other keys.
func (r *imageModelResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok || !r.Extended() && !state.Endpoint.IsNull() {
		return
	}
	if !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
		return
	}
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.ImageModel, error) { return client.GetImageModel(ctx, account) })
	switch {
	case isGone(err):
		resp.State.RemoveResource(ctx)
		return
	case isBroken(err) && !state.Endpoint.IsNull():
		resp.Diagnostics.Append(diag.NewWarningDiagnostic("Image model does not work", apidiag.WithHint("read", subject(account), err,
			"The account is connected, but the connection does not work. The state keeps the connection: configure valid keys and increase keys_wo_version.")))
		return
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", subject(account), err)
		return
	}
	state.fill(remote)
	state.DeletionPolicy = types.StringValue(string(state.policy()))
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update connects the account again, with the configured keys (X25).
func (r *imageModelResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	if connect(ctx, client, account, req.Config, &plan, &resp.Diagnostics) {
		resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	}
}

// Delete ends the connection (X26), unless another instance has connected the account in the same run, or it is to be left.
func (r *imageModelResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	switch {
	case !ok:
		return
	case state.policy() == deletion.Abandon:
		resp.Diagnostics.Append(deletion.Abandoned(subject(account), whatDeletes))
		return
	case r.Owned.IsTakenOver(object(account)):
		resp.Diagnostics.Append(deletion.TakenOver(subject(account)))
		return
	}
	err := client.DisconnectImageModel(ctx, account)
	switch {
	case err == nil || isGone(err):
	case videoindexer.HasType(err, videoindexer.ErrorTypeUnsupported):
		resp.Diagnostics.AddError("Unable to disconnect image model", apidiag.WithoutAdvice("disconnect", subject(account), err,
			"This service does not end the connection. To stop managing it, use `terraform state rm`, or a `removed` block whose lifecycle has destroy = false."))
	default:
		apidiag.Add(&resp.Diagnostics, "disconnect", subject(account), err)
	}
}

// connect connects the account as planned, with the keys that are configured (X25). The plan then holds what the
// service has; if that differs, an error is reported as well. It returns false if the account was not connected.
func connect(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, config tfsdk.Config, plan *resourceModel, diags *diag.Diagnostics) bool {
	var configured resourceModel
	diags.Append(config.Get(ctx, &configured)...)
	if diags.HasError() {
		return false
	}
	remote, err := client.ConnectImageModel(ctx, account, videoindexer.ImageModelConnection{
		TrainingKey: configured.TrainingKey.ValueString(), PredictionKey: configured.PredictionKey.ValueString(),
		Endpoint: plan.Endpoint.ValueString(), PredictionResourceID: plan.PredictionResourceID.ValueString(),
	})
	if err != nil {
		diags.Append(refused(account, err))
		return false
	}
	if remote != nil { // where the service says what it has
		diags.Append(notKept(account, *plan, remote)...)
		plan.fill(remote)
	}
	return true
}

// notKept names the arguments for which the service has another value than was sent.
func notKept(account videoindexer.AccountRef, sent resourceModel, remote *videoindexer.ImageModel) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, argument := range []struct{ name, sent, remote string }{
		{"endpoint", sent.Endpoint.ValueString(), remote.Endpoint},
		{"prediction_resource_id", sent.PredictionResourceID.ValueString(), remote.PredictionResourceID},
	} {
		if argument.sent != argument.remote {
			diags.Append(apidiag.NotKept(path.Root(argument.name), subject(account), strconv.Quote(argument.sent), strconv.Quote(argument.remote)))
		}
	}
	return diags
}
