package languagemodel

// A plan reads the facts, with which decide.go plans all values, and warns of the result.

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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// ValidateConfig checks texts that are in the configuration, so that a list leaves out a model that
// no configuration can hold. The plan checks all files.
func (r *languageModelResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config resourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	files, _ := filesOf(config.Files)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !nullable.IsSet(files[name].Content) {
			continue
		}
		_, err := files[name].digest(name)
		if err != nil {
			resp.Diagnostics.Append(fileError(name, err))
		}
	}
}

// Plan plans the files and every computed value. For an update, it stores in the private state what
// the apply needs to know.
func (m *resourceModel) Plan(
	ctx context.Context, planning managed.PlanRequest[resourceModel],
) (diags diag.Diagnostics) {
	prior := planning.Prior
	isDestroy := planning.Step == managed.StepDestroy
	if isDestroy || planning.Step == managed.StepReplace {
		diags.Append(prior.destroyDiagnostics(planning.Data)...)
	}
	if isDestroy {
		return diags
	}
	if planning.Step == managed.StepCreate {
		prior.ModelID = types.StringUnknown()
		prior.Files = types.MapNull(fileType)
	}
	var config resourceModel
	diags.Append(planning.Config.Get(ctx, &config)...)
	diags.Append(config.notAllowedErrors(planning.Data)...)
	if diags.HasError() {
		return diags
	}
	fetched := config.readFacts(ctx, planning, &diags)
	if diags.HasError() {
		return diags
	}
	m.keepOmitted(&config, prior)
	decided := decide(*m, fetched)
	*m = decided.plan
	m.Files = decided.filesAs(config.Files, prior.Files)
	diags.Append(decided.planWarnings(planning)...)
	if planning.Step == managed.StepUpdate {
		diags.Append(private.Set(ctx, planning.Private, hiddenStateKey, decided.claim.hidden)...)
	}
	return diags
}

// destroyDiagnostics returns the error of a destroy that needs extended operations, or the warning
// that a destroy empties the model and keeps it. If the destroy deletes the model, the driver warns
// of the files of others, which Contents returns.
func (m *resourceModel) destroyDiagnostics(data *providerdata.Data) (diags diag.Diagnostics) {
	policy := managed.Policy(m.DeletionPolicy.ValueString())
	switch {
	case policy == managed.PolicyDelete:
		return data.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`)
	case m.Effect() != managed.EffectDelete:
		return nil
	case policy != managed.PolicyEmpty && data.MayHaveExtended():
		return nil
	}
	toDelete := "with extended_operations, the destroy deletes it"
	if policy == managed.PolicyEmpty {
		toDelete = "deletion_policy = \"delete\", with extended_operations, deletes it"
	}
	subject := m.Subject()
	diags.AddWarning(subject.Heading()+" will be emptied, not deleted", subject.WithIDs(fmt.Sprintf(
		"The destroy deletes the files of %s and disables it. "+
			"The model itself stays, with files that Terraform did not send: %s.", subject, toDelete)))
	return diags
}

// notAllowedErrors returns errors about what a configuration uses and the provider may not do.
func (m *resourceModel) notAllowedErrors(data *providerdata.Data) (diags diag.Diagnostics) {
	diags.Append(data.RequireExtendedIfTrue(path.Root("train"), m.Train)...)
	diags.Append(data.RequireExtendedIfFalse(path.Root("wait_for_training"), m.WaitForTraining)...)
	diags.Append(data.RequireExtendedIfTrue(path.Root("exclusive"), m.Exclusive)...)
	if m.DeletionPolicy.ValueString() == string(managed.PolicyDelete) {
		diags.Append(data.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`)...)
	}
	files, _ := filesOf(m.Files)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		diags.Append(data.RequireExtendedIfFalse(pathToFile(name).AtName("enabled"), files[name].Enabled)...)
	}
	return diags
}

// readFacts reads and hashes the files of a configuration, and reads the texts of the model with
// which they are compared.
func (m *resourceModel) readFacts(
	ctx context.Context, planning managed.PlanRequest[resourceModel], diags *diag.Diagnostics,
) facts {
	claimed, problems := claimOf(ctx, *planning.Prior, planning.Private, planning.HasExtended())
	diags.Append(problems...)
	if planning.Step == managed.StepCreate {
		// The private state can be that of an instance that is replaced: an engine passes it.
		const canReadModel = false
		claimed = newClaim(*planning.Prior, canReadModel)
	}
	fetched := facts{
		claim:           claimed,
		managesFiles:    !m.Files.IsNull(),
		isMapUnknown:    m.Files.IsUnknown(),
		mayHaveExtended: planning.MayHaveExtended(),
	}
	fetched.configured, fetched.unknownFiles = filesOf(m.Files)
	diags.Append(fetched.hashConfigured()...)
	compared := fetched.claim.clone()
	compared.recognize(fetched.configured)
	var ids []string
	for _, comparison := range comparisons(compared, fetched.configured) {
		ids = append(ids, comparison.id)
	}
	if len(ids) > 0 {
		target := providerdata.Target{Client: planning.RequireClient(diags), Account: fetched.claim.AccountRef()}
		diags.Append(fetched.claim.readTexts(ctx, target, ids)...)
	}
	return fetched
}

// hashConfigured hashes the configured files. Each of them counts as new until decide has compared
// it.
func (f *facts) hashConfigured() (diags diag.Diagnostics) {
	for _, name := range slices.Sorted(maps.Keys(f.configured)) {
		file := f.configured[name]
		if file.isIgnored() {
			continue
		}
		digest, err := file.digest(name)
		if err != nil {
			diags.Append(apidiag.WithDestroyAdvice(fileError(name, err)))
		}
		file.ContentSHA256 = digest
		file.FileID = types.StringUnknown()
		f.configured[name] = file
	}
	return diags
}

// keepOmitted plans the values of the state for settings that the configuration omits. Those of a
// new model are unknown.
func (m *resourceModel) keepOmitted(config, prior *resourceModel) {
	if prior.isBlank() {
		return
	}
	for _, s := range omittedSettings(config).rows() {
		s.copy(m, prior)
	}
}

// filesAs returns the planned files in the form of the configuration. One that is not known yet
// stays unknown.
func (d *decision) filesAs(configured, prior types.Map) types.Map {
	switch {
	case configured.IsNull():
		return prior
	case configured.IsUnknown():
		return configured
	}
	elements := configured.Elements()
	maps.Copy(elements, elementsOf(d.files))
	return types.MapValueMust(fileType, elements)
}

// planWarnings returns the warnings of a plan.
func (d *decision) planWarnings(planning managed.PlanRequest[resourceModel]) (diags diag.Diagnostics) {
	// The new model of a replacement does not have the files of others.
	if planning.Step != managed.StepReplace {
		diags.Append(d.fileWarnings()...)
	}
	if d.plan.awaitsTraining() {
		diags.Append(wait.ShortTimeoutWarnings(d.plan.Timeouts, planning.Step.TimeoutName())...)
	}
	return diags
}
