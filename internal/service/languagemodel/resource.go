package languagemodel

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*languageModelResource)(nil)

// keys name a language model inside its account.
var keys = importid.Keys{{Name: "model_id", Description: "Id of the language model (GUID).", Check: validate.CheckGUID}}

type languageModelResource struct{ managed.Resource }

// NewResource is videoindexer_language_model.
func NewResource() resource.Resource {
	return &languageModelResource{managed.New("language_model", keys)}
}

func (r *languageModelResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
		Blocks:              map[string]schema.Block{"timeouts": wait.TimeoutsBlockWithDelete(ctx)},
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
	wanted, diags := plan.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	uploads, diags := pack(wanted)
	resp.Diagnostics.Append(diags...)
	limit, diags := plan.Timeouts.Create(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	began := time.Now()
	answer, err := client.CreateLanguageModel(ctx, account, videoindexer.NewLanguageModel{
		Name: plan.Name.ValueString(), Language: plan.Language.ValueString(), Files: uploads,
	})
	if err != nil {
		resp.Diagnostics.Append(notCreated(plan, account, wanted, err))
		return
	}
	u := &updater{client: client, account: account, model: plan, files: map[string]fileModel{}, plan: plan, wanted: wanted}
	u.model.ModelID, u.model.TrainingState = types.StringValue(answer.ID), types.StringNull()
	u.model.Enabled = types.BoolValue(true) // as files are when they are added
	u.extend(ctx, began, limit, "create")
	u.changed()
	u.fill(answer)
	r.Owned.See(object(account, answer.ID), nil)
	resp.Diagnostics.Append(r.Save(ctx, u.snapshot(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)

	// What is left is to find the files, and an update: to disable the model, and to send again what
	// the answers do not show although they show files.
	var changed diag.Diagnostics
	if err := u.confirm(ctx, answer, wanted); err != nil {
		changed.Append(u.failed(err, "update"))
	} else {
		changed = u.change(ctx, plan, wanted)
	}
	if !changed.HasError() {
		resp.Diagnostics.Append(r.Save(ctx, u.snapshot(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)
		changed.Append(asWarning(ctx, u.train(ctx))...)
	}
	resp.Diagnostics.Append(changed...)
	if changed.HasError() && !u.note.Gone {
		resp.Diagnostics.AddWarning("Language model was created despite the error", fmt.Sprintf(
			"Terraform marks a resource whose create failed as tainted, and the next apply would %s %s and create another. To keep it and have the next apply do the rest, "+
				"run terraform untaint on this resource first.", plan.policy(), u.subject()))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, u.snapshot(ctx, plan, &resp.Diagnostics))...)
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, noteKey, u.note)...)
}

// asWarning keeps a create that was interrupted while it waited from being marked as tainted: what is left is to wait.
func asWarning(ctx context.Context, diags diag.Diagnostics) diag.Diagnostics {
	if ctx.Err() == nil {
		return diags
	}
	var warnings diag.Diagnostics
	for _, d := range diags {
		warnings.AddWarning(d.Summary(), d.Detail())
	}
	return warnings
}

// Read has no call to make without extended operations: the API has none that reads a model. It takes into the state what the
// last answer said beyond what was planned. A model of which the service has said that it does not exist leaves the state.
func (r *languageModelResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	left, diags := readNote(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(keys.Publish(ctx, req.State, resp.Identity)...)
	if left.Gone && !r.Extended() {
		resp.State.RemoveResource(ctx)
		return
	}
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if state.imported() && state.DeletionPolicy.IsNull() {
		left.IsAdopted = true
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, noteKey, left)...)
	}
	state.complete(r.defaultPolicy(left.IsAdopted))
	if r.Extended() {
		r.refresh(ctx, state, left, resp)
		return
	}
	if left.Answered != nil {
		state.State, state.LinguisticModelID = nullable.Text(left.Answered.State), nullable.Text(left.Answered.LinguisticModelID)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update writes name and enabled (endpoint 20), uploads the files that are new or changed in another
// request (endpoint 20), deletes those that were changed or removed (endpoint 21), enables and disables
// others, and trains the model.
func (r *languageModelResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted, diags := plan.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	u, diags := updaterOf(ctx, client, account, state, req.Private)
	resp.Diagnostics.Append(diags...)
	limit, diags := plan.Timeouts.Update(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	u.plan = plan
	u.extend(ctx, time.Now(), limit, "update")
	resp.Diagnostics.Append(u.change(ctx, plan, wanted)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(u.train(ctx)...)
	}
	resp.Diagnostics.Append(r.Save(ctx, u.snapshot(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, noteKey, u.note)...)
}

// Delete deletes the model, empties and disables it, or leaves it as it is.
func (r *languageModelResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	if !ok {
		return
	}
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.Abandoned(state.subject(account), "deletion_policy `empty` deletes its files and disables it."))
		return
	}
	u, diags := updaterOf(ctx, client, account, state, req.Private)
	resp.Diagnostics.Append(diags...)
	limit, diags := state.Timeouts.Delete(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	r.Owned.See(object(account, state.ModelID.ValueString()), nil)
	u.plan = state
	u.extend(ctx, time.Now(), limit, "delete")
	if state.policy() == deletion.Delete {
		resp.Diagnostics.Append(u.delete(ctx)...)
		return
	}
	resp.Diagnostics.Append(u.empty(ctx)...)
	if resp.Diagnostics.HasError() { // what is left of it stays in the state
		resp.Diagnostics.Append(resp.State.Set(ctx, u.snapshot(ctx, state, &resp.Diagnostics))...)
	}
}
