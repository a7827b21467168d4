package languagemodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// applying makes a model that exists the wanted one. Every request has its result in the claim, so that it can become
// the state however the apply ends.
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
		diags.Append(a.notKept()...)
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
	case uploadFiles:
		return a.upload(ctx)
	case compareFile:
		err = a.compareFile(ctx, o)
	case writeSettings:
		err = a.write(ctx, nil, strings.Fields(o.settings)...)
	case renameFile:
		err = a.renameFile(ctx, o)
	case deleteFile:
		err = a.deleteFile(ctx, o)
	case switchFile:
		err = a.switchFile(ctx, o)
	}
	if err != nil {
		return diag.Diagnostics{a.failed(err, o.verb(), o.hints(err)...)}
	}
	return nil
}

// hints are sentences about what else can be done if an operation has failed.
func (o operation) hints(err error) []string {
	if o.kind != renameFile || !videoindexer.IsUnsupported(err) {
		return nil
	}
	const otherWays = "Rename the file to %q in the service's portal, or configure it as %q."
	return []string{fmt.Sprintf(otherWays, o.name, nameOf(o.label, o.id))}
}

// observe learns what the model has. The first time after an import that could not read, it takes files of wanted
// names over.
func (a *applying) observe(ctx context.Context) diag.Diagnostics {
	wasImported := a.claim.imported()
	if err := a.read(ctx); err != nil {
		return diag.Diagnostics{a.failed(err, "update")}
	}
	if a.claim.Language.IsNull() { // the service does not say
		a.claim.Language = a.want.Language
	}
	if !wasImported {
		return a.mustShowFiles()
	}
	diags := a.settingsNotKept("language")
	if diags.HasError() {
		a.claim.Language = types.StringNull() // its files are not taken over yet
		return diags
	}
	a.takeOver()
	return a.mustShowFiles()
}

// read reads the model with extended operations, once no training of it is under way, and otherwise by the answer to
// a harmless write.
func (a *applying) read(ctx context.Context) error {
	if !a.claim.isExtended {
		return a.write(ctx, nil, "name")
	}
	seen, err := a.settle(ctx)
	if err == nil {
		a.claim = merge(a.claim, observation{seen, false})
	}
	return err
}

// takeOver makes files of wanted names those of an imported model, whatever their texts are.
func (a *applying) takeOver() {
	for _, name := range sortedNames(between(a.claim, a.want).missing) {
		for _, id := range a.claim.othersNamed(name) {
			a.claim.take(id, name, fileModel{Enabled: types.BoolValue(true)})
		}
	}
}

// mustShowFiles refuses to upload files to a model of which no answer shows the files.
func (a *applying) mustShowFiles() (diags diag.Diagnostics) {
	isOpen := a.claim.hasUnconfirmed() || len(between(a.claim, a.want).missing) > 0
	isShown := a.claim.isObserved || a.want.keepsFiles
	if isOpen && !isShown {
		diags.AddAttributeError(path.Root("files"), "Service does not show the files of a language model", fmt.Sprintf(
			"The service does not show the files of %s, so Terraform cannot distinguish its own files from those "+
				"added by others. "+
				"With extended_operations, the provider reads the model. Otherwise, leave out files.", a.subject()))
	}
	return diags
}

// compareFile reads a text, for recognized. If the service does not return it, a file that stands where one was sent
// counts as that, and any other one as somebody else's.
func (a *applying) compareFile(ctx context.Context, o operation) error {
	err := a.claim.readText(ctx, a.Target, o.id)
	if videoindexer.IsAccountWide(err) {
		return err
	}
	if err != nil && len(a.claim.candidates(o.label)) > 0 {
		a.claim.confirm(o.label, o.id)
	}
	return nil
}

// upload sends the files that the model lacks in one request.
func (a *applying) upload(ctx context.Context) diag.Diagnostics {
	uploads := between(a.claim, a.want).uploads()
	files, diags := pack(uploads)
	if diags.HasError() {
		return diags
	}
	before := a.claim.clone()
	a.claim.addSent(uploads)
	var with []string
	if !a.want.Enabled.ValueBool() {
		with = []string{"enabled"}
	}
	err := a.write(ctx, files, with...)
	switch {
	case err == nil && a.claim.hasUnconfirmed():
		return a.observe(ctx)
	case err == nil:
		return nil
	case !videoindexer.MayBeDone(err):
		a.claim = before
	}
	return diag.Diagnostics{a.failed(err, string(uploadFiles))}
}

