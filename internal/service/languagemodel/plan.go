package languagemodel

import (
	"bytes"
	"context"
	"fmt"
	"io"
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
	state := resourceModel{ModelID: types.StringUnknown()} // in a create
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	isReplaced := step == managed.Replace || step == managed.Update && !state.Language.IsNull() && !plan.Language.Equal(state.Language)
	if step == managed.Destroy || isReplaced {
		resp.Diagnostics.Append(r.planDestroy(state)...)
	} else if step == managed.Update {
		kept := object(state.AccountRef(), state.ModelID.ValueString())
		r.Owned.See(kept, nil)
		resp.Diagnostics.Append(r.Plan(kept, ownership.Keep, state.subject(state.AccountRef()), "")...)
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
		plan.DeletionPolicy = r.defaultPolicy(state.DeletionPolicy, kept.IsAdopted)
	}
	plan.Files = config.Files
	if step == managed.Update && state.Files.IsNull() && !plan.Files.IsNull() && !state.imported() && r.Extended() {
		resp.Diagnostics.Append(r.nameOthers(ctx, &state, &kept)...)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, privateKey, kept)...)
	}
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
//     state is also unknown, with extended operations, if files change.
//   - training_state: unknown with state; null without extended operations, unless the state has it.
//   - files.file_id: unknown if the file is uploaded.
//   - files.content_sha256: known as soon as the file's origin is, so that an edit shows; null with url.
//
// While the provider is not known, values that extended operations may change are unknown: the apply plans once more, with
// the provider, and may fill in what is unknown, but not change what is known.
func planned(ctx context.Context, plan resourceModel, state *resourceModel, kept privateState, operations allowed) (resourceModel, diag.Diagnostics) {
	isNew := state.imported() // created, or imported and not read
	prior, diags := state.filesByName(ctx)
	files := filesPlan{prior: prior, kept: kept, operations: operations}
	diags.Append(files.plan(ctx, plan.Files)...)
	if len(files.others) > 0 {
		diags.Append(deletesOthers(files.others, state))
	}
	mayExtend := operations.extended || operations.unknown
	changes := isNew || !plan.Enabled.Equal(state.Enabled) || files.changes || state.Files.IsNull() && !plan.Files.IsNull()
	plan.Files, plan.ModelID = files.planned, state.ModelID
	plan.State, plan.LinguisticModelID, plan.TrainingState = state.State, state.LinguisticModelID, state.TrainingState
	trains := mayExtend && plan.trains() && files.trainable && (changes || state.awaitsTraining(plan))
	if isNew || trains {
		plan.LinguisticModelID = types.StringUnknown()
	}
	if isNew || trains || mayExtend && changes {
		plan.State = types.StringUnknown()
	}
	if trains || changes && (mayExtend || !state.TrainingState.IsNull()) {
		plan.TrainingState = types.StringUnknown()
	}
	return plan, diags
}

// nameOthers names the files of others that the apply deletes, in a plan that configures files for the first time: the refresh
// before it has left them out of the state. The apply deletes only those that are named.
func (r *languageModelResource) nameOthers(ctx context.Context, state *resourceModel, kept *privateState) (diags diag.Diagnostics) {
	client, account, ok := r.Target(&state.AccountFields, &diags)
	if !ok {
		return diags
	}
	have, subject := known{resourceModel: *state, isExtended: true}, state.subject(account)
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.LanguageModel, error) {
		return client.ReadLanguageModel(ctx, account, state.ModelID.ValueString(), have.isAsKnown)
	})
	if err != nil {
		return diag.Diagnostics{apidiag.Planned("read", subject, err)}
	}
	have.shown = remote.Files
	others := have.unknown()
	if len(others) == 0 {
		return diags
	}
	texts := make(map[string]string, len(others))
	for _, f := range others {
		texts[f.ID] = namedByPlan
	}
	kept.Texts = texts
	return diag.Diagnostics{deletesOthers(namesOf(others), state)}
}

// deletesOthers is the warning of a plan that deletes files which Terraform has not sent.
func deletesOthers(names []string, state *resourceModel) diag.Diagnostic {
	return diag.WithPath(path.Root("files"), deletion.WillDeleteMany("file", names, state.subject(state.AccountRef()), "To keep what others have added, leave out files."))
}

