package mockserver_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestWatchARender(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.RenderPace(mockserver.AfterRequests(1)))
	path := st.cut()
	st.send("GET", path+"/renderoperation", "").fails(404, "PROJECT_RENDER_OPERATION_NOT_FOUND")
	st.send("GET", path+"/renderedfile/downloadurl", "").fails(404, "NOT_FOUND")
	st.send("PUT", path+"/renderoperation/cancel", "").fails(404, "PROJECT_RENDER_OPERATION_NOT_FOUND")
	st.send("POST", path+"/render", "").is(202)
	got := st.send("GET", path+"/renderoperation", "").is(202).object()
	same(t, got, map[string]any{"state": "InProgress", "result": nil, "error": nil})
	got = st.send("GET", path+"/renderoperation", "").is(200).object()
	same(t, []any{got["state"], got["error"]}, []any{"Succeeded", nil})
	st.send("PUT", path+"/renderoperation/cancel", "").is(200)

	address, _ := st.send("GET", path+"/renderedfile/downloadurl", "").is(200).object()["downloadUrl"].(string)
	same(t, st.SourceFileURLs(), []string{address})
	id := path[strings.LastIndex(path, "/")+1:]
	st.ChangeProject(account, id, func(p *mockserver.Project) { p.FileGone = true })
	st.send("GET", path+"/renderedfile/downloadurl", "").fails(404, "NOT_FOUND")
	st.RemoveProject(account, id)
	for _, below := range []string{"/renderoperation", "/renderedfile/downloadurl"} {
		st.send("GET", path+below, "").fails(404, "BREAKDOWN_NOT_FOUND")
	}
}

func TestCancelARender(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.RenderPace(mockserver.WhenTold()), mockserver.CancelPace(mockserver.AfterRequests(2)))
	path := st.cut()
	st.send("POST", path+"/render", "").is(202)
	same(t, st.send("PUT", path+"/renderoperation/cancel", "").is(202).object()["state"], any("Cancelling"))
	same(t, st.send("PUT", path+"/renderoperation/cancel", "").is(202).object()["state"], any("Cancelling"))
	same(t, st.send("GET", path+"/renderoperation", "").is(202).object()["state"], any("Cancelling"))
	same(t, st.send("GET", path+"/renderoperation", "").is(200).object()["state"], any("Canceled"))
	st.send("PUT", path+"/renderoperation/cancel", "").is(200)
	st.send("GET", path+"/renderedfile/downloadurl", "").fails(404, "NOT_FOUND")

	st = newExtended(t, mockserver.RenderPace(mockserver.WhenTold()))
	path = st.cut()
	st.send("POST", path+"/render", "").is(202)
	st.send("PUT", path+"/renderoperation/cancel", "").is(202)
	st.send("GET", path+"/renderoperation", "").is(200)
}

func TestOtherRangesForgetTheRender(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.RenderPace(mockserver.WhenTold()))
	path := st.cut()
	st.send("POST", path+"/render", "").is(202)
	st.send("PUT", path, newProject).fails(409, "PROJECT_RENDER_IN_PROGRESS")
	st.FinishRender(account, path[strings.LastIndex(path, "/")+1:], mockserver.RenderSucceeded, nil)
	st.send("PUT", path, strings.Replace(newProject, "Cut", "Other", 1)).is(200)
	st.send("GET", path+"/renderedfile/downloadurl", "").is(200)
	st.send("PUT", path, strings.Replace(newProject, "00:00:01", "00:00:01.000", 1)).is(200) // the same time
	st.send("GET", path+"/renderedfile/downloadurl", "").is(200)
	st.send("PUT", path, strings.Replace(newProject, "00:00:01", "00:00:02", 1)).is(200)
	st.send("GET", path+"/renderoperation", "").fails(404, "PROJECT_RENDER_OPERATION_NOT_FOUND")
	st.send("GET", path+"/renderedfile/downloadurl", "").fails(404, "NOT_FOUND")
	st.send("POST", path+"/render", "").is(202)
}
