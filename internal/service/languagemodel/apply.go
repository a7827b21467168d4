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

// applying makes a model that exists the desired one. Every call has its result in have, so that have can become the state
// however the apply ends.
type applying struct {
	training
	have *known
	want desired
	// undeletable are the names of files that should be deleted, and whose ids the service has never shown.
	undeletable []string
	// save makes have the state.
	save func()
}

// run plans the operations and runs them. What they do not show is looked at first, since a file that Terraform did not
// send is never replaced.
func (a *applying) run(ctx context.Context) (diags diag.Diagnostics) {
	if a.have.private.Condition == gone {
		a.have.private.Condition = inStep
	}
	a.have.adopt(a.want)
	a.takeOthers()
	operations := diff(a.have, a.want)
	if _, problems := pack(a.have.lacks(a.want)); problems.HasError() {
		return problems // before anything is sent
	}
	if a.mustLook(operations) {
		if diags = a.look(ctx); diags.HasError() {
			return diags
		}
		operations = diff(a.have, a.want)
		if !a.have.isExtended && len(operations) > 0 && operations[0].kind == writeSettings {
			operations = operations[1:] // as written by the look
		}
	}
	for _, o := range operations {
		if err := a.do(ctx, o); err != nil {
			diags.Append(a.failed(err, o.verb()))
			return diags
		}
		a.save()
	}
	diags.Append(a.compare()...)
	return diags
}

// takeOthers takes files of others over, or leaves them, as the plan has said.
func (a *applying) takeOthers() {
	switch {
	case !a.have.isExtended:
	case a.want.Files.IsNull():
		for _, name := range unsent(a.have.files, true) {
			delete(a.have.files, name)
		}
	default:
		var others []videoindexer.LanguageModelFile
		for _, file := range a.have.private.all(isOthers) {
			others = append(others, videoindexer.LanguageModelFile{ID: file.ID, Name: file.Name})
		}
		a.have.takeOthers(others, false)
		a.have.private.forget(isOthers)
	}
}

// mustLook reports whether operations have to know what the model has now.
func (a *applying) mustLook(operations []operation) bool {
	if a.have.isExtended && len(operations) > 0 || a.have.private.Condition != inStep {
		return true
	}
	return slices.ContainsFunc(operations, func(o operation) bool { return o.kind == writeSettings || o.kind == uploadFiles })
}

// look learns what the model has. With extended operations it is read, once no training of it is under way; otherwise only
// the answer to a write says it. It returns an error if what the model has conflicts with the plan.
func (a *applying) look(ctx context.Context) diag.Diagnostics {
	isImported := a.have.private.Condition == imported
	var answer *videoindexer.LanguageModel
	var err error
	if a.have.isExtended {
		if answer, _, err = a.settle(ctx, a.want.CancelTraining.ValueBool()); err != nil {
			if isGone(err) {
				a.have.private.Condition = gone
			}
			return diag.Diagnostics{a.failed(err, "update")}
		}
		a.have.take(answer)
	}
	if !a.have.isExtended || isImported {
		update := videoindexer.LanguageModelUpdate{Name: a.want.Name.ValueStringPointer(), Enable: a.have.settings(a.want).Enable}
		if a.have.private.Condition != inStep { // it may not be what the state says
			update.Enable = a.want.Enabled.ValueBoolPointer()
		}
		if answer, err = a.send(ctx, update, nil); err != nil {
			return diag.Diagnostics{a.failed(err, "update")}
		}
	}
	if a.have.Language.IsNull() {
		a.have.Language = a.want.Language
	}
	if !a.want.hasLanguage(a.have) { // it will be replaced: its files stay as they are
		if !isImported {
			a.have.private.Condition = unread
		}
		return a.compare()
	}
	sent := a.have.wasSentBefore()
	if isImported {
		for name := range a.want.files {
			sent[name] = fileModel{} // an import takes files of these names over, whoever sent them
		}
	}
	a.have.takeSent(answer, sent, uploadUnknown)
	a.have.private.forget(wasSent)
	a.have.private.Condition = inStep
	a.have.adopt(a.want)
	diags := a.conflicts(answer)
	if isImported && !diags.HasError() {
		diags.Append(a.others(answer)...)
	}
	return diags
}

