package mockserver

import (
	"encoding/json"
	"net/http"
)

func projectEndpoints() []*endpoint {
	const path = "/{location}/Accounts/{accountId}/Projects/{projectId}"
	return []*endpoint{
		{
			number: 1, method: http.MethodGet, pattern: "/auth" + path + "/AccessToken", query: []string{"allowEdit"}, lower: true,
			handle: getProjectToken,
		},
		{
			number: 14, method: http.MethodPost, pattern: path + "/render",
			scopes: []scopeKind{scopeAccount}, write: true, query: []string{"sendCompletionEmail"},
			missingAccount: wireError{http.StatusNotFound, "BREAKDOWN_NOT_FOUND"}, handle: renderProject,
		},
		{
			number: 15, method: http.MethodDelete, pattern: path,
			scopes: []scopeKind{scopeAccount, scopeProject}, write: true, handle: deleteProject,
		},
	}
}

// project returns the project of the path. Otherwise it answers the call with the error of 1 and 14, and returns nil.
func (c *call) project() *project {
	p := c.account.media.projects[c.path("projectId")]
	if p == nil {
		c.fail(http.StatusNotFound, "BREAKDOWN_NOT_FOUND", "the project was not found")
	}
	return p
}

// getProjectToken is endpoint 1.
func getProjectToken(s *Server, c *call) {
	write, ok := c.flagQuery("allowEdit")
	if !ok {
		return
	}
	if p := c.project(); p != nil {
		c.writeToken(s.issue(token{
			scope: scopeProject, location: c.path("location"), accountID: c.account.ID, objectID: p.ID,
			write: write,
		}))
	}
}

// renderProject is endpoint 14.
func renderProject(s *Server, c *call) {
	mail, ok := c.boolQuery("sendCompletionEmail")
	if !ok {
		return
	}
	p := c.project()
	if p == nil {
		return
	}
	s.lookAtRender(c.account, p)
	if c.opts.media.rendersEndWithout && (p.Render == RenderFailed || p.Render == RenderCanceled) {
		p.Render, p.Error = NeverRendered, nil
	}
	switch {
	case p.job != nil:
		c.fail(http.StatusConflict, "PROJECT_RENDER_IN_PROGRESS", "a render of the project is running")
	case p.Render != NeverRendered:
		c.json(http.StatusOK, p.result())
	case len(p.Ranges) == 0:
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the project has no video ranges")
	default:
		p.renders = append(p.renders, Render{Time: c.now(), SendCompletionEmail: mail})
		p.mail = mail != nil && *mail
		p.Render, p.Error, p.Rendered = RenderInProgress, nil, nil
		c.json(http.StatusAccepted, p.result())
		s.runRender(c.account, p)
	}
}

type wireVideoRange struct {
	VideoID string    `json:"videoId"`
	Range   wireRange `json:"range"`
}

type wireRange struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

type wireRenderResult struct {
	VideoRanges []wireVideoRange `json:"videoRanges"`
}

type wireRender struct {
	State  RenderState       `json:"state"`
	Result *wireRenderResult `json:"result"`
	Error  json.RawMessage   `json:"error"`
}

func (p *project) result() wireRender {
	out := wireRender{State: p.Render, Error: p.Error}
	if out.Error == nil {
		out.Error = json.RawMessage("null")
	}
	if p.Render == RenderSucceeded {
		out.Result = &wireRenderResult{VideoRanges: []wireVideoRange{}}
		for _, r := range p.Rendered {
			out.Result.VideoRanges = append(out.Result.VideoRanges, wireVideoRange{r.VideoID, wireRange{r.Start, r.End}})
		}
	}
	return out
}

// deleteProject is endpoint 15; a render that runs ends with its project.
func deleteProject(s *Server, c *call) {
	id := c.path("projectId")
	if c.account.media.projects[id] == nil {
		c.notFound("the project was not found")
		return
	}
	delete(c.account.media.projects, id)
	c.empty(http.StatusNoContent)
}
