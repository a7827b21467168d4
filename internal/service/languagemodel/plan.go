package languagemodel

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ValidateConfig checks texts that are in the configuration, so that a list leaves out a model that no configuration can hold.
// The plan checks all files.
func (r *languageModelResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config resourceModel
	if resp.Diagnostics.Append(req.Config.Get(ctx, &config)...); resp.Diagnostics.HasError() {
		return
	}
	files := config.Files.Elements()
	for _, name := range sortedNames(files) {
		var file fileModel
		object, _ := files[name].(types.Object)
		if object.As(ctx, &file, basetypes.ObjectAsOptions{UnhandledNullAsEmpty: true, UnhandledUnknownAsEmpty: true}).HasError() || !isSet(file.Content) {
			continue
		}
		if _, err := file.digest(name); err != nil {
			resp.Diagnostics.Append(fileError(name, err))
		}
	}
}

// ModifyPlan plans the account and every computed value, and says what the apply deletes and what a destroy leaves.
func (r *languageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, config resourceModel
	var kept privateState
	state := resourceModel{ModelID: types.StringUnknown(), Files: types.MapNull(fileType)} // in a create
	p := r.LoadPlan(ctx, req, resp, &plan, &state)
	step := p.Step
	if step == managed.Destroy || step == managed.Replace {
		resp.Diagnostics.Append(r.planDestroy(&state)...)
	}
	if step == managed.Destroy || step == managed.None {
		return
	}
	if step != managed.Create { // an engine passes that of the instance that is replaced
		resp.Diagnostics.Append(private.Get(ctx, req.Private, privateKey, &kept)...)
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !r.mayUse(&config, &resp.Diagnostics) {
		return
	}
	if step == managed.Create {
		plan.Adopted = types.BoolValue(false)
	}
	plan.Files = config.Files
	plan, diags := planned(ctx, plan, &state, kept, r.Extended(), r.Extended() || !r.Known())
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(wait.PlanTimeout(plan.Timeouts, step == managed.Create, plan.awaitsTraining())...)
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	if step == managed.Create && !plan.Language.IsUnknown() {
		resp.Diagnostics.Append(r.LookForNamesakes(ctx, p, &plan, plan.Name, "", func(client *videoindexer.Client, account videoindexer.AccountRef) ([]string, error) {
			return client.FindLanguageModels(ctx, account, plan.Name.ValueString(), plan.Language.ValueString())
		})...)
	}
	r.CheckAccess(ctx, noun, req, resp)
}

// planned hashes the files that are configured, and decides every computed value. A value is unknown only if this apply may
// change it, and the apply keeps to what is planned as known, whatever an answer says:
//   - model_id: unknown in a create.
//   - files: those of the state, where none are configured.
//   - files.file_id: unknown if the file is uploaded.
//   - files.content_sha256: known as soon as the file's origin is, so that an edit shows; null with url.
//   - state: unknown if more than the name is sent, or if no refresh can read it.
//   - linguistic_model_id: unknown if the model is created, trained, or imported without being read.
//   - training_state: unknown if the model is trained, or no longer trained on what it has; null without extended operations.
//
// While the provider is not known, it mayExtend: the apply plans once more, with the provider, and may fill in what is
// unknown, but not change what is known.
func planned(ctx context.Context, plan resourceModel, state *resourceModel, kept privateState, isExtended, mayExtend bool) (resourceModel, diag.Diagnostics) {
	files, diags := planFiles(ctx, plan.Files, state, kept.Texts, mayExtend)
	if len(files.others) > 0 {
		diags.Append(diag.WithPath(path.Root("files"), deletion.WillDeleteMany("file", files.others, state.Subject(),
			"To keep what others have added, leave out files.")))
	}
	isNew := state.imported() // created, or imported and not read
	changes := isNew || !plan.Enabled.Equal(state.Enabled) || files.changes
	before := state.TrainingState.ValueString()
	isDue := changes || before != trained && (before != beingTrained || mayBeTrue(plan.WaitForTraining)) // or waited for
	trains := mayExtend && plan.trains() && files.trainable && isDue
	plan.Files, plan.ModelID = files.planned, state.ModelID
	plan.State, plan.LinguisticModelID, plan.TrainingState = state.State, state.LinguisticModelID, state.TrainingState
	if changes || trains || !isExtended && !plan.Name.Equal(state.Name) {
		plan.State = types.StringUnknown()
	}
	if isNew || trains {
		plan.LinguisticModelID = types.StringUnknown()
	}
	if trains || changes && (mayExtend || !state.TrainingState.IsNull()) {
		plan.TrainingState = types.StringUnknown()
	}
	return plan, diags
}

// planDestroy refuses to delete a model without extended operations, and says what a destroy that empties it leaves.
func (r *languageModelResource) planDestroy(state *resourceModel) (diags diag.Diagnostics) {
	switch policy := deletion.Policy(state.DeletionPolicy.ValueString()); {
	case policy == deletion.Delete:
		r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, &diags)
	case state.End() == deletion.Deleted && (policy == deletion.Empty || r.Known() && !r.Extended()):
		diags.AddWarning("Language model will be emptied, not deleted", state.Subject().WithIDs(fmt.Sprintf(
			"The destroy deletes the files of %s and disables it. The model itself stays, with files that Terraform did not send: only deletion_policy `delete`, with extended_operations, deletes it.", state.Subject())))
	}
	return diags
}

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *languageModelResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	may := true
	needs := func(isUsed bool, at path.Path, what string) {
		may = (!isUsed || r.RequireExtended(at, what, diags)) && may
	}
	needs(!config.Timeouts.IsNull(), path.Root("timeouts"), "timeouts")
	needs(!config.Train.IsNull(), path.Root("train"), "train")
	needs(!config.WaitForTraining.IsNull(), path.Root("wait_for_training"), "wait_for_training")
	needs(config.DeletionPolicy.ValueString() == string(deletion.Delete), path.Root("deletion_policy"), `deletion_policy = "delete"`)
	files := config.Files.Elements()
	for _, name := range sortedNames(files) {
		file, ok := files[name].(types.Object)
		enabled := file.Attributes()["enabled"]
		at := pathToFile(name).AtName("enabled")
		needs(ok && enabled != nil && !enabled.IsNull(), at, at.String())
	}
	return may
}

