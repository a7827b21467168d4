package languagemodel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

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
	var kept privateState
	state := resourceModel{ModelID: types.StringUnknown(), Files: types.MapNull(fileType)} // in a create
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.Update && !state.Language.IsNull() && !plan.Language.Equal(state.Language) { // an import may not know it
		resp.RequiresReplace.Append(path.Root("language"))
		step = managed.Replace
	}
	switch step {
	case managed.Destroy, managed.Replace:
		resp.Diagnostics.Append(r.planDestroy(state)...)
	case managed.Update:
		object := object(state.AccountRef(), state.ModelID.ValueString())
		r.Owned.See(object, nil)
		resp.Diagnostics.Append(r.Plan(object, ownership.Keep, state.subject(state.AccountRef()), "")...)
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
	if config.DeletionPolicy.IsNull() {
		plan.DeletionPolicy = r.defaultPolicy(state.DeletionPolicy, kept.IsAdopted)
	}
	plan.Files = config.Files
	plan, diags := planned(ctx, plan, &state, kept, r.Extended(), r.Extended() || !r.Known())
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
	prior, diags := state.filesByName(ctx)
	files := filesPlan{prior: prior, texts: kept.Texts, mayExtend: mayExtend}
	if plan.Files.IsNull() { // not managed
		files.leave(state.Files)
	} else {
		diags.Append(files.plan(ctx, plan.Files)...)
	}
	if len(files.others) > 0 {
		diags.Append(diag.WithPath(path.Root("files"), deletion.WillDeleteMany("file", files.others, state.subject(state.AccountRef()),
			"To keep what others have added, leave out files.")))
	}
	isNew := state.imported() // created, or imported and not read
	changes := isNew || !plan.Enabled.Equal(state.Enabled) || files.changes
	trains := mayExtend && plan.trains() && files.trainable && (changes || state.awaitsTraining(plan))
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

// object is a model of the service, as its owner.
func object(account videoindexer.AccountRef, modelID string) ownership.Object {
	return ownership.Object{Noun: "language model", Account: account, ID: strings.ToLower(modelID)}
}

// planDestroy notes the destroy of a model, and says what stays in the service.
func (r *languageModelResource) planDestroy(state resourceModel) diag.Diagnostics {
	account := state.AccountRef()
	subject := apidiag.Subject{Noun: "language model", ID: fmt.Sprintf("%q with id %s", state.Name.ValueString(), state.ModelID.ValueString()), Account: account}
	if state.policy() == deletion.Abandon {
		return diag.Diagnostics{deletion.WillAbandonByPolicy(subject, insteadOfAbandon)}
	}
	diags := r.Plan(object(account, state.ModelID.ValueString()), ownership.Destroy, state.subject(account), "")
	if state.policy() == deletion.Delete {
		r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, &diags)
		return diags
	}
	diags.AddWarning("Language model will be emptied, not deleted", subject.WithIDs(fmt.Sprintf(
		"The destroy deletes the files of %s and disables it. The model itself stays, with files that Terraform did not send: only deletion_policy `delete`, with extended_operations, deletes it.", subject)))
	return diags
}

const insteadOfAbandon = "deletion_policy `delete`, with extended_operations, deletes it, and `empty` deletes its files and disables it."

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
	if err != nil && !videoindexer.IsUnsupported(err) {
		diags.Append(apidiag.Planned("look for duplicates of", plan.subject(account), err))
	}
	var ids []string
	for _, model := range found {
		ids = append(ids, model.ID)
	}
	diags.Append(r.Namesakes(plan.subject(account), ids, func(id string) ownership.Object { return object(account, id) })...)
}

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *languageModelResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	may := true
	needs := func(isUsed bool, at path.Path, what string) {
		may = (!isUsed || r.RequireExtended(at, what, diags)) && may
	}
	needs(!config.Train.IsNull(), path.Root("train"), "train")
	needs(!config.WaitForTraining.IsNull(), path.Root("wait_for_training"), "wait_for_training")
	needs(!config.Timeouts.IsNull(), path.Root("timeouts"), "timeouts")
	needs(config.policy() == deletion.Delete, path.Root("deletion_policy"), `deletion_policy = "delete"`)
	files := config.Files.Elements()
	for _, name := range sortedNames(files) {
		file, ok := files[name].(types.Object)
		enabled := file.Attributes()["enabled"]
		at := pathToFile(name).AtName("enabled")
		needs(ok && enabled != nil && !enabled.IsNull(), at, at.String())
	}
	return may
}

