package languagemodel

// A training is begun and watched here, for the resource and the action. So is each request that
// the service refuses during a training.

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// training trains a language model and watches it, for the resource and the action.
type training struct {
	limit   wait.Limit
	target  providerdata.Target
	modelID string
	subject apidiag.Subject // the model in messages
	// waits says that trainAndWait waits for the end of the training that it begins.
	waits bool
}

// trainingOf returns the training of a model that an apply makes as planned.
func trainingOf(ctx context.Context, client *videoindexer.Client, plan *resourceModel, timeoutName string) training {
	return training{
		limit:   wait.LimitOf(ctx, plan.Timeouts, timeoutName),
		target:  providerdata.Target{Client: client, Account: plan.AccountRef()},
		modelID: plan.ModelID.ValueString(),
		subject: plan.Subject(),
		waits:   plan.WaitForTraining.ValueBool(),
	}
}

// train trains the model if the plan requires it, or waits for a training that is in progress (X8,
// X6).
func (a *modelApply) train(ctx context.Context) diag.Diagnostics {
	isPlanned := a.wanted.TrainingState.IsUnknown() && a.wanted.wantsTraining()
	if !isPlanned || !a.claim.hasExtended {
		return nil
	}
	state := a.claim.TrainingState.ValueString()
	if state == trained || !hasEnabled(a.claim.files) {
		return nil
	}
	train := a.trainAndWait
	// Every task that changes the files of the model marks it as untrained, so this training has
	// all of them.
	if state == beingTrained {
		train = a.await
	}
	remote, err := train(ctx)
	if remote != nil {
		const hasOtherFiles = false
		a.claim.TrainingState = trainingState(remote, hasOtherFiles)
		a.claim.mergeTraining(remote)
	}
	if err != nil {
		return diag.Diagnostics{a.diagnostic(remote, err)}
	}
	return nil
}

// trainAndWait begins a training on the enabled files of the model (X8) and, if configured, waits
// until it has ended. Once a training has begun, it returns the last response about the model, even
// with an error.
//
// A training that somebody else has started may not include the current files: trainAndWait first
// waits for its end.
func (t training) trainAndWait(ctx context.Context) (begun *videoindexer.LanguageModel, err error) {
	idle, err := t.readIdle(ctx)
	if err != nil {
		return nil, err
	}
	send := func() (err error) {
		begun, err = t.target.Client.TrainLanguageModel(ctx, t.target.Account, idle)
		return err
	}
	err = t.sendWhenFree(ctx, send)
	if err != nil || !t.waits {
		return begun, err
	}
	t.limit.Report(fmt.Sprintf("The training of language model %s has begun.", t.modelID))
	ended, err := t.await(ctx)
	if ended == nil {
		return begun, err
	}
	return ended, err
}

// readIdle reads the model (X6) until no training of it is in progress, and returns what it has
// read last.
func (t training) readIdle(ctx context.Context) (remote *videoindexer.LanguageModel, err error) {
	err = t.limit.Until(ctx, func(ctx context.Context) (bool, error) {
		response, err := t.target.Client.GetLanguageModel(ctx, t.target.Account, t.modelID)
		if err != nil {
			return false, err
		}
		remote = response
		if remote.TrainingStatus() != videoindexer.TrainingInProgress {
			return true, nil
		}
		t.limit.Progress(fmt.Sprintf("Language model %s is being trained: state %q", t.modelID, remote.State))
		return false, nil
	})
	return remote, err
}

// sendWhenFree sends a request, and repeats it while the service refuses it with 409, because it is
// training this model, or another one and trains one at a time. The limit ends the waiting, but
// neither a request in flight nor an apply that takes long without waiting: the first request is
// sent even if the time is over.
func (t training) sendWhenFree(ctx context.Context, send func() error) error {
	var sendErr error
	ask := func(context.Context) (done bool, err error) {
		sendErr = send()
		isBusy := videoindexer.IsConflict(sendErr)
		if isBusy {
			t.limit.Progress(fmt.Sprintf("Language model %s: %s", t.modelID, busyText))
		}
		return !isBusy, nil
	}
	isFree, _ := ask(ctx)
	if isFree {
		return sendErr
	}
	err := t.limit.Again(ctx, ask)
	switch {
	case errors.Is(err, wait.ErrTimeout):
		refusal, _ := errors.AsType[*videoindexer.APIError](sendErr)
		return &busyError{refusal.RequestIDs}
	case err != nil:
		return err
	}
	return sendErr
}

