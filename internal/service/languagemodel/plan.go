package languagemodel

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account and every computed value, and says what the apply deletes and what a destroy leaves.
func (r *languageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, config resourceModel
	state := resourceModel{ModelID: types.StringUnknown()} // in a create
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	isReplaced := step == managed.Replace || step == managed.Update && !state.Language.IsNull() && !plan.Language.Equal(state.Language)
	if step == managed.Destroy || isReplaced {
		resp.Diagnostics.Append(r.planDestroy(state)...)
	} else if step == managed.Update {
		resp.Diagnostics.Append(r.planKeep(state)...)
	}
	if step == managed.Destroy || step == managed.None {
		return
	}
	var kept privateState
	resp.Diagnostics.Append(private.Get(ctx, req.Private, privateKey, &kept)...)
	if step == managed.Create {
		kept = privateState{} // an engine passes that of the instance that is replaced
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !r.mayUse(&config, &resp.Diagnostics) {
		return
	}
	if config.DeletionPolicy.IsNull() {
		plan.DeletionPolicy = r.plannedPolicy(state, kept.IsAdopted)
	}
	plan.Files = config.Files
	plan, diags := planned(ctx, plan, &state, kept, allowed{extended: r.Extended(), unknown: !r.Known()})
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	if step == managed.Create {
		r.lookForNamesake(ctx, plan, &resp.Diagnostics)
	}
	r.CheckAccess(ctx, "language model", req, resp)
}

// allowed says whether the provider may use operations beyond the contract. As long as that is unknown, it may not.
type allowed struct{ extended, unknown bool }

// planned hashes the files, and decides every computed value. A value is unknown only if this apply may
// change it, and the apply keeps to what is planned as known, whatever an answer says:
//   - model_id: unknown in a create.
//   - state, linguistic_model_id: unknown in a create, after an import that could not read, and if the model is to be
//     trained. Otherwise a later answer shows changes made elsewhere, which Read takes into the state.
//     state is also unknown to have an apply finish what an earlier one left (see isUnfinished), and, with extended
//     operations, if files change.
//   - training_state: unknown with state; null without extended operations, unless the state has it.
//   - files.file_id: unknown if the file is uploaded.
//   - files.content_sha256: known as soon as the file's origin is, so that an edit shows; null with url.
//
// While the provider is not known, values that extended operations may change are unknown: the apply plans once more, with
// the provider, and may fill in what is unknown, but not change what is known.
func planned(ctx context.Context, plan resourceModel, state *resourceModel, kept privateState, operations allowed) (resourceModel, diag.Diagnostics) {
	var diags diag.Diagnostics
	isNew := state.imported() // created, or imported and not read
	var prior map[string]fileModel
	if !isNew && !kept.isInDoubt() { // otherwise each file may have to be uploaded, whatever the state says
		prior, diags = state.filesByName(ctx)
	}
	isSwitched := !plan.Enabled.Equal(state.Enabled)
	files := filesPlan{prior: prior, kept: kept, operations: operations}
	diags.Append(files.plan(ctx, plan.Files)...)
	mayExtend := operations.extended || operations.unknown
	if others := kept.all(isOthers); mayExtend && !plan.Files.IsNull() && len(others) > 0 {
		files.changes = true
		diags.Append(diag.WithPath(path.Root("files"), deletion.WillDeleteMany("file", namesOf(others), state.subject(state.AccountRef()),
			"To keep what others have added or renamed, leave out files.")))
	}
	changes := isNew || isSwitched || files.changes
	plan.Files, plan.ModelID = files.planned, state.ModelID
	plan.State, plan.LinguisticModelID, plan.TrainingState = state.State, state.LinguisticModelID, state.TrainingState
	trains := mayExtend && plan.trains() && files.trainable && (changes || state.awaitsTraining(plan))
	if isNew || trains {
		plan.LinguisticModelID = types.StringUnknown()
	}
	if isNew || trains || kept.isUnfinished() || mayExtend && changes {
		plan.State = types.StringUnknown()
	}
	if trains || (mayExtend || !state.TrainingState.IsNull()) && (changes || kept.isUnfinished()) {
		plan.TrainingState = types.StringUnknown()
	}
	return plan, diags
}

// object is a model of the service, as its owner.
func object(account videoindexer.AccountRef, modelID string) ownership.Object {
	return ownership.Object{Noun: "language model", Account: account, ID: strings.ToLower(modelID)}
}

func (r *languageModelResource) planKeep(state resourceModel) diag.Diagnostics {
	model := object(state.AccountRef(), state.ModelID.ValueString())
	r.Owned.See(model, nil)
	return r.Plan(model, ownership.Keep, state.subject(state.AccountRef()), "")
}

// planDestroy notes the destroy of a model, and says what stays in the service.
func (r *languageModelResource) planDestroy(state resourceModel) diag.Diagnostics {
	var diags diag.Diagnostics
	account := state.AccountRef()
	subject := apidiag.Subject{Noun: "language model", ID: fmt.Sprintf("%q with id %s", state.Name.ValueString(), state.ModelID.ValueString()), Account: account}
	if state.policy() == deletion.Abandon {
		return diag.Diagnostics{deletion.WillAbandonByPolicy(subject, r.insteadOfAbandon())}
	}
	diags.Append(r.Plan(object(account, state.ModelID.ValueString()), ownership.Destroy, state.subject(account), "")...)
	if state.policy() == deletion.Delete {
		r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, &diags)
		return diags
	}
	diags.AddWarning("Language model will be emptied, not deleted", subject.WithIDs(fmt.Sprintf(
		"The destroy deletes the files of %s and disables it. %s: the model itself stays, with files that Terraform did not send.", subject, undeleted(r.Extended()))))
	return diags
}

