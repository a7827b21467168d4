package mockserver

import (
	"maps"
	"slices"
)

// State is a summary of the service's objects, for people and scripts. It contains no keys or
// tokens.
type State struct {
	Accounts   []AccountState `json:"accounts"`
	Requests   int            `json:"requests"`
	Violations []string       `json:"violations"`
}

// AccountState is the part of a [State] that belongs to one account.
type AccountState struct {
	ID                  string               `json:"id"`
	Name                string               `json:"name"`
	Location            string               `json:"location"`
	BrandsModelSettings BrandsModelSettings  `json:"brandsModelSettings"`
	Brands              []Brand              `json:"brands"`
	LanguageModels      []LanguageModel      `json:"languageModels"`
	Videos              []VideoSummary       `json:"videos"`
	Projects            []ProjectSummary     `json:"projects"`
	PersonModels        []PersonModelSummary `json:"personModels"`
}

// VideoSummary is a video of a [State].
type VideoSummary struct {
	ID          string     `json:"id"`
	State       VideoState `json:"state"`
	Transcripts []string   `json:"transcripts"` // languages
	Reindexes   int        `json:"reindexes"`
}

// ProjectSummary is a project of a [State].
type ProjectSummary struct {
	ID      string      `json:"id"`
	Render  RenderState `json:"render"`
	Renders int         `json:"renders"`
}

// PersonModelSummary is a person model of a [State].
type PersonModelSummary struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Persons []string `json:"persons"` // names
	Faces   int      `json:"faces"`
}

// State returns a summary of the service's objects.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return State{
		Accounts: mapAll(s.accounts, (*account).state), Requests: len(s.requests),
		Violations: slices.Clone(s.violations),
	}
}

func (a *account) state() AccountState {
	state := AccountState{
		ID: a.ID, Name: a.Name, Location: a.Location, BrandsModelSettings: a.settings, Brands: a.brandsByID(),
		LanguageModels: mapAll(a.models, (*languageModel).clone),
		PersonModels:   mapAll(a.personModels, (*personModel).summary),
	}
	state.Videos = mapAll(slices.Sorted(maps.Keys(a.videos)), func(id string) VideoSummary {
		v := a.videos[id]
		return VideoSummary{
			ID: id, State: v.State, Transcripts: slices.Sorted(maps.Keys(v.Transcripts)), Reindexes: len(v.reindexes),
		}
	})
	state.Projects = mapAll(slices.Sorted(maps.Keys(a.projects)), func(id string) ProjectSummary {
		return ProjectSummary{ID: id, Render: a.projects[id].Render, Renders: len(a.projects[id].renders)}
	})
	return state
}

func (m *personModel) summary() PersonModelSummary {
	summary := PersonModelSummary{ID: m.ID, Name: m.Name, Persons: []string{}}
	for _, p := range m.persons {
		summary.Persons = append(summary.Persons, p.Name)
		summary.Faces += len(p.faces)
	}
	return summary
}
