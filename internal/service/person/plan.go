package person

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ModifyPlan plans the account, and which faces are to be added.
func (r *personResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if resp.Diagnostics.HasError() || !r.RequireExtended(path.Empty(), personType, &resp.Diagnostics) || req.Plan.Raw.IsNull() {
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
}

// planFaces plans ids and states: those of the state where a label still has its address, unknown where a picture is added.
func planFaces(ctx context.Context, planned, prior types.Map) (types.Map, diag.Diagnostics) {
	if planned.IsNull() || planned.IsUnknown() {
		return planned, nil
	}
	held, diags := facesOf(ctx, prior)
	wanted, problems := facesOf(ctx, planned)
	diags.Append(problems...)
	elements := planned.Elements() // one that is not known yet stays as it is
	for label, face := range wanted {
		face.FaceID, face.State = types.StringUnknown(), types.StringUnknown()
		if before, ok := held[label]; ok && before.URL.Equal(face.URL) {
			face.FaceID, face.State = before.FaceID, before.State
		}
		object, problems := types.ObjectValueFrom(ctx, labeledFaceType.AttrTypes, face)
		diags.Append(problems...)
		elements[label] = object
	}
	faces, problems := types.MapValue(labeledFaceType, elements)
	return faces, append(diags, problems...)
}
