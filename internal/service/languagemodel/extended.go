package languagemodel

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *languageModelResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	before := diags.ErrorsCount()
	for _, flag := range []struct {
		name  string
		value types.Bool
	}{{"train", config.Train}, {"wait_for_training", config.WaitForTraining}, {"cancel_training", config.CancelTraining}} {
		if !flag.value.IsNull() {
			r.RequireExtended(path.Root(flag.name), flag.name, diags)
		}
	}
	if !config.Timeouts.IsNull() {
		r.RequireExtended(path.Root("timeouts"), "timeouts", diags)
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

// plannedPolicy is the default of deletion_policy while the provider is not known: that of the state, or unknown.
func (r *languageModelResource) plannedPolicy(state resourceModel, isAdopted bool) types.String {
	switch {
	case r.Known() || isAdopted:
		return types.StringValue(string(r.defaultPolicy(isAdopted)))
	case state.DeletionPolicy.IsNull():
		return types.StringUnknown()
	}
	return state.DeletionPolicy
}

// The values of training_state.
const (
	untrained    = "untrained" // never trained, or not since its files changed
	beingTrained = "training"
	trained      = "trained"
	failed       = "failed"
)

// trainingState is the training_state of a model that the service shows, and prior is the one of the state. Only the
// state knows that files have changed since the last training.
func trainingState(prior string, remote *videoindexer.LanguageModel, isOtherModel bool) types.String {
	switch remote.Training() {
	case videoindexer.TrainingUnderWay:
		return types.StringValue(beingTrained)
	case videoindexer.TrainingFailed:
		return types.StringValue(failed)
	case videoindexer.TrainingNone:
		return types.StringValue(untrained)
	case videoindexer.TrainingDone:
	}
	if prior == untrained && !isOtherModel {
		return types.StringValue(untrained)
	}
	return types.StringValue(trained)
}

// trains says that a plan wants the model trained, or may.
func (m *resourceModel) trains() bool {
	isEnabled := m.Enabled.IsUnknown() || m.Enabled.ValueBool()
	return isEnabled && (m.Train.IsUnknown() || m.Train.ValueBool())
}

// awaitsTraining says that a plan has something to train or to wait for, whatever it changes.
func (m *resourceModel) awaitsTraining(plan resourceModel) bool {
	switch m.TrainingState.ValueString() {
	case trained:
		return false
	case beingTrained:
		return plan.WaitForTraining.IsUnknown() || plan.WaitForTraining.ValueBool()
	}
	return true
}

// object is a model of the service.
func object(account videoindexer.AccountRef, modelID string) ownership.Object {
	return ownership.Object{Noun: "language model", Account: account, ID: strings.ToLower(modelID)}
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
		if !videoindexer.IsLacking(err) {
			diags.Append(apidiag.Planned("look for duplicates of", plan.subject(account), err))
		}
		return
	}
	found = slices.DeleteFunc(found, func(m videoindexer.LanguageModel) bool {
		_, isSeen := r.Owned.Seen(object(account, m.ID))
		return isSeen
	})
	if len(found) == 0 {
		return
	}
	ids := make([]string, len(found))
	for i, model := range found {
		ids[i] = model.ID
	}
	diags.AddAttributeWarning(path.Root("name"), "Account has a language model of that name", fmt.Sprintf(
		"Applying this plan creates a language model named %q for %s, but account %s has such a model already: %s. Names need not be unique, so the apply creates another one, which is sent all files and was never trained. "+
			"If a killed run has left that model, or you want to manage it, import it instead: terraform import '<address>' %s. If the resource was renamed, add a block `moved { from = <old address>, to = <new address> }`.",
		plan.Name.ValueString(), plan.Language.ValueString(), account.ID, strings.Join(ids, ", "), ids[0]))
}
