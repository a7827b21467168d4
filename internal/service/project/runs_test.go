package project_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRuns adopts, creates, changes and destroys projects. After each run there is nothing left to do.
func TestRuns(t *testing.T) {
	t.Parallel()
	const (
		found     = "v1 00:00:01-00:01:00"
		created   = "v2 0:00:05-00:00:07.500"
		isCreated = foundAsIs + "; New: v2 00:00:05-00:00:07.500"
		lost      = "Change discards the render"
	)
	render := acctest.Values{"render": true}
	for name, test := range map[string]struct {
		provider acctest.Values
		options  []mockserver.Option
		before   []acctest.Values // configurations that were applied
		config   acctest.Values
		says     []string // warnings of the plan, by summary and text
		has      string   // the account
		state    string
		writes   int // without extended operations, a render is asked for until it has ended
	}{
		"adopted": {config: adopts(nil), has: foundAsIs, state: "-: -; -; adopted"},
		"what Terraform keeps": {
			before: []acctest.Values{adopts(nil)}, has: foundAsIs, state: "-: -; -; adopted",
			config: adopts(acctest.Values{"send_completion_email": true, "wait_for_render": false, "timeouts": acctest.Values{"create": "5m"}}),
		},
		"rendered":                    {before: []acctest.Values{adopts(nil)}, config: adopts(render), has: foundAsIs + " Succeeded", state: "-: " + found + "; Succeeded; adopted", writes: 3},
		"rendered when it is adopted": {config: adopts(render), has: foundAsIs + " Succeeded", state: "-: " + found + "; Succeeded; adopted", writes: 3},
		"not rendered any more": {
			before: []acctest.Values{adopts(render)}, config: adopts(nil), has: foundAsIs + " Succeeded", state: "-: " + found + "; Succeeded; adopted",
		},
		"not waited for": {
			options: []mockserver.Option{mockserver.RenderPace(mockserver.WhenTold())}, config: adopts(acctest.Values{"render": true, "wait_for_render": false}),
			has: foundAsIs + " InProgress", state: "-: -; InProgress; adopted", writes: 1,
		},
		"abandoned": {
			before: []acctest.Values{adopts(nil)}, says: []string{"Project will be left as it is", `To delete the project, first apply deletion_policy = "delete".`}, has: foundAsIs, state: "nothing",
		},
		"deleted": {before: []acctest.Values{adopts(acctest.Values{"deletion_policy": "delete"})}, state: "nothing", writes: 1},

		"adopted, extended": {provider: extended, config: adopts(nil), has: foundAsIs, state: "Found: " + found + "; -; adopted"},
		"adopted with the same values": {
			provider: extended, config: adopts(acctest.Values{"name": "Found", "video_ranges": clips(clip{"v1", "0:00:01", "00:01:00.0"})}),
			has: foundAsIs, state: "Found: v1 0:00:01-00:01:00.0; -; adopted",
		},
		"adopted with another name": {
			provider: extended, config: adopts(acctest.Values{"name": "Mine"}), says: []string{"Project will be changed", `It has the name "Found" now`},
			has: "Mine: " + found, state: "Mine: " + found + "; -; adopted", writes: 1,
		},
		"adopted with other ranges": {
			provider: extended, config: adopts(acctest.Values{"video_ranges": clips(otherClip)}),
			says: []string{lost, "", "Project will be changed", `the video_ranges [{"end":"00:01:00","start":"00:00:01","video_id":"v1"}]`},
			has:  "Found: v2 00:00:05-00:00:07.500", state: "Found: " + created + "; -; adopted", writes: 1,
		},
		"policy taken out": {
			provider: extended, before: []acctest.Values{adopts(acctest.Values{"deletion_policy": "delete"})}, config: adopts(nil), has: foundAsIs, state: "Found: " + found + "; -; adopted",
		},
		"created":                {provider: extended, config: creates(nil), has: isCreated, state: "New: " + created + "; -; created", writes: 1},
		"created without ranges": {provider: extended, config: acctest.Values{"name": "New"}, has: foundAsIs + "; New: none", state: "New: none; -; created", writes: 1},
		"created and rendered":   {provider: extended, config: creates(render), has: isCreated + " Succeeded", state: "New: " + created + "; Succeeded; created", writes: 2},
		"renamed": {
			provider: extended, before: []acctest.Values{creates(render)}, config: creates(acctest.Values{"name": "Cut", "render": true}),
			has: "Cut: v2 00:00:05-00:00:07.500 Succeeded; " + foundAsIs, state: "Cut: " + created + "; Succeeded; created", writes: 1,
		},
		"rendered later": {
			provider: extended, before: []acctest.Values{creates(nil)}, config: creates(render), has: isCreated + " Succeeded", state: "New: " + created + "; Succeeded; created", writes: 1,
		},
		"rendered again": {
			provider: extended, before: []acctest.Values{creates(render)}, config: creates(acctest.Values{"video_ranges": clips(firstClip), "render": true}),
			says: []string{lost, "render is true: the apply renders the project again"},
			has:  foundAsIs + "; New: " + found + " Succeeded", state: "New: " + found + "; Succeeded; created", writes: 2,
		},
		"other ranges, not rendered": {
			provider: extended, before: []acctest.Values{creates(render)}, config: creates(acctest.Values{"video_ranges": clips(firstClip)}),
			says: []string{lost, "Set render = true"}, has: foundAsIs + "; New: " + found, state: "New: " + found + "; -; created", writes: 1,
		},
		"not configured any more": {
			provider: extended, before: []acctest.Values{creates(nil)}, config: acctest.Values{"name": "New"}, has: isCreated, state: "New: " + created + "; -; created",
		},
		"destroyed": {provider: extended, before: []acctest.Values{creates(render)}, has: foundAsIs, state: "nothing", writes: 1},
		"replaced by one that is adopted": {
			provider: extended, before: []acctest.Values{creates(acctest.Values{"deletion_policy": "abandon"})}, config: adopts(nil),
			says: []string{"Project will be left as it is", ""}, has: isCreated, state: "Found: " + found + "; -; adopted",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				server := newServer(t, append([]mockserver.Option{mockserver.RenderPace(mockserver.AfterRequests(1))}, test.options...)...)
				i := server.Protocol(t, test.provider).Instance(project)
				for _, config := range test.before {
					i.Run(config)
				}
				server.ResetRequests()
				plan := i.Look(test.config)
				if server.Writes() > 0 || len(plan.Diagnostics) != len(test.says)/2 {
					t.Errorf("the plan wrote %d times, and says %q", server.Writes(), acctest.Texts(plan.Diagnostics))
				}
				for n := 0; n < len(test.says); n += 2 {
					acctest.Says(t, plan.Diagnostics, acctest.Warning, test.says[n:n+2]...)
				}
				acctest.Succeeds(t, i.Apply(t.Context(), plan))
				if server.Writes() != test.writes {
					t.Errorf("%d writes", server.Writes())
				}
				expectProjects(t, server, test.has)
				if got := shown(t, i); got != test.state {
					t.Errorf("the state is\n%s, want\n%s", got, test.state)
				}
				if test.config != nil {
					i.IsUnchanged(test.config)
				}
			})
		})
	}
}
