package person

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
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
		diags.Append(r.PlanEnd(&state, deletesPerson)...)
		return
	case managed.Replace:
		diags.Append(r.planReplacement(&state)...)
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
		diags.Append(r.lookForNamesakes(ctx, &plan)...)
	}
}

const deletesPerson = `deletion_policy "delete" deletes the person.`

// planReplacement says what becomes of a person who is replaced.
func (r *personResource) planReplacement(state *resourceModel) diag.Diagnostics {
	diags, subject := r.PlanEnd(state, deletesPerson), state.Subject()
	if state.Policy() != deletion.Abandon {
		diags.AddWarning("Person will be deleted and another one created", subject.WithIDs(fmt.Sprintf(
			"Applying this plan deletes %s and creates another one with the pictures that are configured: faces that came from videos are lost.", subject)))
	}
	return diags
}

// lookForNamesakes warns of persons whom the create may duplicate.
func (r *personResource) lookForNamesakes(ctx context.Context, plan *resourceModel) diag.Diagnostics {
	if plan.PersonModelID.IsUnknown() || plan.Name.IsUnknown() {
		return nil
	}
	plan.PersonID = types.StringNull() // messages give the name
	modelID := plan.PersonModelID.ValueString()
	find := func(client *videoindexer.Client, account videoindexer.AccountRef) (ids []string, err error) {
		found, err := client.FindPersons(ctx, account, modelID, plan.Name.ValueString())
		for _, person := range found {
			ids = append(ids, modelID+"/"+person.ID)
		}
		return ids, err //nolint:wrapcheck // the client's errors say what was being done
	}
	return r.LookForNamesakes(ctx, plan.AccountFields, plan.Subject(), find, func(account videoindexer.AccountRef, id string) ownership.Object {
		return personObject(account, strings.TrimPrefix(id, modelID+"/"))
	})
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
