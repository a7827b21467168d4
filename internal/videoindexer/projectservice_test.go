package videoindexer

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// projectService is a service that keeps projects and their renders.
type projectService struct {
	recorder

	projects []map[string]any
	renders  map[string]string // state by project
	made     int
	// longest is the service's cap of a page; 0 for none.
	longest int
}

const (
	anX27 = "POST"
	anX30 = "GET"
)

// newProjects is a service with projects of these names, each with one range; their ids are p1, p2 and so on.
func newProjects(names ...string) *projectService {
	s := &projectService{renders: map[string]string{}}
	for _, name := range names {
		s.add(name, wireRanges("v1", "0:00:05", "00:00:07.5000000"))
	}
	return s
}

func wireRanges(video, start, end string) []any {
	return []any{map[string]any{"videoId": video, "range": map[string]any{"start": start, "end": end}}}
}

func (s *projectService) add(name string, ranges any) map[string]any {
	project := map[string]any{
		"id": fmt.Sprintf("p%d", len(s.projects)+1), "name": name, "created": "2024-05-06T07:08:09.5", "lastModified": "2024-05-07T07:08:09+02:00",
		"userName": "Ann", "durationInSeconds": 2.5, "ranges": ranges,
	}
	s.projects = append(s.projects, project)
	return project
}

func (s *projectService) client(t *testing.T, change ...func(*Config)) *Client {
	t.Helper()
	return serve(t, s.ServeHTTP, append([]func(*Config){onlyToken, extended}, change...)...)
}

func (s *projectService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.serve(w, r, logged(r, "Projects"), func() (int, any) { return s.answer(r, strings.Split(below(r, "Projects"), "/"), body) })
}

func (s *projectService) answer(r *http.Request, parts []string, body []byte) (int, any) {
	var in struct {
		Name         string `json:"name"`
		VideosRanges any    `json:"videosRanges"`
	}
	_ = json.Unmarshal(body, &in)
	switch {
	case parts[0] == "" && r.Method == http.MethodPost:
		s.made++
		return http.StatusOK, s.item(s.add(in.Name, in.VideosRanges))
	case parts[0] == "":
		return http.StatusOK, s.page(r)
	}
	at := slices.IndexFunc(s.projects, func(p map[string]any) bool { return p["id"] == parts[0] })
	if at < 0 {
		return http.StatusNotFound, map[string]string{"ErrorType": "BREAKDOWN_NOT_FOUND", "Message": "there is none"}
	}
	project, rest := s.projects[at], strings.Join(parts[1:], "/")
	switch {
	case rest == "Index":
		whole := s.item(project)
		whole["videosRanges"] = project["ranges"]
		return http.StatusOK, whole
	case rest == "render":
		s.renders[parts[0]] = "InProgress"
		return http.StatusAccepted, map[string]any{"state": "InProgress"}
	case strings.HasPrefix(rest, "renderoperation"):
		return s.render(parts[0], rest)
	case rest == "renderedfile/downloadurl":
		return http.StatusOK, map[string]string{"downloadUrl": "https://files.example/" + parts[0] + "?sig=hush"}
	case r.Method == http.MethodPut:
		project["name"], project["ranges"] = in.Name, in.VideosRanges
		return http.StatusOK, s.item(project)
	}
	s.projects = slices.Delete(s.projects, at, at+1)
	return http.StatusNoContent, nil
}

func (s *projectService) render(id, rest string) (int, any) {
	state, ok := s.renders[id]
	switch {
	case !ok:
		return http.StatusNotFound, map[string]string{"ErrorType": "PROJECT_RENDER_OPERATION_NOT_FOUND", "Message": "none"}
	case rest == "renderoperation/cancel" && state == "InProgress":
		s.renders[id] = "Canceled"
		return http.StatusAccepted, map[string]string{"state": "Cancelling"}
	case state == "InProgress":
		return http.StatusAccepted, nil
	}
	return http.StatusOK, map[string]any{"state": state, "result": map[string]any{"videosRanges": wireRanges("v1", "0:00:05", "0:00:07")}}
}

func (s *projectService) item(p map[string]any) map[string]any {
	item := map[string]any{}
	for name, value := range p {
		if name != "ranges" {
			item[name] = value
		}
	}
	return item
}

// page is X30.
func (s *projectService) page(r *http.Request) any {
	size, _ := strconv.Atoi(r.URL.Query().Get("pageSize"))
	skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
	if s.longest > 0 {
		size = min(size, s.longest)
	}
	results := []any{}
	for _, p := range s.projects[min(skip, len(s.projects)):min(skip+size, len(s.projects))] {
		results = append(results, s.item(p))
	}
	return map[string]any{"results": results, "nextPage": map[string]any{"pageSize": size, "skip": skip + len(results), "done": skip+size >= len(s.projects)}}
}

var newProject = ProjectFields{Name: "A", VideoRanges: []VideoRange{{"v2", "0:00:01", "0:00:02"}}}