// do runs one operation. If it fails, have says where that leaves the model.
func (a *applying) do(ctx context.Context, o operation) (err error) {
	switch o.kind {
	case writeSettings, writeEnabled:
		update := a.have.settings(a.want)
		if o.kind == writeEnabled {
			update.Name = nil
		}
		if update.Name != nil || update.Enable != nil {
			_, err = a.send(ctx, update, nil)
		}
		return err
	case uploadFiles:
		return a.upload(ctx, o)
	case deleteFile:
		err = a.deleteNamed(ctx, o.name)
	case deleteReplaced:
		err = a.deleteReplaced(ctx)
	case switchFile:
		err = a.switchNamed(ctx, o.name)
	}
	if err != nil {
		a.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
	}
	return err
}

// upload sends files in one request, and finds them in the answer.
func (a *applying) upload(ctx context.Context, o operation) error {
	var update videoindexer.LanguageModelUpdate
	update.Files, _ = pack(o.files) // run has looked at them
	if !a.want.Enabled.ValueBool() {
		update.Enable = new(false)
	}
	answer, err := a.send(ctx, update, o.files)
	if err != nil {
		return err
	}
	a.have.isToTrain()
	a.have.private.forget(wasRefused)
	if o.afterDelete && len(a.have.private.all(isAlone)) == 0 {
		a.have.private.add(fileFact{Fact: isAlone})
	}
	return a.confirm(ctx, answer, o.files)
}

// confirm finds files that were accepted in the answer, and asks once more where it does not show all
// of them. A service that shows no files at all is believed: it accepted them.
func (a *applying) confirm(ctx context.Context, answer *videoindexer.LanguageModel, files map[string]fileModel) error {
	if a.have.takeSent(answer, files, uploadAccepted) {
		return nil
	}
	again, err := a.ask(ctx, videoindexer.LanguageModelUpdate{}, files)
	if err != nil {
		return err
	}
	if a.have.takeSent(again, files, uploadAccepted) || len(answer.Files)+len(again.Files) > 0 {
		return nil
	}
	for _, name := range sortedNames(files) {
		if _, isPresent := a.have.files[name]; isPresent {
			a.undeletable = append(a.undeletable, name)
		}
		file := files[name]
		file.FileID = types.StringNull()
		a.have.files[name] = file
	}
	return nil
}

// deleteNamed deletes a file of the state, or notes that it cannot be deleted.
func (a *applying) deleteNamed(ctx context.Context, name string) error {
	if id := a.have.files[name].FileID.ValueString(); id == "" {
		a.undeletable = append(a.undeletable, name)
	} else if err := a.deleteFile(ctx, id); err != nil {
		return err
	}
	delete(a.have.files, name)
	return nil
}

func (a *applying) deleteReplaced(ctx context.Context) error {
	for _, replaced := range a.have.private.all(wasReplaced) {
		if err := a.deleteFile(ctx, replaced.ID); err != nil {
			return err
		}
		a.have.private.Files = slices.DeleteFunc(a.have.private.Files, func(f fileFact) bool { return f == replaced })
	}
	return nil
}

// deleteFile deletes a file (endpoint 21); one that is gone already is no error.
func (a *applying) deleteFile(ctx context.Context, id string) error {
	a.have.isToTrain()
	err := a.whenIdle(ctx, func() error { return a.client.DeleteLanguageModelFile(ctx, a.account, a.modelID, id) })
	if videoindexer.IsNotFound(err) {
		return nil
	}
	return err
}

// switchNamed enables or disables a file that is not as it should be (X11).
func (a *applying) switchNamed(ctx context.Context, name string) error {
	file := a.have.files[name]
	enabled, id := a.want.files[name].Enabled, file.FileID.ValueString()
	if !a.have.hasSwitched(name, a.want) {
		return nil
	}
	if id != "" {
		var answer *videoindexer.LanguageModelFile
		err := a.whenIdle(ctx, func() (err error) {
			answer, err = a.client.UpdateLanguageModelFile(ctx, a.account, a.modelID, id, videoindexer.LanguageModelFileUpdate{Enabled: enabled.ValueBoolPointer()})
			return err
		})
		if err != nil {
			return err
		}
		a.have.isToTrain()
		if answer.Enabled != nil {
			enabled = types.BoolValue(*answer.Enabled)
		}
	}
	file.Enabled = enabled
	a.have.files[name] = file
	return nil
}

