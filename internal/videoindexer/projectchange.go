package videoindexer

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// ProjectFields are what a project is made of.
type ProjectFields struct {
	Name        string
	VideoRanges []VideoRange
}

// Same says whether a project has these fields, however its times are written.
func (f ProjectFields) Same(p *Project) bool {
	return f.Name == p.Name && slices.EqualFunc(f.VideoRanges, p.VideoRanges, VideoRange.Same)
}

// body is the body of X27 and X28.
func (f ProjectFields) body() (*body, error) {
	wire := struct {
		Name         string           `json:"name"`
		VideosRanges []videoRangeWire `json:"videosRanges"`
	}{f.Name, []videoRangeWire{}}
	for _, r := range f.VideoRanges {
		part := videoRangeWire{VideoID: r.VideoID}
		part.Range.Start, part.Range.End = sentRangeTime(r.Start), sentRangeTime(r.End)
		wire.VideosRanges = append(wire.VideosRanges, part)
	}
	return jsonBody(wire)
}

// sentRangeTime is a time as it is sent: as it is written, so that what was read goes back as it came, but with two digits
// for the hours.
func sentRangeTime(text string) string {
	if len(text) > 1 && text[1] == ':' {
		return "0" + text
	}
	return text
}

// CreateProject makes a project (X27) and returns its id. It is sent once. Where its answer is lost or does not say the id,
// the project is looked for: names need not be unique, so that it is the only one of that name and those ranges (X29)
// which a list from before does not have (X30). Where that is not exactly one, the error is the one of the create.
func (c *Client) CreateProject(ctx context.Context, a AccountRef, fields ProjectFields) (id string, err error) {
	content, err := fields.body()
	if err != nil {
		return "", err
	}
	before, _, err := c.sharedProjects(ctx, a, false)
	canLook := err == nil
	if err != nil && !IsLacking(err) {
		return "", err
	}
	c.projectLists.written(a)
	end, err := c.projectCreates.take(ctx, projectKey(a, fields.Name))
	if err != nil {
		return "", fmt.Errorf("create project: %w", err)
	}
	defer func() {
		c.projectCreates.made.Store(projectKey(a, id), true)
		end()
	}()
	r := onAccount("create project", http.MethodPost, a, "Projects")
	r.extended = "X27"
	r.onlyOnce, r.body = true, content
	created, err := doAndDecode(ctx, c, r, decodeProjectSummary)
	if !isOpen(err) || !canLook {
		return created.ID, err
	}
	found, err := findCreated(ctx, err, func(ctx context.Context) (*ProjectSummary, error) {
		return c.findCreatedProject(ctx, a, fields, before)
	})
	if err != nil {
		return "", err
	}
	return found.ID, nil
}

// findCreatedProject is the one project with these fields that was not there before, and that no other create of this
// client has made; nil where there is none or more than one.
func (c *Client) findCreatedProject(ctx context.Context, a AccountRef, fields ProjectFields, before projectList) (*ProjectSummary, error) {
	after, err := c.listProjects(ctx, a)
	if err != nil {
		return nil, err
	}
	var fresh []ProjectSummary
	for _, project := range after.named(fields.Name) {
		_, isOld := before[project.ID]
		if _, isMade := c.projectCreates.made.Load(projectKey(a, project.ID)); isOld || isMade {
			continue
		}
		whole, err := c.GetProject(ctx, a, project.ID)
		switch {
		case IsNotFound(err):
		case err != nil:
			return nil, err
		case fields.Same(whole):
			fresh = append(fresh, project)
		}
	}
	if len(fresh) != 1 { // two new ones: someone else made one of them
		return nil, nil //nolint:nilnil // as documented
	}
	return &fresh[0], nil
}

// ChangeProject gives a project a name and ranges (X28). If the ranges change, the service discards the render and
// deletes the rendered file. While the project is being rendered the error is an APIError with status 409 (IsConflict).
func (c *Client) ChangeProject(ctx context.Context, a AccountRef, projectID string, fields ProjectFields) error {
	content, err := fields.body()
	if err != nil {
		return err
	}
	c.projectLists.written(a)
	r := onAccount("change project", http.MethodPut, a, "Projects", projectID)
	r.extended = "X28"
	r.body = content
	return c.send(ctx, r)
}

// projectCreates are the creates of projects of a client. Those of one name take turns, and the ids that came of them are
// kept: what one of them finds must not be what another one has made.
type projectCreates struct {
	turns
	made sync.Map // by projectKey
}

// projectKey is an account with the name or id of a project.
func projectKey(a AccountRef, project string) string {
	return strings.ToLower(a.Location+"/"+a.ID) + "/" + project
}
