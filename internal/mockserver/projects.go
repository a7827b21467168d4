package mockserver

import (
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	projectsPath = accountPath + "/Projects"
	projectPath  = projectsPath + "/{projectId}"
	maxRanges    = 100
)

func projectEndpoints() []*endpoint {
	return []*endpoint{
		{
			operation: RenderProject, route: "POST " + projectPath + "/render",
			query:          []string{"sendCompletionEmail"},
			missingAccount: contractError{http.StatusNotFound, "BREAKDOWN_NOT_FOUND"},
			handle:         forObject((*call).project, renderProject),
		},
		{
			operation: DeleteProject, route: "DELETE " + projectPath,
			alsoScope: scopeProject, handle: deleteProject,
		},
		{
			operation: CreateProject, route: "POST " + projectsPath,
			body: bodyJSON, handle: createProject,
		},
		{
			operation: UpdateProject, route: "PUT " + projectPath,
			body: bodyJSON, handle: forObject((*call).project, changeProject),
		},
		{
			operation: GetProject, route: "GET " + projectPath + "/Index",
			handle: forObject((*call).project, getProject),
		},
		{
			operation: ListProjects, route: "GET " + projectsPath,
			query: []string{"pageSize", "skip"}, handle: listProjects,
		},
		{
			operation: GetRender, route: "GET " + projectPath + "/renderoperation",
			handle: forObject((*call).rendered, (*call).respondRender),
		},
		{
			operation: CancelRender, route: "PUT " + projectPath + "/renderoperation/cancel",
			handle: forObject((*call).rendered, cancelRender),
		},
		{
			operation: GetRenderedFileURL, route: "GET " + projectPath + "/renderedfile/downloadurl",
			handle: forObject((*call).project, getRenderedFileAddress),
		},
	}
}

// project returns the project of the path. Otherwise it answers the call with the error of
// GetProjectAccessToken and RenderProject, and returns nil.
func (c *call) project() *project {
	p := c.account.projects[c.pathText("projectId")]
	if p == nil {
		c.respondError(http.StatusNotFound, "BREAKDOWN_NOT_FOUND", "the project was not found")
	}
	return p
}

// settleRender ends a render that is due, and counts the request otherwise.
func (c *call) settleRender(p *project) {
	hasEnded := p.job.poll(c.now())
	if hasEnded {
		c.server.settleRender(p)
	}
}

func renderProject(c *call, p *project) {
	c.settleRender(p)
	hasNoResult := p.Render == RenderFailed || p.Render == RenderCanceled
	if hasNoResult && c.opts.rendersEndWithoutResult {
		p.Render = NeverRendered
		p.Error = nil
	}
	switch {
	case p.job != nil:
		c.respondRenderInProgress()
	case p.Render != NeverRendered:
		c.respondJSON(http.StatusOK, p.result())
	case len(p.Ranges) == 0:
		c.refuse("the project has no video ranges")
	default:
		sendsEmail := c.optionalQueryFlag("sendCompletionEmail")
		p.renders = append(p.renders, Render{Time: c.now(), SendCompletionEmail: sendsEmail})
		p.Render = RenderInProgress
		p.Error = nil
		p.Rendered = nil
		c.respondJSON(http.StatusAccepted, p.result())
		c.server.runRender(p)
	}
}

func (c *call) respondRenderInProgress() {
	c.respondError(http.StatusConflict, "PROJECT_RENDER_IN_PROGRESS", "a render of the project is running")
}

// result returns a render as RenderProject, GetRender and CancelRender show it.
func (p *project) result() map[string]any {
	body := map[string]any{"state": p.Render, "result": nil, "error": nil}
	if p.Error != nil {
		body["error"] = p.Error
	}
	if p.Render == RenderSucceeded {
		body["result"] = map[string]any{"videoRanges": rangeBodies(p.Rendered)}
	}
	return body
}

func rangeBodies(ranges []VideoRange) []map[string]any {
	return mapAll(ranges, func(r VideoRange) map[string]any {
		return map[string]any{"videoId": r.VideoID, "range": map[string]string{"start": r.Start, "end": r.End}}
	})
}

// deleteProject deletes a project, and ends its render.
func deleteProject(c *call) {
	id := c.pathText("projectId")
	if c.account.projects[id] == nil {
		c.respondNotFound("the project was not found")
		return
	}
	delete(c.account.projects, id)
	c.respondEmpty(http.StatusNoContent)
}

func createProject(c *call) {
	name, ranges, isValid := c.projectInput()
	if !isValid {
		return
	}
	id := strings.ReplaceAll(c.server.newID("project", c.account.ID, name), "-", "")[:10]
	p := &project{Project: Project{
		ID: id, Name: name, Ranges: ranges, Created: c.now(), LastModified: c.now(), UserName: DefaultUserName,
	}}
	c.account.projects[id] = p
	c.account.notYetListed[p] = c.server.begin(c.opts.othersListed)
	c.respondJSON(http.StatusOK, c.projectItem(p))
}

