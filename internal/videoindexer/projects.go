package videoindexer

import (
	"context"
	"errors"
	"iter"
	"net/http"
)

// projectsPageSize is how many projects are asked for at a time.
const projectsPageSize = 1000

// ProjectSummary is a project as the list of an account shows it. Texts are empty where the service leaves them out.
type ProjectSummary struct {
	ID string `json:"id"`
	// Name is empty where the service does not tell it.
	Name string `json:"name"`
	// Created and LastModified are RFC 3339 in UTC.
	Created      string `json:"created"`
	LastModified string `json:"lastModified"`
	UserName     string `json:"userName"`
	// DurationInSeconds is nil where the service leaves it out.
	DurationInSeconds *float64 `json:"durationInSeconds"`
}

// Project is a project with the parts of videos that it is made of, in their order.
type Project struct {
	ProjectSummary
	VideoRanges []VideoRange `json:"videoRanges"`
}

func (p *ProjectSummary) tidy() {
	p.Name, p.Created, p.LastModified = NormalText(p.Name), parseTimestamp(p.Created), parseTimestamp(p.LastModified)
}

// Projects yields the projects of an account in the service's order, as their pages come: a page is requested once the
// projects before it are used (X30). If a page cannot be read, its error follows them.
func (c *Client) Projects(ctx context.Context, a AccountRef) iter.Seq2[ProjectSummary, error] {
	return c.projectPages(a).each(ctx)
}

func (c *Client) projectPages(a AccountRef) *pager[ProjectSummary] {
	r := onAccount("X30", "list projects", http.MethodGet, a, "Projects")
	return newPager(c, r, projectsPageSize, "project", decodeObject[ProjectSummary])
}

func (c *Client) listProjects(ctx context.Context, a AccountRef) ([]ProjectSummary, error) {
	return c.projectPages(a).all(ctx)
}

func (p ProjectSummary) keys() (id, name string) { return p.ID, p.Name }

// FindProjects looks for the projects of a name, for a plan (X30), and returns their ids. Names need not be unique, and the
// list may be 30 seconds old.
func (c *Client) FindProjects(ctx context.Context, a AccountRef, name string) (ids []string, err error) {
	list, err := c.projectLists.recent(ctx, a, "")
	return idsOf(list.named(name)), err
}

// GetProject reads a project (X29). A missing one is an APIError with status 404 and ErrorTypeBreakdownNotFound.
func (c *Client) GetProject(ctx context.Context, a AccountRef, projectID string) (*Project, error) {
	r := onAccount("X29", "get project", http.MethodGet, a, "Projects", projectID, "Index")
	return doAndDecode(ctx, c, r, decodeProject)
}

// projectWire is a project as answers hold it. Services have different names for its ranges.
type projectWire struct {
	Project
	VideosRanges []VideoRange `json:"videosRanges"`
}

func decodeProject(data []byte) (*Project, error) {
	wire, err := decodeObject[projectWire](data)
	if err != nil {
		return nil, err
	}
	if wire.VideosRanges != nil {
		wire.VideoRanges = wire.VideosRanges
	}
	if wire.VideoRanges == nil {
		return nil, errors.New("the answer does not say the ranges of the project")
	}
	return &wire.Project, nil
}

// DeleteProject deletes a project and what was rendered of it (endpoint 15, preview).
func (c *Client) DeleteProject(ctx context.Context, a AccountRef, projectID string) error {
	defer c.projectLists.writes(a, "")()
	return c.send(ctx, onAccount("15", "delete project", http.MethodDelete, a, "Projects", projectID))
}
