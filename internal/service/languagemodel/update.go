package languagemodel

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// updater changes a language model, call by call. At every moment model and files say what the service
// is known to hold, so that they are what belongs in the state, however the change ends; and where
// they may be wrong, note says so.
type updater struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	model   resourceModel
	// files is nil as long as nothing is known of the model's files: after an import. A file of ours
	// whose content is in doubt has neither hash nor address, so that it equals no file of a plan.
	files map[string]fileModel
	note  note
	// undeletable are the names of files of ours that should be deleted, and whose ids the service has
	// never shown.
	undeletable []string
}

// change makes the model what plan says, wanted being its files.
//
// Settings come first, since their answer shows which files the model holds: a file that Terraform did
// not send is never replaced. Then new files are uploaded, and only then are those that they replace
// deleted, so that a refused upload leaves the old file.
func (u *updater) change(ctx context.Context, plan resourceModel, wanted map[string]fileModel) diag.Diagnostics {
	var diags diag.Diagnostics
	u.model.DeletionPolicy = plan.DeletionPolicy
	u.note.Gone = false
	pending := u.pending(wanted)
	if _, problems := pack(pending); problems.HasError() {
		return problems // before anything is sent
	}
	settings := u.settings(plan)
	if len(pending) > 0 || settings.Name != nil || settings.Enable != nil || u.note.Unread {
		if diags = u.begin(ctx, plan, wanted, settings); diags.HasError() {
			return diags
		}
		pending = u.pending(wanted)
	}
	if len(pending) > 0 {
		if err := u.upload(ctx, plan, pending); err != nil {
			diags.Append(u.failed(err, verb(pending), wanted))
			return diags
		}
	}
	if err := u.clear(ctx); err != nil {
		u.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
		diags.Append(u.failed(err, "delete former files of", wanted))
		return diags
	}
	for _, name := range sortedNames(u.files) {
		if _, stays := wanted[name]; stays {
			continue
		}
		if err := u.remove(ctx, name); err != nil {
			u.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
			diags.Append(u.failed(err, "delete file "+quote(name)+" of", wanted))
			return diags
		}
	}
	diags.Append(u.compare(plan, wanted)...)
	return diags
}

// begin writes the settings, or only the name as it is, and learns from the answer what the model
// holds. It ends with an error where that stands in the way of the files that are wanted.
func (u *updater) begin(ctx context.Context, plan resourceModel, wanted map[string]fileModel, settings videoindexer.LanguageModelUpdate) diag.Diagnostics {
	var diags diag.Diagnostics
	u.note.Imported = u.note.Imported || u.model.imported()
	imported := u.note.Imported
	if imported || u.note.Unread {
		settings.Enable = plan.Enabled.ValueBoolPointer() // it may not be what the state says
	}
	settings.Name = plan.Name.ValueStringPointer()
	answer, err := u.send(ctx, settings)
	if err != nil {
		u.note.Gone = isGone(err)
		if !u.model.imported() {
			u.recover(ctx, err, settings, nil)
		}
		diags.Append(u.failed(err, "update", wanted))
		return diags
	}
	if u.files == nil {
		u.files = make(map[string]fileModel)
	}
	if u.model.Language.IsNull() {
		u.model.Language = plan.Language
	}
	u.take(answer)
	if !strings.EqualFold(u.model.Language.ValueString(), plan.Language.ValueString()) {
		u.note.Unread = true
		return u.compare(plan, nil) // it will be replaced: its files stay as they are
	}
	sent := u.note.sentFiles(nil)
	if imported {
		for name := range wanted {
			sent[name] = fileModel{} // an import takes files of these names over, whoever sent them
		}
	}
	u.arrived(answer, sent, uploadUnknown)
	u.note.Unread, u.note.Imported, u.note.Sent = false, false, nil
	if diags.Append(u.inTheWay(answer, wanted)...); !diags.HasError() && imported {
		diags.Append(u.others(answer)...)
	}
	return diags
}

// upload sends files in one request, and finds them in the answer.
func (u *updater) upload(ctx context.Context, plan resourceModel, files map[string]fileModel) error {
	var update videoindexer.LanguageModelUpdate
	oneAName := false
	for _, name := range sortedNames(files) {
		if _, held := u.files[name]; !held || !u.note.deletesFirst(name, files[name]) {
			continue
		}
		oneAName = true
		if err := u.remove(ctx, name); err != nil {
			u.recover(ctx, err, update, nil)
			return err
		}
	}
	update.Files, _ = pack(files) // change has looked at them
	if !plan.Enabled.ValueBool() {
		update.Enable = new(false)
	}
	answer, err := u.send(ctx, update)
	if err != nil {
		if isRejected(err) {
			u.note.refuse(files, u.files)
		}
		u.recover(ctx, err, update, files)
		return err
	}
	u.note.OnePerName, u.note.Refused = u.note.OnePerName || oneAName, nil
	u.take(answer)
	if err := u.confirm(ctx, answer, files); err != nil {
		return err
	}
	if !plan.Enabled.Equal(u.model.Enabled) {
		// The service took enable=false for the files that were there before.
		update := videoindexer.LanguageModelUpdate{Enable: plan.Enabled.ValueBoolPointer()}
		answer, err := u.send(ctx, update)
		if err != nil {
			u.recover(ctx, err, update, nil)
			return err
		}
		u.take(answer)
	}
	return nil
}

