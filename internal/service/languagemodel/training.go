package languagemodel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// training trains a language model and watches it, for the resource and the action.
type training struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	modelID string
	// waits is whether run waits for the end of the training that it begins.
	waits bool
	// limit is how long the work on the model may take, which ends at ends.
	limit time.Duration
	ends  time.Time
	// extend is a sentence that says how to wait longer.
	extend string
	// progress receives a sentence that says how the training goes.
	progress func(message string)
}

// run begins a training on the enabled files of the model (X8) and, if it should, waits for its end. Once a training
// has begun, it returns what is last known of the model, even with an error.
//
// A training that somebody else has started may not include the current files: run first waits for its end.
func (t training) run(ctx context.Context) (begun *videoindexer.LanguageModel, err error) {
	if _, err := t.settle(ctx); err != nil {
		return nil, err
	}
	begun, err = t.client.TrainLanguageModel(ctx, t.account, t.modelID)
	if err != nil || !t.waits {
		return begun, err //nolint:wrapcheck // describe makes a diagnostic of it
	}
	t.tell("The training of language model %s has begun.", t.modelID)
	ended, err := t.await(ctx)
	if ended == nil {
		return begun, err
	}
	return ended, err
}

var errNoSuccess = errors.New("the training has ended without success")

// await waits for the end of a training that is under way, and returns an error if it did not succeed.
func (t training) await(ctx context.Context) (*videoindexer.LanguageModel, error) {
	ended, err := t.watch(ctx)
	if err == nil && ended.Training() != videoindexer.TrainingDone {
		err = errNoSuccess
	}
	return ended, err
}

// settle waits until no training of the model is under way, and returns the model as it is then.
func (t training) settle(ctx context.Context) (*videoindexer.LanguageModel, error) {
	remote, err := t.client.GetLanguageModel(ctx, t.account, t.modelID)
	if err != nil || remote.Training() != videoindexer.TrainingUnderWay {
		return remote, err //nolint:wrapcheck // as above
	}
	return t.watch(ctx)
}

// watch reads the model (X6) until no training of it is under way, and returns what it has read last.
func (t training) watch(ctx context.Context) (remote *videoindexer.LanguageModel, err error) {
	ctx, cancel := context.WithDeadlineCause(ctx, t.ends, wait.ErrTimeout)
	defer cancel()
	began := time.Now()
	err = wait.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (bool, error) {
		now, err := t.client.GetLanguageModel(ctx, t.account, t.modelID)
		if err != nil {
			return false, err //nolint:wrapcheck // as above
		}
		if remote = now; remote.Training() != videoindexer.TrainingUnderWay {
			return true, nil
		}
		t.tell("Language model %s is being trained: %s so far, %s at most (state %q).", t.modelID, time.Since(began).Round(time.Second), t.limit, remote.State)
		return false, nil
	})
	if _, isAnswer := errors.AsType[*videoindexer.APIError](err); err != nil && !isAnswer && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return remote, err //nolint:wrapcheck // as above
}

func (t training) tell(format string, arguments ...any) {
	t.progress(fmt.Sprintf(format, arguments...))
}

func (t training) subject() apidiag.Subject { return subjectOf(t.modelID, t.account) }

// describe is the diagnostic of an error of run; remote is what run has returned with it, and again says what trains the
// model again.
func (t training) describe(remote *videoindexer.LanguageModel, err error, again string) diag.Diagnostic {
	subject := t.subject()
	switch {
	case errors.Is(err, errNoSuccess):
		return diag.NewErrorDiagnostic("Training of language model failed", fmt.Sprintf(
			"The training of %s ended in state %q. The service does not return the reason: most often, it cannot use the text of a file, there is too little text, or somebody canceled the training. Correct the files; %s", subject, remote.State, again))
	case errors.Is(err, wait.ErrTimeout):
		return t.goesOn("The service continues it.")
	case errors.Is(err, context.Canceled): // no error, which would mark a new model as tainted
		return diag.NewWarningDiagnostic("Waiting for the training was interrupted", fmt.Sprintf("The service continues the training of %s, if it has begun.", subject))
	case remote != nil:
		return diag.NewErrorDiagnostic("Unable to wait for the training of language model", apidiag.WithHint("wait for the training of", subject, err, "As last seen, the service continues the training."))
	}
	return apidiag.Error("train", subject, err)
}

// goesOn is the diagnostic of a wait that took too long. So says what that means.
func (t training) goesOn(so string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Language model is still being trained", fmt.Sprintf("The training of %s did not end within %s. %s %s", t.subject(), t.limit, so, t.extend))
}

// The values of training_state.
const (
	untrained    = "untrained" // never trained, or not since its files changed
	beingTrained = "training"
	trained      = "trained"
	failed       = "failed"
)

// trainingState is the training_state of a model that the service shows, and prior is the one of the state. Only the
// state knows that files have changed since the last training.
func trainingState(prior string, remote *videoindexer.LanguageModel) types.String {
	switch remote.Training() {
	case videoindexer.TrainingUnderWay:
		return types.StringValue(beingTrained)
	case videoindexer.TrainingFailed:
		return types.StringValue(failed)
	case videoindexer.TrainingDone:
		if prior != untrained {
			return types.StringValue(trained)
		}
	case videoindexer.TrainingNone:
	}
	return types.StringValue(untrained)
}

// trains says that a plan wants the model trained, or may.
func (m *resourceModel) trains() bool {
	isEnabled := m.Enabled.IsUnknown() || m.Enabled.ValueBool()
	return isEnabled && (m.Train.IsUnknown() || m.Train.ValueBool())
}

// awaitsTraining says that a plan has something to train or to wait for, whatever it changes.
func (m *resourceModel) awaitsTraining(plan resourceModel) bool {
	switch m.TrainingState.ValueString() {
	case trained:
		return false
	case beingTrained:
		return plan.WaitForTraining.IsUnknown() || plan.WaitForTraining.ValueBool()
	}
	return true
}

// train trains the model if the plan requires it, or waits for a training that is under way (X8, X6).
func (a *applying) train(ctx context.Context) diag.Diagnostics {
	isTrainable := false
	for _, file := range a.have.files {
		isTrainable = isTrainable || file.Enabled.ValueBool()
	}
	if !a.have.isExtended || !a.want.TrainingState.IsUnknown() || !a.want.trains() || !isTrainable || a.have.TrainingState.ValueString() == trained {
		return nil
	}
	work := a.training.run
	if a.have.TrainingState.ValueString() == beingTrained { // on the files that it has
		work = a.await
	}
	remote, err := work(ctx)
	if remote != nil {
		a.have.TrainingState = trainingState("", remote)
		a.have.seeTraining(remote)
	}
	switch {
	case err == nil:
		return nil
	case isGone(err):
		return diag.Diagnostics{a.failed(err, "train")}
	}
	return diag.Diagnostics{a.describe(remote, err, "the next apply trains the model again.")}
}
