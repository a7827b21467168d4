package mockserver

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// RenderState is the state of a project's render. The contract shows only InProgress and Succeeded;
// services of the family have the other states as well.
type RenderState string

// The states of a render.
const (
	NeverRendered    RenderState = ""
	RenderPending    RenderState = "Pending"
	RenderInProgress RenderState = "InProgress"
	RenderCancelling RenderState = "Cancelling"
	RenderSucceeded  RenderState = "Succeeded"
	RenderFailed     RenderState = "Failed"
	RenderCanceled   RenderState = "Canceled"
)

// VideoRange is a piece of a video in a project; its bounds are written hh:mm:ss.
type VideoRange struct {
	VideoID, Start, End string
}

// Project is a project that a test adds to the server, or reads from it.
type Project struct {
	ID                  string
	Name                string // "" when added: the id
	Ranges              []VideoRange
	Render              RenderState
	Rendered            []VideoRange    // the ranges that the last successful render shows
	Error               json.RawMessage // of a render that failed
	RenderEndsWith      RenderState     // state that its next renders end in; NeverRendered: Succeeded
	RenderEndsWithError json.RawMessage // error that its next renders end with

	Created, LastModified time.Time // zero when added: now
	UserName              string    // "" when added: DefaultUserName
}

// Render is one render that a client started with RenderProject.
type Render struct {
	Time                time.Time
	SendCompletionEmail *bool // as sent
}

// project is a Project with its work in progress. The server's lock guards it.
type project struct {
	Project
	job        *job // the render in progress
	renders    []Render
	signatures int
}

func (p Project) clone() Project {
	p.Ranges = slices.Clone(p.Ranges)
	p.Rendered = slices.Clone(p.Rendered)
	p.Error = slices.Clone(p.Error)
	p.RenderEndsWithError = slices.Clone(p.RenderEndsWithError)
	return p
}

// runRender starts a render. The caller holds the lock and has set its state.
func (s *Server) runRender(p *project) {
	p.job = s.begin(s.opts.rendering)
	s.settleRender(p)
}

// settleRender ends a render, or its cancellation, that is due to end.
func (s *Server) settleRender(p *project) {
	if !p.job.isOver(s.now()) {
		return
	}
	if p.Render == RenderCancelling {
		p.endRender(RenderCanceled, nil)
		return
	}
	p.endRender(cmp.Or(p.RenderEndsWith, RenderSucceeded), p.RenderEndsWithError)
}

func (p *project) endRender(outcome RenderState, failure json.RawMessage) {
	p.job = nil
	p.Render = outcome
	p.Error = failure
	if outcome == RenderSucceeded {
		p.Rendered = slices.Clone(p.Ranges)
	}
}

// AddProject adds a project to an account, or replaces the one with its id. With RenderInProgress,
// a render is in progress. It reports whether the account exists.
func (s *Server) AddProject(accountID string, given Project) bool {
	added := &project{Project: given.clone()}
	if added.Render == RenderSucceeded && added.Rendered == nil {
		added.Rendered = slices.Clone(added.Ranges)
	}
	added.Name = cmp.Or(added.Name, added.ID)
	added.UserName = cmp.Or(added.UserName, DefaultUserName)
	added.Created = cmp.Or(added.Created, s.now())
	added.LastModified = cmp.Or(added.LastModified, added.Created)
	return s.withAccount(accountID, func(a *account) {
		a.projects[added.ID] = added
		if added.Render == RenderInProgress {
			s.runRender(added)
		}
	})
}

func projectOf(id string) func(*account) *project {
	return func(a *account) *project { return a.projects[id] }
}

// Project returns a copy of a project.
func (s *Server) Project(accountID, id string) (Project, bool) {
	var found Project
	isFound := withObject(s, accountID, projectOf(id), func(p *project) {
		s.settleRender(p)
		found = p.clone()
	})
	return found, isFound
}

// ChangeProject changes a project outside of the API. Setting Render to RenderInProgress starts a
// render, as another client would. Setting it to another state ends a render in progress. It
// reports whether the project exists.
func (s *Server) ChangeProject(accountID, id string, change func(*Project)) bool {
	return withObject(s, accountID, projectOf(id), func(p *project) {
		change(&p.Project)
		p.LastModified = s.later(p.LastModified)
		switch {
		case p.Render == RenderInProgress && p.job == nil:
			s.runRender(p)
		case p.Render != RenderInProgress && p.job != nil:
			p.endRender(p.Render, p.Error)
		}
	})
}

// FinishRender ends the render of a project in the given state, with an optional error object for
// the response (14). It reports whether a render was in progress.
func (s *Server) FinishRender(accountID, id string, outcome RenderState, failure json.RawMessage) bool {
	var ran bool
	withObject(s, accountID, projectOf(id), func(p *project) {
		ran = p.job != nil
		if ran {
			p.endRender(outcome, failure)
		}
	})
	return ran
}

// RemoveProject deletes a project outside of the API.
func (s *Server) RemoveProject(accountID, id string) {
	s.withAccount(accountID, func(a *account) { delete(a.projects, id) })
}

// Renders returns the renders that clients started for a project, oldest first.
func (s *Server) Renders(accountID, id string) []Render {
	var all []Render
	withObject(s, accountID, projectOf(id), func(p *project) { all = slices.Clone(p.renders) })
	return all
}