// insteadOfAbandon says which policies do not leave a model.
func (r *languageModelResource) insteadOfAbandon() string {
	if r.Extended() {
		return "deletion_policy `delete` deletes it, and `empty` deletes its files and disables it."
	}
	return "deletion_policy `empty` deletes its files and disables it."
}

// lookForNamesake warns of a model that the create may duplicate: a run that was killed may have left it.
func (r *languageModelResource) lookForNamesake(ctx context.Context, plan resourceModel, diags *diag.Diagnostics) {
	if !r.Extended() || !plan.KnowsAccount() || plan.Name.IsUnknown() || plan.Language.IsUnknown() {
		return
	}
	client, account, ok := r.Target(&plan.AccountFields, diags)
	if !ok {
		return
	}
	found, err := providerdata.Read(ctx, r.Data, account, func() ([]videoindexer.LanguageModel, error) {
		return client.FindLanguageModels(ctx, account, plan.Name.ValueString(), plan.Language.ValueString())
	})
	if err != nil {
		if !videoindexer.IsUnsupported(err) {
			diags.Append(apidiag.Planned("look for duplicates of", plan.subject(account), err))
		}
		return
	}
	var ids []string
	for _, model := range found {
		if _, isSeen := r.Owned.Seen(object(account, model.ID)); !isSeen {
			ids = append(ids, model.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	diags.AddAttributeWarning(path.Root("name"), "Account has a language model of that name", plan.subject(account).WithIDs(fmt.Sprintf(
		"The account has a model named %q for %s already, and the apply creates another one.\n\n"+
			"If an interrupted run has left that model (%s), import it: `terraform import '<address>' %s`.\n\n%s",
		plan.Name.ValueString(), plan.Language.ValueString(), strings.Join(ids, ", "), ids[0], deletion.Moved("language_model"))))
}

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *languageModelResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	before := diags.ErrorsCount()
	arguments := map[string]attr.Value{
		"train": config.Train, "wait_for_training": config.WaitForTraining, "cancel_training": config.CancelTraining, "timeouts": config.Timeouts,
	}
	for _, name := range sortedNames(arguments) {
		if !arguments[name].IsNull() {
			r.RequireExtended(path.Root(name), name, diags)
		}
	}
	if config.DeletionPolicy.ValueString() == string(deletion.Delete) {
		r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, diags)
	}
	files := config.Files.Elements()
	for _, name := range sortedNames(files) {
		file, ok := files[name].(types.Object)
		if enabled := file.Attributes()["enabled"]; ok && enabled != nil && !enabled.IsNull() {
			at := pathToFile(name).AtName("enabled")
			r.RequireExtended(at, at.String(), diags)
		}
	}
	return diags.ErrorsCount() == before
}

// defaultPolicy deletes only what Terraform has created.
func (r *languageModelResource) defaultPolicy(isAdopted bool) deletion.Policy {
	switch {
	case isAdopted:
		return deletion.Abandon
	case r.Extended():
		return deletion.Delete
	}
	return deletion.Empty
}

// plannedPolicy is the default of deletion_policy. While the provider is not known, it is that of the state, or unknown.
func (r *languageModelResource) plannedPolicy(state resourceModel, isAdopted bool) types.String {
	switch {
	case r.Known() || isAdopted:
		return types.StringValue(string(r.defaultPolicy(isAdopted)))
	case state.DeletionPolicy.IsNull():
		return types.StringUnknown()
	}
	return state.DeletionPolicy
}
