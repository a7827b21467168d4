package person

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, and which faces are to be added, and warns if a create may duplicate a person.
func (r *personResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if resp.Diagnostics.HasError() || !r.RequireExtended(path.Empty(), personType, &resp.Diagnostics) || r.Data == nil {
		return
	}
	if req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(r.planDestroy(ctx, req)...)
		return
	}
	var plan resourceModel
	state := resourceModel{Faces: types.MapNull(labeledFaceType)}
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	faces, diags := planFaces(ctx, plan.Faces, state.Faces)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("faces"), faces)...)
	r.Prove(ctx, "person", req, resp)
	if account := plan.AccountRef(); plan.KnowsAccount() && !plan.PersonID.IsUnknown() {
		managed.PlanImported(ctx, req, resp, plan.subject(account), r.object(account, plan.PersonID.ValueString()))
	}
	if req.State.Raw.IsNull() && !resp.Diagnostics.HasError() {
		r.lookForNamesake(ctx, plan, &resp.Diagnostics)
	}
}

// planDestroy says that another instance manages the person as well, or creates one of the same name in the same model.
func (r *personResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest) diag.Diagnostics {
	var state resourceModel
	diags := req.State.Get(ctx, &state)
	if diags.HasError() {
		return diags
	}
	object := r.object(state.AccountRef(), state.PersonID.ValueString())
	diags.Append(managed.PlanDelete(ctx, req, object, state.subject(state.AccountRef()))...)
	if object.IsRemade() {
		diags.Append(deletion.Remade(state.subject(state.AccountRef()), state.Name.ValueString(), costOfPerson))
	}
	return diags
}

const costOfPerson = "The new person has another id and the pictures that are configured: faces that came from videos are lost."

// object is what this run knows about a person of its state.
func (r *personResource) object(account videoindexer.AccountRef, personID string) *adoption.Object {
	return r.Objects.Get("person", account, strings.ToLower(personID))
}

// lookForNamesake warns of a person whom the create may duplicate: a run that was killed may have left one. The apply
// reports a model that does not exist, and a service without lists.
func (r *personResource) lookForNamesake(ctx context.Context, plan resourceModel, diags *diag.Diagnostics) {
	if !r.Known() || !plan.KnowsAccount() || plan.PersonModelID.IsUnknown() || plan.Name.IsUnknown() {
		return
	}
	client, account, ok := r.Target(&plan.AccountFields, diags)
	if !ok {
		return
	}
	found, err := providerdata.Read(ctx, r.Data, account, func() ([]videoindexer.Person, error) {
		return client.FindPersons(ctx, account, plan.PersonModelID.ValueString(), plan.Name.ValueString())
	})
	if err != nil {
		if !videoindexer.IsLacking(err) && !videoindexer.IsNotFound(err) {
			apidiag.Add(diags, "look for duplicates of", plan.subject(account), err)
		}
		return
	}
	waiting, cancel := context.WithTimeout(ctx, adoption.AwaitRefreshes)
	defer cancel()
	var ids []string
	for _, person := range found {
		object := r.object(account, person.ID)
		if !object.AwaitHolder(waiting) {
			ids = append(ids, person.ID)
			continue
		}
		if _, isReleased := object.PlanRemake(adoption.InState); isReleased {
			namesake := plan
			namesake.PersonID = types.StringValue(person.ID)
			diags.Append(deletion.Remade(namesake.subject(account), person.Name, costOfPerson))
		}
	}
	if len(ids) == 0 {
		return
	}
	diags.AddAttributeWarning(path.Root("name"), "Person model has a person of that name", fmt.Sprintf(
		"Applying this plan creates %s, but that model has a person of this name already, who is not in the state as far as this run knows: %s. Most services allow several persons with the same name. "+
			"If a killed run has left that person, or you want to manage that person, import it instead of creating another: terraform import '<address>' %s/%s. If you want two of them, ignore this warning.",
		plan.subject(account), strings.Join(ids, ", "), plan.PersonModelID.ValueString(), ids[0]))
}

// planFaces plans ids and states: those of the state where a label still has its address, unknown where a picture is added.
func planFaces(ctx context.Context, planned, prior types.Map) (types.Map, diag.Diagnostics) {
	if planned.IsNull() || planned.IsUnknown() {
		return planned, nil
	}
	remote, diags := facesOf(ctx, prior)
	wanted, problems := facesOf(ctx, planned)
	diags.Append(problems...)
	elements := planned.Elements() // one that is not known yet stays as it is
	for label, face := range wanted {
		face.FaceID, face.State = types.StringUnknown(), types.StringUnknown()
		if before, ok := remote[label]; ok && before.URL.Equal(face.URL) {
			face.FaceID, face.State = before.FaceID, before.State
		}
		object, problems := types.ObjectValueFrom(ctx, labeledFaceType.AttrTypes, face)
		diags.Append(problems...)
		elements[label] = object
	}
	faces, problems := types.MapValue(labeledFaceType, elements)
	return faces, append(diags, problems...)
}
