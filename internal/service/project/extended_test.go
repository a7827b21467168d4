package project_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// extended are provider arguments that allow extended operations.
var extended = acctest.Values{"extended_operations": true, "max_retries": 2}

// newProjectServer is a mock server with extended operations that holds the videos v1 to v3 and one project, which is named Found and
// has a range of v1.
func newProjectServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.Extended()}, opts...)...)
	for _, video := range []string{"v1", "v2", "v3"} {
		server.AddVideo(server.Account.ID, mockserver.Video{ID: video})
	}
	server.AddProject(server.Account.ID, mockserver.Project{ID: id, Name: "Found", Ranges: ranges})
	return server
}

// clip is a range as an argument: a video, a start and an end.
type clip [3]string

var (
	clipType  = tftypes.Object{AttributeTypes: map[string]tftypes.Type{"video_id": tftypes.String, "start": tftypes.String, "end": tftypes.String}}
	firstClip = clip{"v1", "00:00:01", "00:01:00"} // that of the project Found
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

// shown are the ranges of a state, as texts.
func shown(t *testing.T, value tftypes.Value) string {
	t.Helper()
	if value.IsNull() {
		return "null"
	}
	var elements []tftypes.Value
	if err := value.As(&elements); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, element := range elements {
		var members map[string]tftypes.Value
		if err := element.As(&members); err != nil {
			t.Fatal(err)
		}
		var parts [3]string
		for i, name := range []string{"video_id", "start", "end"} {
			if err := members[name].As(&parts[i]); err != nil {
				t.Fatal(err)
			}
		}
		texts = append(texts, strings.Join(parts[:], " "))
	}
	return strings.Join(texts, ", ")
}

// made are the arguments of a project that Terraform creates.
func made(more acctest.Values) acctest.Values {
	values := acctest.Values{"name": "New", "video_ranges": clips(otherClip)}
	maps.Copy(values, more)
	return values
}

// created is a new instance that was applied.
func created(t *testing.T, server *acctest.Server, config acctest.Values) *acctest.Instance {
	t.Helper()
	i := server.Protocol(t, extended).Instance(resourceType)
	i.Run(config)
	return i
}

// projects are the projects of the account with their ranges, and the number of renders where there are some.
func projects(server *acctest.Server) string {
	var texts []string
	for _, summary := range server.State().Accounts[0].Projects {
		p, _ := server.Project(server.Account.ID, summary.ID)
		var parts []string
		for _, r := range p.Ranges {
			parts = append(parts, fmt.Sprintf("%s %s-%s", r.VideoID, r.Start, r.End))
		}
		text := fmt.Sprintf("%s: %s", p.Name, cmp.Or(strings.Join(parts, ", "), "none"))
		if p.Render != mockserver.NeverRendered {
			text += " " + string(p.Render)
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return strings.Join(texts, "; ")
}

const foundAsIs = "Found: v1 00:00:01-00:01:00"

func holds(t *testing.T, server *acctest.Server, want string) {
	t.Helper()
	if got := projects(server); got != want {
		t.Errorf("the account has\n%s, want\n%s", got, want)
	}
}
