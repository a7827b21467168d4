package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// applying makes a model that exists the wanted one. Every request has its result in the claim, so that it can become the state
// however the apply ends.
type applying struct {
	training
	claim claim
	want  wanted
	save  func(*claim) // makes the claim the state
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
	a.save(&a.claim)
	return diags
}

// carryOut runs one operation after the other, each once. Every answer can show what makes another one the next.
func (a *applying) carryOut(ctx context.Context) (diags diag.Diagnostics) {
	a.claim = locally(a.claim, a.want)
	done := map[operation]bool{}
	for !diags.HasError() {
		o, isLeft := next(a.claim, a.want, done)
		if !isLeft {
			break
		}
		done[o] = true
		diags.Append(a.do(ctx, o)...)
		a.claim = locally(a.claim, a.want)
		a.save(&a.claim)
	}
	return diags
}

// do runs one operation. If it fails, the claim says where that leaves the model.
func (a *applying) do(ctx context.Context, o operation) diag.Diagnostics {
	var err error
	switch o.kind {
	case observe:
		return a.observe(ctx)
	case checkFile:
		var text string
		if text, err = a.text(ctx, o.id); err == nil {
			a.claim.endDoubt(o.label, text)
		}
	case compareFile:
		err = a.compareFile(ctx, o)
	case compareTwin:
		err = a.compareTwin(ctx, o)
	case writeSettings:
		err = a.write(ctx, nil, strings.Fields(o.settings)...)
	case renameFile:
		err = a.updateFile(ctx, o, videoindexer.LanguageFileUpdate{Name: &o.name})
	case uploadFiles:
		return a.upload(ctx)
	case deleteFile:
		err = a.deleteFile(ctx, o)
	case switchFile:
		err = a.updateFile(ctx, o, videoindexer.LanguageFileUpdate{Enabled: o.enable.ValueBoolPointer()})
	}
	switch {
	case err == nil:
		return nil
	case o.kind == renameFile && videoindexer.IsUnsupported(err):
		return diag.Diagnostics{a.failed(err, o.verb(), fmt.Sprintf(
			"Rename the file to %q in the service's portal, or configure it as %q.", o.name, nameOf(o.label, o.id)))}
	}
	return diag.Diagnostics{a.failed(err, o.verb())}
}

// observe learns what the model has: with extended operations by a read, once no training of it is under way; otherwise by the
// answer to a harmless write. The first time after an import that could not read, it takes files of wanted names over.
func (a *applying) observe(ctx context.Context) diag.Diagnostics {
	wasImported := a.claim.imported()
	var err error
	if a.claim.isExtended {
		var seen *videoindexer.LanguageModel
		seen, err = a.settle(ctx)
		if seen != nil && err == nil {
			a.claim = merge(a.claim, observation{seen, false})
		}
	} else {
		err = a.write(ctx, nil, "name")
	}
	if err != nil {
		return diag.Diagnostics{a.failed(err, "update")}
	}
	if a.claim.Language.IsNull() { // the service does not say
		a.claim.Language = a.want.Language
	}
	if wasImported {
		if diags := a.compareLanguage(); diags.HasError() {
			a.claim.Language = types.StringNull() // its files are not taken over yet
			return diags
		}
		a.takeOver()
	}
	return a.mustShowFiles()
}

// takeOver makes files of wanted names those of an imported model, whatever their texts are.
func (a *applying) takeOver() {
	for _, name := range sortedNames(a.want.lacks(a.claim)) {
		for _, id := range a.claim.othersNamed(name) {
			a.claim.take(id, name, fileModel{Enabled: types.BoolValue(true)})
		}
	}
}

// mustShowFiles refuses to upload files to a model of which no answer shows the files.
func (a *applying) mustShowFiles() (diags diag.Diagnostics) {
	isOpen := len(a.want.lacks(a.claim)) > 0 || a.claim.hasUnconfirmed()
	if isOpen && !a.claim.isObserved && !a.want.keepsFiles {
		diags.AddAttributeError(path.Root("files"), "Service does not show the files of a language model", fmt.Sprintf(
			"The service does not show the files of %s: Terraform cannot distinguish its own files from those added by others. "+
				"With extended_operations, the provider reads the model. Otherwise, leave out files.", a.subject()))
	}
	return diags
}

// text is that of a file of the model.
func (a *applying) text(ctx context.Context, id string) (string, error) {
	return textOf(ctx, scaffold.Target{Client: a.client, Account: a.account}, a.modelID, id)
}

// compareFile adopts a file of others that has a wanted text, which an interrupted apply has uploaded.
func (a *applying) compareFile(ctx context.Context, o operation) error {
	wanted := a.want.files[o.label]
	if sum := a.claim.private.Texts[o.id]; sum != "" && sum != wanted.sum(o.label) {
		return nil
	}
	text, err := a.text(ctx, o.id)
	if err == nil && text != "" && wanted.hasText(o.label, text) {
		a.claim.adopt(o.id, o.label, wanted)
	}
	return err
}