// busyError is the error of a request that the service refused because it was training, until the
// time limit. RequestIDs are those of the last refusal.
type busyError struct{ videoindexer.RequestIDs }

const busyText = "the service is training a language model, and refuses the request until the training has ended (409)"

func (*busyError) Error() string { return busyText }

// await waits for the end of a training that is in progress, and returns an error if it did not
// succeed.
func (t training) await(ctx context.Context) (*videoindexer.LanguageModel, error) {
	ended, err := t.readIdle(ctx)
	if err == nil && ended.TrainingStatus() != videoindexer.TrainingDone {
		err = &videoindexer.StateError{
			RequestIDs: ended.RequestIDs, Text: fmt.Sprintf("ended in state %q", ended.State),
		}
	}
	return ended, err
}

// The values of training_state.
const (
	untrained      = "untrained" // never trained, or not since its files changed
	beingTrained   = "training"
	trained        = "trained"
	trainingFailed = "failed"
)

// trainingState returns the training_state of a model that the service shows. Only the state knows
// whether its files have changed since the last training.
func trainingState(remote *videoindexer.LanguageModel, hasOtherFiles bool) types.String {
	state := untrained
	switch remote.TrainingStatus() {
	case videoindexer.TrainingInProgress:
		state = beingTrained
	case videoindexer.TrainingFailed:
		state = trainingFailed
	case videoindexer.TrainingDone:
		if !hasOtherFiles {
			state = trained
		}
	}
	return types.StringValue(state)
}

// diagnostic describes an error of trainAndWait or await, and the model that they have returned
// with it. It is a warning if the waiting was interrupted.
func (t training) diagnostic(begun *videoindexer.LanguageModel, err error) diag.Diagnostic {
	failed, isFailed := errors.AsType[*videoindexer.StateError](err)
	busy, isBusy := errors.AsType[*busyError](err)
	switch {
	case isFailed:
		detail := fmt.Sprintf("The training of %s %s. The service does not return the reason. "+
			"Most often, it cannot use the text of a file, the text is too short, or somebody canceled the training. "+
			"Correct the files. The next apply or action trains the model again.", t.subject, failed.Text)
		return diag.NewErrorDiagnostic("Training of language model failed", t.subject.WithIDsOf(detail, failed.RequestIDs))
	case isBusy:
		detail := fmt.Sprintf("Could not change or train %s within %s: %v. Run Terraform again to continue waiting. %s",
			t.subject, t.limit.Timeout, busy, t.limit.LongerAdvice)
		return diag.NewErrorDiagnostic("Service is still training a language model",
			t.subject.WithIDsOf(detail, busy.RequestIDs))
	case errors.Is(err, wait.ErrTimeout):
		return diag.NewErrorDiagnostic("Language model is still being trained", fmt.Sprintf(
			"The training of %s did not end within %s. "+
				"The service continues it. "+
				"Run Terraform again to continue waiting. %s", t.subject, t.limit.Timeout, t.limit.LongerAdvice))
	case errors.Is(err, context.Canceled):
		// An error would mark a new model as tainted.
		return diag.NewWarningDiagnostic("Training of language model was interrupted", fmt.Sprintf(
			"The provider did not wait for the training of %s. %s", t.subject, afterInterrupt(begun, err)))
	}
	return apidiag.Error("train", t.subject, err)
}

// afterInterrupt returns a sentence about a training that the provider does not wait for.
func afterInterrupt(begun *videoindexer.LanguageModel, err error) string {
	switch {
	case begun != nil:
		return "The service continues it."
	case videoindexer.MayHaveSucceeded(err):
		return "The response to the request was lost, so the training may be running."
	}
	return "The training was not started."
}

// wantsTraining reports whether a plan wants the model trained, or may.
func (m *resourceModel) wantsTraining() bool { return mayBeTrue(m.Enabled) && mayBeTrue(m.Train) }

// awaitsTraining reports whether an apply waits for a training, or may.
func (m *resourceModel) awaitsTraining() bool {
	isPlanned := m.wantsTraining() && m.TrainingState.IsUnknown()
	return isPlanned && mayBeTrue(m.WaitForTraining)
}

func mayBeTrue(flag types.Bool) bool { return flag.IsUnknown() || flag.ValueBool() }
