package provider_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestGoneNeedsProof has one response of a list lack an object, while all that asks for itself
// finds it: in a refresh, in the plan of an update, and in its apply. Nothing is removed from the
// state, nothing is created, and the update is what was planned.
func TestGoneNeedsProof(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, _ acctest.Values) {
		var lacked atomic.Int32
		t.Run("moments", func(t *testing.T) {
			for sceneName, s := range scenes(t, name) {
				creates := runWithout(t, name, s, "", "", &lacked)
				for id := range idsOf(created(t, seededWithOthers(t).Extended(t), name, s.configs[0])) {
					for _, moment := range []string{"refresh", "plan", "apply"} {
						t.Run(strings.Join([]string{sceneName, moment, "without", id}, " "), func(t *testing.T) {
							t.Parallel()
							acctest.InBubble(t, func(t *testing.T) {
								check.Equal(t, creates, runWithout(t, name, s, id, moment, &lacked), "requests create something")
							})
						})
					}
				}
			}
		})
		check.Equal(t, fixtures.All[name].IsListed, lacked.Load() > 0, "a response of a list lacked the object, as IsListed in fixtures.All")
	})
}

// runWithout has the next response of a list, from a moment of a lifecycle on, lack the object. It
// returns how many requests then create something.
func runWithout(t *testing.T, name string, s scene, id, moment string, lacked *atomic.Int32) (creates int) {
	t.Helper()
	server := seededWithOthers(t)
	instance := created(t, server.Extended(t), name, s.configs[0])
	instance.PlanWithRefresh(s.configs[0])
	before := instance.State()
	server.ResetRequests()
	at := func(now string) {
		instance.Protocol = server.Extended(t)
		if now == moment {
			var isOver atomic.Bool
			server.Script(mockserver.Fault{
				Match: func(r *http.Request) bool { return r.Method == http.MethodGet && !isOver.Load() }, Times: mockserver.Always,
				Do: mockserver.Edit(func(body []byte) []byte {
					less, isLess := lacking(body, id)
					if isLess && isOver.CompareAndSwap(false, true) {
						lacked.Add(1)
						return less
					}
					return body
				}),
			})
		}
	}
	at("refresh")
	acctest.MustSucceed(t, instance.Refresh(t.Context()))
	if !instance.Exists() {
		t.Fatal("after the refresh, the state has nothing, want the object: the service has it")
	}
	wantState(t, "refreshed", instance, before)
	again := instance.Plan(t.Context(), s.configs[0])
	if !again.IsEmpty() {
		t.Errorf("the plan after the refresh: want no changes, got: %v", again)
	}
	at("plan")
	plan := instance.Plan(t.Context(), s.configs[1])
	acctest.MustSucceed(t, plan.Diagnostics)
	if !plan.IsUpdate {
		t.Fatalf("the plan of a change: want an update, got: %v", plan)
	}
	at("apply")
	acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
	server.ClearFaults()
	written := instance.State()
	instance.PlanWithRefresh(s.configs[1])
	wantState(t, "after the apply", instance, written)
	return creations(server)
}

// idsOf returns the ids in the state of an instance: its attributes that end in _id, the keys of
// its entries that are numbers, and their ids.
func idsOf(instance *acctest.Instance) map[string]bool {
	ids := map[string]bool{}
	var visit func(values map[string]tftypes.Value)
	visit = func(values map[string]tftypes.Value) {
		for name, value := range values {
			var inner map[string]tftypes.Value
			switch {
			case value.IsNull():
			case value.As(&inner) == nil:
				visit(inner)
				if strings.Trim(name, "0123456789") == "" {
					ids[name] = true
				}
			case strings.HasSuffix(name, "_id") && name != "account_id":
				ids[text(value)] = true
			}
		}
	}
	visit(instance.State())
	return ids
}

func text(value tftypes.Value) string {
	quoted := value.String()
	_, quoted, _ = strings.Cut(quoted, "<")
	return strings.Trim(quoted, `">`)
}

// lacking returns the response of a list, an array or an object with one, without the element of an
// id.
func lacking(body []byte, id string) (less []byte, isLess bool) {
	var elements []map[string]any
	var page map[string]json.RawMessage
	list := body
	isPage := json.Unmarshal(body, &page) == nil
	if isPage {
		list = page["results"]
	}
	err := json.Unmarshal(list, &elements)
	if err != nil {
		return body, false
	}
	rest := slices.DeleteFunc(slices.Clone(elements), func(element map[string]any) bool {
		return strings.EqualFold(fmt.Sprint(element["id"]), id)
	})
	if len(rest) == len(elements) {
		return body, false
	}
	less, err = json.Marshal(rest)
	if err == nil && isPage {
		page = maps.Clone(page)
		page["results"] = less
		less, err = json.Marshal(page)
	}
	return less, err == nil
}

