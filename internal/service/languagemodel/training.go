package languagemodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// training trains a language model and watches it, for the resource and the action.
type training struct {
	client   *videoindexer.Client
	account  videoindexer.AccountRef
	modelID  string
	waits    bool // whether run waits for the end of the training that it begins
	limit    wait.Limit
	extend   string               // a sentence that says how to wait longer
	progress func(message string) // receives a sentence that says how the training goes
}

// trainingOf is the training of a model that an apply makes as planned. Its time begins now.
func trainingOf(ctx context.Context, client *videoindexer.Client, plan *resourceModel, limit time.Duration, extend string) training {
	return training{
		client: client, account: plan.AccountRef(), modelID: plan.ModelID.ValueString(), waits: plan.WaitForTraining.ValueBool(),
		limit: wait.AtMost(limit), extend: extend,
		progress: func(message string) { tflog.Info(ctx, message) },
	}
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
	t.progress(fmt.Sprintf("The training of language model %s has begun.", t.modelID))
	ended, err := t.await(ctx)
	return cmp.Or(ended, begun), err
}

var errNoSuccess = errors.New("the training has ended without success")

// await waits for the end of a training that is under way, and returns an error if it did not succeed.
func (t training) await(ctx context.Context) (*videoindexer.LanguageModel, error) {
	ended, err := t.settle(ctx)
	if err == nil && ended.Training() != videoindexer.TrainingDone {
		err = errNoSuccess
	}
	return ended, err
}

// settle reads the model (X6) until no training of it is under way, and returns what it has read last.
func (t training) settle(ctx context.Context) (remote *videoindexer.LanguageModel, err error) {
	isOver, err := t.limit.Until(ctx, func(ctx context.Context) (bool, error) {
		now, err := t.client.GetLanguageModel(ctx, t.account, t.modelID)
		if err != nil {
			return false, err //nolint:wrapcheck // as above
		}
		if remote = now; remote.Training() != videoindexer.TrainingUnderWay {
			return true, nil
		}
		t.progress(fmt.Sprintf("Language model %s is being trained: state %q %s.", t.modelID, remote.State, t.limit.Passed()))
		return false, nil
	})
	if isOver {
		err = wait.ErrTimeout
	}
	return remote, err //nolint:wrapcheck // as above
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
	}
	return apidiag.Error("train", subject, err)
}

// goesOn is the diagnostic of a wait that took too long. So says what that means.
func (t training) goesOn(so string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Language model is still being trained", fmt.Sprintf("The training of %s did not end within %s. %s %s", t.subject(), t.limit.Length, so, t.extend))
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
	state := untrained
	switch training := remote.Training(); {
	case training == videoindexer.TrainingUnderWay:
		state = beingTrained
	case training == videoindexer.TrainingFailed:
		state = failed
	case training == videoindexer.TrainingDone && prior != untrained:
		state = trained
	}
	return types.StringValue(state)
}

func mayBeTrue(flag types.Bool) bool { return flag.IsUnknown() || flag.ValueBool() }

// trains says that a plan wants the model trained, or may.
func (m *resourceModel) trains() bool { return mayBeTrue(m.Enabled) && mayBeTrue(m.Train) }

// train trains the model if the plan requires it, or waits for a training that is under way (X8, X6).
func (a *applying) train(ctx context.Context) diag.Diagnostics {
	isPlanned := a.have.isExtended && a.want.TrainingState.IsUnknown() && a.want.trains()
	if !isPlanned || !anyEnabled(a.have.files) || a.have.TrainingState.ValueString() == trained {
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
	if err == nil {
		return nil
	}
	return diag.Diagnostics{a.describe(remote, err, "the next apply trains the model again.")}
}
