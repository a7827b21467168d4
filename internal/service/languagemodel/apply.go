package languagemodel

// An apply changes an existing model into the wanted one: it carries out one task after the other,
// and records each result in the claim.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// modelApply changes an existing model into the wanted one. The result of every request is in the
// claim, so that the claim can become the state even after a failure.
type modelApply struct {
	training
	claim  claim
	wanted wantedModel
}

// run changes the model as planned, reports values that the service has not kept, and trains the
// model.
func (a *modelApply) run(ctx context.Context) diag.Diagnostics {
	diags := a.carryOut(ctx)
	if !diags.HasError() {
		diags.Append(a.notKeptErrors()...)
	}
	if !diags.HasError() {
		diags.Append(a.train(ctx)...)
	}
	return diags
}

// carryOut runs one task after the other, each once. Each response can change which task is the
// next.
func (a *modelApply) carryOut(ctx context.Context) (diags diag.Diagnostics) {
	done := map[task]bool{}
	for {
		local, current, hasNext := next(a.claim, a.wanted, done)
		a.claim = local
		if !hasNext || diags.HasError() {
			return diags
		}
		done[current] = true
		diags.Append(a.carryOutTask(ctx, current)...)
	}
}

// carryOutTask runs one task. If it fails, the claim has the resulting state of the model.
func (a *modelApply) carryOutTask(ctx context.Context, current task) diag.Diagnostics {
	var err error
	switch current.verb {
	case observe:
		return a.observe(ctx)
	case uploadFiles:
		return a.upload(ctx)
	case compareFile:
		err = a.compareFile(ctx, current)
	case writeSettings:
		err = a.write(ctx, nil, current.settings)
	case renameFile:
		err = a.updateFile(ctx, current, videoindexer.LanguageModelFileUpdate{Name: &current.newName})
	case deleteFile:
		err = a.deleteFile(ctx, current)
	case switchFile:
		err = a.updateFile(ctx, current, videoindexer.LanguageModelFileUpdate{Enabled: &current.enable})
	}
	if err != nil {
		return a.recordFailure(err, current.phrase(), current.hints(err)...)
	}
	return nil
}

// observe reads the files of the model. After an import without a read, the first observation takes
// over files with wanted names.
func (a *modelApply) observe(ctx context.Context) diag.Diagnostics {
	wasImported := a.claim.isImported()
	err := a.read(ctx)
	if err != nil {
		return a.recordFailure(err, "update")
	}
	// A response without the language leaves the planned one.
	if a.claim.Language.IsNull() {
		a.claim.Language = a.wanted.Language
	}
	if wasImported {
		diags := a.settingErrors(languageSetting)
		if diags.HasError() {
			a.claim.forgetLanguage()
			return diags
		}
		a.addNamesakes()
	}
	return a.hiddenFilesErrors()
}

// read reads the model with extended operations, once no training of it is in progress, and
// otherwise by the response to a harmless write.
func (a *modelApply) read(ctx context.Context) error {
	if !a.claim.hasExtended {
		return a.write(ctx, nil, nameSetting)
	}
	remote, err := a.readIdle(ctx)
	if err == nil {
		a.claim = merge(a.claim, observation{LanguageModel: remote})
	}
	return err
}

// write sends files and settings in one request (20), and records in the claim what is known after
// it.
func (a *modelApply) write(ctx context.Context, files []videoindexer.FileUpload, settings settingSet) error {
	update := videoindexer.LanguageModelUpdate{Files: files}
	for _, s := range settings.rows() {
		s.write(&update, &a.wanted.resourceModel)
	}
	var response *videoindexer.LanguageModel
	send := func() (err error) {
		response, err = a.target.Client.UpdateLanguageModel(ctx, a.target.Account, a.modelID, update)
		return err
	}
	err := a.sendWhenFree(ctx, send)
	if err != nil && !videoindexer.MayHaveSucceeded(err) {
		return err
	}
	written := a.wanted.resourceModel
	if err != nil {
		// Null says that the service may not have the value.
		written = resourceModel{}
	}
	for _, s := range settings.rows() {
		s.copy(&a.claim.resourceModel, &written)
	}
	if update.Enabled != nil || len(files) > 0 {
		a.claim.markUntrained()
	}
	if err == nil {
		a.recordResponse(update, response)
	}
	return err
}

// recordResponse records the model that the response to a write shows.
func (a *modelApply) recordResponse(update videoindexer.LanguageModelUpdate, response *videoindexer.LanguageModel) {
	if a.claim.Enabled.ValueBool() && update.Enabled != nil {
		for label := range a.claim.files {
			a.claim.setEnabled(label, true)
		}
	}
	// With reads, an empty list proves nothing: some services leave the files out of this response.
	if a.claim.hasExtended && len(response.Files) == 0 {
		response.Files = nil
	}
	a.claim = merge(a.claim, observation{LanguageModel: response, isFromUpload: len(update.Files) > 0})
}

// addNamesakes adds the files that have wanted names to those of an imported model, whatever their
// texts are.
func (a *modelApply) addNamesakes() {
	missing := differenceOf(a.claim, a.wanted).missing
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		for _, id := range a.claim.othersNamed(name) {
			a.claim.add(name, fileModel{Enabled: types.BoolValue(true)}, id)
		}
	}
}