// TestListsAreLate creates each resource at a service whose lists show it three seconds later, and
// runs again at once: it is neither forgotten nor created twice, also if the response to its create
// was lost.
func TestListsAreLate(t *testing.T) {
	t.Parallel()
	for reply, loses := range map[string]bool{"answered": false, "lost": true} {
		t.Run(reply, func(t *testing.T) {
			t.Parallel()
			eachScene(t, func(t *testing.T, name string, s scene) {
				acctest.InBubble(t, func(t *testing.T) {
					server := seededServer(t, mockserver.WithCreatedListed(mockserver.AfterTime(3*time.Second)))
					server.AddFurtherAccounts(server.Account.Location, 1)
					if loses {
						server.Script(mockserver.Fault{Match: isPost, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
					}
					process := func() *acctest.Protocol { return server.Protocol(t, s.settings) }
					instance := process().Instance(name)
					_ = instance.Apply(t.Context(), instance.Plan(t.Context(), s.configs[0]))
					if !instance.Exists() {
						t.Skip("what it may have created cannot be looked for")
					}
					creates := creations(server)
					instance.Protocol = process()
					acctest.MustSucceed(t, instance.Refresh(t.Context()))
					if !instance.Exists() {
						t.Fatal("after the refresh, the state has nothing, want the object: the service has it")
					}
					again := instance.Plan(t.Context(), s.configs[0])
					if !instance.Object.IsTainted && !again.IsEmpty() {
						t.Errorf("the plan after the refresh: want no changes, got: %v", again)
					}
					check.Equal(t, creates, creations(server), "requests create something")
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

// TestNamesThatAreNotTold refreshes what a service shows without a name, or with null: the name
// stays, and nothing is planned.
func TestNamesThatAreNotTold(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`"name":"[^"]*"(,?)`)
	for reply, with := range map[string]string{"null": `"name":null$1`, "missing": ""} {
		for _, kind := range []string{"videoindexer_person_model", "videoindexer_person", "videoindexer_project"} {
			t.Run(kind+", "+reply, func(t *testing.T) {
				t.Parallel()
				s := scenes(t, kind)["extended"]
				if s.configs == nil {
					s = scenes(t, kind)["base API"]
				}
				server := seededWithOthers(t)
				instance := created(t, server.Protocol(t, s.settings), kind, s.configs[0])
				server.Script(mockserver.Fault{
					Match: func(r *http.Request) bool { return r.Method == http.MethodGet }, Times: mockserver.Always,
					Do: mockserver.Edit(func(body []byte) []byte {
						return bytes.ReplaceAll(name.ReplaceAll(body, []byte(with)), []byte(",}"), []byte("}"))
					}),
				})
				instance.Protocol = server.Protocol(t, s.settings)
				acctest.MustSucceed(t, instance.Refresh(t.Context()))
				plan := instance.Plan(t.Context(), s.configs[0])
				acctest.MustSucceed(t, plan.Diagnostics)
				if !plan.IsEmpty() || !instance.Exists() {
					t.Errorf("the name is %s, want it as it was, and an empty plan, got: %v",
						acctest.Text(instance.State()["name"]), plan)
				}
			})
		}
	}
}

// TestRefreshFindsNothing refreshes every resource after a create or an adoption, an update, and an
// import: state and private state are, byte for byte, what the apply has left. Terraform from 1.15
// on calls everything else a change of others, for which plan -refresh-only -detailed-exitcode
// exits with 2.
func TestRefreshFindsNothing(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		for _, isExtended := range slices.Compact([]bool{s.settings["extended_operations"] == true, true}) {
			acctest.InBubble(t, func(t *testing.T) {
				server := seededWithOthers(t)
				settings := acctest.Values{"extended_operations": isExtended}
				instance := created(t, server.Protocol(t, settings), name, s.configs[0])
				wantUnchangedByRefresh(t, "created", instance)
				acctest.MustSucceed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), s.configs[1])))
				wantUnchangedByRefresh(t, "updated", instance)
				imported := server.Protocol(t, settings).Instance(name)
				acctest.MustSucceed(t, imported.Import(t.Context(), importIDOf(t, name, instance)))
				wantUnchangedByRefresh(t, "imported", imported)
				acctest.MustSucceed(t, imported.Apply(t.Context(), imported.Plan(t.Context(), s.configs[1])))
				wantUnchangedByRefresh(t, "applied after the import", imported)
			})
		}
	})
}

// wantUnchangedByRefresh refreshes an instance that nobody has changed, now, soon and later, each
// time in another process.
func wantUnchangedByRefresh(t *testing.T, when string, instance *acctest.Instance) {
	t.Helper()
	values := instance.State()
	private := string(instance.Object.Private)
	for _, pause := range []time.Duration{0, 5 * time.Second, time.Hour} {
		<-time.After(pause)
		acctest.Restart(instance)
		acctest.MustSucceed(t, instance.Refresh(t.Context()))
		wantState(t, fmt.Sprintf("%s, after %s", when, pause), instance, values)
		if t.Failed() {
			return
		}
		if !instance.Exists() {
			t.Errorf("%s, after %s: the instance is gone, want it there", when, pause)
		}
		check.Equal(t, private, string(instance.Object.Private), "%s, after %s: private state", when, pause)
	}
}
