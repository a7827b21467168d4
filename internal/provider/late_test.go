package provider_test

import (
	"bytes"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestListsAreLate creates each resource at a service whose lists show it three seconds later, and runs again at once: it is neither
// forgotten nor created twice, also if the answer to its create was lost.
func TestListsAreLate(t *testing.T) {
	t.Parallel()
	for how, loses := range map[string]bool{"answered": false, "lost": true} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			eachScene(t, func(t *testing.T, name string, s scene) {
				t.Helper()
				acctest.InBubble(t, func(t *testing.T) {
					server := museum(t, mockserver.CreatedListed(mockserver.AfterTime(3*time.Second)))
					server.AddFurtherAccounts(server.Account.Location, 1)
					if loses {
						server.Script(mockserver.Fault{Match: isPost, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
					}
					process := func() *acctest.Protocol { return server.Protocol(t, s.settings) }
					one := process().Instance(name)
					_ = one.Apply(t.Context(), one.Plan(t.Context(), s.configs[0]))
					if !one.Exists() {
						t.Skip("what it may have created cannot be looked for")
					}
					creates := creations(server)
					one.Protocol = process()
					acctest.Succeeds(t, one.Refresh(t.Context()))
					if !one.Exists() {
						t.Fatal("it is removed from the state")
					}
					if again := one.Plan(t.Context(), s.configs[0]); !one.Tainted && (again.IsUpdate || again.IsReplacement) {
						t.Error("the next plan is not empty")
					}
					if n := creations(server); n != creates {
						t.Errorf("%d requests create something, %d of them after the create", n, n-creates)
					}
				})
			})
		})
	}
}

func isPost(r *http.Request) bool { return r.Method == http.MethodPost }

// creations counts the requests that create something.
func creations(server *acctest.Server) (n int) {
	for _, r := range server.Requests() {
		if r.Method == http.MethodPost {
			n++
		}
	}
	return n
}

// TestNamesThatAreNotTold refreshes what a service shows without a name, or with null: the name stays, and nothing is planned.
func TestNamesThatAreNotTold(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`"name":"[^"]*"(,?)`)
	for how, with := range map[string]string{"null": `"name":null$1`, "missing": ""} {
		for _, kind := range []string{"videoindexer_person_model", "videoindexer_person", "videoindexer_project"} {
			t.Run(kind+", "+how, func(t *testing.T) {
				t.Parallel()
				s := scenes(t, kind)["extended"]
				if s.configs == nil {
					s = scenes(t, kind)["contract"]
				}
				server := gallery(t)
				one := created(t, server.Protocol(t, s.settings), kind, s.configs[0])
				server.Script(mockserver.Fault{
					Match: func(r *http.Request) bool { return r.Method == http.MethodGet }, Times: mockserver.Always,
					Do: mockserver.Edit(func(body []byte) []byte {
						return bytes.ReplaceAll(name.ReplaceAll(body, []byte(with)), []byte(",}"), []byte("}"))
					}),
				})
				one.Protocol = server.Protocol(t, s.settings)
				acctest.Succeeds(t, one.Refresh(t.Context()))
				plan := one.Plan(t.Context(), s.configs[0])
				if acctest.Succeeds(t, plan.Diagnostics); plan.IsUpdate || plan.IsReplacement || !one.Exists() {
					t.Errorf("the name is %s, and the plan changes it: %t", one.State()["name"], plan.IsUpdate)
				}
			})
		}
	}
}
