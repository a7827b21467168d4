package languagemodel

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
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

// change makes the model what plan says; wanted are the planned files.
//
// Settings come first, since their answer shows which files the model holds: a file that Terraform did
// not send is never replaced. Then new files are uploaded, and only then are those that they replace
// deleted, so that a refused upload leaves the old file.
func (u *updater) change(ctx context.Context, plan resourceModel, wanted map[string]fileModel) diag.Diagnostics {
	u.plan, u.wanted = plan, wanted
	u.model.DeletionPolicy, u.model.Timeouts = plan.DeletionPolicy, plan.Timeouts
	u.model.Train, u.model.WaitForTraining, u.model.CancelTraining = plan.Train, plan.WaitForTraining, plan.CancelTraining
	u.note.Gone = false
	pending := u.pending()
	if _, problems := pack(pending); problems.HasError() {
		return problems // before anything is sent
	}
	var diags diag.Diagnostics
	if u.isExtended && plan.Files.IsNull() {
		for _, name := range unsent(u.files, true) {
			delete(u.files, name) // the plan has said that they stay
		}
	}
	settings := u.settings()
	if len(pending) > 0 || settings.Name != nil || settings.Enable != nil || u.note.Unread || u.isExtended && u.deletesOrAdjusts() {
		if diags = u.begin(ctx, settings); diags.HasError() {
			return diags
		}
		pending = u.pending()
	}
	if len(pending) > 0 {
		if err := u.upload(ctx, pending); err != nil {
			diags.Append(u.failed(err, verb(pending)))
			return diags
		}
	}
	if verb, err := u.sweep(ctx, wanted); err != nil {
		u.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
		diags.Append(u.failed(err, verb))
		return diags
	}
	if err := u.adjust(ctx); err != nil {
		u.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
		diags.Append(u.failed(err, "enable or disable files of"))
		return diags
	}
	diags.Append(u.compare(wanted)...)
	return diags
}

// begin writes the settings, or only the name as it is, and learns from the answer what the model holds. It returns an
// error if that conflicts with the files that are wanted. With extended operations the model is read, once no training
// of it is under way.
func (u *updater) begin(ctx context.Context, settings videoindexer.LanguageModelUpdate) diag.Diagnostics {
	u.note.Imported = u.note.Imported || u.model.imported()
	isImported := u.note.Imported
	answer, diags := u.settled(ctx)
	if diags.HasError() {
		return diags
	}
	if answer != nil {
		settings = u.settings() // by what was just read
	}
	if answer == nil || isImported || settings.Name != nil || settings.Enable != nil {
		if isImported || u.note.Unread {
			settings.Enable = u.plan.Enabled.ValueBoolPointer() // it may not be what the state says
		}
		settings.Name = u.plan.Name.ValueStringPointer()
		var err error
		if answer, err = u.send(ctx, settings, nil); err != nil {
			return diag.Diagnostics{u.failed(err, "update")}
		}
	}
	if !u.hasLanguage() {
		u.note.Unread = true
		return u.compare(nil) // it will be replaced: its files stay as they are
	}
	sent := u.note.sentFiles()
	if isImported {
		for name := range u.wanted {
			sent[name] = fileModel{} // an import takes files of these names over, whoever sent them
		}
	}
	u.arrived(answer, sent, uploadUnknown)
	u.note.Unread, u.note.Imported, u.note.Sent = false, false, nil
	diags = u.inTheWay(answer)
	if !diags.HasError() && isImported {
		diags.Append(u.others(answer)...)
	}
	return diags
}

// upload sends files in one request, and finds them in the answer.
func (u *updater) upload(ctx context.Context, files map[string]fileModel) error {
	isOnePerName := u.note.OnePerName
	for _, name := range sortedNames(files) {
		if _, held := u.files[name]; !held || !u.note.deletesFirst(name, files[name]) {
			continue
		}
		isOnePerName = true
		if err := u.remove(ctx, name); err != nil {
			u.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
			return err
		}
	}
	var update videoindexer.LanguageModelUpdate
	update.Files, _ = pack(files) // change has looked at them
	if !u.plan.Enabled.ValueBool() {
		update.Enable = new(false)
	}
	answer, err := u.send(ctx, update, files)
	if err != nil {
		return err
	}
	u.changed()
	u.note.OnePerName, u.note.Refused = isOnePerName, nil
	if err := u.confirm(ctx, answer, files); err != nil {
		return err
	}
	if !u.plan.Enabled.Equal(u.model.Enabled) {
		// The service took enable=false for the files that were there before.
		_, err = u.send(ctx, videoindexer.LanguageModelUpdate{Enable: u.plan.Enabled.ValueBoolPointer()}, nil)
	}
	return err
}