// deleteFile deletes a file (endpoint 21); one that is gone already is no error.
func (a *applying) deleteFile(ctx context.Context, o operation) error {
	a.claim.markUntrained()
	err := a.whenFree(ctx, func() error { return a.Client.DeleteLanguageModelFile(ctx, a.Account, a.modelID, o.id) })
	if err == nil || videoindexer.IsNotFound(err) {
		delete(a.claim.files, o.label)
		return nil
	}
	if videoindexer.MayBeDone(err) && !a.claim.isExtended { // otherwise a read shows it
		a.claim.edit(o.label, func(file *fileModel) { file.FileID = types.StringNull() })
	}
	return err //nolint:wrapcheck // do makes a diagnostic of it
}

// renameFile gives a file another name (X11).
func (a *applying) renameFile(ctx context.Context, o operation) error {
	answer, err := a.updateFile(ctx, o, videoindexer.LanguageFileUpdate{Name: &o.name})
	if answer == nil {
		return err
	}
	if answer.Name == "" || videoindexer.SameText(answer.Name, o.name) {
		a.claim.rename(o.label, o.name)
	}
	return nil
}

// switchFile enables or disables a file (X11).
func (a *applying) switchFile(ctx context.Context, o operation) error {
	enable := o.enable.ValueBool()
	answer, err := a.updateFile(ctx, o, videoindexer.LanguageFileUpdate{Enabled: &enable})
	if answer != nil {
		a.claim.markUntrained()
		isEnabled := cmp.Or(answer.Enabled, &enable) // the answer may not say
		a.claim.edit(o.label, func(file *fileModel) { file.Enabled = types.BoolValue(*isEnabled) })
	}
	return err
}

// updateFile changes a file (X11). One that somebody has just deleted has no answer.
func (a *applying) updateFile(
	ctx context.Context, o operation, update videoindexer.LanguageFileUpdate,
) (answer *videoindexer.LanguageModelFile, err error) {
	err = a.whenFree(ctx, func() error {
		answer, err = a.Client.UpdateLanguageModelFile(ctx, a.Account, a.modelID, o.id, update)
		return err //nolint:wrapcheck // do makes a diagnostic of it
	})
	if videoindexer.IsNotFound(err) {
		delete(a.claim.files, o.label)
		return nil, nil //nolint:nilnil // see above
	}
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// write sends files and settings in one request (endpoint 20).
func (a *applying) write(ctx context.Context, files []videoindexer.LanguageFile, names ...string) (err error) {
	update, written := videoindexer.LanguageModelUpdate{Files: files}, settingsNamed(names)
	for _, s := range written {
		s.write(&update, &a.want.resourceModel)
	}
	var answer *videoindexer.LanguageModel
	err = a.whenFree(ctx, func() error {
		answer, err = a.Client.UpdateLanguageModel(ctx, a.Account, a.modelID, update)
		return err //nolint:wrapcheck // do makes a diagnostic of it
	})
	if err != nil && !videoindexer.MayBeDone(err) {
		return err
	}
	if update.Enable != nil || len(files) > 0 {
		a.claim.markUntrained()
	}
	now := a.want.resourceModel
	if err != nil {
		now = resourceModel{} // nobody knows whether the service has made the change
	}
	for _, s := range written {
		s.copy(&a.claim.resourceModel, &now)
	}
	if err != nil {
		return err
	}
	if a.claim.Enabled.ValueBool() && update.Enable != nil {
		a.claim.enableAll()
	}
	if a.claim.isExtended && len(answer.Files) == 0 { // some services leave them out
		answer.Files = nil
	}
	a.claim = merge(a.claim, observation{answer, len(files) > 0})
	return nil
}

// empty deletes the files of the model that Terraform has sent, and disables it, whatever the state says. What is
// gone already is no error.
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
	return a.settingsNotKept("enabled")
}

// notKept reports what the service has otherwise than requested.
func (a *applying) notKept() diag.Diagnostics {
	diags := a.settingsNotKept()
	if a.want.keepsFiles {
		return diags
	}
	d := between(a.claim, a.want)
	for _, name := range sortedNames(a.want.files) {
		diags.Append(a.fileNotKept(name, d)...)
	}
	return diags
}

