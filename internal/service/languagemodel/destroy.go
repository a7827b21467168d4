package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// empty deletes the files of the model and disables it. What is gone already is no error.
func (u *updater) empty(ctx context.Context) diag.Diagnostics {
	disable := func() (*videoindexer.LanguageModel, error) {
		return u.write(ctx, videoindexer.LanguageModelUpdate{Enable: new(false)})
	}
	failed := func(verb string, err error) diag.Diagnostics {
		if videoindexer.IsNotFound(err) {
			return nil // with all of its files
		}
		return diag.Diagnostics{apidiag.Error(verb, u.subject(), err)}
	}
	if len(u.note.Sent) > 0 { // what was sent and not seen has to be found first
		answer, err := disable()
		if err != nil {
			return failed("disable", err)
		}
		u.arrived(answer, u.note.sentFiles(), uploadUnknown)
		u.note.Unread, u.note.Sent = false, nil
	}
	deleted := maps.Clone(u.files)
	if verb, err := u.sweep(ctx, nil); err != nil {
		return failed(verb, err)
	}
	answer, err := disable()
	if err != nil {
		return failed("disable", err)
	}
	for name, file := range deleted {
		if shows(answer, file.FileID.ValueString()) {
			u.files[name] = file
		}
	}
	if len(u.files) > 0 || u.model.Enabled.ValueBool() {
		remains := "enabled files"
		if len(u.files) > 0 {
			remains = "files that were deleted (" + quoteAll(sortedNames(u.files)) + ")"
		}
		return diag.Diagnostics{diag.NewErrorDiagnostic("Language model was not emptied", fmt.Sprintf(
			"The service accepted the requests to empty and disable %s, but its answer still shows %s. The model stays in the state: destroy it again, or set deletion_policy to `abandon` and apply, to stop managing it and leave it as it is.",
			u.subject(), remains))}
	}
	detail := fmt.Sprintf("The files of %s were deleted and it was disabled, and Terraform no longer manages it. %s: "+
		"the model itself is still there. Delete it in the service's portal if it is not needed.", u.subject(), undeleted(u.isExtended))
	if foreign := namesOf(u.allForeign(answer)); len(foreign) > 0 {
		detail += " It still contains files that Terraform did not manage: " + quoteAll(foreign) + "."
	}
	if len(u.undeletable) > 0 {
		detail += " These files could not be deleted, since the service has never returned their ids: " + quoteAll(u.undeletable) + "."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Language model emptied, not deleted", detail)}
}

// delete deletes the model (X7). If a training of the model prevents that, the training is canceled (X9).
func (u *updater) delete(ctx context.Context) diag.Diagnostics {
	u.plan.CancelTraining = types.BoolValue(true)
	err := u.whenIdle(ctx, func() error {
		return u.client.DeleteLanguageModel(ctx, u.account, u.model.ModelID.ValueString())
	})
	if err == nil || videoindexer.IsNotFound(err) {
		return nil
	}
	if errors.Is(err, wait.ErrTimeout) {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Language model is still being trained", fmt.Sprintf(
			"The delete of %s canceled its training, which did not end within %s. %s", u.subject(), u.training.limit, u.training.extend))}
	}
	return diag.Diagnostics{apidiag.Error("delete", u.subject(), err)}
}
