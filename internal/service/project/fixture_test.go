package project_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	project = "videoindexer_project"
	id      = "d3adb33f"
)

var (
	// baseAPI and extended are provider arguments: without and with extended operations.
	baseAPI     acctest.Values
	extended    = acctest.Values{"extended_operations": true, "max_retries": 2}
	ranges      = []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: "00:01:00"}}
	unknown     = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	unknownBool = tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)
)

// newServer returns a mock server with extended operations. It has the videos v1 and v2, and a
// project named Found with a range of v1.
func newServer(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.WithExtended()}, options...)...)
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "v1"})
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "v2"})
	server.AddProject(server.Account.ID, mockserver.Project{ID: id, Name: "Found", Ranges: ranges})
	return server
}

// applied returns an instance of a configuration.
func applied(t *testing.T, server *acctest.Server, provider, config acctest.Values) *acctest.Instance {
	t.Helper()
	i := server.Protocol(t, provider).Instance(project)
	i.Run(config)
	return i
}

// foundProject returns the arguments of the project Found, and newProject those of a project that
// Terraform creates.
func foundProject(more acctest.Values) acctest.Values {
	return acctest.Values{"project_id": id}.With(more)
}

func newProject(more acctest.Values) acctest.Values {
	return acctest.Values{"name": "New", "video_ranges": clips(otherClip)}.With(more)
}

// clip is a range as an argument: a video, a start and an end.
type clip [3]string

var (
	clipType  = tftypes.Object{AttributeTypes: map[string]tftypes.Type{"video_id": tftypes.String, "start": tftypes.String, "end": tftypes.String}}
	firstClip = clip{"v1", "00:00:01", "00:01:00"} // the range of the project Found
	otherClip = clip{"v2", "0:00:05", "00:00:07.500"}
)

func clips(all ...clip) tftypes.Value {
	elements := make([]tftypes.Value, len(all))
	for i, c := range all {
		elements[i] = tftypes.NewValue(clipType, map[string]tftypes.Value{
			"video_id": tftypes.NewValue(tftypes.String, c[0]), "start": tftypes.NewValue(tftypes.String, c[1]), "end": tftypes.NewValue(tftypes.String, c[2]),
		})
	}
	return tftypes.NewValue(tftypes.List{ElementType: clipType}, elements)
}

// shownRanges returns the ranges of a state as text.
func shownRanges(t *testing.T, value tftypes.Value) string {
	var elements []tftypes.Value
	// An unknown value cannot be read.
	err := value.As(&elements)
	if err != nil || value.IsNull() {
		return acctest.Text(value)
	}
	var texts []string
	for _, element := range elements {
		parts := acctest.Parts(t, element)
		texts = append(texts, fmt.Sprintf(
			"%s %s-%s", acctest.Text(parts["video_id"]), acctest.Text(parts["start"]), acctest.Text(parts["end"]),
		))
	}
	return cmp.Or(strings.Join(texts, ", "), "none")
}

// shown returns the name, ranges, state of the render and origin of an instance as text, with "-"
// for null.
func shown(t *testing.T, i *acctest.Instance) string {
	t.Helper()
	if !i.Exists() {
		return "nothing"
	}
	values := i.State()
	text := func(name string) string { return acctest.Text(values[name]) }
	origin := "created"
	if values["adopted"].Equal(tftypes.NewValue(tftypes.Bool, true)) {
		origin = "adopted"
	}
	return fmt.Sprintf(
		"%s: %s; %s; %s", text("name"), shownRanges(t, values["video_ranges"]), text("render_state"), origin,
	)
}

// projects returns the projects of the account with their ranges and the state of their renders.
func projects(server *acctest.Server) string {
	var texts []string
	for _, summary := range server.State().Accounts[0].Projects {
		p, _ := server.Project(server.Account.ID, summary.ID)
		var parts []string
		for _, r := range p.Ranges {
			parts = append(parts, fmt.Sprintf("%s %s-%s", r.VideoID, r.Start, r.End))
		}
		texts = append(texts, strings.TrimSpace(fmt.Sprintf(
			"%s: %s %s", p.Name, cmp.Or(strings.Join(parts, ", "), "none"), p.Render,
		)))
	}
	slices.Sort(texts)
	return strings.Join(texts, "; ")
}

func wantProjects(t *testing.T, server *acctest.Server, want string) {
	check.Equal(t, want, projects(server), "projects of the account")
}
