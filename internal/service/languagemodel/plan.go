package languagemodel

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
)

// ModifyPlan plans the account and every computed value, and says what a destroy leaves.
func (r *languageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, config resourceModel
	state := resourceModel{ModelID: types.StringUnknown()} // in a create
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	isOther := len(resp.RequiresReplace) > 0 || !state.Language.IsNull() && !plan.Language.Equal(state.Language)
	if step == managed.Destroy || step == managed.Replace || step == managed.Update && isOther {
		resp.Diagnostics.Append(r.leaves(ctx, state)...)
	}
	resp.Diagnostics.Append(r.planOwnership(step, state)...)
	if step == managed.Destroy || step == managed.None {
		return
	}
	left, diags := readNote(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !r.mayUse(&config, &resp.Diagnostics) {
		return
	}
	if config.DeletionPolicy.IsNull() {
		plan.DeletionPolicy = r.plannedPolicy(state, left.IsAdopted && step != managed.Create)
	}
	plan.Files = config.Files
	plan, diags = planned(ctx, plan, &state, left, allowed{extended: r.Extended(), unknown: !r.Known()})
	resp.Diagnostics.Append(diags...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	}
	if state.Files.IsNull() && !plan.Files.IsNull() && len(left.Others) > 0 && r.Extended() {
		names := slices.Sorted(maps.Values(left.Others))
		resp.Diagnostics.Append(diag.WithPath(path.Root("files"), deletion.WillDeleteMany("file", names, state.subject(state.AccountRef()),
			"Terraform did not send them. To keep them, add them to files, or do not configure files.")))
	}
	if step == managed.Create && !resp.Diagnostics.HasError() {
		r.lookForNamesake(ctx, plan, &resp.Diagnostics)
	}
	r.Prove(ctx, "language model", req, resp)
}

// planOwnership notes what becomes of the model of the state.
func (r *languageModelResource) planOwnership(step managed.Step, state resourceModel) diag.Diagnostics {
	model := object(state.AccountRef(), state.ModelID.ValueString())
	switch {
	case step == managed.Update:
		r.Owned.See(model, nil)
		return r.Plan(model, ownership.Keep, state.subject(state.AccountRef()), "")
	case (step == managed.Destroy || step == managed.Replace) && state.policy() != deletion.Abandon:
		return r.Plan(model, ownership.Destroy, state.subject(state.AccountRef()), "")
	}
	return nil
}

// planned hashes the files, and decides every computed value. A value is unknown only if this apply may
// change it, and the apply keeps to what is planned as known, whatever an answer says:
//   - model_id: unknown in a create.
//   - state, linguistic_model_id: unknown in a create, after an import that could not read, and if the model is to be
//     trained. Otherwise a later answer shows changes made elsewhere, which Read takes into the state.
//     state is also unknown to have an apply finish what an earlier one left (see note.unfinished), and, with extended
//     operations, if files change.
//   - training_state: unknown with state; null without extended operations, unless the state has it.
//   - files.file_id: unknown if the file is uploaded, and if it is null and the answer to a write may show it.
//   - files.content_sha256: known as soon as the file's origin is, so that an edit shows; null with url.
//
// While the provider is not known, values that extended operations may change are unknown: the apply plans once more, with
// the provider, and may fill in what is unknown, but not change what is known.
func planned(ctx context.Context, plan resourceModel, state *resourceModel, left note, operations allowed) (resourceModel, diag.Diagnostics) {
	var diags diag.Diagnostics
	isNew := state.imported() // created, or imported and not read
	var prior map[string]fileModel
	if !isNew && !left.Unread { // otherwise each file may have to be uploaded, whatever the state says
		prior, diags = state.filesByName(ctx)
	}
	isSwitched := !plan.Enabled.Equal(state.Enabled)
	files, problems := planFiles(ctx, plan.Files, filesPlan{
		prior: prior, note: left, operations: operations, sends: prior == nil || !plan.Name.Equal(state.Name) || isSwitched,
	})
	diags.Append(problems...)
	changes := isNew || isSwitched || files.changes
	plan.Files, plan.ModelID = files.planned, state.ModelID
	plan.State, plan.LinguisticModelID, plan.TrainingState = state.State, state.LinguisticModelID, state.TrainingState
	mayExtend := operations.extended || operations.unknown
	trains := mayExtend && plan.trains() && files.trainable && (changes || state.awaitsTraining(plan))
	if isNew || trains {
		plan.LinguisticModelID = types.StringUnknown()
	}
	if isNew || trains || left.unfinished() || mayExtend && changes {
		plan.State = types.StringUnknown()
	}
	if trains || (mayExtend || !state.TrainingState.IsNull()) && (changes || left.unfinished()) {
		plan.TrainingState = types.StringUnknown()
	}
	return plan, diags
}

// allowed says whether the provider may use operations beyond the contract. As long as that is unknown, it may not.
type allowed struct{ extended, unknown bool }

// leaves are the diagnostics of a plan that destroys: what stays in the service.
func (r *languageModelResource) leaves(ctx context.Context, state resourceModel) diag.Diagnostics {
	var diags diag.Diagnostics
	files, _ := state.filesByName(ctx) // a state that was written can be read
	subject := apidiag.Subject{Noun: "language model", ID: fmt.Sprintf("%q with id %s", state.Name.ValueString(), state.ModelID.ValueString()), Account: state.AccountRef()}
	switch state.policy() {
	case deletion.Delete:
		r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, &diags)
		return diags
	case deletion.Abandon:
		with := ""
		switch len(files) {
		case 0:
		case 1:
			with = " with its file"
		default:
			with = fmt.Sprintf(" with its %d files", len(files))
		}
		diags.AddWarning("Language model will be left as it is", fmt.Sprintf(
			"Terraform will stop managing %s and leave it in the service%s: its deletion_policy, as applied last, is `abandon`. With `empty`, its files are deleted and it is disabled.",
			subject, with))
		return diags
	}
	detail := fmt.Sprintf("The files of %s will be deleted and it will be disabled. %s: the model itself stays, "+
		"with the files that Terraform did not send, if there are any.", subject, undeleted(r.Extended()))
	if unshown := withoutID(files); len(unshown) > 0 {
		detail += " These files cannot be deleted, since the service has never returned their ids: " + quoteAll(unshown) + "."
	}
	diags.AddWarning("Language model will be emptied, not deleted", detail)
	return diags
}

// undeleted says why a destroy that empties a model does not delete it.
func undeleted(isExtended bool) string {
	if isExtended {
		return "Its deletion_policy is `empty` (`delete` would delete it)"
	}
	return "The service has no call that deletes a language model"
}
