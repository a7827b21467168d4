package mockserver

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// untrained is the languageModelId of a model that was not trained yet.
const untrained = "00000000-0000-0000-0000-000000000000"

// LanguageModel is a language model of an account.
type LanguageModel struct {
	ID              string
	Name            string
	Language        string
	State           string
	LanguageModelID string // all zeros until trained
	Files           []LanguageFile
}

// LanguageFile is an adaptation text of a language model. It has a URL, or a size and a hash.
type LanguageFile struct {
	ID           string
	Name         string
	Enabled      bool
	Creator      string
	CreationTime time.Time

	URL     string
	Size    int64
	SHA256  string // hex
	Content []byte // nil above 1 MiB
}

func (m *LanguageModel) clone() LanguageModel {
	copied := *m
	copied.Files = slices.Clone(m.Files)
	return copied
}

// LanguageModels returns the language models of an account in the order of creation.
func (s *Server) LanguageModels(accountID string) []LanguageModel {
	var all []LanguageModel
	s.with(accountID, func(a *account) {
		for _, m := range a.models {
			all = append(all, m.clone())
		}
	})
	return all
}

// LanguageModel returns a language model.
func (s *Server) LanguageModel(accountID, id string) (LanguageModel, bool) {
	var found LanguageModel
	ok := s.ChangeLanguageModel(accountID, id, func(m *LanguageModel) { found = m.clone() })
	return found, ok
}

// AddLanguageModel adds a language model outside of the API and returns its id. What m lacks is filled
// in as for a model that was just created.
func (s *Server) AddLanguageModel(accountID string, m LanguageModel) string {
	s.with(accountID, func(a *account) {
		added := m.clone()
		if added.ID == "" {
			added.ID = s.newID("language model", a.ID, m.Name)
		}
		added.Language = cmp.Or(added.Language, "en-US")
		added.State = cmp.Or(added.State, "None")
		added.LanguageModelID = cmp.Or(added.LanguageModelID, untrained)
		for i, f := range added.Files {
			if f.ID == "" {
				added.Files[i].ID = s.newID("language file", added.ID, f.Name)
			}
		}
		m.ID = added.ID
		a.models = append(a.models, &added)
	})
	return m.ID
}

// ChangeLanguageModel changes a language model outside of the API, and returns whether it exists.
func (s *Server) ChangeLanguageModel(accountID, id string, change func(*LanguageModel)) bool {
	var found *LanguageModel
	s.with(accountID, func(a *account) {
		if found = a.model(id); found != nil {
			change(found)
		}
	})
	return found != nil
}

// TrainLanguageModel completes a model, which then has a languageModelId.
func (s *Server) TrainLanguageModel(accountID, id string) bool {
	return s.ChangeLanguageModel(accountID, id, func(m *LanguageModel) {
		m.State, m.LanguageModelID = "Complete", s.newID("trained model", m.ID)
	})
}

// RemoveLanguageModel removes a language model outside of the API, which itself has no way to.
func (s *Server) RemoveLanguageModel(accountID, id string) {
	s.with(accountID, func(a *account) {
		a.models = slices.DeleteFunc(a.models, func(m *LanguageModel) bool { return strings.EqualFold(m.ID, id) })
	})
}

func (a *account) model(id string) *LanguageModel {
	for _, m := range a.models {
		if strings.EqualFold(m.ID, id) {
			return m
		}
	}
	return nil
}
