package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
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
	save func() // makes have the state
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
	a.have.recordLocal(a.want)
	for done := map[operation]bool{}; !diags.HasError(); {
		operations := slices.DeleteFunc(diff(a.have, a.want), func(o operation) bool { return done[o] })
		if len(operations) == 0 {
			break
		}
		done[operations[0]] = true
		diags.Append(a.do(ctx, operations[0])...)
		a.have.recordLocal(a.want)
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
		if err = a.upload(ctx, files); err == nil && a.have.hasUnconfirmed() {
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
// answer to a write. The first look after an import that could not read takes files of configured names over, and any other look those that
// an interrupted apply has uploaded. A file of others in the place of one that is to be uploaded is an error, before anything else is changed.
func (a *applying) look(ctx context.Context) (diags diag.Diagnostics) {
	isImported := a.have.imported()
	var err error
	if a.have.isExtended {
		var remote *videoindexer.LanguageModel
		if remote, err = a.settle(ctx); err == nil {
			a.have.see(remote, true)
		}
	} else {
		err = a.write(ctx, videoindexer.LanguageModelUpdate{Name: a.want.Name.ValueStringPointer()})
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
	}
	lacks := a.have.lacks(a.want)
	for _, f := range a.have.unknown() {
		wanted, isWanted := lacks[f.Name]
		switch {
		case isWanted && isImported:
			a.have.take(f, fileModel{})
		case isWanted && a.holds(ctx, f, wanted):
			a.have.send(map[string]fileModel{f.Name: wanted})
			a.have.confirm(f.Name, true)
		}
	}
	return append(diags, a.conflicts(a.have.lacks(a.want))...)
}

// holds reports whether a file of the model has a wanted text (X10). Nobody here knows the text at an address.
func (a *applying) holds(ctx context.Context, f videoindexer.LanguageModelFile, wanted fileModel) bool {
	if !a.have.isExtended || wanted.ContentSHA256.IsNull() {
		return false
	}
	file, err := a.client.GetLanguageModelFile(ctx, a.account, a.modelID, f.ID)
	return err == nil && sumOf(*file.Content) == wanted.sum(f.Name)
}

// upload sends the files that the model lacks in one request.
func (a *applying) upload(ctx context.Context, files []videoindexer.LanguageFile) error {
	before := maps.Clone(a.have.files)
	a.have.send(a.have.lacks(a.want))
	update := videoindexer.LanguageModelUpdate{Files: files}
	if !a.want.Enabled.ValueBool() {
		update.Enable = new(false)
	}
	err := a.write(ctx, update)
	if err != nil && !videoindexer.MayBeDone(err) {
		a.have.files = before
	}
	return err
}

// deleteFile deletes a file (endpoint 21); one that is gone already is no error.
func (a *applying) deleteFile(ctx context.Context, o operation) error {
	a.have.markUntrained()
	err := a.client.DeleteLanguageModelFile(ctx, a.account, a.modelID, o.id)
	file := a.have.files[o.label]
	switch {
	case err == nil || videoindexer.IsNotFound(err):
		delete(a.have.files, o.label)
		return nil
	case videoindexer.MayBeDone(err):
		file.FileID = types.StringNull()
		a.have.files[o.label] = file
	}
	return err //nolint:wrapcheck // do makes a diagnostic of it
}

// switchFile enables or disables a file (X11).
func (a *applying) switchFile(ctx context.Context, o operation) error {
	answer, err := a.client.UpdateLanguageModelFile(ctx, a.account, a.modelID, o.id, o.enable.ValueBool())
	if err != nil {
		return err //nolint:wrapcheck // as above
	}
	a.have.markUntrained()
	file := a.have.files[o.label]
	file.Enabled = o.enable
	if answer.Enabled != nil {
		file.Enabled = types.BoolValue(*answer.Enabled)
	}
	a.have.files[o.label] = file
	return nil
}

// write updates the model (endpoint 20). Nobody knows whether the service has made a change whose answer was lost.
func (a *applying) write(ctx context.Context, update videoindexer.LanguageModelUpdate) error {
	answer, err := a.client.UpdateLanguageModel(ctx, a.account, a.modelID, update)
	if err != nil && !videoindexer.MayBeDone(err) {
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
		a.have.markUntrained()
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

// empty deletes the files of the model that Terraform has sent, and disables it, whatever the state says. What is gone already
// is no error.
func (a *applying) empty(ctx context.Context) diag.Diagnostics {
	maps.DeleteFunc(a.have.files, func(_ string, file fileModel) bool { return file.isFound() })
	a.have.Enabled, a.want.Enabled = types.BoolNull(), types.BoolValue(false)
	diags := a.carryOut(ctx)
	switch {
	case a.have.private.IsGone:
		return nil
	case diags.HasError():
		return diags
	}
	return apidiag.NotKept(path.Root("enabled"), a.subject(), a.want.Enabled, a.have.Enabled)
}

// conflicts reports files that are to be uploaded under the name of a file that the state does not have.
func (a *applying) conflicts(files map[string]fileModel) (diags diag.Diagnostics) {
	subject := a.subject()
	if a.have.shown == nil && (len(files) > 0 || a.have.hasUnconfirmed()) {
		diags.AddAttributeError(path.Root("files"), "Service does not show the files of a language model", fmt.Sprintf(
			"The answers of the service do not show the files of %s, so that Terraform cannot tell its own files from those of others. "+
				"With extended_operations, the provider reads the model; otherwise leave out files.", subject))
	}
	next := "Delete that file in the service's portal, choose another name, or set exclusive = true: the plan after that apply shows the file and its deletion."
	switch {
	case a.have.isExtended && a.have.Exclusive.ValueBool():
		next = "Plan again: the next plan shows that file and its deletion."
	case !a.have.isExtended:
		next = fmt.Sprintf("Delete that file in the service's portal, or choose another name. To have Terraform replace it, import the model again: "+
			"`terraform state rm '<address>'`, then `terraform import '<address>' %s/%s/%s`.", a.account.Location, a.account.ID, a.modelID)
	}
	for _, other := range a.have.unknown() {
		if _, isUploaded := files[other.Name]; isUploaded {
			at := pathToFile(other.Name)
			diags.AddAttributeError(at, "Language model contains another file of that name", fmt.Sprintf(
				"%s was not uploaded: %s contains a file of that name that the state does not have.\n\n%s\n\n%s", at, subject, next, subject.IDs("file "+other.ID)))
		}
	}
	return diags
}

// compareLanguage refuses a model of another language than configured: an import without extended operations does not know it.
func (a *applying) compareLanguage() diag.Diagnostics {
	return apidiag.NotKept(path.Root("language"), a.subject(), a.want.Language, a.have.Language)
}

// compare reports what the service has otherwise than requested.
func (a *applying) compare() diag.Diagnostics {
	diags, subject := a.compareLanguage(), a.subject()
	diags.Append(apidiag.NotKept(path.Root("name"), subject, a.want.Name, a.have.Name)...)
	diags.Append(apidiag.NotKept(path.Root("enabled"), subject, a.want.Enabled, a.have.Enabled)...)
	for _, name := range sortedNames(a.want.files) {
		wanted, at := a.want.files[name], pathToFile(name)
		switch file, isPresent := a.have.files[name]; {
		case !isPresent:
			diags.AddAttributeError(at, "Language model lacks a file", fmt.Sprintf(
				"%s is not among the files of %s: the service did not store it, or somebody deleted it. The next apply uploads it again.", at, subject))
		case a.want.switchesFiles(a.have):
			diags.Append(apidiag.NotKept(at.AtName("enabled"), subject, wanted.Enabled, file.Enabled)...)
		}
	}
	return diags
}

// failed is the diagnostic of a request that failed.
func (a *applying) failed(err error, verb string) diag.Diagnostic {
	const theRest = "The state has all that the provider knows of the model. The next apply does the rest."
	switch broken, isUnsent := errors.AsType[*videoindexer.LanguageFileError](err); {
	case isUnsent:
		return fileError(broken.Name, broken.Err)
	case videoindexer.IsNotFound(err):
		a.have.private.IsGone = true
		return diag.NewErrorDiagnostic("Language model does not exist", apidiag.WithoutAdvice(verb, a.subject(), err,
			"The model was deleted outside of Terraform, or imported with a wrong id. The next plan removes it from the state and creates a new model."))
	case errors.Is(err, wait.ErrTimeout):
		return a.describe(nil, err)
	}
	return apidiag.Error(verb, a.subject(), err, theRest)
}

// notCreated is the diagnostic of a create that failed, when no model is known to have come of it.
func notCreated(plan *resourceModel, err error) diag.Diagnostic {
	subject := plan.Subject()
	if broken, isUnsent := errors.AsType[*videoindexer.LanguageFileError](err); isUnsent {
		return fileError(broken.Name, broken.Err)
	} else if !videoindexer.IsOutcomeUnknown(err) {
		return apidiag.Error("create", subject, err)
	}
	return diag.NewErrorDiagnostic("Language model may have been created", apidiag.Detail("create", subject, err, fmt.Sprintf(
		"A language model named %q for %s may exist now. Look for it in the service's portal, and delete or import it before the next apply.",
		plan.Name.ValueString(), plan.Language.ValueString())))
}
