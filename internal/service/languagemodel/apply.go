package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// applying makes a model that exists the desired one. Every call has its result in have, so that have can become the state
// however the apply ends.
type applying struct {
	training
	have *known
	want desired
	// save makes have the state.
	save func()
}

// run makes the model what the plan says, and reports what the service has otherwise.
func (a *applying) run(ctx context.Context) diag.Diagnostics {
	a.have.adopt(a.want)
	if a.want.Files.IsNull() { // they stay in the model
		maps.DeleteFunc(a.have.files, func(_ string, file fileModel) bool { return file.isFound() })
	}
	if a.want.manages(a.have) {
		a.have.replaceOthers(a.want)
	}
	if _, problems := pack(a.have.lacks(a.want)); problems.HasError() {
		return problems // before anything is sent
	}
	diags := a.carryOut(ctx)
	if !diags.HasError() {
		diags.Append(a.compare()...)
	}
	return diags
}

// replaceOthers makes files of others that have a wanted name those that an upload replaces.
func (k *known) replaceOthers(want desired) {
	for _, f := range k.private.all(isOthers) {
		_, isWanted := want.files[f.Name]
		if _, isPresent := k.files[f.Name]; isWanted && !isPresent {
			k.files[f.Name] = fileModel{FileID: types.StringValue(f.ID)}
			k.private.remove(f.ID)
		}
	}
}

// carryOut runs the operations, each once. Every answer can show what changes the list, so it is made again after each. What
// an upload does not show is looked for once more.
func (a *applying) carryOut(ctx context.Context) (diags diag.Diagnostics) {
	for done := map[operation]bool{}; !diags.HasError(); {
		operations := slices.DeleteFunc(diff(a.have, a.want), func(o operation) bool { return done[o] })
		if len(operations) == 0 {
			break
		}
		done[operations[0]] = true
		if operations[0].kind == uploadFiles {
			delete(done, operation{kind: look})
		}
		diags.Append(a.do(ctx, operations[0])...)
		a.have.adopt(a.want)
		a.save()
	}
	return diags
}

// do runs one operation. If it fails, have says where that leaves the model.
func (a *applying) do(ctx context.Context, o operation) diag.Diagnostics {
	var err error
	switch o.kind {
	case look:
		return a.look(ctx)
	case writeSettings:
		err = a.write(ctx, videoindexer.LanguageModelUpdate{Name: o.rename.ValueStringPointer(), Enable: o.enable.ValueBoolPointer()}, nil)
	case uploadFiles:
		err = a.upload(ctx, a.have.lacks(a.want))
	case deleteFile:
		err = a.deleteFile(ctx, o.id)
	case switchFile:
		err = a.switchFile(ctx, o)
	}
	if err != nil {
		return diag.Diagnostics{a.failed(err, o.verb())}
	}
	return nil
}

// look learns what the model has: with extended operations by a read, once no training of it is under way; otherwise by the
// answer to a write. The first look after an import that could not read takes files of configured names over. A file of others
// in the place of one that is to be uploaded is an error, before anything else is changed.
func (a *applying) look(ctx context.Context) (diags diag.Diagnostics) {
	isImported := a.have.private.Condition == imported
	var sent map[string]fileModel
	if isImported {
		sent = make(map[string]fileModel)
		for name := range a.want.files {
			sent[name] = fileModel{}
		}
	}
	var err error
	if a.have.isExtended {
		var remote *videoindexer.LanguageModel
		if remote, _, err = a.settle(ctx); err == nil {
			a.have.see(remote, sent)
		} else if isGone(err) {
			a.have.private.Condition = gone
		}
	} else {
		update := videoindexer.LanguageModelUpdate{Name: a.want.Name.ValueStringPointer()}
		if !a.have.Enabled.Equal(a.want.Enabled) {
			update.Enable = a.want.Enabled.ValueBoolPointer()
		}
		err = a.write(ctx, update, sent)
	}
	if err != nil {
		return diag.Diagnostics{a.failed(err, "update")}
	}
	if a.have.Language.IsNull() {
		a.have.Language = a.want.Language
	}
	switch {
	case !a.want.hasLanguage(a.have): // it will be replaced: its files stay as they are
		if isImported {
			a.have.private.Condition = imported
		}
		return a.compare()
	case isImported:
		diags = a.others()
	}
	return append(diags, a.conflicts(a.have.lacks(a.want))...)
}

// upload sends files in one request.
func (a *applying) upload(ctx context.Context, files map[string]fileModel) error {
	var update videoindexer.LanguageModelUpdate
	update.Files, _ = pack(files) // run has looked at them
	if !a.want.Enabled.ValueBool() {
		update.Enable = new(false)
	}
	return a.write(ctx, update, files)
}

// deleteFile deletes a file (endpoint 21); one that is gone already is no error.
func (a *applying) deleteFile(ctx context.Context, id string) error {
	a.have.isToTrain()
	err := a.whenIdle(ctx, func() error { return a.client.DeleteLanguageModelFile(ctx, a.account, a.modelID, id) })
	if err != nil && !videoindexer.IsNotFound(err) {
		a.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
		return err
	}
	maps.DeleteFunc(a.have.files, func(_ string, file fileModel) bool { return file.FileID.ValueString() == id })
	a.have.private.remove(id)
	return nil
}

// switchFile enables or disables a file (X11).
func (a *applying) switchFile(ctx context.Context, o operation) error {
	var answer *videoindexer.LanguageModelFile
	err := a.whenIdle(ctx, func() (err error) {
		answer, err = a.client.UpdateLanguageModelFile(ctx, a.account, a.modelID, o.id, videoindexer.LanguageModelFileUpdate{Enabled: o.enable.ValueBoolPointer()})
		return err
	})
	if err != nil {
		a.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
		return err
	}
	a.have.isToTrain()
	file := a.have.files[o.name]
	file.Enabled = o.enable
	if answer.Enabled != nil {
		file.Enabled = types.BoolValue(*answer.Enabled)
	}
	a.have.files[o.name] = file
	return nil
}

