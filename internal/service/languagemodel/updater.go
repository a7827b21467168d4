package languagemodel

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// updater changes a language model, call by call. At every moment model and files say what the service is known to
// hold, so that they can become the state however the change ends. If they may be wrong, note says so.
type updater struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	model   resourceModel
	// files is nil as long as nothing is known of the model's files: after an import. A file of ours
	// whose content is in doubt has neither hash nor address, so that it equals no file of a plan.
	files map[string]fileModel
	note  note
	// plan and wanted, its files, are what the model is to become.
	plan   resourceModel
	wanted map[string]fileModel
	// undeletable are the names of files of ours that should be deleted, and whose ids the service has never shown.
	undeletable []string
	// isExtended says that the model can be read; training is then how it is trained, and waited for.
	isExtended bool
	training   training
}

func (u *updater) subject() apidiag.Subject { return u.model.subject(u.account) }

// updaterOf starts with what a state says of a model.
func updaterOf(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, state resourceModel, store private.Reader) (*updater, diag.Diagnostics) {
	u := &updater{client: client, account: account, model: state}
	files, diags := state.filesByName(ctx)
	if !state.imported() {
		u.files = files
	}
	left, problems := readNote(ctx, store)
	u.note = left
	return u, append(diags, problems...)
}

// extend allows what needs extended operations, if the provider does. The waiting ends when the limit of the operation,
// which began at that time, is over.
func (u *updater) extend(ctx context.Context, began time.Time, limit time.Duration, operation string) {
	u.isExtended = u.client.Extended()
	u.training = training{
		client: u.client, account: u.account, modelID: u.model.ModelID.ValueString(), waits: u.plan.WaitForTraining.ValueBool(),
		limit: limit, ends: began.Add(limit), extend: fmt.Sprintf("Set timeouts.%s to wait longer, and apply again to continue waiting.", operation),
		progress: func(message string) { tflog.Info(ctx, message) },
	}
}

// changed notes that the model is not trained on the files that it has now.
func (u *updater) changed() {
	if u.isExtended || !u.model.TrainingState.IsNull() {
		u.model.TrainingState = types.StringValue(untrained)
	}
}
