package videoindexer

import (
	"context"
	"net/http"
	"slices"
)

// ProjectFields are the fields of a project that can be written.
type ProjectFields struct {
	// Name is left out where it is empty, because it is not known.
	Name        string       `json:"name,omitempty"`
	VideoRanges []VideoRange `json:"videosRanges"`
}

// Same says whether a project has these fields, however its times are written.
func (f ProjectFields) Same(p *Project) bool {
	return SameText(f.Name, p.Name) && slices.EqualFunc(f.VideoRanges, p.VideoRanges, VideoRange.Same)
}

// CreateProject creates a project (X27) and returns its id. The request is sent once. If its answer is lost or has no
// id, the project is looked for (X30). Names need not be unique: it must be the only project of that name that was not
// listed before. Otherwise the error is that of the create.
func (c *Client) CreateProject(ctx context.Context, a AccountRef, fields ProjectFields) (id string, err error) {
	before, err := c.projectLists.recent(ctx, a, "")
	if err != nil && !IsUnsupported(err) {
		return "", err
	}
	defer c.projectLists.writes(a, "")()
	r := onAccount("X27", "create project", http.MethodPost, a, "Projects")
	r.OnlyOnce, r.JSON = true, fields
	created, err := creation[ProjectSummary]{
		claims: &c.projectLists.creates, account: a, name: fields.Name, isIt: hasName[ProjectSummary](fields.Name), before: before.items,
		list: func(ctx context.Context) ([]ProjectSummary, error) { return c.listProjects(ctx, a) },
		send: func() (*ProjectSummary, error) { return doAndDecode(ctx, c, r, decodeObject[ProjectSummary]) },
	}.run(ctx)
	if err != nil {
		return "", err
	}
	return created.ID, nil
}

// ChangeProject gives a project a name and ranges (X28). If the ranges change, the service discards the render and
// deletes the rendered file. While the project is being rendered the error is an APIError with status 409 (IsConflict).
func (c *Client) ChangeProject(ctx context.Context, a AccountRef, projectID string, fields ProjectFields) error {
	defer c.projectLists.writes(a, "")()
	r := onAccount("X28", "change project", http.MethodPut, a, "Projects", projectID)
	r.JSON = fields
	_, err := doAndDecode(ctx, c, r, decodeAnyObject)
	return err
}