// confirm finds files that were accepted in the answer, and asks once more where it does not show all
// of them. A service that shows no files at all is believed: it accepted them.
func (u *updater) confirm(ctx context.Context, answer *videoindexer.LanguageModel, files map[string]fileModel) error {
	if u.arrived(answer, files, uploadAccepted) {
		return nil
	}
	again, err := u.look(ctx, videoindexer.LanguageModelUpdate{}, files)
	if err != nil {
		return err
	}
	if u.arrived(again, files, uploadAccepted) || len(answer.Files)+len(again.Files) > 0 {
		return nil
	}
	for _, name := range sortedNames(files) {
		if _, held := u.files[name]; held {
			u.undeletable = append(u.undeletable, name)
		}
		file := files[name]
		file.FileID = types.StringNull()
		u.files[name] = file
	}
	return nil
}

// sweep deletes the files that have a successor, and those of ours that do not stay. If that fails, verb says which
// step.
func (u *updater) sweep(ctx context.Context, staying map[string]fileModel) (verb string, err error) {
	for len(u.note.Obsolete) > 0 {
		if err := u.drop(ctx, u.note.Obsolete[0]); err != nil {
			return "delete former files of", err
		}
		u.note.Obsolete = u.note.Obsolete[1:]
	}
	for _, name := range sortedNames(u.files) {
		if _, stays := staying[name]; stays {
			continue
		}
		if err := u.remove(ctx, name); err != nil {
			return "delete file " + strconv.Quote(name) + " of", err
		}
	}
	return "", nil
}

// remove deletes a file of ours, or notes that it cannot be deleted.
func (u *updater) remove(ctx context.Context, name string) error {
	if id := u.files[name].FileID.ValueString(); id == "" {
		u.undeletable = append(u.undeletable, name)
	} else if err := u.drop(ctx, id); err != nil {
		return err
	}
	delete(u.files, name)
	return nil
}

// drop deletes a file (endpoint 21); one that is gone already is no error.
func (u *updater) drop(ctx context.Context, fileID string) error {
	u.changed()
	err := u.whenIdle(ctx, func() error {
		return u.client.DeleteLanguageModelFile(ctx, u.account, u.model.ModelID.ValueString(), fileID)
	})
	if videoindexer.IsNotFound(err) {
		return nil
	}
	return err
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
	u.take(answer)
	return answer, nil
}

// look finds out what the model holds: with extended operations by reading it, otherwise by writing its name unchanged,
// since there is no other way. If enable was part of a request that failed, its earlier value is written too, so that
// it is known again. If there is no answer, note says that model and files may be wrong, and which files may have
// arrived.
func (u *updater) look(ctx context.Context, failed videoindexer.LanguageModelUpdate, sent map[string]fileModel) (*videoindexer.LanguageModel, error) {
	var answer *videoindexer.LanguageModel
	var err error
	if u.isExtended {
		if answer, err = u.client.GetLanguageModel(ctx, u.account, u.model.ModelID.ValueString()); err == nil {
			u.take(answer)
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
// they are not. sent are the files of that request: one that the service holds now has arrived.
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

// pending are the wanted files that the model does not hold. One whose id was planned is not among
// them: it was there when the plan was made, and what is uploaded now would get another id.
func (u *updater) pending() map[string]fileModel {
	files := make(map[string]fileModel)
	for name, file := range u.wanted {
		held, ok := u.files[name]
		switch {
		case ok && held.sameContent(file):
			file.FileID, file.Enabled = held.FileID, held.Enabled
			u.files[name] = file // its path may have changed, with the same bytes behind it
		case file.FileID.IsUnknown():
			files[name] = file
		}
	}
	return files
}

// settings are those of the plan that the model does not have.
func (u *updater) settings() videoindexer.LanguageModelUpdate {
	var update videoindexer.LanguageModelUpdate
	if !u.plan.Name.Equal(u.model.Name) {
		update.Name = u.plan.Name.ValueStringPointer()
	}
	if !u.plan.Enabled.Equal(u.model.Enabled) {
		update.Enable = u.plan.Enabled.ValueBoolPointer()
	}
	return update
}

// hasLanguage reports whether the model has the language of the plan, in whatever letter case.
func (u *updater) hasLanguage() bool {
	return strings.EqualFold(u.model.Language.ValueString(), u.plan.Language.ValueString())
}

// isRejected reports whether the service turned down what a request holds.
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