// changeProject changes a project. New ranges discard the render.
func changeProject(c *call, p *project) {
	name, ranges, isValid := c.projectInput()
	if !isValid {
		return
	}
	c.settleRender(p)
	if p.job != nil {
		c.respondRenderInProgress()
		return
	}
	if !slices.EqualFunc(p.Ranges, ranges, VideoRange.same) {
		p.Render = NeverRendered
		p.Rendered = nil
		p.Error = nil
	}
	p.Name = name
	p.Ranges = ranges
	p.LastModified = c.server.later(p.LastModified)
	c.respondJSON(http.StatusOK, c.projectItem(p))
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

// bounds returns where a range begins and ends, in seconds.
func (r VideoRange) bounds() (start, end float64, ok bool) {
	start, isStart := seconds(r.Start)
	end, isEnd := seconds(r.End)
	return start, end, isStart && isEnd
}

// same reports whether two ranges are the same part of the same video, however their times are
// written.
func (r VideoRange) same(other VideoRange) bool {
	start, end, _ := r.bounds()
	otherStart, otherEnd, _ := other.bounds()
	isSamePart := start == otherStart && end == otherEnd
	return isSamePart && r.VideoID == other.VideoID
}

// projectInput reads the body of CreateProject and ChangeProject.
func (c *call) projectInput() (string, []VideoRange, bool) {
	var name string
	var elements []json.RawMessage
	if !c.readObject(c.body, "the body", required("name", &name), required("videosRanges", &elements)) {
		return "", nil, false
	}
	if strings.TrimSpace(name) == "" {
		return "", nil, c.refuse("a project needs a name")
	}
	if len(elements) > maxRanges {
		return "", nil, c.refuse("a project holds at most %d ranges", maxRanges)
	}
	var ranges []VideoRange
	for _, element := range elements {
		r, isValid := c.videoRange(element)
		if !isValid {
			return "", nil, false
		}
		ranges = append(ranges, r)
	}
	return name, ranges, true
}

func (c *call) videoRange(element json.RawMessage) (VideoRange, bool) {
	var r VideoRange
	var bounds json.RawMessage
	if !c.readObject(element, "a range", required("videoId", &r.VideoID), required("range", &bounds)) {
		return r, false
	}
	if !c.readObject(bounds, "range", required("start", &r.Start), required("end", &r.End)) {
		return r, false
	}
	start, end, areBounds := r.bounds()
	switch {
	case !areBounds:
		return r, c.respondInvalid("the bounds of a range must be hh:mm:ss with an optional fraction")
	case end <= start:
		return r, c.refuse("a range ends before it begins")
	case c.account.videos[r.VideoID] == nil:
		return r, c.refuse("a range is of a video that the account does not have")
	}
	return r, true
}

func getProject(c *call, p *project) {
	body := c.projectItem(p)
	body["videosRanges"] = rangeBodies(p.Ranges)
	body["accountId"] = c.account.ID
	body["isBase"] = false
	c.respondJSON(http.StatusOK, body)
}

// listProjects lists the projects, newest first.
func listProjects(c *call) {
	all := slices.SortedFunc(maps.Values(c.account.projects), func(a, b *project) int {
		return byAge(a.Created, b.Created, a.ID, b.ID)
	})
	respondPage(c, shownInLists(c, all), c.projectItem)
}

// respondPage answers with a page of a list as ListProjects and ListVideos show it.
func respondPage[T any](c *call, all []T, body func(T) map[string]any) {
	asked := c.page(defaultPageSize, maxPageSize)
	results := pageBodies(asked, all, body)
	next := map[string]any{
		"pageSize": asked.size, "skip": asked.skip + len(results), "done": asked.skip+asked.size >= len(all),
	}
	c.respondJSON(http.StatusOK, map[string]any{"results": results, "nextPage": next})
}

// byAge sorts the newest first, and sorts by id if the ages are equal.
func byAge(a, b time.Time, aID, bID string) int {
	order := b.Compare(a)
	if order != 0 {
		return order
	}
	return strings.Compare(aID, bID)
}

func (c *call) projectItem(p *project) map[string]any {
	var duration float64
	for _, r := range p.Ranges {
		start, end, _ := r.bounds()
		duration += end - start
	}
	return map[string]any{
		"id": p.ID, "name": p.Name, "userName": p.UserName, "durationInSeconds": int(math.Round(duration)),
		"created": c.timestamp(p.Created, listedTime), "lastModified": c.timestamp(p.LastModified, listedTime),
	}
}

// rendered returns the project of the path if it has a render. Otherwise it answers the call and
// returns nil.
func (c *call) rendered() *project {
	p := c.project()
	if p == nil {
		return nil
	}
	c.settleRender(p)
	if p.Render == NeverRendered {
		c.respondError(http.StatusNotFound, "PROJECT_RENDER_OPERATION_NOT_FOUND", "the project has no render")
		return nil
	}
	return p
}

// respondRender shows the render of a project, with 202 while it is in progress.
func (c *call) respondRender(p *project) {
	status := http.StatusOK
	if slices.Contains([]RenderState{RenderPending, RenderInProgress, RenderCancelling}, p.Render) {
		status = http.StatusAccepted
	}
	c.respondJSON(status, p.result())
}

func cancelRender(c *call, p *project) {
	if p.job != nil && p.Render != RenderCancelling {
		p.Render = RenderCancelling
		p.job = c.server.begin(c.opts.cancelling)
	}
	c.respondRender(p)
}

func getRenderedFileAddress(c *call, p *project) {
	c.settleRender(p)
	if p.Render != RenderSucceeded {
		c.respondNotFound("the project has no rendered file")
		return
	}
	p.signatures++
	address := signedAddress(p.ID, "rendered.mp4", p.signatures)
	c.server.signedURLs = append(c.server.signedURLs, address)
	c.respondJSON(http.StatusOK, map[string]string{"downloadUrl": address})
}
