package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// empty deletes the files of the model and disables it. What is gone already is no error.
func (a *applying) empty(ctx context.Context) diag.Diagnostics {
	disable := func() (*videoindexer.LanguageModel, error) {
		return a.write(ctx, videoindexer.LanguageModelUpdate{Enable: new(false)})
	}
	failed := func(verb string, err error) diag.Diagnostics {
		if videoindexer.IsNotFound(err) {
			return nil // with all of its files
		}
		return diag.Diagnostics{apidiag.Error(verb, a.subject(), err)}
	}
	if len(a.have.private.all(wasSent)) > 0 { // what was sent and not seen has to be found first
		answer, err := disable()
		if err != nil {
			return failed("disable", err)
		}
		a.have.takeSent(answer, a.have.wasSentBefore(), uploadUnknown)
		a.have.private.forget(wasSent)
		a.have.private.Condition = inStep
	}
	deleted := maps.Clone(a.have.files)
	for _, o := range diff(a.have, desired{resourceModel: a.have.resourceModel}) {
		if err := a.do(ctx, o); err != nil {
			return failed(o.verb(), err)
		}
		a.save()
	}
	answer, err := disable()
	if err != nil {
		return failed("disable", err)
	}
	for name, file := range deleted {
		if shows(answer, file.FileID.ValueString()) {
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
	if others := namesOf(a.have.unknownTo(answer)); len(others) > 0 {
		detail += " It still contains files that Terraform did not manage: " + quoteAll(others) + "."
	}
	if len(a.undeletable) > 0 {
		detail += " These files could not be deleted, since the service has never returned their ids: " + quoteAll(a.undeletable) + "."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Language model emptied, not deleted", detail)}
}

// delete deletes the model (X7). If a training of the model prevents that, the training is canceled (X9).
func (a *applying) delete(ctx context.Context) diag.Diagnostics {
	err := a.training.whenIdle(ctx, true, func() error {
		return a.client.DeleteLanguageModel(ctx, a.account, a.modelID)
	})
	switch {
	case err == nil || videoindexer.IsNotFound(err):
		return nil
	case errors.Is(err, wait.ErrTimeout):
		return diag.Diagnostics{diag.NewErrorDiagnostic("Language model is still being trained", fmt.Sprintf(
			"The delete of %s canceled its training, which did not end within %s. %s", a.subject(), a.limit, a.extend))}
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