// defaultPolicy deletes only what Terraform has created. While the provider is not known, it is that of the state, or unknown.
func (r *languageModelResource) defaultPolicy(prior types.String, isAdopted bool) types.String {
	switch {
	case isAdopted:
		return types.StringValue(string(deletion.Abandon))
	case r.Extended():
		return types.StringValue(string(deletion.Delete))
	case r.Known():
		return types.StringValue(string(deletion.Empty))
	case prior.IsNull():
		return types.StringUnknown()
	}
	return prior
}

// filesPlan is what the plan of the files depends on, and its result.
type filesPlan struct {
	prior     map[string]fileModel
	texts     map[string][]string // those of privateState
	mayExtend bool

	planned types.Map
	// others are files that Terraform has not sent, and that are deleted.
	others []string
	// changes says that files are uploaded, deleted, enabled or disabled.
	changes bool
	// trainable says that the model may have an enabled file after the apply.
	trainable bool
}

// leave plans no change of the files.
func (p *filesPlan) leave(files types.Map) {
	p.planned = files
	for _, file := range p.prior {
		p.trainable = p.trainable || file.Enabled.ValueBool()
	}
}

// plan plans hash and id of every configured file against those that the model has. A file whose origin is not known yet has
// to be uploaded.
func (p *filesPlan) plan(ctx context.Context, configured types.Map) (diags diag.Diagnostics) {
	p.planned = configured
	if configured.IsUnknown() {
		p.changes, p.trainable = true, true
		return nil
	}
	var objects map[string]types.Object
	diags.Append(configured.ElementsAs(ctx, &objects, false)...)
	stay := make(map[string]bool, len(objects))
	for _, name := range sortedNames(objects) {
		if objects[name].IsUnknown() {
			p.changes, p.trainable = true, true
			continue
		}
		var file fileModel
		diags.Append(objects[name].As(ctx, &file, basetypes.ObjectAsOptions{})...)
		planned, err := p.planFile(p.prior[name], file)
		if err != nil {
			diags.Append(fileError(name, err))
			continue
		}
		before, isPrior := p.prior[name]
		stay[name] = isPrior && planned.FileID.Equal(before.FileID)
		p.changes = p.changes || !stay[name] || !planned.Enabled.Equal(before.Enabled)
		p.trainable = p.trainable || planned.Enabled.IsUnknown() || planned.Enabled.ValueBool()
		object, problems := types.ObjectValueFrom(ctx, objects[name].AttributeTypes(ctx), planned)
		diags.Append(problems...)
		objects[name] = object
	}
	for _, name := range sortedNames(p.prior) {
		if !stay[name] && p.prior[name].isFound() {
			p.others = append(p.others, name)
		}
		p.changes = p.changes || !stay[name]
	}
	if diags.HasError() {
		return diags
	}
	value, problems := types.MapValueFrom(ctx, fileType, objects)
	p.planned = value
	return append(diags, problems...)
}

// planFile plans a file as configured. Its text is read once. One that a read has found stays where its text is not known to
// differ; of one whose id is not known, nobody knows whether it is there.
func (p *filesPlan) planFile(before, file fileModel) (fileModel, error) {
	if before.isFound() && file.Content.Equal(before.Content) { // what a state has comes from ignore_changes
		return before, nil
	}
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		if !p.mayExtend && !before.Enabled.IsNull() { // nothing can change it
			file.Enabled = before.Enabled
		}
	}
	sum, err := file.digest()
	if err != nil {
		return file, err
	}
	file.ContentSHA256, file.FileID = sum, types.StringUnknown()
	text := p.texts[before.FileID.ValueString()]
	switch {
	case before.isFound() && !sum.IsUnknown() && (text == nil || isSet(file.URL) || slices.Contains(text, sum.ValueString())):
		before.Enabled = file.Enabled
		return before, nil
	case file.sameContent(before) && !before.FileID.IsNull():
		file.FileID = before.FileID
	}
	return file, nil
}
