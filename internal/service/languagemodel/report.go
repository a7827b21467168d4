package languagemodel

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// conflicts reports files that are to be uploaded under the name of a file that the state does not have.
func (a *applying) conflicts(files map[string]fileModel) (diags diag.Diagnostics) {
	subject := a.subject()
	if a.have.shown == nil && (len(files) > 0 || a.have.isInDoubt()) {
		diags.AddAttributeError(path.Root("files"), "Service does not show the files of a language model", fmt.Sprintf(
			"The answers of the service do not show the files of %s, so that Terraform cannot tell its own files from those of others. "+
				"With extended_operations, the provider reads the model; otherwise leave out files.", subject))
	}
	for _, other := range a.have.unknown() {
		if _, isUploaded := files[other.Name]; !isUploaded {
			continue
		}
		at, reason := pathToFile(other.Name), "a file of that name that the plan did not see. Plan again: the next plan shows that file and its deletion."
		if !a.have.isExtended {
			reason = fmt.Sprintf("a file of that name that Terraform did not send, or sent in a run that was killed.\n\n"+
				"Delete that file in the service's portal, or choose another name. To have Terraform replace it, import the model again: `terraform state rm '<address>'`, then `terraform import '<address>' %s/%s/%s`.",
				a.account.Location, a.account.ID, a.modelID)
		}
		diags.AddAttributeError(at, "Language model contains another file of that name", fmt.Sprintf(
			"%s was not uploaded: %s contains %s\n\n%s", at, subject, reason, subject.IDs("file "+other.ID)))
	}
	return diags
}

// compareLanguage refuses a model of another language than configured: an import without extended operations does not know it.
func (a *applying) compareLanguage() (diags diag.Diagnostics) {
	if has, wanted := a.have.Language.ValueString(), a.want.Language.ValueString(); !strings.EqualFold(has, wanted) {
		diags.AddAttributeError(path.Root("language"), "Language model has another language",
			fmt.Sprintf("%s is a model for %s, not for %s, and the service cannot change that. Set language to %q to keep it.", a.subject().Capitalized(), has, wanted, has))
	}
	return diags
}

// compare reports what the service has otherwise than requested.
func (a *applying) compare() diag.Diagnostics {
	diags, subject := a.compareLanguage(), a.subject()
	notKept := func(at path.Path, wanted, has attr.Value) {
		if !has.Equal(wanted) {
			diags.Append(apidiag.NotKept(at, subject, wanted.String(), has.String()))
		}
	}
	notKept(path.Root("name"), a.want.Name, a.have.Name)
	notKept(path.Root("enabled"), a.want.Enabled, a.have.Enabled)
	for _, name := range sortedNames(a.want.files) {
		wanted, at := a.want.files[name], pathToFile(name)
		switch file, isPresent := a.have.files[name]; {
		case isPresent && a.want.switchesFiles(a.have):
			notKept(at.AtName("enabled"), wanted.Enabled, file.Enabled)
		case isPresent:
		case wanted.FileID.IsUnknown():
			diags.AddAttributeError(at, "File not accepted by the service",
				fmt.Sprintf("%s was sent to %s, but the answer of the service shows no new file of that name. "+
					"Check that the file is a txt, vtt, srt or ttml file that is not empty; the next apply sends it again.", at, subject))
		default:
			diags.AddAttributeError(at, "File is gone from the language model",
				fmt.Sprintf("%s was not changed, but %s does not contain it any more: it was deleted outside of Terraform. The state now says so, and the next apply uploads it again.", at, subject))
		}
	}
	return diags
}

const theRest = "The state has what is known of the model. The next apply does the rest."

// failed is the diagnostic of a request that failed.
func (a *applying) failed(err error, verb string) diag.Diagnostic {
	subject, hint := a.subject(), theRest
	if unsent := notSent(err, "The request was not sent completely; apply again when the file no longer changes.\n\n"+hint); unsent != nil {
		return unsent
	}
	switch {
	case isGone(err):
		a.have.private.IsGone = true
		return diag.NewErrorDiagnostic("Language model does not exist", apidiag.WithoutAdvice(verb, subject, err,
			"The model was deleted outside of Terraform, or imported with a wrong id. The next plan removes it from the state and creates a new model."))
	case errors.Is(err, wait.ErrTimeout):
		return a.goesOn("The change waits for it. " + hint)
	case verb == (operation{kind: uploadFiles}).verb() && (videoindexer.IsConflict(err) || videoindexer.HasType(err, videoindexer.ErrorTypeInvalidInput)):
		hint += " If the service allows only one file of a name, remove the file from files, apply, and add it again."
	}
	return diag.NewErrorDiagnostic(fmt.Sprintf("Unable to %s %s", verb, subject.Noun), apidiag.WithHint(verb, subject, err, hint))
}

// namesOf are the names of files, each once and in quotes.
func namesOf(files []videoindexer.LanguageModelFile) string {
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strconv.Quote(file.Name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// notSent is the diagnostic of a file that could not be read while it was sent; nil for another error. So says what that
// means for the model.
func notSent(err error, so string) diag.Diagnostic {
	broken, ok := errors.AsType[*videoindexer.LanguageFileError](err)
	if !ok {
		return nil
	}
	at := pathToFile(broken.Name)
	return diag.NewAttributeErrorDiagnostic(at, "Unable to upload file to language model",
		fmt.Sprintf("%s: %s. %s", at, strings.TrimRight(broken.Err.Error(), "."), so))
}

// notCreated is the diagnostic of a create that failed, when no model is known to have come of it.
func notCreated(plan resourceModel, account videoindexer.AccountRef, err error) diag.Diagnostic {
	if unsent := notSent(err, "No model was created."); unsent != nil {
		return unsent
	}
	subject := plan.subject(account)
	if !videoindexer.IsOutcomeUnknown(err) {
		return apidiag.Error("create", subject, err)
	}
	return diag.NewErrorDiagnostic("Language model may have been created", apidiag.WithHint("create", subject, err, fmt.Sprintf(
		"A language model named %q for %s may exist now. Look for it in the service's portal, and delete or import it before the next apply.",
		plan.Name.ValueString(), plan.Language.ValueString())))
}
