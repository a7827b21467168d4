package languagemodel

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*languageModelResource)(nil)

// keys name a language model inside its account.
var keys = importid.Keys{{Name: "model_id", Description: "Id of the language model (GUID).", Check: importid.GUID}}

type languageModelResource struct{ managed.Resource }

// NewResource is videoindexer_language_model.
func NewResource() resource.Resource {
	return &languageModelResource{managed.New("language_model", keys)}
}

func (r *languageModelResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
	}
}

// Create makes the model with all of its files in one request (endpoint 19), and disables it where that is asked for.
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
	u := &updater{client: client, account: account, model: plan, files: map[string]fileModel{}, plan: plan, wanted: wanted}
	u.model.ModelID = types.StringValue(answer.ID)
	u.model.Enabled = types.BoolValue(true) // as files are when they are added
	u.take(answer)
	resp.Diagnostics.Append(r.Save(ctx, u.snapshot(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)

	// What is left is to find the files, and an update: to disable the model, and to send again what
	// the answers do not show although they show files.
	var changed diag.Diagnostics
	if err := u.confirm(ctx, answer, wanted); err != nil {
		changed.Append(u.failed(err, "update"))
	} else {
		changed = u.change(ctx, plan, wanted)
	}
	resp.Diagnostics.Append(changed...)
	if changed.HasError() {
		resp.Diagnostics.AddWarning("Language model was created all the same", fmt.Sprintf(
			"Terraform marks a resource whose create failed as tainted, and the next apply would empty %s and create another. To keep it and have the next apply do the rest, "+
				"run terraform untaint on this resource first.", u.subject()))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, u.snapshot(ctx, plan, &resp.Diagnostics))...)
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, noteKey, u.note)...)
}

// Read has no call to make: the API has none that reads a model. It takes into the state what the last answer said
// beyond what was planned. A model of which the service has said that it does not exist leaves the state.
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
	if left.Answered != nil {
		state.State, state.LinguisticModelID = nullable.Text(left.Answered.State), nullable.Text(left.Answered.LinguisticModelID)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update writes name and enabled (endpoint 20), uploads the files that are new or changed in another
// request (endpoint 20), and deletes those that were changed or removed (endpoint 21).
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
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(u.change(ctx, plan, wanted)...)
	resp.Diagnostics.Append(r.Save(ctx, u.snapshot(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, noteKey, u.note)...)
}

// Delete empties and disables the model, or leaves it as it is; the API has no call that deletes it.
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
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(u.empty(ctx)...)
	if resp.Diagnostics.HasError() { // what is left of it stays in the state
		resp.Diagnostics.Append(resp.State.Set(ctx, u.snapshot(ctx, state, &resp.Diagnostics))...)
	}
}

// updaterOf starts with what a state says of a model.
func updaterOf(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, state resourceModel, store private.Reader) (*updater, diag.Diagnostics) {
	u := &updater{client: client, account: account, model: state}
	files, diags := state.filesByName(ctx)
	if !state.imported() {
		u.files = files
	}
	left, problems := readNote(ctx, store)
	u.note = left
	return u, append(diags, problems...)
}

// empty deletes the files of the model and disables it. Whatever is gone already is as it should be.
func (u *updater) empty(ctx context.Context) diag.Diagnostics {
	disable := func() (*videoindexer.LanguageModel, error) {
		return u.write(ctx, videoindexer.LanguageModelUpdate{Enable: new(false)})
	}
	failed := func(verb string, err error) diag.Diagnostics {
		if videoindexer.IsNotFound(err) {
			return nil // with all of its files
		}
		return diag.Diagnostics{apidiag.Error(verb, u.subject(), err)}
	}
	if len(u.note.Sent) > 0 { // what was sent and not seen has to be found first
		answer, err := disable()
		if err != nil {
			return failed("disable", err)
		}
		u.arrived(answer, u.note.sentFiles(), uploadUnknown)
		u.note.Unread, u.note.Sent = false, nil
	}
	deleted := maps.Clone(u.files)
	if verb, err := u.sweep(ctx, nil); err != nil {
		return failed(verb, err)
	}
	answer, err := disable()
	if err != nil {
		return failed("disable", err)
	}
	for name, file := range deleted {
		if shows(answer, file.FileID.ValueString()) {
			u.files[name] = file
		}
	}
	if len(u.files) > 0 || u.model.Enabled.ValueBool() {
		remains := "enabled files"
		if len(u.files) > 0 {
			remains = "files that were deleted (" + quoteAll(sortedNames(u.files)) + ")"
		}
		return diag.Diagnostics{diag.NewErrorDiagnostic("Language model was not emptied", fmt.Sprintf(
			"The service accepted that %s is emptied and disabled, but its answer still shows %s. The model stays in the state: destroy it again, or set deletion_policy to `abandon` and apply, to stop managing it as it is.",
			u.subject(), remains))}
	}
	detail := fmt.Sprintf("The files of %s were deleted and it was disabled, and Terraform no longer manages it. The service has no call that deletes a language model: "+
		"the model itself is still there. Delete it in the service's portal if it is not needed.", u.subject())
	if foreign := namesOf(u.allForeign(answer)); len(foreign) > 0 {
		detail += " It still holds files that Terraform did not manage: " + quoteAll(foreign) + "."
	}
	if len(u.undeletable) > 0 {
		detail += " These files could not be deleted, since the service has never shown their ids: " + quoteAll(u.undeletable) + "."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Language model emptied, not deleted", detail)}
}
