package person

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, and which faces are to be added. It warns if a create may duplicate a person, and says what
// becomes of a person who is destroyed or replaced.
func (r *personResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics
	if !r.RequireExtended(path.Empty(), personType, diags) {
		return
	}
	var config, plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.Replace && len(resp.RequiresReplace) == 0 && strings.EqualFold(plan.PersonModelID.ValueString(), state.PersonModelID.ValueString()) {
		step = managed.Update // letter case does not tell models apart
	}
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		diags.Append(r.planEnd(&state, false)...)
		return
	case managed.Replace:
		diags.Append(r.planEnd(&state, true)...)
	case managed.Update:
		diags.Append(r.PlanKeep(&state)...)
	}
	diags.Append(req.Config.Get(ctx, &config)...)
	plan.PlanPolicy(config.DeletionPolicy, step, state.Policy())
	var problems diag.Diagnostics
	plan.Faces, problems = planFaces(ctx, plan.Faces, state.Faces)
	diags.Append(problems...)
	diags.Append(resp.Plan.Set(ctx, plan)...)
	r.CheckAccess(ctx, "person", req, resp)
	if step == managed.Create && !diags.HasError() {
		r.lookForNamesakes(ctx, &plan, diags)
	}
}

const (
	lossOfPerson  = "The new person has another id and the pictures that are configured: faces that came from videos are lost."
	deletesPerson = `deletion_policy "delete" deletes the person.`
)

// planEnd says what becomes of a person who is destroyed or replaced, and that another address keeps the person or creates
// one of the same name.
func (r *personResource) planEnd(state *resourceModel, isReplaced bool) diag.Diagnostics {
	diags, subject := r.PlanEnd(state, deletesPerson), state.Subject()
	switch {
	case state.Policy() == deletion.Abandon:
	case isReplaced:
		diags.AddWarning("Person will be deleted and another one created", subject.WithIDs(fmt.Sprintf("Applying this plan deletes %s and creates another one. %s", subject, lossOfPerson)))
	case r.Owned.Plan(state.nameObject(), ownership.Destroy) == ownership.DestroyedElsewhere:
		diags.Append(remade(state))
	}
	return diags
}

// remade is the warning of a person whom one address destroys while another one creates a person of the same name.
func remade(m *resourceModel) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Person is destroyed and another created under the same name", m.Subject().WithIDs(fmt.Sprintf(
		"One address destroys %s, and another one creates a person named %q in the same run. %s\n\n%s", m.Subject(), m.Name.ValueString(), lossOfPerson, deletion.Moved("person"))))
}

// lookForNamesakes warns of persons whom the create may duplicate. A model that does not exist is an error. The apply reports
// a service without lists.
func (r *personResource) lookForNamesakes(ctx context.Context, plan *resourceModel, diags *diag.Diagnostics) {
	if !r.Known() || !plan.KnowsAccount() || plan.PersonModelID.IsUnknown() || plan.Name.IsUnknown() {
		return
	}
	plan.PersonID = types.StringNull() // messages give the name
	if r.Owned.Plan(plan.nameObject(), ownership.Create) == ownership.DestroyedElsewhere {
		diags.Append(remade(plan))
		return
	}
	client, account, modelID := r.Client(diags), plan.AccountRef(), plan.PersonModelID.ValueString()
	found, err := providerdata.Read(ctx, r.Data, account, func() ([]videoindexer.Person, error) {
		return client.FindPersons(ctx, account, modelID, plan.Name.ValueString())
	})
	switch {
	case videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err):
		diags.AddAttributeError(path.Root("person_model_id"), "Person model does not exist", apidiag.Detail("create", plan.Subject(), err))
	case err != nil && !videoindexer.IsUnsupported(err):
		diags.Append(apidiag.Planned("look for duplicates of", plan.Subject(), err))
	}
	var ids []string
	for _, person := range found {
		ids = append(ids, modelID+"/"+person.ID)
	}
	diags.Append(r.Namesakes(plan.Subject(), ids, func(id string) ownership.Object {
		return personObject(account, strings.TrimPrefix(id, modelID+"/"))
	})...)
}

// planFaces plans ids and states: those of a face that stays, unknown where a picture is added.
func planFaces(ctx context.Context, planned, prior types.Map) (types.Map, diag.Diagnostics) {
	if planned.IsNull() || planned.IsUnknown() {
		return planned, nil
	}
	remote, diags := facesOf(ctx, prior)
	wanted, problems := facesOf(ctx, planned)
	diags.Append(problems...)
	for label, face := range wanted {
		face.FaceID, face.State = types.StringUnknown(), types.StringUnknown()
		wanted[label] = face
	}
	kept, _ := diffFaces(remote, wanted)
	elements := planned.Elements() // one that is not known yet stays as it is
	for label, face := range wanted {
		if before, isKept := kept[label]; isKept {
			face.FaceID, face.State = before.FaceID, before.State
		}
		object, problems := types.ObjectValueFrom(ctx, labeledFaceType.AttrTypes, face)
		diags.Append(problems...)
		elements[label] = object
	}
	faces, problems := types.MapValue(labeledFaceType, elements)
	return faces, append(diags, problems...)
}