// filesPlan is the plan of the files, and what else depends on it.
type filesPlan struct {
	planned   types.Map
	others    []string // files that Terraform has not sent, and that are deleted
	changes   bool     // whether files are uploaded, deleted, enabled or disabled
	trainable bool     // whether the model may have an enabled file after the apply
}

// planFiles plans the files of the configuration against those that the model has. If none are configured, they stay. A file
// that is not known yet has to be uploaded. Texts are those of privateState.
func planFiles(ctx context.Context, configured types.Map, state *resourceModel, texts map[string][]string, mayExtend bool) (p filesPlan, diags diag.Diagnostics) {
	leaving, diags := state.filesByName(ctx)
	switch {
	case configured.IsNull():
		return filesPlan{planned: state.Files, trainable: anyEnabled(leaving)}, diags
	case configured.IsUnknown():
		return filesPlan{planned: configured, changes: true, trainable: true}, diags
	}
	objects := configured.Elements()
	for _, name := range sortedNames(objects) {
		object, _ := objects[name].(types.Object)
		if object.IsUnknown() {
			p.changes, p.trainable = true, true
			continue
		}
		var file fileModel
		diags.Append(object.As(ctx, &file, basetypes.ObjectAsOptions{})...)
		before, isPresent := leaving[name]
		file, err := planFile(name, before, file, texts[before.FileID.ValueString()], mayExtend)
		if err != nil {
			diags.Append(fileError(name, err))
			continue
		}
		if isPresent && file.FileID.Equal(before.FileID) {
			p.changes = p.changes || !file.Enabled.Equal(before.Enabled)
			delete(leaving, name)
		} else {
			p.changes = true
		}
		p.trainable = p.trainable || mayBeTrue(file.Enabled)
		var problems diag.Diagnostics
		objects[name], problems = types.ObjectValueFrom(ctx, object.AttributeTypes(ctx), file)
		diags.Append(problems...)
	}
	for _, name := range sortedNames(leaving) {
		p.changes = true
		if leaving[name].isFound() {
			p.others = append(p.others, name)
		}
	}
	if diags.HasError() {
		return p, diags
	}
	planned, problems := types.MapValue(fileType, objects)
	p.planned = planned
	return p, append(diags, problems...)
}

// planFile plans the hash and the id of a file. Its text is read once. One that a read has found stays where its text is not
// known to differ; of one whose id is not known, nobody knows whether it is there.
func planFile(name string, before, file fileModel, textHashes []string, mayExtend bool) (fileModel, error) {
	if before.isFound() && file.Content.Equal(before.Content) { // what a state has comes from ignore_changes
		return before, nil
	}
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		if !mayExtend && !before.Enabled.IsNull() { // nothing can change it
			file.Enabled = before.Enabled
		}
	}
	sum, err := file.digest(name)
	if err != nil {
		return file, err
	}
	file.ContentSHA256, file.FileID = sum, types.StringUnknown()
	switch {
	case before.isFound() && !sum.IsUnknown() && (len(textHashes) == 0 || isSet(file.URL) || slices.Contains(textHashes, sum.ValueString())):
		before.Enabled = file.Enabled
		return before, nil
	case file.sameContent(before) && !before.FileID.IsNull():
		file.FileID = before.FileID
	}
	return file, nil
}
