package languagemodel

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
)

// ModifyPlan plans the account and every computed value, and says what a destroy leaves.
func (r *languageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan resourceModel
	state := resourceModel{ModelID: types.StringUnknown()} // in a create
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	isOther := len(resp.RequiresReplace) > 0 || !state.Language.IsNull() && !plan.Language.Equal(state.Language)
	if step == managed.Destroy || step == managed.Update && isOther {
		resp.Diagnostics.Append(leaves(ctx, state))
	}
	if step == managed.Destroy || step == managed.None {
		return
	}
	left, diags := readNote(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	plan, diags = planned(ctx, plan, &state, left)
	resp.Diagnostics.Append(diags...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	}
	r.Prove(ctx, "language model", req, resp)
}

// planned hashes the files, and decides every computed value. A value is unknown only where this apply
// brings another one, and the apply keeps to what is planned as known, whatever an answer says:
//   - model_id: unknown in a create.
//   - state, linguistic_model_id: unknown in a create and after an import. No write of Terraform's trains
//     a model, so what a later answer says of them is news from elsewhere, and Read takes it into the state.
//     state is also unknown to have an apply finish what an earlier one left (see note.unfinished).
//   - files.file_id: unknown where the file is uploaded, and where it is null and the answer to a write may show it.
//   - files.content_sha256: known as soon as the file's origin is, so that an edit shows; null with url.
func planned(ctx context.Context, plan resourceModel, state *resourceModel, left note) (resourceModel, diag.Diagnostics) {
	var diags diag.Diagnostics
	isNew := state.imported() // created or imported
	var held map[string]fileModel
	if !isNew && !left.Unread { // otherwise each file may have to be uploaded, whatever the state says
		held, diags = state.filesByName(ctx)
	}
	sends := held == nil || !plan.Name.Equal(state.Name) || !plan.Enabled.Equal(state.Enabled)
	files, problems := planFiles(ctx, plan.Files, held, left, sends)
	diags.Append(problems...)
	plan.Files, plan.ModelID = files, state.ModelID
	plan.State, plan.LinguisticModelID = state.State, state.LinguisticModelID
	if isNew {
		plan.LinguisticModelID = types.StringUnknown()
	}
	if isNew || left.unfinished() {
		plan.State = types.StringUnknown()
	}
	return plan, diags
}

// leaves warns of what a destroy leaves in the service.
func leaves(ctx context.Context, state resourceModel) diag.Diagnostic {
	files, _ := state.filesByName(ctx) // a state that was written can be read
	subject := apidiag.Subject{Noun: "language model", ID: state.ModelID.ValueString(), Account: state.AccountRef()}
	if state.policy() == deletion.Abandon {
		return diag.NewWarningDiagnostic("Language model will be left as it is", fmt.Sprintf(
			"Terraform will stop managing %s (name %q) and leave it in the service with its %d files: its deletion_policy is `abandon`. With `empty`, its files are deleted and it is disabled.",
			subject, state.Name.ValueString(), len(files)))
	}
	detail := fmt.Sprintf("The files of %s (name %q) will be deleted and it will be disabled. The service has no call that deletes a language model: the model itself stays, "+
		"with the files that Terraform did not send, if there are any.", subject, state.Name.ValueString())
	if unshown := withoutID(files); len(unshown) > 0 {
		detail += " These files cannot be deleted, since the service has never shown their ids: " + quoteAll(unshown) + "."
	}
	return diag.NewWarningDiagnostic("Language model will be emptied, not deleted", detail)
}

// planFiles plans hash and id of every file against those that the model holds. A file whose origin is
// not known yet has to be uploaded. sends says that the apply writes anyway.
func planFiles(ctx context.Context, planned types.Map, held map[string]fileModel, left note, sends bool) (types.Map, diag.Diagnostics) {
	if planned.IsNull() || planned.IsUnknown() {
		return planned, nil
	}
	var diags diag.Diagnostics
	var objects map[string]types.Object
	diags.Append(planned.ElementsAs(ctx, &objects, false)...)
	files := make(map[string]fileModel, len(objects))
	for _, name := range sortedNames(objects) {
		if objects[name].IsUnknown() {
			sends = true
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
			sends = true
			if ok && left.deletesFirst(name, file) {
				diags.AddAttributeWarning(pathToFile(name), "File will be deleted before its successor is uploaded", fmt.Sprintf(
					"%s has changed, and the service does not take a second file of that name: it refused one before. The file in the model is deleted first. "+
						"Should the service then refuse the new one, the model is left without it.", pathToFile(name)))
			}
		}
		files[name] = file
	}
	for name, file := range files {
		if sends && file.FileID.IsNull() {
			file.FileID = types.StringUnknown()
		}
		object, problems := types.ObjectValueFrom(ctx, fileType.AttrTypes, file)
		diags.Append(problems...)
		objects[name] = object
	}
	if diags.HasError() {
		return planned, diags
	}
	value, problems := types.MapValueFrom(ctx, fileType, objects)
	diags.Append(problems...)
	return value, diags
}
