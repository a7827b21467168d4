package languagemodel

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// settled returns the model once no training of it is under way; nil without extended operations. Its files are those
// of the state: files that were added since are not known.
func (u *updater) settled(ctx context.Context) (*videoindexer.LanguageModel, diag.Diagnostics) {
	if !u.isExtended {
		return nil, nil
	}
	remote, _, err := u.training.settle(ctx, u.plan.CancelTraining.ValueBool())
	if err != nil {
		u.note.Gone = isGone(err)
		return nil, diag.Diagnostics{u.failed(err, "update")}
	}
	u.fill(remote)
	return remote, nil
}

// whenIdle makes a call, and repeats it after a training that was under way when the service refused it.
func (u *updater) whenIdle(ctx context.Context, call func() error) error {
	if !u.isExtended {
		return call()
	}
	return u.training.whenIdle(ctx, u.plan.CancelTraining.ValueBool(), call)
}

// send writes, with the files in sent, and finds out where a failure leaves the model.
func (u *updater) send(ctx context.Context, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) (*videoindexer.LanguageModel, error) {
	answer, err := u.write(ctx, update)
	if err != nil {
		u.recover(ctx, err, update, sent)
	}
	return answer, err
}

// write updates the model (endpoint 20). Model and files are then what the answer says, or what a read says if the
// answer does not show files.
func (u *updater) write(ctx context.Context, update videoindexer.LanguageModelUpdate) (answer *videoindexer.LanguageModel, err error) {
	err = u.whenIdle(ctx, func() (err error) {
		answer, err = u.client.UpdateLanguageModel(ctx, u.account, u.model.ModelID.ValueString(), update)
		return err
	})
	if err != nil {
		return nil, err
	}
	if u.isExtended && len(answer.Files) == 0 {
		if shown, err := u.client.GetLanguageModel(ctx, u.account, u.model.ModelID.ValueString()); err == nil {
			answer = shown
		}
	}
	if update.Name != nil {
		u.model.Name = types.StringPointerValue(update.Name)
	}
	if update.Enable != nil {
		if u.model.Enabled.ValueBool() != *update.Enable {
			u.changed()
		}
		ignored := slices.ContainsFunc(answer.Files, func(f videoindexer.LanguageModelFile) bool {
			return f.Enabled != nil && *f.Enabled != *update.Enable && !f.IsServiceMade()
		})
		u.model.Enabled = types.BoolValue(*update.Enable != ignored)
	}
	u.fill(answer)
	return answer, nil
}

// look finds out what the model has: with extended operations by reading it, otherwise by writing its name unchanged,
// since there is no other way. If enable was part of a request that failed, its earlier value is written too, so that
// it is known again. If there is no answer, note says that model and files may be wrong, and which files may have
// arrived.
func (u *updater) look(ctx context.Context, failed videoindexer.LanguageModelUpdate, sent map[string]fileModel) (*videoindexer.LanguageModel, error) {
	var answer *videoindexer.LanguageModel
	var err error
	if u.isExtended {
		if answer, err = u.client.GetLanguageModel(ctx, u.account, u.model.ModelID.ValueString()); err == nil {
			u.fill(answer)
		}
	} else {
		again := videoindexer.LanguageModelUpdate{Name: u.model.Name.ValueStringPointer()}
		if failed.Enable != nil {
			again.Enable = u.model.Enabled.ValueBoolPointer()
		}
		answer, err = u.write(ctx, again)
	}
	if err != nil {
		u.note.Unread, u.note.Gone = true, isGone(err)
		u.note.remember(sent, u.files)
	}
	return answer, err
}

// recover brings model and files in step with the service after a request has failed, or notes that
// they are not. sent are the files of that request: one that the service has now has arrived.
func (u *updater) recover(ctx context.Context, failure error, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) {
	u.note.Gone = isGone(failure)
	if u.note.Gone || u.model.imported() {
		return
	}
	if len(sent) > 0 && !isRefused(failure) {
		u.changed()
	}
	if isRejected(failure) {
		u.note.refuse(sent, u.files)
	}
	how := uploadUnknown
	_, isUnsent := errors.AsType[*videoindexer.LanguageFileError](failure)
	if isUnsent || isRefused(failure) {
		how = uploadRefused
	}
	if how == uploadRefused && len(sent) == 0 {
		return
	}
	if answer, err := u.look(ctx, update, sent); err == nil {
		u.arrived(answer, sent, how)
	}
}

// isRejected reports whether the service turned down what a request contains.
func isRejected(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && isRefused(err) && (answer.Status == http.StatusBadRequest || answer.Status == http.StatusConflict)
}

// isGone reports whether the service itself said that there is no such model.
func isGone(err error) bool {
	return videoindexer.IsNotFound(err) && !videoindexer.HasType(err, videoindexer.ErrorTypeAccountNotFound)
}

// isRefused reports whether the service itself turned a request down, so that nothing of it was carried out.
func isRefused(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && !videoindexer.IsAmbiguous(err) && answer.HasErrorObject && answer.Status >= http.StatusBadRequest && answer.Status < http.StatusInternalServerError
}
