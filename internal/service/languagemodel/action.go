package languagemodel

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
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

// NewTrainAction is action.videoindexer_train_language_model.
func NewTrainAction() action.Action {
	return providerdata.NewAction(providerdata.Action[trainActionModel, *trainActionModel]{
		About: providerdata.About{
			Name: "train_language_model", IsExtended: true, Summary: "Trains a language model on its enabled files.",
			Notes: "If a training is running already, which may not include all files, the action waits until it has ended, and then trains the model again.\n\n" +
				"An interrupt stops the waiting; the service continues the training. For models that Terraform manages, set `train = true` of `videoindexer_language_model` instead.",
		},
		Attributes: func() map[string]schema.Attribute {
			return map[string]schema.Attribute{
				"model_id": schema.StringAttribute{MarkdownDescription: keys[0].Description, Required: true, Validators: []validator.String{validate.GUID()}},
				"wait_for_training": schema.BoolAttribute{
					MarkdownDescription: "Whether to wait until the training has ended, with progress messages. Default: `true`.", Optional: true,
				},
				"timeout": wait.TimeoutArgument(wait.DefaultTimeout),
			}
		},
		Invoke: trainModel,
	})
}

// trainModel trains the model (X8), and reports how it goes (X6).
func trainModel(ctx context.Context, on providerdata.Target, config *trainActionModel, report func(string), diags *diag.Diagnostics) {
	job := training{
		client: on.Client, account: on.Account, modelID: config.ModelID.ValueString(),
		waits: config.WaitForTraining.IsNull() || config.WaitForTraining.ValueBool(),
		limit: wait.AtMost(wait.Timeout(config.Timeout, wait.DefaultTimeout)), extend: "Set timeout to wait longer, or invoke the action again later.",
		progress: report,
	}
	remote, err := job.run(ctx)
	if err != nil {
		diags.Append(job.describe(remote, err, "invoke the action again."))
		return
	}
	job.progress(fmt.Sprintf("Language model %s: the training is in state %q.", job.modelID, remote.State))
}
