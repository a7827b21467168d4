package languagemodel

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// ModifyPlan plans the account, hashes the files, and decides every computed value: what stays as it
// is keeps the state's value, so that one edited file is one changed element of the plan.
func (r *languageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if req.Plan.Raw.IsNull() || resp.Diagnostics.HasError() {
		return
	}
	var plan, state resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	creates := req.State.Raw.IsNull()
	if !creates {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	left, diags := readNote(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	held, diags := state.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}

	trusted := !creates && !state.imported() && !left.Unread
	if !trusted {
		held = nil // whatever the state says, each file may have to be uploaded
	}
	files, uploads, diags := planFiles(ctx, plan.Files, held)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.Files = files
	plan.ModelID, plan.State, plan.LinguisticModelID = state.ModelID, state.State, state.LinguisticModelID
	if creates {
		plan.ModelID = types.StringUnknown()
	}
	// Deleting a file has no answer that could bring news of the model; every other write has.
	if !trusted || uploads || !plan.Name.Equal(state.Name) || !plan.Enabled.Equal(state.Enabled) {
		plan.State, plan.LinguisticModelID = types.StringUnknown(), types.StringUnknown()
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
}

// planFiles plans hash and id of every file against those that the model holds, and tells whether
// any has to be uploaded. A file whose origin is not known yet has to.
func planFiles(ctx context.Context, planned types.Map, held map[string]fileModel) (_ types.Map, uploads bool, _ diag.Diagnostics) {
	if planned.IsNull() || planned.IsUnknown() {
		return planned, planned.IsUnknown(), nil
	}
	var diags diag.Diagnostics
	var objects map[string]types.Object
	diags.Append(planned.ElementsAs(ctx, &objects, false)...)
	for _, name := range sortedNames(objects) {
		if objects[name].IsUnknown() {
			uploads = true
			continue
		}
		var file fileModel
		diags.Append(objects[name].As(ctx, &file, basetypes.ObjectAsOptions{})...)
		sum, err := file.digest(ctx)
		if err != nil {
			diags.Append(fileError(name, file, err))
			continue
		}
		file.ContentSHA256, file.FileID = sum, types.StringUnknown()
		if before, ok := held[name]; ok && file.sameContent(before) {
			file.FileID = before.FileID
		} else {
			uploads = true
		}
		object, problems := types.ObjectValueFrom(ctx, fileType.AttrTypes, file)
		diags.Append(problems...)
		objects[name] = object
	}
	if diags.HasError() {
		return planned, uploads, diags
	}
	value, problems := types.MapValueFrom(ctx, fileType, objects)
	diags.Append(problems...)
	return value, uploads, diags
}
