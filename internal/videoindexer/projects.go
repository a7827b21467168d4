package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ProjectSummary is a project in the list of an account. Texts are empty if the service does not
// return them.
type ProjectSummary struct {
	ID string `json:"id"`
	// Name is empty if the service does not return it.
	Name string `json:"name"`
	// Created is RFC 3339 in UTC.
	Created string `json:"created"`
	// LastModified is RFC 3339 in UTC.
	LastModified string `json:"lastModified"`
	UserName     string `json:"userName"`
	// DurationInSeconds is nil if the service does not return it.
	DurationInSeconds *float64 `json:"durationInSeconds"`
}

// Project is a project with its parts of videos, in their order.
type Project struct {
	ProjectSummary
	VideoRanges []VideoRange `json:"videoRanges"`
}

func (p *ProjectSummary) normalize() {
	p.Name = NormalText(p.Name)
	p.Created = parseTimestamp(p.Created)
	p.LastModified = parseTimestamp(p.LastModified)
}

// IterateProjects yields the projects of an account in the service's order, as their pages come: a
// page is requested once the projects before it are used (X30). If a page cannot be read, its error
// follows them.
func (c *Client) IterateProjects(ctx context.Context, account AccountRef) iter.Seq2[ProjectSummary, error] {
	r := accountRequest(OperationListProjects, account)
	return newPager(c, r, "project", decodeObject[ProjectSummary]).each(ctx)
}

func (c *Client) listProjects(ctx context.Context, account AccountRef) ([]ProjectSummary, error) {
	return collect(c.IterateProjects(ctx, account))
}

func (p ProjectSummary) idAndName() (id, name string) { return p.ID, p.Name }

// FindProjects returns the ids of the projects with a name, for a plan (X30). Names need not be
// unique, and the list may be 30 seconds old.
func (c *Client) FindProjects(
	ctx context.Context, account AccountRef, name string,
) (ids []string, err error) {
	list, err := c.projectLists.recent(ctx, account, "")
	return idsOf(list.named(name)), err
}

// GetProject reads a project (X29). If it does not exist, the error is an APIError with status 404
// and ErrorTypeBreakdownNotFound.
func (c *Client) GetProject(ctx context.Context, account AccountRef, projectID string) (*Project, error) {
	r := accountRequest(OperationGetProject, account, projectID)
	return doAndDecode(ctx, c, r, decodeProject)
}

// projectWire is a project as responses hold it. Services have different names for its ranges.
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
		return nil, errors.New("the response does not contain the ranges of the project")
	}
	return &wire.Project, nil
}

// DeleteProject deletes a project and its rendered file (15, preview).
func (c *Client) DeleteProject(ctx context.Context, account AccountRef, projectID string) error {
	return c.doAndConfirm(ctx, accountRequest(OperationDeleteProject, account, projectID))
}

// ProjectFields are the fields of a project that can be written.
type ProjectFields struct {
	// Name is empty if it is not known. An empty name is not sent.
	Name        string       `json:"name,omitempty"`
	VideoRanges []VideoRange `json:"videosRanges"`
}

// IsSameAs reports whether a project has these fields, however its times are written.
func (f ProjectFields) IsSameAs(p *Project) bool {
	return IsSameText(f.Name, p.Name) && slices.EqualFunc(f.VideoRanges, p.VideoRanges, VideoRange.IsSameAs)
}

// projectNameTakenTypes are the types of the error of a service that requires unique names.
var projectNameTakenTypes = []ErrorType{ErrorTypeAlreadyExists}

// CreateProject creates a project (X27) and returns its id. The request is sent once. If its
// response is lost or has no id, the list is searched for the project (X30). Names need not be
// unique: it must be the only project with that name that was not listed before. Otherwise, the
// error is that of the create.
func (c *Client) CreateProject(
	ctx context.Context, account AccountRef, fields ProjectFields,
) (id string, err error) {
	before, err := c.projectLists.recent(ctx, account, "")
	if err != nil && !IsUnsupported(err) {
		return "", err
	}
	r := accountRequest(OperationCreateProject, account)
	r.IsSentOnce = true
	r.JSON = fields
	r.nameTakenTypes = projectNameTakenTypes
	create := creation[ProjectSummary]{
		recentWrites: c.recentWrites, collection: r.Path,
		name: fields.Name, matches: matchesName[ProjectSummary](fields.Name), before: before.items,
		list: func(ctx context.Context) ([]ProjectSummary, error) { return c.listProjects(ctx, account) },
		send: func() (*ProjectSummary, error) { return doAndDecode(ctx, c, r, decodeObject[ProjectSummary]) },
	}
	created, err := create.run(ctx)
	if err != nil {
		return "", err
	}
	return created.ID, nil
}

