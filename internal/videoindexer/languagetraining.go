package videoindexer

import (
	"context"
	"net/http"
	"strings"
)

// Training is the state of a language model's training.
type Training int

const (
	// TrainingNone means that the model was never trained.
	TrainingNone Training = iota
	// TrainingUnderWay means that a training waits or runs.
	TrainingUnderWay
	TrainingFailed
	// TrainingDone also stands for every state that is not known.
	TrainingDone
)

// Training derives the training from State, in any letter case. Without a state, a model counts as trained if it has a
// linguistic model.
func (m *LanguageModel) Training() Training {
	switch strings.ToLower(strings.TrimSpace(m.State)) {
	case "none":
		return TrainingNone
	case "waiting", "processing":
		return TrainingUnderWay
	case "failed":
		return TrainingFailed
	case "":
		if m.LinguisticModelID == "" {
			return TrainingNone
		}
	}
	return TrainingDone
}

// TrainLanguageModel begins a training of a language model on its enabled files (X8), and returns the model as it is
// then. The training goes on in the service; GetLanguageModel says how far it is. A model that is being trained
// already, or that has no enabled file, may be refused with status 400 or 409.
func (c *Client) TrainLanguageModel(ctx context.Context, a AccountRef, modelID string) (*LanguageModel, error) {
	defer c.languageModelLists.writes(a, "")()
	r := extendedOnAccount("X8", "train language model", http.MethodPut, a, "Customization", "Language", modelID, "Train")
	model, err := doAndDecode(ctx, c, r, decodeLanguageModel)
	// After a lost answer, a refusal probably refers to the training that the call itself has started.
	answer, ok := ownAnswer(err)
	if !ok || !answer.MayHaveApplied || answer.Status != http.StatusBadRequest && answer.Status != http.StatusConflict {
		return model, err
	}
	if held, failed := c.GetLanguageModel(ctx, a, modelID); failed == nil && held.Training() == TrainingUnderWay {
		return held, nil
	}
	return nil, err
}
