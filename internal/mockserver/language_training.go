package mockserver

import (
	"cmp"
	"net/http"
)

// The states of a language model. Services may give others.
const (
	ModelNeverTrained = "None"
	ModelWaiting      = "Waiting"
	ModelProcessing   = "Processing"
	ModelComplete     = "Complete"
	ModelFailed       = "Failed"
)

// training is a training of a language model that runs.
type training struct {
	job
	before string // state of the model, to which a cancellation returns it
	files  []string
}

func trainingEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: X(8), method: http.MethodPut, pattern: modelsPath + "/{modelId}/Train", scopes: account, write: true,
			handle: trainLanguageModel,
		},
		{
			number: X(9), method: http.MethodDelete, pattern: modelsPath + "/{modelId}/Train", scopes: account, write: true,
			handle: cancelTraining,
		},
	}
}

// trainLanguageModel is X8.
func trainLanguageModel(s *Server, c *call) {
	m, ok := c.model()
	if !ok {
		return
	}
	s.settleTraining(c.account, m)
	if c.account.trainings[m.ID] != nil {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the language model is being trained already")
		return
	}
	var files []string
	for _, f := range m.Files {
		if f.Enabled {
			files = append(files, f.Name)
		}
	}
	if len(files) == 0 && !c.opts.extended.models.trainsEmpty {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the language model has no enabled files")
		return
	}
	c.account.trainings[m.ID] = &training{
		job: job{pace: c.opts.extended.models.training, began: c.now()}, before: m.State, files: files,
	}
	m.State = ModelWaiting
	c.json(http.StatusOK, c.readModel(m, FilesInFull))
}

// cancelTraining is X9.
func cancelTraining(s *Server, c *call) {
	m, ok := c.model()
	if !ok {
		return
	}
	s.settleTraining(c.account, m)
	running := c.account.trainings[m.ID]
	if running == nil {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the language model is not being trained")
		return
	}
	delete(c.account.trainings, m.ID)
	m.State = running.before
	c.empty(http.StatusNoContent)
}

// refusedWhileTraining answers an update of a model that is being trained, where the variant refuses that.
func (c *call) refusedWhileTraining(m *LanguageModel) bool {
	c.s.settleTraining(c.account, m)
	refusal := c.opts.extended.models.whileTraining
	if c.account.trainings[m.ID] == nil || refusal == (wireError{}) {
		return false
	}
	c.fail(refusal.status, refusal.errorType, "the language model is being trained")
	return true
}

// settleTraining ends a training whose pace has run out.
func (s *Server) settleTraining(a *account, m *LanguageModel) {
	if t := a.trainings[m.ID]; t != nil && t.over(s.now()) {
		s.endTraining(a, m, "")
	}
}

// lookAtTraining is settleTraining for a request that looks at the training.
func (s *Server) lookAtTraining(a *account, m *LanguageModel) {
	t := a.trainings[m.ID]
	switch {
	case t == nil:
	case t.look(s.now()):
		s.endTraining(a, m, "")
	case t.seen > 1:
		m.State = ModelProcessing
	}
}

// endTraining ends the training of a model in a state; "" stands for the state that the model sets for its trainings.
func (s *Server) endTraining(a *account, m *LanguageModel, outcome string) {
	files := a.trainings[m.ID].files
	delete(a.trainings, m.ID)
	m.State = cmp.Or(outcome, m.TrainingEndsWith, ModelComplete)
	if m.State == ModelFailed {
		return
	}
	m.TrainedOn = files
	if m.LanguageModelID == untrained {
		m.LanguageModelID = s.newID("trained model", m.ID)
	}
}

// FinishTraining ends the training of a language model in the given state; "" stands for the state that the model sets
// for its trainings. It reports whether a training ran.
func (s *Server) FinishTraining(accountID, id, outcome string) bool {
	var ran bool
	s.with(accountID, func(a *account) {
		m := a.model(id)
		if m == nil || a.trainings[m.ID] == nil {
			return
		}
		s.endTraining(a, m, outcome)
		ran = true
	})
	return ran
}