// whenIdle makes a call, and repeats it after a training that was under way when the service refused it.
func (a *applying) whenIdle(ctx context.Context, call func() error) error {
	if !a.have.isExtended {
		return call()
	}
	return a.training.whenIdle(ctx, a.want.CancelTraining.ValueBool(), call)
}

// send writes, with the files in sent, and finds out where a failure leaves the model.
func (a *applying) send(ctx context.Context, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) (*videoindexer.LanguageModel, error) {
	answer, err := a.write(ctx, update)
	if err != nil {
		a.recover(ctx, err, update, sent)
	}
	return answer, err
}

// write updates the model (endpoint 20). What is known is then what the answer says, or what a read says if the answer does
// not show files.
func (a *applying) write(ctx context.Context, update videoindexer.LanguageModelUpdate) (answer *videoindexer.LanguageModel, err error) {
	err = a.whenIdle(ctx, func() (err error) {
		answer, err = a.client.UpdateLanguageModel(ctx, a.account, a.modelID, update)
		return err
	})
	if err != nil {
		return nil, err
	}
	if a.have.isExtended && len(answer.Files) == 0 {
		if shown, err := a.client.GetLanguageModel(ctx, a.account, a.modelID); err == nil {
			answer = shown
		}
	}
	if update.Name != nil {
		a.have.Name = types.StringPointerValue(update.Name)
	}
	if update.Enable != nil {
		if a.have.Enabled.ValueBool() != *update.Enable {
			a.have.isToTrain()
		}
		ignored := slices.ContainsFunc(answer.Files, func(f videoindexer.LanguageModelFile) bool {
			return f.Enabled != nil && *f.Enabled != *update.Enable && !f.IsServiceMade()
		})
		a.have.Enabled = types.BoolValue(*update.Enable != ignored)
	}
	a.have.take(answer)
	return answer, nil
}

// ask finds out what the model has after a request that failed, or whose answer did not show it: with extended operations by
// reading it, otherwise by writing its name unchanged. If enable was part of the request, its earlier value is written too,
// so that it is known again. If there is no answer, the private state says so, and which files may have arrived.
func (a *applying) ask(ctx context.Context, failed videoindexer.LanguageModelUpdate, sent map[string]fileModel) (*videoindexer.LanguageModel, error) {
	var answer *videoindexer.LanguageModel
	var err error
	if a.have.isExtended {
		if answer, err = a.client.GetLanguageModel(ctx, a.account, a.modelID); err == nil {
			a.have.take(answer)
		}
	} else {
		again := videoindexer.LanguageModelUpdate{Name: a.have.Name.ValueStringPointer()}
		if failed.Enable != nil {
			again.Enable = a.have.Enabled.ValueBoolPointer()
		}
		answer, err = a.write(ctx, again)
	}
	if err != nil {
		a.have.private.afterFailure(err)
		a.have.rememberSent(sent)
	}
	return answer, err
}

// recover brings what is known in step with the service after a request has failed, or notes that it is not. sent are the
// files of that request: one that the service has now has arrived.
func (a *applying) recover(ctx context.Context, failure error, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) {
	if isGone(failure) {
		a.have.private.Condition = gone
		return
	}
	if a.have.imported() {
		return
	}
	if len(sent) > 0 && !isRefused(failure) {
		a.have.isToTrain()
	}
	if isRejected(failure) {
		for _, name := range sortedNames(sent) {
			if _, older := a.have.files[name]; older {
				a.have.private.add(fileFact{Fact: wasRefused, Name: name, SHA256: sent[name].ContentSHA256.ValueString(), URL: sent[name].URL.ValueString()})
			}
		}
	}
	how := uploadUnknown
	_, isUnsent := errors.AsType[*videoindexer.LanguageFileError](failure)
	if isUnsent || isRefused(failure) {
		how = uploadRefused
	}
	if how == uploadRefused && len(sent) == 0 {
		return
	}
	if answer, err := a.ask(ctx, update, sent); err == nil {
		a.have.takeSent(answer, sent, how)
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
