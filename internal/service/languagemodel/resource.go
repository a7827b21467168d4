package languagemodel

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*languageModelResource)(nil)

// keys name a language model inside its account.
var keys = importid.Keys{{Name: "model_id", Description: "Id of the language model (GUID).", Check: validate.CheckGUID, Noun: "language_model"}}

type languageModelResource struct{ managed.Resource }

// NewResource is videoindexer_language_model.
func NewResource() resource.Resource {
	return &languageModelResource{managed.New("language_model", keys)}
}

func (r *languageModelResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
		Blocks:              map[string]schema.Block{"timeouts": wait.TimeoutsBlock(ctx)},
	}
}

// trainingOf waits for trainings until a limit is over, which begins now. Extend says how to wait longer.
func trainingOf(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, plan *resourceModel, limit time.Duration, extend string) training {
	return training{
		client: client, account: account, modelID: plan.ModelID.ValueString(), waits: plan.WaitForTraining.ValueBool(),
		limit: limit, ends: time.Now().Add(limit), extend: extend,
		progress: func(message string) { tflog.Info(ctx, message) },
	}
}

// Create makes the model with all of its files in one request (endpoint 19), disables it or some of its files where that
// is asked for, and trains it.
func (r *languageModelResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	files, diags := plan.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	uploads, diags := pack(files)
	resp.Diagnostics.Append(diags...)
	limit, diags := plan.Timeouts.Create(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	waiting := trainingOf(ctx, client, account, &plan, limit, "Set timeouts.create to wait longer, and apply again to continue waiting.")
	answer, err := client.CreateLanguageModel(ctx, account, videoindexer.NewLanguageModel{
		Name: plan.Name.ValueString(), Language: plan.Language.ValueString(), Files: uploads,
	})
	if err != nil {
		resp.Diagnostics.Append(notCreated(plan, account, err))
		return
	}
	waiting.modelID = answer.ID
	r.Owned.See(object(account, answer.ID), nil)
	have := createdAs(answer, plan, files, client.Extended())
	a := &applying{training: waiting, have: have, want: desired{plan, files}, save: func() {
		resp.Diagnostics.Append(r.Save(ctx, have.state(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, privateKey, have.private)...)
	}}
	a.save()
	failed := a.run(ctx) // to disable the model, and what the answer does not show
	resp.Diagnostics.Append(failed...)
	if failed.HasError() && !have.private.IsGone {
		resp.Diagnostics.Append(deletion.CreatedDespiteError(a.subject(), plan.policy())...)
	}
}

// Read reads the model (X5 or X6). Without extended operations there is no call that does: Read then takes into the state what
// the last answer said beyond what was planned. A model of which the service has said that it does not exist is removed from
// the state.
func (r *languageModelResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(keys.Publish(ctx, req.State, resp.Identity)...)
	have, diags := knownOf(ctx, state, req.Private, r.Extended())
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	have.private.IsAdopted = have.private.IsAdopted || state.DeletionPolicy.IsNull()
	have.complete()
	isThere := !have.private.IsGone
	if have.isExtended {
		isThere = r.refresh(ctx, have, &resp.Diagnostics)
	} else if id := have.private.LinguisticModelID; id != "" {
		have.LinguisticModelID = types.StringValue(id)
	}
	switch {
	case resp.Diagnostics.HasError():
	case !isThere:
		resp.State.RemoveResource(ctx)
	default:
		resp.Diagnostics.Append(resp.State.Set(ctx, have.state(ctx, have.resourceModel, &resp.Diagnostics))...)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, privateKey, have.private)...)
	}
}

// refresh updates what is known from a read, and reports whether the model is still there.
func (r *languageModelResource) refresh(ctx context.Context, have *known, diags *diag.Diagnostics) (isThere bool) {
	client, account, ok := r.Target(&have.AccountFields, diags)
	if !ok {
		return true
	}
	id, isImport := have.ModelID.ValueString(), have.imported()
	r.Owned.See(object(account, id), nil)
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.LanguageModel, error) {
		if isImport {
			return client.GetLanguageModel(ctx, account, id)
		}
		return client.ReadLanguageModel(ctx, account, id, have.isAsKnown)
	})
	switch {
	case videoindexer.IsNotFound(err): // with its account, perhaps
		return false
	case err != nil:
		apidiag.Add(diags, "read", have.subject(account), err)
	case remote.IsServiceMade:
		diags.AddError("Language model is the service's own", fmt.Sprintf(
			"%s (name %q) was created by the service itself. Terraform does not manage such models: if the state has it, remove it with terraform state rm.",
			have.subject(account).Capitalized(), remote.Name))
	default:
		if found := have.observe(remote); len(found) > 0 {
			diags.Append(have.readFound(ctx, providerdata.Target{Client: client, Account: account}, found)...)
		}
	}
	return true
}

// Update writes name and enabled (endpoint 20), uploads the files that are new or changed in another
// request (endpoint 20), deletes those that were changed or removed (endpoint 21), enables and disables
// others, and trains the model.
func (r *languageModelResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	files, diags := plan.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	have, diags := knownOf(ctx, state, req.Private, client.Extended())
	resp.Diagnostics.Append(diags...)
	limit, diags := plan.Timeouts.Update(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	have.leavesFiles = config.Files.IsNull()
	waiting := trainingOf(ctx, client, account, &plan, limit, "Set timeouts.update to wait longer, and apply again to continue waiting.")
	a := &applying{training: waiting, have: have, want: desired{plan, files}, save: func() {
		resp.Diagnostics.Append(r.Save(ctx, have.state(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, privateKey, have.private)...)
	}}
	resp.Diagnostics.Append(a.run(ctx)...)
}

// Delete deletes the model, empties and disables it, or leaves it as it is.
func (r *languageModelResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	if !ok {
		return
	}
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.Abandoned(state.subject(account), insteadOfAbandon))
		return
	}
	r.Owned.See(object(account, state.ModelID.ValueString()), nil)
	if state.policy() == deletion.Delete {
		err := client.DeleteLanguageModel(ctx, account, state.ModelID.ValueString())
		if err != nil && !videoindexer.IsNotFound(err) {
			apidiag.Add(&resp.Diagnostics, "delete", state.subject(account), err)
		}
		return
	}
	have, diags := knownOf(ctx, state, req.Private, client.Extended())
	if resp.Diagnostics.Append(diags...); resp.Diagnostics.HasError() {
		return
	}
	waiting := trainingOf(ctx, client, account, &state, wait.DefaultTimeout, "Destroy again to continue waiting.")
	a := &applying{training: waiting, have: have, want: desired{resourceModel: state}, save: func() {
		resp.Diagnostics.Append(resp.State.Set(ctx, have.state(ctx, state, &resp.Diagnostics))...)
	}}
	if diags = a.empty(ctx); diags.HasError() {
		a.save() // what is left of it stays in the state
	}
	resp.Diagnostics.Append(diags...)
}
