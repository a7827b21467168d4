package languagemodel

import (
	"context"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// deletesOrAdjusts says whether files are to be deleted, enabled or disabled.
func (u *updater) deletesOrAdjusts() bool {
	if len(u.note.Obsolete) > 0 {
		return true
	}
	for name, current := range u.files {
		if file, stays := u.wanted[name]; !stays || u.plan.Enabled.ValueBool() && !current.Enabled.Equal(file.Enabled) {
			return true
		}
	}
	return false
}

// adjust enables and disables the files that are not as they should be (X11). In a disabled model, all files are
// disabled.
func (u *updater) adjust(ctx context.Context) error {
	for _, name := range sortedNames(u.wanted) {
		file, isPresent := u.files[name]
		enabled := u.wanted[name].Enabled
		if !isPresent || file.Enabled.Equal(enabled) {
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

// change makes the model what plan says; wanted are the planned files.
//
// Settings come first, since their answer shows which files the model has: a file that Terraform did
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
	if u.isExtended && !plan.Files.IsNull() {
		for id, name := range u.note.Others { // the plan has said that the apply deletes them
			u.files[u.keyFor(videoindexer.LanguageModelFile{ID: id, Name: name})] = fileModel{FileID: types.StringValue(id), Enabled: types.BoolValue(true)}
		}
		u.note.Others = nil
		pending = u.pending()
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

// begin writes the settings, or only the name as it is, and learns from the answer what the model has. It returns an
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
		if _, isPresent := u.files[name]; !isPresent || !u.note.deletesFirst(name, files[name]) {
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
		if _, isPresent := u.files[name]; isPresent {
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

// pending are the wanted files that the model does not hold. One whose id was planned is not among
// them: it was there when the plan was made, and what is uploaded now would get another id.
func (u *updater) pending() map[string]fileModel {
	files := make(map[string]fileModel)
	for name, file := range u.wanted {
		current, ok := u.files[name]
		switch {
		case ok && current.sameContent(file):
			file.FileID, file.Enabled = current.FileID, current.Enabled
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
