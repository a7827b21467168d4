package videoindexer

import (
	"context"
	"strings"
)

// TrainingStatus is the state of a language model's training.
type TrainingStatus int

const (
	// TrainingNone means that the model was never trained.
	TrainingNone TrainingStatus = iota
	// TrainingInProgress means that a training is waiting or running.
	TrainingInProgress
	TrainingFailed
	// TrainingDone also means an unknown state.
	TrainingDone
)

// TrainingStatus derives the training from State, in any letter case. Without a state, a model
// counts as trained if it has a linguistic model.
func (m *LanguageModel) TrainingStatus() TrainingStatus {
	switch strings.ToLower(strings.TrimSpace(m.State)) {
	case "none":
		return TrainingNone
	case "waiting", "processing":
		return TrainingInProgress
	case "failed":
		return TrainingFailed
	case "":
		if m.LinguisticModelID == "" {
			return TrainingNone
		}
	}
	return TrainingDone
}

// TrainLanguageModel begins a training of a language model on its enabled files (X8), and returns
// the model. The service continues the training; GetLanguageModel returns its state. A service may
// refuse a model that is being trained already, or that has no enabled file, with status 400 or
// 409.
//
// The request is sent once, because a repetition could train the model twice. If its response is
// lost, the model is read (X6): the training has begun if it is in progress, or if the model has
// changed. Otherwise, the error is an AmbiguousError.
func (c *Client) TrainLanguageModel(
	ctx context.Context, account AccountRef, before *LanguageModel,
) (*LanguageModel, error) {
	defer c.languageModelLists.invalidate(account, "")
	r := accountRequest(OperationTrainLanguageModel, account, before.ID)
	r.IsSentOnce = true
	model, err := doAndRead(ctx, c, r, readLanguageModel)
	if !IsOutcomeUnknown(err) {
		return model, err
	}
	for range pollsUntilShown(ctx) {
		remote, readErr := c.GetLanguageModel(ctx, account, before.ID)
		if readErr != nil {
			break
		}
		isChanged := remote.State != before.State || remote.LinguisticModelID != before.LinguisticModelID
		if isChanged || remote.TrainingStatus() == TrainingInProgress {
			return remote, nil
		}
	}
	return nil, err
}
