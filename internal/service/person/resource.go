package person

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*personResource)(nil)

const personType = "videoindexer_person"

// personKey names a person inside a person model.
var personKey = importid.Key{Name: "person_id", Description: "Id of the person (GUID).", Check: validate.CheckGUID, Noun: "person"}

type personResource struct{ managed.Resource }

// NewResource is videoindexer_person.
func NewResource() resource.Resource {
	return &personResource{managed.New("person", importid.Keys{modelKey, personKey})}
}

func (r *personResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: describePerson, Attributes: providerdata.ResourceAttributes(resourceAttributes())}
}

// Create makes the person (X16) and adds the pictures (X20).
func (r *personResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted, diags := facesOf(ctx, plan.Faces)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.PersonID = types.StringNull() // messages give the name
	remote, err := client.CreatePerson(ctx, account, plan.PersonModelID.ValueString(), plan.Name.ValueString())
	if err != nil {
		resp.Diagnostics.Append(plan.refused("create", err))
		return
	}
	w := &writer{client: client, account: account, model: plan, faces: map[string]labeledFace{}}
	w.model.PersonID, w.model.Name = types.StringValue(remote.ID), types.StringValue(remote.Name)
	resp.Diagnostics.Append(r.Save(ctx, w.snapshot(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)
	changed := nameKept(w.model.Subject(), plan.Name, w.model.Name)
	changed.Append(w.change(ctx, wanted, nil)...)
	if changed.HasError() {
		changed.Append(deletion.CreatedDespiteError(w.model.Subject(), plan.Policy())...)
	}
	resp.Diagnostics.Append(changed...)
	resp.Diagnostics.Append(resp.State.Set(ctx, w.snapshot(ctx, plan, &resp.Diagnostics))...)
}

// Read finds the person in the model's list, which all of its persons share (X17). It reads the faces (22) if that list
// may say that the person was modified, and as long as one of them is not in use: the service can change the state of a
// picture without modifying the person. A person who is gone is removed from the state, and so is a label whose face is
// gone.
func (r *personResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok || !mayRead(r.Data, state.Name, personType, &resp.Diagnostics) {
		return
	}
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Person, error) {
		return client.ReadPerson(ctx, account, state.PersonModelID.ValueString(), state.PersonID.ValueString(), state.Name.ValueString())
	})
	if !managed.IsFound(ctx, state.Subject(), err, resp) {
		return
	}
	if remote == nil {
		resp.State.RemoveResource(ctx)
		return
	}
	state.Name = types.StringValue(remote.Name)
	state.FillPolicy()
	r.Owned.See(state.Object(), state.Policy())
	var seen private.Mark
	resp.Diagnostics.Append(private.Get(ctx, req.Private, seenKey, &seen)...)
	faces, diags := facesOf(ctx, state.Faces)
	resp.Diagnostics.Append(diags...)
	w := &writer{client: client, account: account, model: state, faces: faces}
	if len(faces) > 0 && (!seen.Proves(listedAs(remote)) || len(w.unused(labels(faces))) > 0) {
		read := time.Now()
		if err := w.refresh(ctx); err != nil {
			apidiag.Add(&resp.Diagnostics, "read the faces of", state.Subject(), err)
			return
		}
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, seenKey, seen.After(listedAs(remote), read))...)
	}
	resp.Diagnostics.Append(w.warn(labels(w.faces))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, w.snapshot(ctx, state, &resp.Diagnostics))...)
}

// Update renames the person (X18), adds pictures (X20), and deletes faces that have no label any more (X21).
func (r *personResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted, diags := facesOf(ctx, plan.Faces)
	resp.Diagnostics.Append(diags...)
	remote, diags := facesOf(ctx, state.Faces)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	w := &writer{client: client, account: account, model: plan, faces: remote}
	w.model.Name = state.Name
	if !plan.Name.Equal(state.Name) {
		resp.Diagnostics.Append(w.rename(ctx, plan.Name)...)
	}
	switch {
	case resp.Diagnostics.HasError():
		plan.Faces = state.Faces // none was touched
	case !plan.Faces.IsNull(): // those that are not managed any more stay
		resp.Diagnostics.Append(w.update(ctx, wanted)...)
	}
	resp.Diagnostics.Append(r.Save(ctx, w.snapshot(ctx, plan, &resp.Diagnostics), &resp.State, resp.Identity)...)
}

// Delete deletes the person and the faces (X19), unless deletion_policy says otherwise.
func (r *personResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	r.End(ctx, req, resp, &state, deletesPerson, func(client *videoindexer.Client, account videoindexer.AccountRef) error {
		return client.DeletePerson(ctx, account, state.PersonModelID.ValueString(), state.PersonID.ValueString())
	})
}

// refused is the error of a create or rename: at name if the service requires another name, at person_model_id if the model
// does not exist.
func (m *resourceModel) refused(verb string, err error) diag.Diagnostic {
	hint := ""
	if videoindexer.IsAmbiguous(err) {
		hint = "The list of the model's persons does not show exactly one new person either. Nothing is in the state. " +
			"Look for the person with the data source videoindexer_persons before the next apply: if the person is there, import it."
	}
	failure := diag.NewErrorDiagnostic("Unable to "+verb+" person", apidiag.WithHint(verb, m.Subject(), err, hint))
	switch {
	case videoindexer.HasType(err, videoindexer.ErrorTypePersonNameNotUnique, videoindexer.ErrorTypeInvalidInput):
		return diag.WithPath(path.Root("name"), failure)
	case verb == "create" && videoindexer.IsNotFound(err):
		return diag.WithPath(path.Root("person_model_id"), failure)
	}
	return failure
}