// confirm finds files that were accepted in the answer, and asks once more where it does not show all
// of them. A service that shows no files at all is believed: it accepted them.
func (u *updater) confirm(ctx context.Context, answer *videoindexer.LanguageModel, files map[string]fileModel) error {
	if u.arrived(answer, files, uploadAccepted) {
		return nil
	}
	again, err := u.look(ctx, videoindexer.LanguageModelUpdate{})
	if err != nil {
		u.note.Unread, u.note.Gone = true, isGone(err)
		u.note.remember(files, u.files)
		return err
	}
	u.take(again)
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

// send is endpoint 20; settings that it wrote are noted.
func (u *updater) send(ctx context.Context, update videoindexer.LanguageModelUpdate) (*videoindexer.LanguageModel, error) {
	answer, err := u.client.UpdateLanguageModel(ctx, u.account, u.model.ModelID.ValueString(), update)
	if err != nil {
		return nil, err
	}
	if update.Name != nil {
		u.model.Name = types.StringPointerValue(update.Name)
	}
	if answer.Name != "" {
		u.model.Name = types.StringValue(answer.Name)
	}
	if update.Enable != nil {
		ignored := slices.ContainsFunc(answer.Files, func(f videoindexer.LanguageModelFile) bool {
			return f.Enabled != nil && *f.Enabled != *update.Enable
		})
		u.model.Enabled = types.BoolValue(*update.Enable != ignored)
	}
	return answer, nil
}

// look asks what the model holds in the only way there is: by writing its name as it is. Where enable
// was part of the request that failed, what it was before is written too, so that it is known again.
func (u *updater) look(ctx context.Context, failed videoindexer.LanguageModelUpdate) (*videoindexer.LanguageModel, error) {
	again := videoindexer.LanguageModelUpdate{Name: u.model.Name.ValueStringPointer()}
	if failed.Enable != nil {
		again.Enable = u.model.Enabled.ValueBoolPointer()
	}
	return u.send(ctx, again)
}

// recover brings model and files in step with the service after a request has failed, or notes that
// they are not. sent are the files of that request: one that the service holds now has arrived.
func (u *updater) recover(ctx context.Context, failure error, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) {
	if isGone(failure) {
		u.note.Gone = true
		return
	}
	how := uploadUnknown
	_, isUnsent := errors.AsType[*videoindexer.LanguageFileError](failure)
	if isUnsent || isRefused(failure) {
		how = uploadRefused
	}
	if how == uploadRefused && len(sent) == 0 {
		return
	}
	answer, err := u.look(ctx, update)
	if err != nil {
		u.note.Unread, u.note.Gone = true, isGone(err)
		u.note.remember(sent, u.files)
		return
	}
	u.take(answer)
	u.arrived(answer, sent, how)
}

// remove deletes a file of ours, or notes that it cannot be.
func (u *updater) remove(ctx context.Context, name string) error {
	if id := u.files[name].FileID.ValueString(); id == "" {
		u.undeletable = append(u.undeletable, name)
	} else if err := u.drop(ctx, id); err != nil {
		return err
	}
	delete(u.files, name)
	return nil
}

// clear deletes the files that have a successor.
func (u *updater) clear(ctx context.Context) error {
	for len(u.note.Obsolete) > 0 {
		if err := u.drop(ctx, u.note.Obsolete[0]); err != nil {
			return err
		}
		u.note.Obsolete = u.note.Obsolete[1:]
	}
	u.note.Obsolete = nil
	return nil
}

// drop is endpoint 21; a file that is gone already is as it should be.
func (u *updater) drop(ctx context.Context, fileID string) error {
	err := u.client.DeleteLanguageModelFile(ctx, u.account, u.model.ModelID.ValueString(), fileID)
	if videoindexer.IsNotFound(err) {
		return nil
	}
	return err
}

// pending are the wanted files that the model does not hold. One whose id was planned is not among
// them: it was there when the plan was made, and what is uploaded now would get another id.
func (u *updater) pending(wanted map[string]fileModel) map[string]fileModel {
	files := make(map[string]fileModel)
	for name, file := range wanted {
		held, ok := u.files[name]
		switch {
		case ok && held.sameContent(file):
			file.FileID = held.FileID
			u.files[name] = file // its path may have changed, with the same bytes behind it
		case file.FileID.IsUnknown():
			files[name] = file
		}
	}
	return files
}

// settings are those of plan that the model does not have.
func (u *updater) settings(plan resourceModel) videoindexer.LanguageModelUpdate {
	var update videoindexer.LanguageModelUpdate
	if !plan.Name.Equal(u.model.Name) {
		update.Name = plan.Name.ValueStringPointer()
	}
	if !plan.Enabled.Equal(u.model.Enabled) {
		update.Enable = plan.Enabled.ValueBoolPointer()
	}
	return update
}

// isRejected tells whether the service turned down what a request holds.
func isRejected(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && isRefused(err) && (answer.Status == http.StatusBadRequest || answer.Status == http.StatusConflict)
}

// isGone tells whether the service itself said that there is no such model.
func isGone(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && videoindexer.IsNotFound(err) && answer.Type != videoindexer.ErrorTypeAccountNotFound
}

// isRefused tells whether the service itself turned a request down, so that nothing of it was carried out.
func isRefused(err error) bool {
	if _, ambiguous := errors.AsType[*videoindexer.AmbiguousError](err); ambiguous {
		return false
	}
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && answer.HasErrorObject && answer.Status >= http.StatusBadRequest && answer.Status < http.StatusInternalServerError
}