// fileNotKept reports what the service has of a file otherwise than requested.
func (a *applying) fileNotKept(name string, d difference) (diags diag.Diagnostics) {
	at, subject := pathToFile(name), a.subject()
	file, planned := a.claim.files[name], a.want.files[name]
	isPlanned := planned.FileID.IsUnknown() || planned.FileID.Equal(file.FileID)
	isThere := file.hasID() && isPlanned
	formerName, isNotRenamed := d.moves[name]
	nextName := d.nextName(name)
	_, isMissing := d.missing[name]
	switch {
	case len(d.obstacles[name]) > 0:
		diags.Append(diag.WithPath(at, a.otherFile(name, d.obstacles[name])))
	case isMissing && nextName != "":
		diags.AddAttributeError(at, "Language model contains a file that was not renamed", fmt.Sprintf(
			"%s was not uploaded, since the file with that name in %s was not renamed to %q. Apply again after the "+
				"rename.", at, subject, nextName))
	case isNotRenamed:
		return apidiag.NotKept(at, subject, types.StringValue(name), types.StringValue(formerName))
	case isMissing || !isThere:
		diags.AddAttributeError(at, "Language model lacks a file", fmt.Sprintf(
			"%s is not among the files of %s. The service did not store it, or somebody deleted or renamed it. "+
				"Apply again to upload it.", at, subject))
	case a.want.switchesFiles(a.claim):
		return apidiag.NotKept(at.AtName("enabled"), subject, planned.Enabled, file.Enabled)
	}
	return diags
}

// wayOut is what a user does about a file of others in the place of a configured one.
func (a *applying) wayOut() string {
	switch {
	case !a.claim.isExtended:
		return fmt.Sprintf("%s. To have Terraform replace it, import the model again: `terraform state rm "+
			"'<address>'`, then `terraform import '<address>' %s/%s/%s`.",
			inPortal, a.Account.Location, a.Account.ID, a.modelID)
	case a.claim.Exclusive.ValueBool():
		return "Somebody has added it since the plan. Plan again. The next plan names it, and its apply deletes it."
	}
	return inPortal + orExclusive
}

const (
	inPortal    = "Delete that file in the portal, or give yours another name"
	orExclusive = ". To have Terraform delete it, set exclusive = true."
)

// otherFile is the error of a file that was not uploaded or renamed, since somebody else's stands in its place.
func (a *applying) otherFile(name string, ids []string) diag.Diagnostic {
	subject, origin := a.subject(), "which Terraform has not sent"
	if nullable.IsSet(a.want.files[name].URL) { // nobody can tell
		origin = "which somebody added, or an interrupted apply uploaded"
	}
	return diag.NewErrorDiagnostic("Language model contains another file with that name", fmt.Sprintf(
		"%s was not uploaded or renamed, because %s contains another file named %q, %s. All other files are as "+
			"configured.\n\n"+
			"%s\n\n"+
			"%s",
		pathToFile(name), subject, name, origin, a.wayOut(), subject.IDs("file "+strings.Join(ids, ", file "))))
}

// failed is the diagnostic of a request that failed. Hints are sentences about what else can be done.
func (a *applying) failed(err error, verb string, hints ...string) diag.Diagnostic {
	const theRest = "The state contains all changes so far. Apply again to finish."
	broken, isUnsent := errors.AsType[*videoindexer.LanguageFileError](err)
	switch {
	case isUnsent:
		return fileError(broken.Name, broken.Err)
	case videoindexer.IsNotFound(err):
		a.claim.private.IsGone = true
		return diag.NewErrorDiagnostic("Language model does not exist", apidiag.WithoutAdvice(verb, a.subject(), err,
			"The model was deleted outside of Terraform, or imported with a wrong id. The next plan removes it from "+
				"the state and creates a new model."))
	case errors.Is(err, wait.ErrTimeout), errors.Is(err, errBusy):
		return a.describe(nil, err)
	}
	return apidiag.Error(verb, a.subject(), err, append([]string{theRest}, hints...)...)
}

// notCreated is the diagnostic of a create that failed, when no model is known to have come of it.
func notCreated(plan *resourceModel, err error) diag.Diagnostic {
	subject := plan.Subject()
	broken, isUnsent := errors.AsType[*videoindexer.LanguageFileError](err)
	switch {
	case isUnsent:
		return fileError(broken.Name, broken.Err)
	case !videoindexer.IsOutcomeUnknown(err):
		return apidiag.Error("create", subject, err)
	}
	next := fmt.Sprintf("A language model named %q for %s may exist now. Check the portal. If it exists, delete or "+
		"import it before the next apply.", plan.Name.ValueString(), plan.Language.ValueString())
	return diag.NewErrorDiagnostic("Language model may have been created", apidiag.Detail("create", subject, err, next))
}
