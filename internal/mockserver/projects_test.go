package mockserver_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const render = "POST " + projectPath + "/render"

func TestRender(t *testing.T) {
	t.Parallel()
	const ranges = `"videoRanges":[{"range":{"end":"00:01:00.5","start":"00:00:01"},"videoId":"` + videoID + `"}]`
	b := newBench(t, mockserver.RenderPace(mockserver.AfterRequests(1))).furnish()
	got := b.send(render + "?sendCompletionEmail=true").is(202)
	equal(t, "started", got.body, `{"error":null,"result":null,"state":"InProgress"}`)
	b.send(render).fails(409, "PROJECT_RENDER_IN_PROGRESS")
	rendered := `{"error":null,"result":{` + ranges + `},"state":"Succeeded"}`
	equal(t, "rendered", []string{b.send(render).is(200).body, b.send(render).is(200).body}, []string{rendered, rendered})
	asked := b.Renders(account, projectID)
	if len(asked) != 1 || asked[0].SendCompletionEmail == nil || !*asked[0].SendCompletionEmail {
		t.Errorf("renders: %+v", asked)
	}
	// A change of the project does not change what was rendered.
	b.ChangeProject(account, projectID, func(p *mockserver.Project) { p.Ranges = nil })
	equal(t, "rendered", b.send(render).body, rendered)
}

func TestRenderEndings(t *testing.T) {
	t.Parallel()
	failure := json.RawMessage(`{"code":"RENDER_FAILED"}`)
	for _, outcome := range []mockserver.RenderState{
		mockserver.RenderFailed, mockserver.RenderCanceled, mockserver.RenderCancelling, mockserver.RenderPending,
	} {
		b := newBench(t, mockserver.RenderPace(mockserver.WhenTold())).furnish()
		equal(t, "started", b.statuses(2, render), []int{202, 409})
		equal(t, "ended", b.FinishRender(account, projectID, outcome, failure), true)
		equal(t, "ended again", b.FinishRender(account, projectID, outcome, failure), false)
		equal(t, "shown", b.send(render).is(200).body, `{"error":{"code":"RENDER_FAILED"},"result":null,"state":"`+string(outcome)+`"}`)
	}

	b := newBench(t, mockserver.RendersEndWithoutResult()).furnish()
	b.ChangeProject(account, projectID, func(p *mockserver.Project) { p.EndsWith, p.EndsError = mockserver.RenderFailed, failure })
	equal(t, "without a result", b.statuses(2, render), []int{202, 202})
	b.ChangeProject(account, projectID, func(p *mockserver.Project) { p.EndsWith = mockserver.RenderSucceeded })
	equal(t, "with one at last", b.statuses(3, render), []int{202, 200, 200})
	equal(t, "renders", len(b.Renders(account, projectID)), 3)

	b = newBench(t, mockserver.RenderPace(mockserver.AfterRequests(1))).furnish()
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

// TestWatchARender follows a render (X31), cancels one (X32), and fetches the file (X33).
func TestWatchARender(t *testing.T) {
	t.Parallel()
	const state, cancel = "GET " + projectPath + "/renderoperation", "PUT " + projectPath + "/renderoperation/cancel"
	const download = "GET " + projectPath + "/renderedfile/downloadurl"
	b := newBench(t, mockserver.RenderPace(mockserver.AfterRequests(1))).furnish()
	b.send(render).is(202)
	equalText(t, "under way", "InProgress <nil>", b.send(state).is(202).object()["state"], nil)
	equalText(t, "over", "Succeeded", b.send(state).is(200).object()["state"])
	b.send(cancel).is(200)
	address, _ := b.send(download).is(200).object()["downloadUrl"].(string)
	equal(t, "addresses", b.SourceFileURLs(), []string{address})
	b = newBench(t, mockserver.RenderPace(mockserver.WhenTold()), mockserver.CancelPace(mockserver.AfterRequests(2))).furnish()
	b.send(render).is(202)
	var states []any
	for _, request := range []string{cancel, cancel, state, state} {
		states = append(states, b.send(request).object()["state"])
	}
	equal(t, "cancelled", states, []any{"Cancelling", "Cancelling", "Cancelling", "Canceled"})
	b.send(cancel).is(200)
	b.send(download).fails(404, "NOT_FOUND")
}

func TestOtherRangesForgetTheRender(t *testing.T) {
	t.Parallel()
	b := newBench(t).furnish()
	b.send(render).is(202)
	const download = "GET " + projectPath + "/renderedfile/downloadurl"
	for _, body := range []string{projectBody, but(projectBody, "00:00:01", "00:00:01.000")} { // the same time
		b.send("PUT "+projectPath, body).is(200)
		b.send(download).is(200)
	}
	got := b.send("PUT "+projectPath, but(projectBody, "00:00:01", "00:00:02")).is(200).object()
	equalText(t, "item", "created durationInSeconds id lastModified name userName 59", keys(got), got["durationInSeconds"])
	b.send(download).fails(404, "NOT_FOUND")
	b.send(render).is(202)
}

func TestProjectList(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newBench(t, mockserver.WithClock(clock.Now), mockserver.PageCap(20))
	for i := range 30 {
		b.AddProject(account, mockserver.Project{ID: fmt.Sprintf("p%02d", i), Created: clock.Now().Add(time.Duration(i) * time.Minute)})
	}
	for query, want := range map[string]string{
		"?pageSize=25":         "20 p29 p10 map[done:false pageSize:20 skip:20]",
		"?pageSize=25&skip=20": "10 p09 p00 map[done:true pageSize:20 skip:30]",
	} {
		got := b.send("GET ~/Projects" + query).is(200)
		ids := got.each("id")
		equalText(t, query, want, len(ids), ids[0], ids[len(ids)-1], got.object()["nextPage"])
	}
}
