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

// run makes the model what the plan says, reports what the service has otherwise, and trains the model.
func (a *applying) run(ctx context.Context) diag.Diagnostics {
	diags := a.carryOut(ctx)
	if !diags.HasError() {
		diags.Append(a.compare()...)
	}
	if !diags.HasError() {
		diags.Append(a.train(ctx)...)
	}
	a.save()
	return diags
}

// carryOut runs the operations, each once. Every answer can show what changes the list, so it is made again after each.
func (a *applying) carryOut(ctx context.Context) (diags diag.Diagnostics) {
	a.have.adopt(a.want)
	for done := map[operation]bool{}; !diags.HasError(); {
		operations := slices.DeleteFunc(diff(a.have, a.want), func(o operation) bool { return done[o] })
		if len(operations) == 0 {
			break
		}
		done[operations[0]] = true
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
		err = a.write(ctx, videoindexer.LanguageModelUpdate{Name: o.rename.ValueStringPointer(), Enable: o.enable.ValueBoolPointer()})
	case uploadFiles:
		files, problems := pack(a.have.lacks(a.want))
		if problems.HasError() {
			return problems
		}
		if err = a.upload(ctx, files); err == nil && a.have.isInDoubt() {
			return a.look(ctx)
		}
	case deleteFile:
		err = a.deleteFile(ctx, o)
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
	isImported := a.have.imported()
	var err error
	if a.have.isExtended {
		var remote *videoindexer.LanguageModel
		if remote, err = a.settle(ctx); err == nil {
			a.have.see(remote, true)
		}
	} else {
		update := videoindexer.LanguageModelUpdate{Name: a.want.Name.ValueStringPointer()}
		if !a.have.Enabled.Equal(a.want.Enabled) {
			update.Enable = a.want.Enabled.ValueBoolPointer()
		}
		err = a.write(ctx, update)
	}
	if err != nil {
		return diag.Diagnostics{a.failed(err, "update")}
	}
	if a.have.Language.IsNull() { // the service does not say
		a.have.Language = a.want.Language
	}
	if isImported {
		if diags = a.compareLanguage(); diags.HasError() {
			a.have.Language = types.StringNull() // its files are not taken over yet
			return diags
		}
		for _, f := range a.have.unknown() {
			if _, isWanted := a.want.files[f.Name]; isWanted {
				a.have.take(f, fileModel{})
			}
		}
	}
	return append(diags, a.conflicts(a.have.lacks(a.want))...)
}

// upload sends the files that the model lacks in one request. Until an answer shows them, they have no ids, and those that
// they replace have other labels.
func (a *applying) upload(ctx context.Context, files []videoindexer.LanguageFile) error {
	before := maps.Clone(a.have.files)
	for name, file := range a.have.lacks(a.want) {
		if former, isPresent := before[name]; isPresent {
			a.have.files[secondLabel(name, former.FileID.ValueString())] = former
		}
		file.FileID = types.StringNull()
		a.have.files[name] = file
	}
	update := videoindexer.LanguageModelUpdate{Files: files}
	if !a.want.Enabled.ValueBool() {
		update.Enable = new(false)
	}
	err := a.write(ctx, update)
	if err != nil && !mayBeDone(err) {
		a.have.files = before
	}
	return err
}

// deleteFile deletes a file (endpoint 21); one that is gone already is no error.
func (a *applying) deleteFile(ctx context.Context, o operation) error {
	a.have.isToTrain()
	err := a.client.DeleteLanguageModelFile(ctx, a.account, a.modelID, o.id)
	file := a.have.files[o.label]
	switch {
	case err == nil || videoindexer.IsNotFound(err):
		delete(a.have.files, o.label)
		a.have.shown = slices.DeleteFunc(slices.Clone(a.have.shown), func(f videoindexer.LanguageModelFile) bool { return f.ID == o.id })
		return nil
	case mayBeDone(err):
		file.FileID = types.StringNull()
		a.have.files[o.label] = file
	}
	return err //nolint:wrapcheck // do makes a diagnostic of it
}

// switchFile enables or disables a file (X11).
func (a *applying) switchFile(ctx context.Context, o operation) error {
	answer, err := a.client.UpdateLanguageModelFile(ctx, a.account, a.modelID, o.id, videoindexer.LanguageModelFileUpdate{Enabled: o.enable.ValueBoolPointer()})
	if err != nil {
		return err //nolint:wrapcheck // as above
	}
	a.have.isToTrain()
	file := a.have.files[o.label]
	file.Enabled = o.enable
	if answer.Enabled != nil {
		file.Enabled = types.BoolValue(*answer.Enabled)
	}
	a.have.files[o.label] = file
	return nil
}

// write updates the model (endpoint 20). Whether the service has made a change whose answer was lost is in doubt.
func (a *applying) write(ctx context.Context, update videoindexer.LanguageModelUpdate) error {
	answer, err := a.client.UpdateLanguageModel(ctx, a.account, a.modelID, update)
	if err != nil && !mayBeDone(err) {
		return err //nolint:wrapcheck // as above
	}
	name, enabled := types.StringPointerValue(update.Name), types.BoolPointerValue(update.Enable)
	if err != nil {
		name, enabled = types.StringNull(), types.BoolNull()
	}
	if update.Name != nil {
		a.have.Name = name
	}
	if update.Enable != nil {
		a.have.Enabled = enabled
	}
	if update.Enable != nil || len(update.Files) > 0 {
		a.have.isToTrain()
	}
	if err != nil {
		return err //nolint:wrapcheck // as above
	}
	if update.Enable != nil && !a.have.leavesFiles {
		for name, file := range a.have.files { // as endpoint 20 does
			file.Enabled = types.BoolValue(*update.Enable || file.Enabled.ValueBool())
			a.have.files[name] = file
		}
	}
	if a.have.isExtended && len(answer.Files) == 0 { // some services leave them out
		answer.Files = nil
	}
	a.have.see(answer, len(update.Files) == 0)
	return nil
}

// empty deletes the files of the model that Terraform has sent, and disables it. What is gone already is no error.
func (a *applying) empty(ctx context.Context) diag.Diagnostics {
	maps.DeleteFunc(a.have.files, func(_ string, file fileModel) bool { return file.isFound() })
	diags := a.carryOut(ctx)
	if !diags.HasError() {
		err := a.write(ctx, videoindexer.LanguageModelUpdate{Enable: new(false)})
		switch {
		case videoindexer.IsNotFound(err): // with its account, perhaps
			return nil
		case err != nil:
			diags.Append(apidiag.Error("disable", a.subject(), err))
		case a.have.Enabled.ValueBool():
			diags.AddError("Language model was not disabled", fmt.Sprintf("The service accepted the request to disable %s, but shows enabled files. "+
				"The model stays in the state: destroy it again, or set deletion_policy to `abandon` and apply, to stop managing it and leave it as it is.", a.subject()))
		}
	}
	switch {
	case a.have.private.IsGone:
		return nil
	case diags.HasError():
		return diags
	}
	detail := fmt.Sprintf("The destroy deleted the files of %s and disabled it. The model itself is still there: "+
		"delete it in the service's portal if it is not needed.", a.subject())
	if others := namesOf(a.have.unknown()); others != "" {
		detail += " It still contains files that Terraform did not send: " + others + "."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Language model emptied, not deleted", detail)}
}

// isGone reports whether the service itself said that there is no such model.
func isGone(err error) bool {
	return videoindexer.IsNotFound(err) && !videoindexer.HasType(err, videoindexer.ErrorTypeAccountNotFound)
}

// mayBeDone reports whether a request that failed may have been carried out: neither did the service itself turn it down, nor
// was it never sent.
func mayBeDone(err error) bool {
	_, isUnsent := errors.AsType[*videoindexer.LanguageFileError](err)
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	isRefused := ok && !videoindexer.IsAmbiguous(err) && answer.HasErrorObject && answer.Status >= http.StatusBadRequest && answer.Status < http.StatusInternalServerError
	return !isUnsent && !isRefused
}
