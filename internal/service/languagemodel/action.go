package languagemodel

// The action trains a model that Terraform need not manage.

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// trainActionModel is the configuration of action.videoindexer_train_language_model.
type trainActionModel struct {
	providerdata.AccountFields
	ModelID         types.String `tfsdk:"model_id"`
	WaitForTraining types.Bool   `tfsdk:"wait_for_training"`
	Timeout         types.String `tfsdk:"timeout"`
}

// NewTrainAction returns action.videoindexer_train_language_model.
func NewTrainAction() action.Action {
	return scaffold.NewAction(scaffold.ActionInfo[trainActionModel, *trainActionModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "train_language_model", NeedsExtended: true, Summary: "Trains a language model on its enabled files.",
			Notes: "If a training is running already, the action waits until it has ended, " +
				"and trains the model again, " +
				"because the running training may lack files.\n\n" +
				"An interrupt stops the waiting, but not the training. " +
				"For models that Terraform manages, set `train = true` of `videoindexer_language_model` instead.",
		},
		Attributes: func() map[string]schema.Attribute {
			return map[string]schema.Attribute{
				"model_id": arguments.RequiredString(modelKey.Description, validate.GUID()),
				"wait_for_training": arguments.OptionalBool(
					"Whether to wait until the training has ended, with progress messages. Default: `true`."),
				"timeout": wait.TimeoutArgument(wait.DefaultTimeout),
			}
		},
		Invoke: trainModel,
	})
}

// trainModel trains the model (X8), and reports the progress (X6).
func trainModel(
	ctx context.Context, target providerdata.Target, config *trainActionModel, report func(string),
) (diags diag.Diagnostics) {
	modelID := config.ModelID.ValueString()
	job := training{
		limit:   wait.LimitOfAction(config.Timeout, report),
		target:  target,
		modelID: modelID,
		subject: apidiag.Subject{Kind: objectKind, ID: modelID, Account: target.Account},
		waits:   config.WaitForTraining.IsNull() || config.WaitForTraining.ValueBool(),
	}
	remote, err := job.trainAndWait(ctx)
	if err != nil {
		problem := job.diagnostic(remote, err)
		diags.AddError(problem.Summary(), problem.Detail())
		return diags
	}
	report(fmt.Sprintf("Language model %s: the training is in state %q.", modelID, remote.State))
	return diags
}
