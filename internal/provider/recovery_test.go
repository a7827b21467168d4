package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestReplacementsRecover replaces each resource, by taint and by -replace, in both orders, under each deletion policy. Each request of the
// apply fails in turn, before or after the service has carried it out (a sample of them, unless RELIABILITY=full). With a healthy service, the second
// apply goes through at the latest, the next plan is empty, and so is the state after a destroy.
func TestReplacementsRecover(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		configs := withPolicies(t, name, configuration)
		if extended := fixtures.All[name].Extended; extended != nil {
			configs = append(configs, byDefault(extended[0]))
		}
		for _, config := range configs {
			if name == "videoindexer_paid_account" && config["deletion_policy"] != "abandon" { // which is never replaced
				continue
			}
			for _, how := range []replacement{{isTaint: true}, {isTaint: true, createsFirst: true}, {}, {createsFirst: true}} {
				how.name, how.config = name, config
				t.Run(how.String(), func(t *testing.T) {
					t.Parallel()
					actions := []mockserver.Action{mockserver.Status(http.StatusInternalServerError), mockserver.StatusAfter(http.StatusInternalServerError)}
					requests := 0
					acctest.InBubble(t, func(t *testing.T) { requests = how.recovers(t, nil) })
					for i := range 2 * requests {
						if acctest.IsSampled(24, t.Name(), i) {
							acctest.InBubble(t, func(t *testing.T) { how.recovers(t, &mockserver.Fault{Skip: i / 2, Do: actions[i%2]}) })
						}
					}
				})
			}
		}
	})
}

// replacement is a resource that is replaced.
type replacement struct {
	name                  string
	config                acctest.Values
	isTaint, createsFirst bool
}

func (r replacement) String() string {
	words := []string{fmt.Sprintf("policy %v", r.config["deletion_policy"])}
	if r.config["deletion_policy"] == nil && len(r.config) > 0 {
		words[0] = fmt.Sprintf("%d arguments", len(r.config))
	}
	if r.isTaint {
		words = append(words, "tainted")
	}
	if r.createsFirst {
		words = append(words, "created first")
	}
	return strings.Join(words, ", ")
}

func (r replacement) text(t *testing.T, server *acctest.Server) string {
	t.Helper()
	block := acctest.Block(t, r.name, r.config, fmt.Sprint("create_before_destroy = ", r.createsFirst))
	return server.Config(block, "extended_operations = true", "max_retries = 0")
}

// recovers has a request of the apply fail, and returns how many there are.
func (r replacement) recovers(t *testing.T, fault *mockserver.Fault) (requests int) {
	t.Helper()
	server := gallery(t)
	dir, config, address := inprocess.Open(server.Provider(t), nil), r.text(t, server), r.name+".it"
	run := func(how inprocess.Options) error {
		plan, err := dir.Plan(t.Context(), config, how)
		if err == nil {
			err = dir.Apply(t.Context(), plan)
		}
		return err
	}
	if err := run(inprocess.Options{}); err != nil {
		t.Fatal(err)
	}
	how := inprocess.Options{Replace: []string{address}}
	if r.isTaint {
		how = inprocess.Options{}
		dir.Taint(address)
	}
	plan, err := dir.Plan(t.Context(), config, how)
	if err != nil {
		if !strings.Contains(err.Error(), "terraform untaint") {
			t.Fatal(err)
		}
		return 0 // a replacement of what nobody could make again
	}
	server.ResetRequests()
	at := -1
	if fault != nil {
		at = fault.Skip
		server.Script(*fault)
	}
	failure := dir.Apply(t.Context(), plan)
	server.ClearFaults()
	requests = len(server.Requests())
	failures := []error{failure}
	for range 2 {
		if failure != nil && strings.Contains(failure.Error(), "run `terraform untaint '<address>'`") {
			dir.Untaint(address) // as the message says
		}
		if failure = run(inprocess.Options{}); failure == nil {
			break
		}
		failures = append(failures, failure)
	}
	switch {
	case failure == nil:
	case isTaken(failure) && r.createsFirst, isTaken(failure) && r.config["deletion_policy"] == "abandon":
		return 0 // a second object of a unique name
	default:
		t.Fatalf("request %d fails: %v", at, failures)
	}
	if plan, err = dir.Plan(t.Context(), config, inprocess.Options{}); err != nil || !plan.IsEmpty() {
		t.Fatalf("request %d fails: the next plan is not empty: %v\n%s\n%v", at, err, plan, failures)
	}
	if err := run(inprocess.Options{IsDestroy: true}); err != nil || len(dir.Addresses()) > 0 {
		t.Fatalf("request %d fails: destroy: %v, %q", at, err, dir.Addresses())
	}
	return requests
}

func isTaken(err error) bool { return strings.Contains(err.Error(), "ALREADY_EXISTS") }

// TestDamagedPrivateState damages each value that a resource keeps in private state, in turn: a refresh, the plan of a change or
// that of a destroy says so, and nothing of the state is lost.
func TestDamagedPrivateState(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		t.Helper()
		instance := created(t, museum(t).Protocol(t, acctest.Values{"extended_operations": true}), name, s.configs[0])
		whole, before := instance.Private(), instance.Texts()
		for key := range whole {
			damaged := maps.Clone(whole)
			damaged[key] = []byte(`[["?"]]`)
			var said []*tfprotov6.Diagnostic
			for _, call := range []func() []*tfprotov6.Diagnostic{
				func() []*tfprotov6.Diagnostic { return instance.Refresh(t.Context()) },
				func() []*tfprotov6.Diagnostic { return instance.Plan(t.Context(), s.configs[1]).Diagnostics },
				func() []*tfprotov6.Diagnostic { return instance.Plan(t.Context(), nil).Diagnostics },
			} {
				instance.Object.Private, _ = json.Marshal(damaged)
				said = append(said, acctest.Errors(call())...)
			}
			if len(said) == 0 {
				t.Errorf("nothing is said of a damaged %q", key)
			}
			if diff := cmp.Diff(before, instance.Texts()); diff != "" {
				t.Errorf("a damaged %q changes the state: %s", key, diff)
			}
		}
	})
}