// object is a model of the service, as its owner.
func object(account videoindexer.AccountRef, modelID string) ownership.Object {
	return ownership.Object{Noun: "language model", Account: account, ID: strings.ToLower(modelID)}
}

// planDestroy notes the destroy of a model, and says what stays in the service.
func (r *languageModelResource) planDestroy(state resourceModel) diag.Diagnostics {
	var diags diag.Diagnostics
	account := state.AccountRef()
	subject := apidiag.Subject{Noun: "language model", ID: fmt.Sprintf("%q with id %s", state.Name.ValueString(), state.ModelID.ValueString()), Account: account}
	if state.policy() == deletion.Abandon {
		return diag.Diagnostics{deletion.WillAbandonByPolicy(subject, insteadOfAbandon)}
	}
	diags.Append(r.Plan(object(account, state.ModelID.ValueString()), ownership.Destroy, state.subject(account), "")...)
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
	prior      map[string]fileModel
	kept       privateState
	operations allowed

	planned types.Map
	// others are files that Terraform has not sent, and that are deleted.
	others []string
	// changes says that files are uploaded, deleted, enabled or disabled.
	changes bool
	// trainable says that the model may have an enabled file after the apply.
	trainable bool
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
	for _, name := range sortedNames(objects) {
		if objects[name].IsUnknown() {
			p.changes, p.trainable = true, true
			continue
		}
		var file fileModel
		diags.Append(objects[name].As(ctx, &file, basetypes.ObjectAsOptions{})...)
		planned, err := p.planFile(ctx, name, file)
		if err != nil {
			diags.Append(fileError(name, file, err))
			continue
		}
		p.trainable = p.trainable || planned.Enabled.IsUnknown() || planned.Enabled.ValueBool()
		object, problems := types.ObjectValueFrom(ctx, fileType.AttrTypes, planned)
		diags.Append(problems...)
		objects[name] = object
	}
	var left []string
	for _, name := range sortedNames(p.prior) {
		_, stays := objects[name]
		switch isFound := p.prior[name].isFound(); {
		case configured.IsNull() && isFound:
			left = append(left, name)
		case !stays:
			p.changes = true
			if isFound {
				p.others = append(p.others, name)
			}
		}
	}
	if len(left) > 0 {
		diags.AddAttributeWarning(path.Root("files"), "Files of language model will not be managed", fmt.Sprintf(
			"The state shows these files, which Terraform has not sent, and files is not configured: %s. They stay in the model and are removed from the state. To delete them, configure files without them, or as {}.", quoteAll(left)))
	}
	if diags.HasError() || configured.IsNull() {
		return diags
	}
	value, problems := types.MapValueFrom(ctx, fileType, objects)
	p.planned = value
	return append(diags, problems...)
}

// planFile plans a file as configured. Its text is read once.
func (p *filesPlan) planFile(ctx context.Context, name string, file fileModel) (fileModel, error) {
	before, isPrior := p.prior[name]
	wasEnabled := before.Enabled
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		switch {
		case !isPrior || p.operations.extended || wasEnabled.Equal(file.Enabled):
		case p.operations.unknown:
			file.Enabled = types.BoolUnknown()
		default: // nothing can change it
			file.Enabled = wasEnabled
		}
	}
	foundText, text := p.kept.Texts[before.FileID.ValueString()], io.Discard
	var read bytes.Buffer
	if before.isFound() && foundText != "" {
		text = &read
	}
	sum, err := file.digest(ctx, text)
	if err != nil {
		return file, err
	}
	file.ContentSHA256, file.FileID = sum, types.StringUnknown()
	isSame := file.sameContent(before) && !before.FileID.IsNull() // otherwise nobody knows whether it is there
	if before.isFound() && !sum.IsUnknown() && (foundText == "" || isSet(file.URL) || hashNormalized(read.String()) == foundText) {
		isSame, before.Enabled = true, file.Enabled
		file = before
	}
	if isSame {
		file.FileID = before.FileID
	}
	p.changes = p.changes || !isSame || !file.Enabled.Equal(wasEnabled)
	return file, nil
}
