package languagemodel

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scope"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ resource.ResourceWithConfigure   = (*languageModelResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*languageModelResource)(nil)
	_ resource.ResourceWithImportState = (*languageModelResource)(nil)
	_ resource.ResourceWithIdentity    = (*languageModelResource)(nil)
)

// keys name a language model inside its account.
var keys = importid.Keys{{Name: "model_id", Description: "Id of the language model (GUID).", Check: importid.GUID}}

type languageModelResource struct{ scope.Resource }

// NewResource is videoindexer_language_model.
func NewResource() resource.Resource { return &languageModelResource{} }

func (r *languageModelResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_language_model"
}

func (r *languageModelResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          scope.ResourceAttributes(resourceAttributes()),
	}
}

func (r *languageModelResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = keys.Schema()
}

// Create makes the model with all of its files in one request (endpoint 19), and disables it where
// that is asked for.
func (r *languageModelResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&plan.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted, diags := plan.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	uploads, diags := pack(wanted)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	answer, err := client.CreateLanguageModel(ctx, account, videoindexer.NewLanguageModel{
		Name: plan.Name.ValueString(), Language: plan.Language.ValueString(), Files: uploads,
	})
	if err != nil {
		resp.Diagnostics.Append(notCreated(plan, account, wanted, err))
		return
	}
	e := &editor{client: client, account: account, model: plan, files: map[string]fileModel{}}
	e.model.ModelID = types.StringValue(answer.ID)
	e.model.Enabled = types.BoolValue(true) // as files are when they are added
	if answer.Name != "" {
		e.model.Name = types.StringValue(answer.Name)
	}
	e.take(answer, wanted)
	resp.Diagnostics.Append(resp.State.Set(ctx, e.snapshot(ctx, plan, &resp.Diagnostics))...)
	resp.Diagnostics.Append(keys.Publish(ctx, resp.State, resp.Identity)...)

	// What is left is an update: to disable it, and to send again what the answer does not show.
	changed := e.change(ctx, plan, wanted)
	resp.Diagnostics.Append(changed...)
	if changed.HasError() {
		resp.Diagnostics.AddWarning("Language model was created all the same", fmt.Sprintf(
			"Terraform marks a resource whose create failed as tainted, and the next apply would empty %s and create another. To keep it and have the next apply do the rest, "+
				"run terraform untaint on this resource first.", e.model.subject(account)))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, e.snapshot(ctx, plan, &resp.Diagnostics))...)
	resp.Diagnostics.Append(e.note.write(ctx, resp.Private)...)
}

// Read keeps the state: the API has no call that reads a model. A model of which the service has said
// that it does not exist leaves the state.
func (r *languageModelResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	left, diags := readNote(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(keys.Publish(ctx, req.State, resp.Identity)...)
	if left.Gone {
		resp.State.RemoveResource(ctx)
		return
	}
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	state.DeletionPolicy = types.StringValue(string(state.policy()))
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update deletes the files that were removed or changed (endpoint 21), and then sends name, enabled
// and the files that are new or changed in one request (endpoint 20).
func (r *languageModelResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&plan.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted, diags := plan.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	e, diags := editorOf(ctx, client, account, state, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(e.change(ctx, plan, wanted)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, e.snapshot(ctx, plan, &resp.Diagnostics))...)
	resp.Diagnostics.Append(keys.Publish(ctx, resp.State, resp.Identity)...)
	resp.Diagnostics.Append(e.note.write(ctx, resp.Private)...)
}

// Delete empties and disables the model, or leaves it as it is; the API has no call that deletes it.
func (r *languageModelResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&state.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.Abandoned(state.subject(account), "deletion_policy `empty` deletes its files and disables it."))
		return
	}
	e, diags := editorOf(ctx, client, account, state, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(e.empty(ctx)...)
	if resp.Diagnostics.HasError() { // what is left of it stays in the state
		resp.Diagnostics.Append(resp.State.Set(ctx, e.snapshot(ctx, state, &resp.Diagnostics))...)
	}
}

// ImportState takes <model_id> or <location>/<account_id>/<model_id>, or an identity.
func (r *languageModelResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	keys.Import(ctx, r.Data, req, resp)
}

// editorOf starts with what a state says of a model.
func editorOf(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, state resourceModel, store private.Reader) (*editor, diag.Diagnostics) {
	e := &editor{client: client, account: account, model: state}
	files, diags := state.filesByName(ctx)
	if !state.imported() {
		e.files = files
	}
	left, problems := readNote(ctx, store)
	e.note = left
	return e, append(diags, problems...)
}

// snapshot is the state to save: what the service is known to hold. like says whether no files are
// written as a null or as an empty map.
func (e *editor) snapshot(ctx context.Context, like resourceModel, diags *diag.Diagnostics) resourceModel {
	model := e.model
	if e.files == nil || len(e.files) == 0 && like.Files.IsNull() {
		model.Files = types.MapNull(fileType)
		return model
	}
	files, problems := filesValue(ctx, e.files)
	diags.Append(problems...)
	model.Files = files
	return model
}

// empty deletes the files of the model and disables it. Whatever is gone already is as it should be.
func (e *editor) empty(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	subject := e.model.subject(e.account)
	ours := append(sortedNames(e.files), e.note.Sent...)
	for _, name := range sortedNames(e.files) {
		if err := e.remove(ctx, name); err != nil {
			apidiag.Add(&diags, "delete file "+quote(name)+" of", subject, err)
			return diags
		}
	}
	answer, err := e.send(ctx, videoindexer.LanguageModelUpdate{Enable: new(false)})
	if videoindexer.IsNotFound(err) {
		return diags
	}
	if err == nil && e.note.Unread {
		err = e.tidy(ctx, answer, ours)
	}
	if err != nil {
		apidiag.Add(&diags, "disable", subject, err)
		return diags
	}
	detail := fmt.Sprintf("The files of %s were deleted and it was disabled, and Terraform no longer manages it. The service has no call that deletes a language model: "+
		"the model itself is still there. Delete it in the service's portal if it is not needed.", subject)
	if foreign := e.foreign(answer, ours); len(foreign) > 0 {
		detail += " It still holds files that Terraform did not manage: " + quoteAll(foreign) + "."
	}
	diags.AddWarning("Language model emptied, not deleted", detail)
	return diags
}
