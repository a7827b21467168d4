package mockserver

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	projectsPath  = "/{location}/Accounts/{accountId}/Projects"
	mostRanges    = 100
	rangeTimeForm = "hh:mm:ss with an optional fraction"
)

func projectListEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: X(27), method: http.MethodPost, pattern: projectsPath, scopes: account, write: true, body: bodyJSON,
			handle: createProject,
		},
		{
			number: X(28), method: http.MethodPut, pattern: projectsPath + "/{projectId}", scopes: account, write: true,
			body: bodyJSON, handle: updateProject,
		},
		{
			number: X(29), method: http.MethodGet, pattern: projectsPath + "/{projectId}/Index", scopes: account,
			handle: getProject,
		},
		{
			number: X(30), method: http.MethodGet, pattern: projectsPath, scopes: account, query: []string{"pageSize", "skip"},
			handle: listProjects,
		},
	}
}

// createProject is X27.
func createProject(s *Server, c *call) {
	name, ranges, ok := c.projectBody()
	if !ok {
		return
	}
	id := strings.ReplaceAll(s.newID("project", c.account.ID, name), "-", "")[:10]
	p := &project{Project: Project{
		ID: id, Name: name, Ranges: ranges, Created: c.now(), LastModified: c.now(), UserName: DefaultUserName,
	}}
	c.account.media.projects[id] = p
	c.json(http.StatusOK, c.projectItem(p))
}

// updateProject is X28. An update that changes the ranges discards the render.
func updateProject(s *Server, c *call) {
	name, ranges, ok := c.projectBody()
	if !ok {
		return
	}
	p := c.project()
	if p == nil {
		return
	}
	if s.lookAtRender(c.account, p); p.job != nil {
		c.fail(http.StatusConflict, "PROJECT_RENDER_IN_PROGRESS", "a render of the project is running")
		return
	}
	if !slices.EqualFunc(p.Ranges, ranges, VideoRange.same) {
		p.Render, p.Rendered, p.Error = NeverRendered, nil, nil
	}
	p.Name, p.Ranges, p.LastModified = name, ranges, c.now()
	c.json(http.StatusOK, c.projectItem(p))
}

var rangeTime = regexp.MustCompile(`^(\d\d):([0-5]\d):([0-5]\d(?:\.\d+)?)$`)

// seconds reads a bound of a range.
func seconds(bound string) (float64, bool) {
	parts := rangeTime.FindStringSubmatch(bound)
	if parts == nil {
		return 0, false
	}
	var total float64
	for _, part := range parts[1:] {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0, false
		}
		total = total*60 + n
	}
	return total, true
}

// same says whether two ranges are of the same part of the same video, however their times are written.
func (r VideoRange) same(other VideoRange) bool {
	start, _ := seconds(r.Start)
	otherStart, _ := seconds(other.Start)
	end, _ := seconds(r.End)
	otherEnd, _ := seconds(other.End)
	return r.VideoID == other.VideoID && start == otherStart && end == otherEnd
}

// projectBody reads the body of X27 and X28.
func (c *call) projectBody() (string, []VideoRange, bool) {
	members, ok := c.object(c.body, "the body", []string{"name", "videosRanges"}, nil)
	var name string
	var elements []json.RawMessage
	if !ok || !c.member(members, "name", &name) || !c.member(members, "videosRanges", &elements) {
		return "", nil, false
	}
	if strings.TrimSpace(name) == "" {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "a project needs a name")
		return "", nil, false
	}
	if len(elements) > mostRanges {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", fmt.Sprintf("a project holds at most %d ranges", mostRanges))
		return "", nil, false
	}
	var ranges []VideoRange
	for _, element := range elements {
		r, ok := c.videoRange(element)
		if !ok {
			return "", nil, false
		}
		ranges = append(ranges, r)
	}
	return name, ranges, true
}

func (c *call) videoRange(element json.RawMessage) (VideoRange, bool) {
	var r VideoRange
	members, ok := c.object(element, "a range", []string{"videoId", "range"}, nil)
	if !ok || !c.member(members, "videoId", &r.VideoID) {
		return r, false
	}
	bounds, ok := c.object(members["range"], "range", []string{"start", "end"}, nil)
	if !ok || !c.member(bounds, "start", &r.Start) || !c.member(bounds, "end", &r.End) {
		return r, false
	}
	start, startOK := seconds(r.Start)
	end, endOK := seconds(r.End)
	switch {
	case !startOK || !endOK:
		return r, c.invalid("the bounds of a range must be %s", rangeTimeForm)
	case end <= start:
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "a range ends before it begins")
	case c.account.media.videos[r.VideoID] == nil:
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "a range is of a video that the account does not have")
	default:
		return r, true
	}
	return r, false
}

// getProject is X29.
func getProject(_ *Server, c *call) {
	p := c.project()
	if p == nil {
		return
	}
	ranges := []wireVideoRange{}
	for _, r := range p.Ranges {
		ranges = append(ranges, wireVideoRange{r.VideoID, wireRange{c.rangeBound(r.Start), c.rangeBound(r.End)}})
	}
	body := c.projectItem(p)
	body[c.opts.extended.projects.rangesMember] = ranges
	body["accountId"], body["isBase"] = c.account.ID, false
	c.json(http.StatusOK, body)
}

// rangeBound is a bound of a range as X29 shows it.
func (c *call) rangeBound(bound string) string {
	if !c.opts.extended.projects.fractions {
		return bound
	}
	whole, fraction, _ := strings.Cut(bound, ".")
	return whole + "." + (fraction + "0000000")[:7]
}

// listProjects is X30, newest first.
func listProjects(_ *Server, c *call) {
	items := []map[string]any{}
	for _, p := range c.account.media.projectsByAge() {
		items = append(items, c.projectItem(p))
	}
	if page, ok := c.paged(items); ok {
		c.json(http.StatusOK, page)
	}
}

func (m *media) projectsByAge() []*project {
	var all []*project
	for _, p := range m.projects {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *project) int { return byAge(a.Created, b.Created, a.ID, b.ID) })
	return all
}

// byAge puts the newest first, and orders those of the same age by id.
func byAge(a, b time.Time, aID, bID string) int {
	if order := b.Compare(a); order != 0 {
		return order
	}
	return strings.Compare(aID, bID)
}

func (c *call) projectItem(p *project) map[string]any {
	var duration float64
	for _, r := range p.Ranges {
		start, _ := seconds(r.Start)
		end, _ := seconds(r.End)
		duration += end - start
	}
	return map[string]any{
		"id": p.ID, "name": p.Name, "userName": p.UserName, "durationInSeconds": int(math.Round(duration)),
		"created": c.timestamp(p.Created, listedTime), "lastModified": c.timestamp(p.LastModified, listedTime),
	}
}