// compareTwin finds a file that has the same name and text as one that was uploaded by its address: an interrupted apply has uploaded
// it, and it is deleted as an earlier version is.
func (a *applying) compareTwin(ctx context.Context, o operation) error {
	ours, err := a.text(ctx, a.claim.files[o.label].FileID.ValueString())
	if err != nil || ours == "" {
		return err
	}
	text, err := a.text(ctx, o.id)
	if err == nil && videoindexer.SameText(text, ours) {
		a.claim.take(o.id, o.label, fileModel{Enabled: types.BoolValue(true)})
	}
	return err
}

// upload sends the files that the model lacks in one request.
func (a *applying) upload(ctx context.Context) diag.Diagnostics {
	lacking := a.want.uploadable(a.claim)
	files, diags := pack(lacking)
	if diags.HasError() {
		return diags
	}
	before := a.claim.clone()
	a.claim.send(lacking)
	var with []string
	if !a.want.Enabled.ValueBool() {
		with = []string{"enabled"}
	}
	err := a.write(ctx, files, with...)
	switch {
	case err != nil && !videoindexer.MayBeDone(err):
		a.claim.files = before.files
		fallthrough
	case err != nil:
		return diag.Diagnostics{a.failed(err, string(uploadFiles))}
	case a.claim.hasUnconfirmed():
		return a.observe(ctx)
	}
	return nil
}

// deleteFile deletes a file (endpoint 21); one that is gone already is no error.
func (a *applying) deleteFile(ctx context.Context, o operation) error {
	a.claim.markUntrained()
	err := a.whenFree(ctx, func() error { return a.client.DeleteLanguageModelFile(ctx, a.account, a.modelID, o.id) })
	switch {
	case err == nil || videoindexer.IsNotFound(err):
		delete(a.claim.files, o.label)
		return nil
	case videoindexer.MayBeDone(err) && !a.claim.isExtended: // otherwise a read shows it
		file := a.claim.files[o.label]
		file.FileID = types.StringNull()
		a.claim.files[o.label] = file
	}
	return err
}

// updateFile renames, enables or disables a file (X11).
func (a *applying) updateFile(ctx context.Context, o operation, update videoindexer.LanguageFileUpdate) (err error) {
	var answer *videoindexer.LanguageModelFile
	err = a.whenFree(ctx, func() error {
		answer, err = a.client.UpdateLanguageModelFile(ctx, a.account, a.modelID, o.id, update)
		return err //nolint:wrapcheck // do makes a diagnostic of it
	})
	switch {
	case videoindexer.IsNotFound(err): // somebody has just deleted it
		delete(a.claim.files, o.label)
		return nil
	case err != nil:
		return err
	}
	if update.Enabled != nil {
		a.claim.markUntrained()
		file := a.claim.files[o.label]
		file.Enabled = o.enable
		if answer.Enabled != nil {
			file.Enabled = types.BoolValue(*answer.Enabled)
		}
		a.claim.files[o.label] = file
	}
	if update.Name != nil && (answer.Name == "" || videoindexer.SameText(answer.Name, o.name)) {
		a.claim.rename(o.label, o.name)
	}
	return nil
}

// write sends files and settings in one request (endpoint 20). Nobody knows whether the service has made a change whose answer was lost.
func (a *applying) write(ctx context.Context, files []videoindexer.LanguageFile, names ...string) (err error) {
	update := videoindexer.LanguageModelUpdate{Files: files}
	written := settingsNamed(names)
	for _, s := range written {
		s.send(&a.want.resourceModel, &update)
	}
	var answer *videoindexer.LanguageModel
	err = a.whenFree(ctx, func() error {
		answer, err = a.client.UpdateLanguageModel(ctx, a.account, a.modelID, update)
		return err //nolint:wrapcheck // do makes a diagnostic of it
	})
	if err != nil && !videoindexer.MayBeDone(err) {
		return err
	}
	if update.Enable != nil || len(files) > 0 {
		a.claim.markUntrained()
	}
	for _, s := range written {
		now := a.want.resourceModel
		if err != nil {
			now = resourceModel{}
		}
		s.become(&a.claim.resourceModel, &now)
	}
	if err != nil {
		return err
	}
	if update.Enable != nil && *update.Enable {
		a.claim.enableAll()
	}
	if a.claim.isExtended && len(answer.Files) == 0 { // some services leave them out
		answer.Files = nil
	}
	a.claim = merge(a.claim, observation{answer, len(files) > 0})
	return nil
}

// empty deletes the files of the model that Terraform has sent, and disables it, whatever the state says. What is gone already
// is no error.
func (a *applying) empty(ctx context.Context) diag.Diagnostics {
	maps.DeleteFunc(a.claim.files, func(_ string, file fileModel) bool { return file.isFound() })
	a.claim.Enabled, a.want.Enabled = types.BoolNull(), types.BoolValue(false)
	diags := a.carryOut(ctx)
	switch {
	case a.claim.private.IsGone:
		return nil
	case diags.HasError():
		return diags
	}
	return apidiag.NotKept(path.Root("enabled"), a.subject(), a.want.Enabled, a.claim.Enabled)
}

