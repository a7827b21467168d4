package mockserver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	projectsPath = "/Projects"
	newProject   = `{"name":"Cut","videosRanges":[{"videoId":"` + videoID + `","range":{"start":"00:00:01","end":"00:01:00.5"}}]}`
)

// cut creates a project of the video of the tests, and returns its path.
func (st *mediaServer) cut() string {
	st.t.Helper()
	st.video(mockserver.Video{})
	made := st.send("POST", projectsPath, newProject).is(200).object()
	return fmt.Sprintf("%s/%s", projectsPath, made["id"])
}

func TestProjectLife(t *testing.T) {
	t.Parallel()
	clock := newClock()
	st := newExtended(t, mockserver.WithClock(clock.Now))
	path := st.cut()
	got := st.send("GET", path+"/Index", "").is(200).object()
	same(t, got["videosRanges"], any([]any{map[string]any{
		"videoId": videoID, "range": map[string]any{"start": "00:00:01", "end": "00:01:00.5"},
	}}))
	same(t, []any{got["name"], got["created"], got["userName"], got["durationInSeconds"]},
		[]any{"Cut", "2025-05-04T03:02:01.0000000+00:00", mockserver.DefaultUserName, 60.0})
	clock.pass(time.Minute)
	item := st.send("PUT", path, `{"name":"Empty","videosRanges":[]}`).is(200).object()
	same(t, keys(item), "created durationInSeconds id lastModified name userName")
	same(t, []any{item["name"], item["lastModified"], item["durationInSeconds"]}, []any{"Empty", "2025-05-04T03:03:01.0000000+00:00", 0.0})
	same(t, st.send("GET", path+"/Index", "").object()["videosRanges"], any([]any{}))
	st.send("DELETE", path, "").is(204)
	st.send("GET", path+"/Index", "").fails(404, "BREAKDOWN_NOT_FOUND")
	st.send("PUT", path, newProject).fails(404, "BREAKDOWN_NOT_FOUND")

	st = newExtended(t, mockserver.ProjectRangesMember("videoRanges"), mockserver.RangesWithFractions())
	got = st.send("GET", st.cut()+"/Index", "").is(200).object()
	same(t, got["videosRanges"], nil)
	same(t, got["videoRanges"].([]any)[0].(map[string]any)["range"], any(map[string]any{"start": "00:00:01.0000000", "end": "00:01:00.5000000"}))
}

func TestProjectRefusals(t *testing.T) {
	t.Parallel()
	element := newProject[strings.Index(newProject, "[")+1 : strings.LastIndex(newProject, "]")]
	many := strings.Replace(newProject, element, strings.TrimSuffix(strings.Repeat(element+",", 101), ","), 1)
	for body, says := range map[string]string{
		strings.Replace(newProject, "Cut", " ", 1):             "",
		strings.Replace(newProject, "00:00:01", "00:02:00", 1): "",
		strings.Replace(newProject, videoID, "none", 1):        "",
		many:                                 "",
		`{"name":"Cut"}`:                     `lacks the member "videosRanges"`,
		`{"name":"Cut","videosRanges":null}`: "videosRanges must not be null",
		strings.Replace(newProject, "videosRanges", "videoRanges", 1):       `unknown member "videoRanges"`,
		strings.Replace(newProject, `"00:00:01"`, `"1"`, 1):                 "the bounds of a range must be hh:mm:ss",
		strings.Replace(newProject, `"videoId"`, `"name":"x","videoId"`, 1): `a range has the unknown member "name"`,
	} {
		st := newExtended(t)
		st.video(mockserver.Video{})
		st.refuses = says != ""
		st.send("POST", projectsPath, body).fails(400, "INVALID_INPUT")
		if st.refuses {
			st.expectViolations(says)
		}
		same(t, len(st.State().Accounts[0].Projects), 0)
	}
}

type page struct {
	Results  []map[string]any
	NextPage struct {
		PageSize, Skip int
		Done           bool
	}
}

func (st *mediaServer) page(path string) page {
	st.t.Helper()
	var got page
	st.send("GET", path, "").is(200).into(&got)
	return got
}

func TestProjectList(t *testing.T) {
	t.Parallel()
	clock := newClock()
	st := newExtended(t, mockserver.WithClock(clock.Now), mockserver.PageCap(20))
	for i := range 30 {
		st.AddProject(account, mockserver.Project{ID: fmt.Sprintf("p%02d", i), Created: clock.Now().Add(time.Duration(i) * time.Minute)})
	}
	first := st.page(projectsPath + "?pageSize=25")
	same(t, []any{len(first.Results), first.Results[0]["id"], first.NextPage.Skip, first.NextPage.Done}, []any{20, "p29", 20, false})
	second := st.page(projectsPath + "?pageSize=25&skip=20")
	same(t, []any{len(second.Results), second.Results[9]["id"], second.NextPage.Skip, second.NextPage.Done}, []any{10, "p00", 30, true})
}