// UpdateProject writes the name and the ranges of a project (X28). If the ranges change, the
// service discards the render and deletes the rendered file. While the project is being rendered
// the error is an APIError with status 409 (IsConflict).
func (c *Client) UpdateProject(
	ctx context.Context, account AccountRef, projectID string, fields ProjectFields,
) error {
	r := accountRequest(OperationUpdateProject, account, projectID)
	r.JSON = fields
	if fields.Name != "" {
		r.nameTakenTypes = projectNameTakenTypes
		r.isRename = true
	}
	_, err := doAndDecode(ctx, c, r, decodeAnyObject)
	return err
}

// VideoRange is a part of a video; Start and End are times as hh:mm:ss, with a fraction where they
// have one.
type VideoRange struct {
	VideoID string
	Start   string
	End     string
}

// videoRangeWire is a range as requests and responses have it.
type videoRangeWire struct {
	VideoID string `json:"videoId"`
	Range   struct {
		Start string `json:"start"`
		End   string `json:"end"`
	} `json:"range"`
}

// UnmarshalJSONFrom reads a range.
func (r *VideoRange) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var wire videoRangeWire
	err := jsonv2.UnmarshalDecode(d, &wire)
	*r = VideoRange{VideoID: wire.VideoID, Start: wire.Range.Start, End: wire.Range.End}
	return err
}

// MarshalJSON writes a range, with its times as they were read, except that hours get two digits.
func (r VideoRange) MarshalJSON() ([]byte, error) {
	padded := func(text string) string {
		if len(text) > 1 && text[1] == ':' {
			return "0" + text
		}
		return text
	}
	wire := videoRangeWire{VideoID: r.VideoID}
	wire.Range.Start = padded(r.Start)
	wire.Range.End = padded(r.End)
	return jsonv2.Marshal(wire)
}

// MaxVideoRanges is how many ranges a project can have (X27, X28).
const MaxVideoRanges = 100

// rangeTime is hh:mm:ss with a fraction that services write with up to seven digits; hours may have
// a single digit.
var rangeTime = regexp.MustCompile(`^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,7})?)$`)

// ParseRangeTime reads the start or end of a range, hh:mm:ss with a fraction of up to seven digits.
// For any other text isTime is false.
func ParseRangeTime(text string) (bound time.Duration, isTime bool) {
	bound, err := time.ParseDuration(rangeTime.ReplaceAllString(text, "${1}h${2}m${3}s"))
	return bound, err == nil && rangeTime.MatchString(text)
}

// NormalRangeTime returns a text that ParseRangeTime can read in its shortest form: hh:mm:ss, with
// a fraction unless it is zero. It returns any other text unchanged.
func NormalRangeTime(text string) string {
	bound, isTime := ParseRangeTime(text)
	if !isTime {
		return text
	}
	whole := bound.Truncate(time.Second)
	normal := fmt.Sprintf(
		"%02d:%02d:%02d", whole/time.Hour, whole%time.Hour/time.Minute, whole%time.Minute/time.Second,
	)
	rest := bound - whole
	if rest > 0 {
		normal += "." + strings.TrimRight(fmt.Sprintf("%09d", rest.Nanoseconds()), "0")
	}
	return normal
}

// IsSameAs reports whether two ranges are the same part of the same video, however their times are
// written.
func (r VideoRange) IsSameAs(other VideoRange) bool {
	r.Start = NormalRangeTime(r.Start)
	other.Start = NormalRangeTime(other.Start)
	r.End = NormalRangeTime(r.End)
	other.End = NormalRangeTime(other.End)
	return r == other
}
