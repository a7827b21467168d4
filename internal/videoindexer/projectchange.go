package videoindexer

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// ProjectFields are the fields of a project that can be written.
type ProjectFields struct {
	Name        string
	VideoRanges []VideoRange
}

// Same says whether a project has these fields, however its times are written.
func (f ProjectFields) Same(p *Project) bool {
	return f.Name == p.Name && slices.EqualFunc(f.VideoRanges, p.VideoRanges, VideoRange.Same)
}

// MarshalJSON is the body of X27 and X28.
func (f ProjectFields) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name         string       `json:"name"`
		VideosRanges []VideoRange `json:"videosRanges"`
	}{f.Name, append([]VideoRange{}, f.VideoRanges...)})
}

// CreateProject creates a project (X27) and returns its id. The request is sent once. If its answer is lost or has no
// id, the project is looked for. Names need not be unique: it must be the only project of that name and those ranges
// (X29) that was not listed before (X30). Otherwise the error is that of the create.
func (c *Client) CreateProject(ctx context.Context, a AccountRef, fields ProjectFields) (id string, err error) {
	before, err := c.projectLists.recent(ctx, a, "", nil)
	canLook := err == nil
	if err != nil && !IsUnsupported(err) {
		return "", err
	}
	c.projectLists.written(a, "")
	claim, err := c.projectCreates.begin(ctx, a, fields.Name)
	if err != nil {
		return "", fmt.Errorf("create project: %w", err)
	}
	defer func() { claim.end(id, err) }()
	r := extendedOnAccount("X27", "create project", http.MethodPost, a, "Projects")
	r.OnlyOnce, r.JSON = true, fields
	created, err := doAndDecode(ctx, c, r, decodeObject[ProjectSummary])
	if err == nil {
		return created.ID, nil
	}
	if !IsOutcomeUnknown(err) || !canLook {
		return "", err
	}
	found, err := findCreated(ctx, claim, err, func(ctx context.Context) (*ProjectSummary, error) {
		return c.findCreatedProject(ctx, a, claim, fields, before)
	})
	if err != nil {
		return "", err
	}
	return found.ID, nil
}

// findCreatedProject is the one project with these fields that was not there before, and that no other create of this
// client has made; nil where there is none or more than one.
func (c *Client) findCreatedProject(ctx context.Context, a AccountRef, claim *claim, fields ProjectFields, before *listing[ProjectSummary]) (*ProjectSummary, error) {
	after, err := c.listProjects(ctx, a)
	if err != nil {
		return nil, err
	}
	var fresh []ProjectSummary
	for _, project := range after {
		if project.Name != fields.Name || before.get(project.ID) != nil || claim.isMade(project.ID) {
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
// deletes the rendered file. While the project is being rendered the error is an APIError with status 409
// (IsConflict). For a missing project IsNotFound is true.
func (c *Client) ChangeProject(ctx context.Context, a AccountRef, projectID string, fields ProjectFields) error {
	c.projectLists.written(a, "")
	r := extendedOnAccount("X28", "change project", http.MethodPut, a, "Projects", projectID)
	r.JSON = fields
	return c.send(ctx, r)
}