// compareLanguage refuses a model of another language than configured: an import without extended operations does not know it.
func (a *applying) compareLanguage() diag.Diagnostics {
	return apidiag.NotKept(path.Root("language"), a.subject(), a.want.Language, a.claim.Language)
}

// compare reports what the service has otherwise than requested.
func (a *applying) compare() diag.Diagnostics {
	diags, subject := a.compareLanguage(), a.subject()
	for _, s := range settings {
		diags.Append(apidiag.NotKept(path.Root(s.name), subject, s.value(&a.want.resourceModel), s.value(&a.claim.resourceModel))...)
	}
	if a.want.keepsFiles {
		return diags
	}
	for _, name := range sortedNames(a.want.files) {
		diags.Append(a.compareFileOf(name)...)
	}
	return diags
}

// compareFileOf reports what the service has of a file otherwise than requested.
func (a *applying) compareFileOf(name string) (diags diag.Diagnostics) {
	subject, at := a.subject(), pathToFile(name)
	file, planned := a.claim.files[name], a.want.files[name]
	isPresent := file.hasID() && (planned.FileID.IsUnknown() || planned.FileID.Equal(file.FileID))
	_, isLacking := a.want.lacks(a.claim)[name]
	others := a.claim.inTheWay(name)
	formerName, isNotRenamed := a.want.moves(a.claim)[name]
	switch {
	case len(others) > 0 && (isLacking || isNotRenamed):
		diags.Append(diag.WithPath(at, otherFile(name, subject, others, a.wayOut())))
	case isLacking && a.want.nextName(a.claim, name) != "":
		diags.AddAttributeError(at, "Language model contains a file that was not renamed", fmt.Sprintf(
			"%s was not uploaded, since the file with that name in %s was not renamed to %q. Apply again after the rename.",
			at, subject, a.want.nextName(a.claim, name)))
	case isNotRenamed:
		return apidiag.NotKept(at, subject, types.StringValue(name), types.StringValue(formerName))
	case isLacking || !isPresent:
		diags.AddAttributeError(at, "Language model lacks a file", fmt.Sprintf(
			"%s is not among the files of %s: the service did not store it, or somebody deleted or renamed it. Apply again to upload it.", at, subject))
	case a.want.switchesFiles(a.claim):
		return apidiag.NotKept(at.AtName("enabled"), subject, planned.Enabled, file.Enabled)
	}
	return diags
}

// wayOut is what a user does about a file of others in the place of a configured one.
func (a *applying) wayOut() string {
	switch {
	case !a.claim.isExtended:
		return fmt.Sprintf("%s. To have Terraform replace it, import the model again: `terraform state rm '<address>'`, then `terraform import '<address>' %s/%s/%s`.",
			inPortal, a.account.Location, a.account.ID, a.modelID)
	case a.claim.Exclusive.ValueBool():
		return "Somebody has added it since the plan. Plan again: the next plan names it, and the apply deletes it."
	}
	return inPortal + orExclusive
}

const (
	inPortal    = "Delete that file in the portal, or give yours another name"
	orExclusive = ". To have Terraform delete it, set exclusive = true."
)

// otherFile is the error of a file that was not uploaded or renamed, since somebody else's stands in its place.
func otherFile(name string, subject apidiag.Subject, ids []string, wayOut string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Language model contains another file with that name", fmt.Sprintf(
		"%s was not uploaded or renamed: %s contains another file named %q, which Terraform has not sent. All other files are as configured.\n\n%s\n\n%s",
		pathToFile(name), subject, name, wayOut, subject.IDs("file "+strings.Join(ids, ", file "))))
}

// failed is the diagnostic of a request that failed. Hints are sentences about what else can be done.
func (a *applying) failed(err error, verb string, hints ...string) diag.Diagnostic {
	const theRest = "The state has all that the provider knows of the model. Apply again to finish."
	switch broken, isUnsent := errors.AsType[*videoindexer.LanguageFileError](err); {
	case isUnsent:
		return fileError(broken.Name, broken.Err)
	case videoindexer.IsNotFound(err):
		a.claim.private.IsGone = true
		return diag.NewErrorDiagnostic("Language model does not exist", apidiag.WithoutAdvice(verb, a.subject(), err,
			"The model was deleted outside of Terraform, or imported with a wrong id. The next plan removes it from the state and creates a new model."))
	case errors.Is(err, wait.ErrTimeout), errors.Is(err, errBusy):
		return a.describe(nil, err)
	}
	return apidiag.Error(verb, a.subject(), err, append([]string{theRest}, hints...)...)
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
		"A language model named %q for %s may exist now. Check the portal. If it exists, delete or import it before the next apply.",
		plan.Name.ValueString(), plan.Language.ValueString())))
}