// hiddenFilesErrors returns the error of an apply that has to upload files to a model whose files
// no response shows.
func (a *modelApply) hiddenFilesErrors() (diags diag.Diagnostics) {
	if a.claim.hasSeenFiles || !a.wanted.managesFiles {
		return nil
	}
	missing := differenceOf(a.claim, a.wanted).missing
	if a.claim.hasUnconfirmed() || len(missing) > 0 {
		diags.AddAttributeError(path.Root("files"), "Service does not show the files of a language model", fmt.Sprintf(
			"The service does not show the files of %s, "+
				"so Terraform cannot distinguish its own files from those added by others. "+
				"With extended_operations, the provider reads the model. Otherwise, leave out files.", a.subject))
	}
	return diags
}

// upload sends the files that the model lacks in one request.
func (a *modelApply) upload(ctx context.Context) diag.Diagnostics {
	uploads := differenceOf(a.claim, a.wanted).uploads()
	files, diags := pack(uploads)
	if diags.HasError() {
		return diags
	}
	before := a.claim.clone()
	a.claim.addSent(uploads)
	var settings settingSet
	if !a.wanted.Enabled.ValueBool() {
		settings = enabledSetting
	}
	err := a.write(ctx, files, settings)
	switch {
	case err == nil && a.claim.hasUnconfirmed():
		return a.observe(ctx)
	case err == nil:
		return nil
	case !videoindexer.MayHaveSucceeded(err):
		a.claim = before
	}
	return a.recordFailure(err, string(uploadFiles))
}

// compareFile reads a text, for recognize. If the service does not return it, a file with the name
// of a sent file counts as the sent one, and any other file as somebody else's.
func (a *modelApply) compareFile(ctx context.Context, t task) error {
	err := a.claim.readText(ctx, a.target, t.id)
	if videoindexer.IsAccountWide(err) {
		return err
	}
	candidates := a.claim.candidates(t.label)
	if err != nil && len(candidates) > 0 {
		a.claim.confirm(t.label, a.claim.files[t.label], t.id)
	}
	return nil
}

// updateFile renames a file, or enables or disables it (X11). One that somebody has just deleted is
// no error.
func (a *modelApply) updateFile(ctx context.Context, t task, update videoindexer.LanguageModelFileUpdate) error {
	var shown *videoindexer.LanguageModelFile
	send := func() (err error) {
		shown, err = a.target.Client.UpdateLanguageModelFile(ctx, a.target.Account, a.modelID, t.id, update)
		return err
	}
	err := a.sendWhenFree(ctx, send)
	switch {
	case videoindexer.IsNotFound(err):
		delete(a.claim.files, t.label)
		return nil
	case err != nil:
		return err
	}
	// A response can leave out the values that were sent.
	if update.Enabled != nil {
		a.claim.markUntrained()
		a.claim.setEnabled(t.label, *cmp.Or(shown.Enabled, update.Enabled))
		return nil
	}
	if videoindexer.IsSameText(cmp.Or(shown.Name, t.newName), t.newName) {
		a.claim.rename(t.label, t.newName)
	}
	return nil
}

// deleteFile deletes a file (21); one that is gone already is no error.
func (a *modelApply) deleteFile(ctx context.Context, t task) error {
	a.claim.markUntrained()
	send := func() error { return a.target.Client.DeleteLanguageModelFile(ctx, a.target.Account, a.modelID, t.id) }
	err := a.sendWhenFree(ctx, send)
	if err == nil || videoindexer.IsNotFound(err) {
		delete(a.claim.files, t.label)
		return nil
	}
	// A read shows whether the file is there. Without reads, the claim has to say that nobody
	// knows.
	if videoindexer.MayHaveSucceeded(err) && !a.claim.hasExtended {
		file := a.claim.files[t.label]
		file.FileID = types.StringNull()
		a.claim.files[t.label] = file
	}
	return err
}

// empty deletes the files that Terraform has sent, and disables the model, even if it is disabled
// in the state. A file that does not exist any more is not an error.
func (a *modelApply) empty(ctx context.Context) diag.Diagnostics {
	maps.DeleteFunc(a.claim.files, func(_ string, file fileModel) bool { return file.isFound() })
	a.claim.Enabled = types.BoolNull()
	a.wanted.Enabled = types.BoolValue(false)
	diags := a.carryOut(ctx)
	switch {
	case a.claim.hidden.IsGone:
		return nil
	case diags.HasError():
		return diags
	}
	return a.settingErrors(enabledSetting)
}

// state returns the state after the apply. What is not managed is as planned, even if a response
// shows that others have changed it since.
func (a *modelApply) state() resourceModel {
	state := a.claim.state(a.wanted.resourceModel)
	for _, s := range a.wanted.omitted.rows() {
		if !s.value(&a.wanted.resourceModel).IsUnknown() {
			s.copy(&state, &a.wanted.resourceModel)
		}
	}
	if !a.wanted.managesFiles {
		state.Files = a.wanted.Files
	}
	return state
}
