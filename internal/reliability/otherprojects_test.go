//go:build unix

package reliability

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// otherProject is a project of the other service. Each look at its render brings that nearer to its end.
type otherProject struct {
	name      string
	ranges    []otherRange
	made      time.Time
	rendered  bool // a render was asked for
	looksLeft int
	renders   int
}

// otherRange keeps its times as numbers: what was written is not kept.
type otherRange struct {
	video      string
	start, end time.Duration
}

func (r otherRange) String() string { return fmt.Sprintf("%s %s-%s", r.video, r.start, r.end) }

func (s *otherService) projectRoutes(account string) map[string]func(*otherCall) {
	s.projects = map[string]*otherProject{}
	one := account + "/Projects/{project}"
	return map[string]func(*otherCall){
		"GET " + account + "/Projects":             s.listProjects,
		"POST " + account + "/Projects":            s.createProject,
		"PUT " + one:                               s.changeProject,
		"DELETE " + one:                            s.deleteProject,
		"GET " + one + "/Index":                    s.getProject,
		"POST " + one + "/render":                  s.renderProject,
		"GET " + one + "/renderoperation":          s.renderOperation,
		"GET " + one + "/renderedfile/downloadurl": s.renderedFile,
	}
}

// project is the one of the path; nil after it was answered that there is none.
func (s *otherService) project(c *otherCall) *otherProject {
	p := s.projects[c.r.PathValue("project")]
	if p == nil {
		c.refuse(http.StatusNotFound, "BREAKDOWN_NOT_FOUND", "")
	}
	return p
}

// listProjects is X30, the oldest first: no time of the last modification, an empty page alone is the last one, and what was
// just created is missing for a moment.
func (s *otherService) listProjects(c *otherCall) {
	var ids []string
	for id, p := range s.projects {
		if time.Since(p.made) > listedAfter {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return s.projects[a].made.Compare(s.projects[b].made) })
	skip, _ := strconv.Atoi(c.r.URL.Query().Get("skip"))
	results := []any{}
	for _, id := range ids[min(skip, len(ids)):min(skip+otherPage, len(ids))] {
		results = append(results, map[string]any{"Id": id, "Name": s.projects[id].name, "isSearchable": false, "durationInSeconds": nil, "userName": nil})
	}
	c.answer(http.StatusOK, map[string]any{"results": results, "nextPage": map[string]any{"pageSize": otherPage, "skip": skip, "done": len(results) == 0}})
}

// takeProject reads the body of X27 and X28.
func (s *otherService) takeProject(c *otherCall, p *otherProject) (ranges []otherRange) {
	var body struct {
		Name         string
		VideosRanges []struct {
			VideoID string
			Range   struct{ Start, End string }
		}
	}
	s.decode(c, &body)
	read := func(text string) time.Duration {
		at, err := time.Parse("15:04:05", text)
		if err != nil {
			s.t.Errorf("a time of a range is %q", text)
		}
		return at.Sub(at.Truncate(24 * time.Hour))
	}
	for _, r := range body.VideosRanges {
		ranges = append(ranges, otherRange{r.VideoID, read(r.Range.Start), read(r.Range.End)})
	}
	p.name = body.Name
	return ranges
}

// createProject is X27. The answer has no id where the name says so, so that the project must be looked for.
func (s *otherService) createProject(c *otherCall) {
	p := &otherProject{made: time.Now()}
	p.ranges = s.takeProject(c, p)
	id := fmt.Sprintf("%010d", rand.Int64N(1e10))
	s.projects[id] = p
	answer := map[string]any{"name": p.name, "created": p.made.Format(time.RFC3339)}
	if !strings.Contains(p.name, "silent") {
		answer["id"] = id
	}
	c.answer(http.StatusCreated, answer)
}

