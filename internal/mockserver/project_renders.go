package mockserver

import (
	"net/http"
)

func renderEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: X(31), method: http.MethodGet, pattern: projectsPath + "/{projectId}/renderoperation", scopes: account,
			handle: getRender,
		},
		{
			number: X(32), method: http.MethodPut, pattern: projectsPath + "/{projectId}/renderoperation/cancel", scopes: account,
			write: true, handle: cancelRender,
		},
		{
			number: X(33), method: http.MethodGet, pattern: projectsPath + "/{projectId}/renderedfile/downloadurl", scopes: account,
			handle: getRenderedFile,
		},
	}
}

// rendered returns the project of the path when it has a render. Otherwise it answers the call and returns nil.
func (c *call) rendered() *project {
	p := c.project()
	if p == nil {
		return nil
	}
	c.s.lookAtRender(c.account, p)
	if p.Render == NeverRendered {
		c.fail(http.StatusNotFound, "PROJECT_RENDER_OPERATION_NOT_FOUND", "the project has no render")
		return nil
	}
	return p
}

// status returns the status code of an answer that shows the render.
func (p *project) status() int {
	switch p.Render {
	case RenderPending, RenderInProgress, RenderCancelling:
		return http.StatusAccepted
	default:
		return http.StatusOK
	}
}

// getRender is X31.
func getRender(_ *Server, c *call) {
	if p := c.rendered(); p != nil {
		c.json(p.status(), p.result())
	}
}

// cancelRender is X32.
func cancelRender(_ *Server, c *call) {
	p := c.rendered()
	if p == nil {
		return
	}
	if p.job != nil && p.Render != RenderCancelling {
		p.Render, p.job = RenderCancelling, &job{pace: c.opts.extended.projects.cancelling, began: c.now()}
	}
	c.json(p.status(), p.result())
}

// getRenderedFile is X33.
func getRenderedFile(s *Server, c *call) {
	p := c.project()
	if p == nil {
		return
	}
	s.lookAtRender(c.account, p)
	if p.Render != RenderSucceeded || p.FileGone {
		c.notFound("the project has no rendered file")
		return
	}
	p.signatures++
	address := signedAddress(p.ID, "rendered.mp4", p.signatures)
	s.sourceFileURLs = append(s.sourceFileURLs, address)
	c.json(http.StatusOK, map[string]string{"downloadUrl": address})
}
