package languagemodel

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*languageModelResource)(nil)

// keys name a language model inside its account.
var keys = importid.Keys{{Name: "model_id", Description: "Id of the language model (GUID).", Check: validate.GUID().Check, Type: "language_model"}}

type languageModelResource struct{ managed.Resource }

// NewResource is videoindexer_language_model.
func NewResource() resource.Resource {
	return &languageModelResource{managed.New("language_model", keys)}
}

func (r *languageModelResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
		Blocks:              map[string]schema.Block{"timeouts": wait.TimeoutsBlock()},
	}
}

// begin loads what an apply works on. Its time begins now; operation is the timeout that counts.
func (r *languageModelResource) begin(ctx context.Context, from tfsdk.Plan, operation string, diags *diag.Diagnostics) (t training, want desired, ok bool) {
	client, _, ok := r.Load(ctx, from, &want.resourceModel, diags)
	if !ok {
		return t, want, false
	}
	want.files, _ = filesOf(want.Files)
	return trainingOf(ctx, client, &want.resourceModel, operation), want, true
}

// Create makes the model with all of its files in one request (endpoint 19), disables it or some of its files where that
// is asked for, and trains it.
func (r *languageModelResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	t, want, ok := r.begin(ctx, req.Plan, "create", &resp.Diagnostics)
	if !ok {
		return
	}
	uploads, diags := pack(want.files)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	answer, err := t.client.CreateLanguageModel(ctx, t.account, videoindexer.NewLanguageModel{
		Name: want.Name.ValueString(), Language: want.Language.ValueString(), Files: uploads,
	})
	if err != nil {
		resp.Diagnostics.Append(notCreated(&want.resourceModel, err))
		return
	}
	t.modelID = answer.ID
	a := r.apply(ctx, t, createdAs(answer, want, t.client.Extended()), want, &resp.State, resp.Identity, resp.Private, &resp.Diagnostics)
	a.save()
	r.TakeOver(ctx, resp, t.account, t.modelID)
	failed := a.run(ctx) // to disable the model, and what the answer does not show
	resp.Diagnostics.Append(failed...)
	if failed.HasError() && !a.have.private.IsGone {
		resp.Diagnostics.Append(deletion.CreatedDespiteError(a.subject(), want.Effect())...)
	}
}

// apply is what makes a model the desired one, and saves every step of that as the state.
func (r *languageModelResource) apply(
	ctx context.Context, t training, have *known, want desired,
	state *tfsdk.State, identity *tfsdk.ResourceIdentity, store private.Writer, diags *diag.Diagnostics,
) *applying {
	return &applying{training: t, have: have, want: want, save: func() {
		diags.Append(r.Save(ctx, have.state(want.resourceModel), state, identity)...)
		diags.Append(private.Set(ctx, store, privateKey, have.private)...)
	}}
}

// Read reads the model (X5 or X6). Without extended operations there is no call that does: Read then takes into the state what
// the last answer said beyond what was planned. A model of which the service has said that it does not exist is removed from
// the state.
func (r *languageModelResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	have, diags := knownOf(ctx, state, req.Private, client.Extended())
	resp.Diagnostics.Append(diags...)
	have.complete()
	if have.isExtended {
		r.refresh(ctx, scaffold.Target{Client: client, Account: account}, have, &resp.Diagnostics)
	} else if id := have.private.LinguisticModelID; id != "" {
		have.LinguisticModelID = types.StringValue(id)
	}
	switch {
	case resp.Diagnostics.HasError():
	case have.private.IsGone:
		resp.State.RemoveResource(ctx)
	default:
		resp.Diagnostics.Append(resp.State.Set(ctx, have.state(have.resourceModel))...)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, privateKey, have.private)...)
	}
}

// refresh updates what is known from a read.
func (r *languageModelResource) refresh(ctx context.Context, from scaffold.Target, have *known, diags *diag.Diagnostics) {
	remote, err := providerdata.Read(ctx, r.Data, from.Account, func() (*videoindexer.LanguageModel, error) {
		return from.Client.ReadLanguageModel(ctx, from.Account, have.ModelID.ValueString(), have.isAsKnown)
	})
	have.private.IsGone = videoindexer.IsNotFound(err) // with its account, perhaps
	switch {
	case have.private.IsGone:
	case err != nil:
		apidiag.Add(diags, "read", have.Subject(), err)
	case remote.IsServiceMade:
		diags.AddError("Language model is the service's own", have.Subject().WithIDs(
			"The service has created this model itself, and Terraform manages no such model. If the state has it, remove it with `terraform state rm`."))
	default:
		if found := have.observe(remote); len(found) > 0 {
			diags.Append(have.readFound(ctx, from, found)...)
		}
	}
}

// Update writes name and enabled (endpoint 20), uploads the files that are new or changed in another
// request (endpoint 20), deletes those that were changed or removed (endpoint 21), enables and disables
// others, and trains the model.
func (r *languageModelResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var state, config resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	t, want, ok := r.begin(ctx, req.Plan, "update", &resp.Diagnostics)
	if !ok {
		return
	}
	have, diags := knownOf(ctx, state, req.Private, t.client.Extended())
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	have.leavesFiles = config.Files.IsNull()
	a := r.apply(ctx, t, have, want, &resp.State, resp.Identity, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(a.run(ctx)...)
}

// Delete deletes the model, empties and disables it, or leaves it as it is.
func (r *languageModelResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	client, account, ok := r.LoadDestroy(ctx, req, resp, &state)
	if !ok {
		return
	}
	if state.isDeleted(client) {
		if err := client.DeleteLanguageModel(ctx, account, state.ModelID.ValueString()); err != nil && !videoindexer.IsNotFound(err) {
			apidiag.Add(&resp.Diagnostics, "delete", state.Subject(), err)
		}
		return
	}
	have, diags := knownOf(ctx, state, req.Private, client.Extended())
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	a := r.apply(ctx, trainingOf(ctx, client, &state, "update"), have, desired{resourceModel: state}, &resp.State, resp.Identity, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(a.empty(ctx)...)
}
