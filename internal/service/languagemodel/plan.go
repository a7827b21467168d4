package languagemodel

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// ValidateConfig checks texts that are in the configuration, so that a list leaves out a model that no configuration
// can hold. The plan checks all files.
func (r *languageModelResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config resourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	files, _ := filesOf(config.Files)
	for _, name := range sortedNames(files) {
		if !nullable.IsSet(files[name].Content) {
			continue
		}
		if _, err := files[name].digest(name); err != nil {
			resp.Diagnostics.Append(fileError(name, err))
		}
	}
}

// ModifyPlan plans the account, the files and every computed value: fetch, decide, emit.
func (r *languageModelResource) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	var plan, config resourceModel
	state := resourceModel{ModelID: types.StringUnknown(), Files: types.MapNull(fileType)} // in a create
	begun := r.BeginObjectPlan(ctx, req, resp, &plan, &state)
	diags := &resp.Diagnostics
	if begun.Step == managed.Destroy || begun.Step == managed.Replace {
		diags.Append(r.planDestroy(&state)...)
	}
	if begun.Step == managed.Destroy || begun.Step == managed.None {
		return
	}
	diags.Append(req.Config.Get(ctx, &config)...)
	r.checkUses(&config, diags)
	if diags.HasError() {
		return
	}
	prior := claim{resourceModel: state}.clone()
	if begun.Step != managed.Create { // an engine passes the private state of the instance that is replaced
		var problems diag.Diagnostics
		prior, problems = claimOf(ctx, state, req.Private, r.HasExtended())
		diags.Append(problems...)
	}
	known := r.fetch(ctx, prior, &config, diags)
	if diags.HasError() {
		return
	}
	decided := decide(plan, &state, known)
	if begun.Step != managed.Replace { // the new model has no files of others
		diags.Append(decided.warnings(&state, r.HasExtended())...)
	}
	if decided.plan.awaitsTraining() {
		diags.Append(wait.PlanTimeout(plan.Timeouts, begun.Step.TimeoutName())...)
	}
	decided.plan.Files = decided.filesAs(config.Files, state.Files)
	if begun.Step == managed.Create {
		decided.plan.Adopted = r.PlanAdopted(begun, resp.Plan, &plan, types.BoolValue(false))
	}
	diags.Append(resp.Plan.Set(ctx, decided.plan)...)
	if begun.Step == managed.Update {
		diags.Append(private.Set(ctx, resp.Private, privateKey, known.claim.private)...)
	}
	if begun.Step == managed.Create {
		diags.Append(r.WarnOfNamesakes(ctx, begun, &plan)...)
	}
	r.CheckAccess(ctx, objectKind, req, resp)
}

// fetch reads and hashes the files of a configuration, and reads the texts of the model with which they are compared.
func (r *languageModelResource) fetch(
	ctx context.Context, prior claim, config *resourceModel, diags *diag.Diagnostics,
) facts {
	known := facts{
		claim: prior, mayExtend: r.MayHaveExtended(),
		isManaged: !config.Files.IsNull(), isUnknown: config.Files.IsUnknown(),
	}
	known.configured, known.unknownFiles = filesOf(config.Files)
	for _, name := range sortedNames(known.configured) {
		file := known.configured[name]
		if nullable.IsSet(file.FileID) { // what a state has comes from ignore_changes
			continue
		}
		digest, err := file.digest(name)
		if err != nil {
			diags.Append(apidiag.StopsDestroy(fileError(name, err)))
		}
		file.ContentSHA256 = digest
		file.FileID = types.StringUnknown()
		known.configured[name] = file
	}
	var ids []string
	for _, t := range recognized(prior, known.configured).unread {
		ids = append(ids, t.id)
	}
	if len(ids) > 0 {
		target := scaffold.Target{Client: r.Client(diags), Account: prior.AccountRef()}
		diags.Append(known.claim.readTexts(ctx, target, ids)...)
	}
	return known
}

// filesAs returns the planned files in the form of the configuration. One that is not known yet stays as it is.
func (d *decision) filesAs(configured, prior types.Map) types.Map {
	if configured.IsNull() {
		return prior
	} else if configured.IsUnknown() {
		return configured
	}
	elements := configured.Elements()
	maps.Copy(elements, elementsOf(d.files))
	return types.MapValueMust(fileType, elements)
}

// planDestroy refuses to delete a model without extended operations, and says what a destroy that empties it leaves.
func (r *languageModelResource) planDestroy(state *resourceModel) (diags diag.Diagnostics) {
	policy := managed.Policy(state.DeletionPolicy.ValueString())
	next := "with extended_operations, the destroy " +
		"deletes it"
	isDeleted := policy != managed.Empty && r.MayHaveExtended()
	switch {
	case policy == managed.Delete:
		r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, &diags)
		return diags
	case isDeleted || state.Effect() != managed.Deletes:
		return nil
	case policy == managed.Empty:
		next = "deletion_policy = \"delete\", with extended_operations, deletes it"
	}
	subject := state.Subject()
	diags.AddWarning(subject.Heading()+" will be emptied, not deleted", subject.WithIDs(fmt.Sprintf(
		"The destroy deletes the files of %s and disables it. The model itself stays, with files that Terraform "+
			"did not send: %s.", subject, next)))
	return diags
}

// checkUses refuses what the provider may not do for a configuration.
func (r *languageModelResource) checkUses(config *resourceModel, diags *diag.Diagnostics) {
	r.RequireExtendedIfTrue(path.Root("train"), config.Train, diags)
	r.RequireExtendedIfFalse(path.Root("wait_for_training"), config.WaitForTraining, diags)
	r.RequireExtendedIfTrue(path.Root("exclusive"), config.Exclusive, diags)
	if config.DeletionPolicy.ValueString() == string(managed.Delete) {
		r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, diags)
	}
	files, _ := filesOf(config.Files)
	for _, name := range sortedNames(files) {
		r.RequireExtendedIfFalse(pathToFile(name).AtName("enabled"), files[name].Enabled, diags)
	}
}
