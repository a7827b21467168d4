package languagemodel

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

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

// deletesOrAdjusts says whether files are to be deleted, enabled or disabled.
func (u *updater) deletesOrAdjusts() bool {
	if len(u.note.Obsolete) > 0 {
		return true
	}
	for name, held := range u.files {
		if file, stays := u.wanted[name]; !stays || u.plan.Enabled.ValueBool() && !held.Enabled.Equal(file.Enabled) {
			return true
		}
	}
	return false
}

// settled returns the model once no training of it is under way; nil without extended operations. Its files are those
// of the state: files that were added since are not known.
func (u *updater) settled(ctx context.Context) (*videoindexer.LanguageModel, diag.Diagnostics) {
	if !u.isExtended {
		return nil, nil
	}
	held, _, err := u.training.settle(ctx, u.plan.CancelTraining.ValueBool())
	if err != nil {
		u.note.Gone = isGone(err)
		return nil, diag.Diagnostics{u.failed(err, "update")}
	}
	u.take(held)
	return held, nil
}

// whenIdle makes a call, and makes it again when the service has refused it because of a training that is under way.
func (u *updater) whenIdle(ctx context.Context, call func() error) error {
	for {
		refused := call()
		if !u.isExtended || !isRejected(refused) {
			return refused
		}
		_, wasUnderWay, err := u.training.settle(ctx, u.plan.CancelTraining.ValueBool())
		switch {
		case err != nil && wasUnderWay:
			return err
		case err != nil || !wasUnderWay:
			return refused
		}
	}
}

// adjust enables and disables the files that are not as they should be (X11). In a disabled model, all files are
// disabled.
func (u *updater) adjust(ctx context.Context) error {
	for _, name := range sortedNames(u.wanted) {
		file, isHeld := u.files[name]
		enabled := u.wanted[name].Enabled
		if !isHeld || file.Enabled.Equal(enabled) {
			continue
		}
		if id := file.FileID.ValueString(); u.isExtended && u.plan.Enabled.ValueBool() && id != "" {
			var answer *videoindexer.LanguageModelFile
			err := u.whenIdle(ctx, func() (err error) {
				answer, err = u.client.UpdateLanguageModelFile(ctx, u.account, u.model.ModelID.ValueString(), id, videoindexer.LanguageModelFileUpdate{Enabled: enabled.ValueBoolPointer()})
				return err
			})
			if err != nil {
				return err
			}
			u.changed()
			if answer.Enabled != nil {
				enabled = types.BoolValue(*answer.Enabled)
			}
		}
		file.Enabled = enabled
		u.files[name] = file
	}
	return nil
}

// train trains the model if the plan requires it, or waits for a training that is under way (X8, X6).
func (u *updater) train(ctx context.Context) diag.Diagnostics {
	if !u.isExtended || !u.plan.TrainingState.IsUnknown() || !u.plan.trains() || !u.isTrainable() || u.model.TrainingState.ValueString() == trained {
		return nil
	}
	work := u.training.run
	if u.model.TrainingState.ValueString() == beingTrained { // on the files that it has
		work = u.training.await
	}
	held, err := work(ctx)
	if held != nil {
		u.model.TrainingState = trainingState("", held, true)
		u.note.Answered = &answered{State: held.State, LinguisticModelID: held.LinguisticModelID}
	}
	if err == nil {
		return nil
	}
	if u.note.Gone = isGone(err); u.note.Gone {
		return diag.Diagnostics{u.failed(err, "train")}
	}
	return diag.Diagnostics{u.training.describe(held, err, "the next apply trains the model again.")}
}

func (u *updater) isTrainable() bool {
	for _, file := range u.files {
		if file.Enabled.ValueBool() {
			return true
		}
	}
	return false
}