// write updates the model (endpoint 20). With extended operations, the model is read if the answer shows no files.
func (a *applying) write(ctx context.Context, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) error {
	var answer *videoindexer.LanguageModel
	err := a.whenIdle(ctx, func() (err error) {
		answer, err = a.client.UpdateLanguageModel(ctx, a.account, a.modelID, update)
		return err
	})
	if err != nil {
		a.recover(ctx, err, update, sent)
		return err
	}
	if a.have.isExtended && len(answer.Files) == 0 {
		answer.Files = nil
		if shown, err := a.client.GetLanguageModel(ctx, a.account, a.modelID); err == nil {
			answer = shown
		}
	}
	if update.Name != nil {
		a.have.Name = types.StringPointerValue(update.Name)
	}
	if update.Enable != nil {
		a.have.Enabled = types.BoolPointerValue(update.Enable)
		for name, file := range a.have.files { // as endpoint 20 does
			file.Enabled = types.BoolValue(*update.Enable || file.Enabled.ValueBool())
			a.have.files[name] = file
		}
	}
	if update.Enable != nil || len(update.Files) > 0 {
		a.have.isToTrain()
	}
	a.have.see(answer, sent)
	return nil
}

// recover brings what is known in step with the service after a request has failed whose outcome is not known, or notes
// that it is not. sent are the files of that request.
func (a *applying) recover(ctx context.Context, failure error, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) {
	_, isUnsent := errors.AsType[*videoindexer.LanguageFileError](failure)
	switch {
	case isGone(failure):
		a.have.private.Condition = gone
		return
	case isUnsent, isRefused(failure), a.have.imported():
		return
	}
	if update.Enable != nil && !a.have.isExtended { // nothing but another write of it tells
		a.have.Enabled = types.BoolNull()
	}
	if a.have.remember(sent); len(sent) > 0 {
		a.have.isToTrain()
	}
	a.ask(ctx)
}

// ask finds out what the model has: with extended operations by reading it, otherwise by writing its name unchanged. If there
// is no answer, the private state says so.
func (a *applying) ask(ctx context.Context) {
	var remote *videoindexer.LanguageModel
	var err error
	if a.have.isExtended {
		remote, err = a.client.GetLanguageModel(ctx, a.account, a.modelID)
	} else {
		remote, err = a.client.UpdateLanguageModel(ctx, a.account, a.modelID, videoindexer.LanguageModelUpdate{Name: a.have.Name.ValueStringPointer()})
	}
	switch {
	case err == nil:
		a.have.see(remote, nil)
	case isGone(err):
		a.have.private.Condition = gone
	default:
		a.have.private.Condition = unread
	}
}

// empty deletes Terraform's files of the model, and disables it. What is gone already is no error.
func (a *applying) empty(ctx context.Context) diag.Diagnostics {
	deleted := maps.Clone(a.have.files)
	a.want.Files = types.MapNull(fileType)
	diags := a.carryOut(ctx)
	if !diags.HasError() {
		err := a.write(ctx, videoindexer.LanguageModelUpdate{Enable: new(false)}, nil)
		switch {
		case videoindexer.IsNotFound(err): // with its account, perhaps
			return nil
		case err != nil:
			diags.Append(apidiag.Error("disable", a.subject(), err))
		}
	}
	switch {
	case a.have.private.Condition == gone:
		return nil
	case diags.HasError():
		return diags
	}
	for name, file := range deleted {
		if a.have.shows(name, file) {
			a.have.files[name] = file
		}
	}
	if len(a.have.files) > 0 || a.have.Enabled.ValueBool() {
		remains := "enabled files"
		if len(a.have.files) > 0 {
			remains = "files that were deleted (" + quoteAll(sortedNames(a.have.files)) + ")"
		}
		return diag.Diagnostics{diag.NewErrorDiagnostic("Language model was not emptied", fmt.Sprintf(
			"The service accepted the requests to empty and disable %s, but its answer still shows %s. The model stays in the state: destroy it again, or set deletion_policy to `abandon` and apply, to stop managing it and leave it as it is.",
			a.subject(), remains))}
	}
	detail := fmt.Sprintf("The destroy deleted the files of %s and disabled it. %s: "+
		"the model itself is still there. Delete it in the service's portal if it is not needed.", a.subject(), undeleted(a.have.isExtended))
	if others := namesOf(a.have.unknown(a.have.shown)); len(others) > 0 {
		detail += " It still contains files that Terraform did not manage: " + quoteAll(others) + "."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Language model emptied, not deleted", detail)}
}

// delete deletes the model (X7). If a training of the model prevents that, the training is canceled (X9).
func (a *applying) delete(ctx context.Context) diag.Diagnostics {
	a.cancels = true
	err := a.whenIdle(ctx, func() error { return a.client.DeleteLanguageModel(ctx, a.account, a.modelID) })
	switch {
	case err == nil || videoindexer.IsNotFound(err):
		return nil
	case errors.Is(err, wait.ErrTimeout):
		return diag.Diagnostics{a.goesOn("The delete has canceled it.")}
	}
	return diag.Diagnostics{apidiag.Error("delete", a.subject(), err)}
}

// undeleted says why a destroy that empties a model does not delete it.
func undeleted(isExtended bool) string {
	if isExtended {
		return "Its deletion_policy is `empty` (`delete` would delete it)"
	}
	return "The service has no call that deletes a language model"
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
