package mockserver_test

import (
	"encoding/json"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const render = "POST " + projectPath + "/render"

func TestRenderEndings(t *testing.T) {
	t.Parallel()
	failure := json.RawMessage(`{"code":"RENDER_FAILED"}`)
	for _, outcome := range []mockserver.RenderState{
		mockserver.RenderFailed, mockserver.RenderCanceled, mockserver.RenderCancelling, mockserver.RenderPending,
	} {
		b := newFixture(t, mockserver.RenderPace(mockserver.WhenTold())).furnish()
		equal(t, "started", b.statuses(2, render), []int{202, 409})
		equal(t, "ended", b.FinishRender(account, projectID, outcome, failure), true)
		equal(t, "ended again", b.FinishRender(account, projectID, outcome, failure), false)
		equal(t, "shown", b.send(render).is(200).body, `{"error":{"code":"RENDER_FAILED"},"result":null,"state":"`+string(outcome)+`"}`)
	}

	b := newFixture(t, mockserver.RendersEndWithoutResult()).furnish()
	b.ChangeProject(account, projectID, func(p *mockserver.Project) { p.EndsWith, p.EndsError = mockserver.RenderFailed, failure })
	equal(t, "without a result", b.statuses(2, render), []int{202, 202})
	b.ChangeProject(account, projectID, func(p *mockserver.Project) { p.EndsWith = mockserver.RenderSucceeded })
	equal(t, "with one at last", b.statuses(3, render), []int{202, 200, 200})
	equal(t, "renders", len(b.Renders(account, projectID)), 3)

	b = newFixture(t, mockserver.RenderPace(mockserver.AfterRequests(1))).furnish()
	set := func(state mockserver.RenderState) {
		b.ChangeProject(account, projectID, func(p *mockserver.Project) { p.Render = state })
	}
	set(mockserver.RenderInProgress)
	equal(t, "someone else's", b.statuses(2, render), []int{409, 200})
	set(mockserver.NeverRendered)
	equal(t, "forgotten", b.statuses(2, render), []int{202, 409})
	set(mockserver.RenderCanceled)
	equal(t, "canceled", b.statuses(1, render), []int{200})
}
