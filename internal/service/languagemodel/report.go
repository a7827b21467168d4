package languagemodel

// Reports are the errors of an apply: requests that failed, and values that the service has not
// kept.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// notKeptErrors reports values that the service has not kept.
func (a *modelApply) notKeptErrors() diag.Diagnostics {
	diags := a.settingErrors(allSettings &^ a.wanted.omitted)
	if !a.wanted.managesFiles {
		return diags
	}
	diff := differenceOf(a.claim, a.wanted)
	for _, name := range slices.Sorted(maps.Keys(a.wanted.files)) {
		diags.Append(a.fileErrors(name, diff)...)
	}
	return diags
}

// fileErrors reports values of a file that the service has not kept.
func (a *modelApply) fileErrors(name string, diff difference) (diags diag.Diagnostics) {
	argument := pathToFile(name)
	formerName, isNotRenamed := diff.moves[name]
	_, isMissing := diff.missing[name]
	switch {
	case len(diff.obstacles[name]) > 0:
		diags.Append(diag.WithPath(argument, a.otherFileError(name, diff.obstacles[name])))
	case isNotRenamed:
		return apidiag.NotKeptErrors(argument, a.subject, types.StringValue(name), types.StringValue(formerName))
	case isMissing && diff.nextNames[name] != "":
		diags.AddAttributeError(argument, "Language model contains a file that was not renamed", fmt.Sprintf(
			"%s was not uploaded, because the file with that name in %s was not renamed to %q. "+
				"Apply again after the rename.", argument, a.subject, diff.nextNames[name]))
	case isMissing || !a.hasWanted(name):
		diags.AddAttributeError(argument, "Language model lacks a file", fmt.Sprintf(
			"%s is not among the files of %s. The service did not store it, or somebody deleted or renamed it. "+
				"Apply again to upload it.", argument, a.subject))
	case a.wanted.canSwitchFiles(a.claim):
		wantedFile := a.wanted.files[name]
		return apidiag.NotKeptErrors(argument.AtName("enabled"), a.subject, wantedFile.Enabled, a.claim.files[name].Enabled)
	}
	return diags
}

// otherFileError returns the error of a file that was not uploaded or renamed, because a file added
// by others has its name.
func (a *modelApply) otherFileError(name string, ids []string) diag.Diagnostic {
	origin := "which Terraform has not sent"
	// The text at an address is not known, so nobody can tell whose file it is.
	if nullable.IsSet(a.wanted.files[name].URL) {
		origin = "which somebody added, or an interrupted apply uploaded"
	}
	otherIDs := a.subject.IDs("file " + strings.Join(ids, ", file "))
	return diag.NewErrorDiagnostic("Language model contains another file with that name", fmt.Sprintf(
		"%s was not uploaded or renamed, because %s contains another file named %q, %s. "+
			"All other files are as configured.\n\n"+
			"%s\n\n"+
			"%s",
		pathToFile(name), a.subject, name, origin, a.otherFileAdvice(), otherIDs))
}

// otherFileAdvice returns the advice about a file added by others that has the name of a configured
// one.
func (a *modelApply) otherFileAdvice() string {
	switch {
	case !a.claim.hasExtended:
		return fmt.Sprintf("%s. To have Terraform replace it, import the model again: "+
			"`terraform state rm '<address>'`, then `terraform import '<address>' %s/%s/%s`.",
			inPortal, a.target.Account.Location, a.target.Account.ID, a.modelID)
	case a.claim.Exclusive.ValueBool():
		return "Somebody has added it since the plan. Plan again. The next plan names it, and its apply deletes it."
	}
	return inPortal + orExclusive
}

const (
	inPortal    = "Delete that file in the portal, or give yours another name"
	orExclusive = ". To have Terraform delete it, set exclusive = true."
)

// hasWanted reports whether the model has a file under a wanted name: the one with the planned id,
// if it was planned.
func (a *modelApply) hasWanted(name string) bool {
	file := a.claim.files[name]
	plannedID := a.wanted.files[name].FileID
	if plannedID.IsUnknown() {
		return file.hasID()
	}
	return file.hasID() && plannedID.Equal(file.FileID)
}

// recordFailure returns the error of a failed request, and records in the claim if it shows that
// the model does not exist. Hints are sentences with more advice.
func (a *modelApply) recordFailure(err error, verb string, hints ...string) (diags diag.Diagnostics) {
	const theRest = "The state contains all changes so far. Apply again to finish."
	broken, isUnsent := errors.AsType[*videoindexer.FileUploadError](err)
	switch {
	case isUnsent:
		diags.Append(fileError(broken.Name, broken.Err))
	case videoindexer.IsNotFound(err):
		a.claim.hidden.IsGone = true
		diags.AddError("Language model does not exist", apidiag.DetailWithoutAdvice(verb, a.subject, err,
			"The model was deleted outside of Terraform, or imported with a wrong id. "+
				"The next plan removes it from the state and creates a new model."))
	case errors.Is(err, wait.ErrTimeout) || videoindexer.IsA[*busyError](err):
		diags.Append(a.diagnostic(nil, err))
	default:
		diags.Append(apidiag.Error(verb, a.subject, err, append([]string{theRest}, hints...)...))
	}
	return diags
}

// createError returns the diagnostic of a failed create, after which no model is known.
func createError(plan *resourceModel, err error) diag.Diagnostic {
	subject := plan.Subject()
	broken, isUnsent := errors.AsType[*videoindexer.FileUploadError](err)
	switch {
	case isUnsent:
		return fileError(broken.Name, broken.Err)
	case !videoindexer.IsOutcomeUnknown(err):
		return apidiag.Error("create", subject, err)
	}
	advice := fmt.Sprintf("A language model named %q for %s may exist now. "+
		"Check the portal. If it exists, "+
		"delete or import it before the next apply.", plan.Name.ValueString(), plan.Language.ValueString())
	detail := apidiag.Detail("create", subject, err, advice)
	return diag.NewErrorDiagnostic("Language model may have been created", detail)
}