// changeProject is X28.
func (s *otherService) changeProject(c *otherCall) {
	p := s.project(c)
	switch {
	case p == nil:
	case p.looksLeft > 0:
		p.looksLeft--
		c.refuse(http.StatusConflict, "PROJECT_RENDER_IN_PROGRESS", "wait")
	default:
		if ranges := s.takeProject(c, p); !slices.Equal(ranges, p.ranges) {
			p.ranges, p.rendered = ranges, false
		}
		c.answer(http.StatusOK, map[string]any{})
	}
}

// getProject is X29: times with seven digits and without a leading zero, and the ranges under their other name.
func (s *otherService) getProject(c *otherCall) {
	p := s.project(c)
	if p == nil {
		return
	}
	written := func(d time.Duration) string {
		return fmt.Sprintf("%d:%02d:%02d.%07d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60, d%time.Second/100)
	}
	ranges := []any{}
	for _, r := range p.ranges {
		ranges = append(ranges, map[string]any{"videoId": r.video, "range": map[string]any{"start": written(r.start), "end": written(r.end)}})
	}
	c.answer(http.StatusOK, map[string]any{"ID": c.r.PathValue("project"), "name": p.name, "privacyMode": "Private", "videoRanges": ranges, "videos": []any{}})
}

// renderProject is endpoint 14: it begins a render whenever none runs.
func (s *otherService) renderProject(c *otherCall) {
	p := s.project(c)
	switch {
	case p == nil:
	case p.looksLeft > 0:
		c.refuse(http.StatusConflict, "PROJECT_RENDER_IN_PROGRESS", "")
	default:
		p.rendered, p.looksLeft, p.renders = true, 2, p.renders+1
		c.WriteHeader(http.StatusAccepted)
	}
}

// renderOperation is X31: no body as long as it is under way.
func (s *otherService) renderOperation(c *otherCall) {
	p := s.project(c)
	switch {
	case p == nil:
	case !p.rendered:
		c.refuse(http.StatusNotFound, "PROJECT_RENDER_OPERATION_NOT_FOUND", "")
	case p.looksLeft > 0:
		p.looksLeft--
		c.WriteHeader(http.StatusAccepted)
	default:
		c.answer(http.StatusOK, map[string]any{"State": "succeeded", "result": map[string]any{"videosRanges": []any{}}, "error": nil})
	}
}

// renderedFile is X33: a text instead of an object.
func (s *otherService) renderedFile(c *otherCall) {
	p := s.project(c)
	switch {
	case p == nil:
	case !p.rendered || p.looksLeft > 0:
		c.refuse(http.StatusNotFound, "NOT_FOUND", "")
	default:
		c.answer(http.StatusOK, "https://files.example/"+c.r.PathValue("project")+"?sig=other")
	}
}

// deleteProject is endpoint 15.
func (s *otherService) deleteProject(c *otherCall) {
	if s.project(c) != nil {
		delete(s.projects, c.r.PathValue("project"))
		c.WriteHeader(http.StatusNoContent)
	}
}

// holdsProjects expects the projects of the other service, one text each.
func (s *otherService) holdsProjects(want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		var held []string
		for _, p := range s.projects {
			held = append(held, fmt.Sprintf("%s: %v, %d renders", p.name, p.ranges, p.renders))
		}
		slices.Sort(held)
		if !slices.Equal(held, want) {
			return fmt.Errorf("the service holds\n%s\nwant\n%s", strings.Join(held, "\n"), strings.Join(want, "\n"))
		}
		return nil
	})
}

