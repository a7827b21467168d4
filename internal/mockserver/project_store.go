package mockserver

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// RenderState is how far a project's render is. The contract shows only InProgress and Succeeded; services of the
// family have the other states as well.
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

// Project is what a test puts into the server and reads from it.
type Project struct {
	ID        string
	Name      string // "" when added: the id
	Ranges    []VideoRange
	Render    RenderState
	Rendered  []VideoRange    // the ranges that the last successful render shows
	Error     json.RawMessage // of a render that failed
	EndsWith  RenderState     // state that its next renders end in; NeverRendered: Succeeded
	EndsError json.RawMessage // error that its next renders end with
	FileGone  bool            // the rendered file is not there any more

	Created, LastModified time.Time // zero when added: now
	UserName              string    // "" when added: DefaultUserName
}

// Render is one render that a client started with endpoint 14.
type Render struct {
	Time                time.Time
	SendCompletionEmail *bool // as it was sent
}

// project is a Project with the work that is done on it. The server's lock guards it.
type project struct {
	Project
	job        *job
	mail       bool
	renders    []Render
	signatures int
}

func (p Project) clone() Project {
	p.Ranges, p.Rendered = slices.Clone(p.Ranges), slices.Clone(p.Rendered)
	p.Error, p.EndsError = slices.Clone(p.Error), slices.Clone(p.EndsError)
	return p
}

// runRender lets a render run; the caller holds the lock and has set its state.
func (s *Server) runRender(a *account, p *project) {
	pace := s.opts.media.rendering
	p.job = &job{pace: pace, began: s.now()}
	if pace.after > 0 {
		running := p.job
		time.AfterFunc(pace.after, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if p.job == running {
				s.settleRender(a, p)
			}
		})
	}
	s.settleRender(a, p)
}

// settleRender ends a render whose pace has run out.
func (s *Server) settleRender(a *account, p *project) {
	if p.job == nil || !p.job.over(s.now()) {
		return
	}
	outcome := p.EndsWith
	if p.Render == RenderCancelling {
		s.endRender(a, p, RenderCanceled, nil)
		return
	}
	s.endRender(a, p, cmp.Or(outcome, RenderSucceeded), p.EndsError)
}

// lookAtRender is settleRender for a request that looks at the render.
func (s *Server) lookAtRender(a *account, p *project) {
	if p.job != nil && p.job.look(s.now()) {
		s.settleRender(a, p)
	}
}

func (s *Server) endRender(a *account, p *project, outcome RenderState, failure json.RawMessage) {
	p.job, p.Render, p.Error = nil, outcome, failure
	if outcome == RenderSucceeded {
		p.Rendered, p.FileGone = slices.Clone(p.Ranges), false
	}
	if p.mail {
		s.mail("render", a.ID, p.ID, string(outcome))
	}
}

// AddProject puts a project into an account, replacing one of the same id. One that is RenderInProgress is rendering.
// It reports whether the account is there.
func (s *Server) AddProject(accountID string, in Project) bool {
	p := &project{Project: in.clone()}
	if p.Render == RenderSucceeded && p.Rendered == nil {
		p.Rendered = slices.Clone(p.Ranges)
	}
	p.Name, p.UserName = cmp.Or(p.Name, p.ID), cmp.Or(p.UserName, DefaultUserName)
	p.Created = cmp.Or(p.Created, s.now())
	p.LastModified = cmp.Or(p.LastModified, p.Created)
	return s.with(accountID, func(a *account) {
		a.media.projects[p.ID] = p
		if p.Render == RenderInProgress {
			s.runRender(a, p)
		}
	})
}

// Project returns a copy of a project as it is now.
func (s *Server) Project(accountID, id string) (Project, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, p := s.findProject(accountID, id)
	if p == nil {
		return Project{}, false
	}
	s.settleRender(a, p)
	return p.clone(), true
}

// ChangeProject changes a project outside of the API. Setting Render to RenderInProgress starts a render, as
// another client would; setting it to anything else ends the one that runs. It reports whether the project is there.
func (s *Server) ChangeProject(accountID, id string, change func(*Project)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, p := s.findProject(accountID, id)
	if p == nil {
		return false
	}
	change(&p.Project)
	switch {
	case p.Render == RenderInProgress && p.job == nil:
		s.runRender(a, p)
	case p.Render != RenderInProgress && p.job != nil:
		s.endRender(a, p, p.Render, p.Error)
	}
	return true
}

// FinishRender ends the render of a project in the given state with the error object of endpoint 14, nil for none.
// It reports whether one ran.
func (s *Server) FinishRender(accountID, id string, outcome RenderState, failure json.RawMessage) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, p := s.findProject(accountID, id)
	if p == nil || p.job == nil {
		return false
	}
	s.endRender(a, p, outcome, failure)
	return true
}

// RemoveProject deletes a project outside of the API.
func (s *Server) RemoveProject(accountID, id string) {
	s.with(accountID, func(a *account) { delete(a.media.projects, id) })
}

// Renders returns the renders that clients started for a project, oldest first.
func (s *Server) Renders(accountID, id string) []Render {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, p := s.findProject(accountID, id)
	if p == nil {
		return nil
	}
	return slices.Clone(p.renders)
}

func (s *Server) findProject(accountID, id string) (*account, *project) {
	a := s.accountByID(accountID)
	if a == nil {
		return nil, nil
	}
	return a, a.media.projects[id]
}