func otherProjects(t *testing.T) {
	t.Parallel()
	s := newOtherService(t)
	for i := range 3 {
		s.videos[fmt.Sprintf("v%d", i)] = &otherVideo{name: fmt.Sprintf("Talk %d", i)}
	}
	long := time.Now().Add(-time.Hour)
	s.projects["found"] = &otherProject{name: "Found", made: long, ranges: []otherRange{{"v0", 0, time.Second}}}
	for i := range 7 {
		s.projects[fmt.Sprint("namesake", i)] = &otherProject{name: "silent", made: long.Add(time.Duration(i + 1))}
	}
	made := func(name, ranges, lines string) string {
		return fmt.Sprintf("resource \"videoindexer_project\" \"made\" {\n  name = %q\n  video_ranges = [%s]\n  %s\n}\n", name, ranges, lines)
	}
	const (
		address = "videoindexer_project.made"
		one     = `{ video_id = "v1", start = "0:00:01", end = "00:00:02.500" }`
		two     = `{ video_id = "v2", start = "00:00:00", end = "00:00:01" }`
		adopted = "resource \"videoindexer_project\" \"adopted\" {\n  project_id = \"found\"\n  name = \"Mine\"\n}\ndata \"videoindexer_projects\" \"all\" {}\n"
	)
	namesakes := slices.Repeat([]string{"silent: [], 0 renders"}, 7)
	holds := func(others ...string) resource.TestCheckFunc {
		want := slices.Concat(others, namesakes)
		slices.Sort(want)
		return s.holdsProjects(want...)
	}
	rendered := statecheck.ExpectKnownValue(address, tfjsonpath.New("render_state"), knownvalue.StringExact("Succeeded"))
	id := func(state *terraform.State) (string, error) {
		return state.RootModule().Resources[address].Primary.Attributes["project_id"], nil
	}
	s.lives(t, holds("Mine: [v0 0s-1s], 0 renders"),
		resource.TestStep{
			Config: adopted + made("silent", one, ""), Check: holds("Mine: [v0 0s-1s], 0 renders", "silent: [v1 1s-2.5s], 0 renders"),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("data.videoindexer_projects.all", tfjsonpath.New("projects").AtSliceIndex(0).AtMapKey("project_id"), knownvalue.StringExact("found")),
			},
		},
		resource.TestStep{
			Config: adopted + made("Reel", one+", "+two, "render = true"), Check: holds("Mine: [v0 0s-1s], 0 renders", "Reel: [v1 1s-2.5s v2 0s-1s], 1 renders"),
			ConfigStateChecks: []statecheck.StateCheck{rendered},
		},
		resource.TestStep{ // another name leaves the render, also while another one runs
			PreConfig: func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				for _, p := range s.projects {
					if p.name == "Reel" {
						p.looksLeft = 3
					}
				}
			},
			Config: adopted + made("Reel 2", one+", "+two, "render = true"), Check: holds("Mine: [v0 0s-1s], 0 renders", "Reel 2: [v1 1s-2.5s v2 0s-1s], 1 renders"),
			ConfigStateChecks: []statecheck.StateCheck{rendered},
		},
		resource.TestStep{ // ranges that are changed elsewhere
			PreConfig: func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				for _, p := range s.projects {
					if p.name == "Reel 2" {
						p.ranges, p.rendered = p.ranges[:1], false
					}
				}
			},
			Config: adopted + made("Reel 2", one+", "+two, "render = true"), Check: holds("Mine: [v0 0s-1s], 0 renders", "Reel 2: [v1 1s-2.5s v2 0s-1s], 2 renders"),
			ConfigStateChecks: []statecheck.StateCheck{rendered},
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.ExpectChanges(address, "video_ranges", "render", "render_state", "render_error"),
			}},
		},
		resource.TestStep{
			ResourceName: address, ImportState: true, ImportStateIdFunc: id, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "project_id",
			ImportStateVerifyIgnore: []string{"render", "render_state", "deletion_policy", "video_ranges"}, // the last is written otherwise
		},
		resource.TestStep{ // one that is deleted elsewhere is created again
			PreConfig: func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				for id, p := range s.projects {
					if p.name == "Reel 2" {
						delete(s.projects, id)
					}
				}
			},
			Config: adopted + made("Reel 3", two, ""), Check: holds("Mine: [v0 0s-1s], 0 renders", "Reel 3: [v2 0s-1s], 0 renders"),
		},
	)
}
