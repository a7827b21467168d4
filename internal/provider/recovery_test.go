package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestReplacementsRecover replaces each resource, by taint and by -replace, in both orders, under
// each deletion policy. Each request of the apply fails in turn, before or after the service has
// carried it out (a sample of them, unless RELIABILITY=full). With a healthy service, the second
// apply goes through at the latest, the next plan is empty, and so is the state after a destroy.
func TestReplacementsRecover(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		configs := withPolicies(t, name, configuration)
		extended := fixtures.All[name].Extended
		if extended != nil {
			configs = append(configs, byDefault(extended[0]))
		}
		for _, config := range configs {
			if fixtures.All[name].IsAccount && config["deletion_policy"] != "abandon" {
				continue
			}
			for _, test := range []replacement{{isTaint: true}, {isTaint: true, createsFirst: true}, {}, {createsFirst: true}} {
				test.name = name
				test.config = config
				test.tries = 2
				if !acctest.IsSampled(3, name, test) {
					continue
				}
				t.Run(test.String(), func(t *testing.T) {
					t.Parallel()
					actions := []mockserver.Action{
						mockserver.Status(http.StatusInternalServerError), mockserver.StatusAfter(http.StatusInternalServerError),
					}
					requests := 0
					acctest.InBubble(t, func(t *testing.T) { requests = test.runWithFault(t, nil) })
					for i := range 2 * requests {
						if acctest.IsSampled(8, t.Name(), i) {
							acctest.InBubble(t, func(t *testing.T) { test.runWithFault(t, &mockserver.Fault{Skip: i / 2, Do: actions[i%2]}) })
						}
					}
				})
			}
		}
	})
}

// TestSecondPlansRecover has each request fail in turn that the second plan of an apply sends: of a
// create, and of a replacement by taint and by -replace, in both orders. With a healthy service,
// the next apply goes through and the next plan is empty, and so does a destroy, after that apply
// and in place of it. Whatever the fixture's service had is still there, and a look that could only
// warn fails nothing.
func TestSecondPlansRecover(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		if fixtures.All[name].IsAccount {
			return // its create makes an account for ever
		}
		configs := []acctest.Values{config}
		extended := fixtures.All[name].Extended
		if extended != nil {
			configs = append(configs, byDefault(extended[0]))
		}
		for _, config := range configs {
			for _, test := range []replacement{
				{isCreate: true}, {}, {createsFirst: true}, {isTaint: true}, {isTaint: true, createsFirst: true},
			} {
				test.name = name
				test.config = config
				t.Run(test.String(), func(t *testing.T) {
					t.Parallel()
					var planning []int
					acctest.InBubble(t, func(t *testing.T) { planning = test.requestsOfPlans(t) })
					for _, i := range planning {
						fault := mockserver.Fault{Skip: i, Do: mockserver.Status(http.StatusInternalServerError)}
						for _, test.isEnded = range []bool{false, true} {
							acctest.InBubble(t, func(t *testing.T) { test.runWithFault(t, &fault) })
						}
					}
				})
			}
		}
	})
}

// replacement is a resource that is replaced, or one that is created, with what comes after a
// request of that has failed.
type replacement struct {
	name                  string
	config                acctest.Values
	isTaint, createsFirst bool
	isCreate              bool
	// isEnded says that a destroy comes next, and no apply. Otherwise, one of so many applies goes
	// through, the first one for 0.
	isEnded bool
	tries   int
	// listen, if it is not nil, is told of each call of the apply when that is over.
	listen func(server *acctest.Server, call string)
}

// requestsOfPlans returns the numbers of the requests of an apply that its second plans send.
func (r replacement) requestsOfPlans(t *testing.T) (planning []int) {
	before := 0
	r.listen = func(server *acctest.Server, call string) {
		sent := len(server.Requests())
		for i := before; call == "plan" && i < sent; i++ {
			planning = append(planning, i)
		}
		before = sent
	}
	r.runWithFault(t, nil)
	return planning
}

func (r replacement) String() string {
	words := []string{fmt.Sprintf("policy %v", r.config["deletion_policy"])}
	if r.config["deletion_policy"] == nil && len(r.config) > 0 {
		words[0] = fmt.Sprintf("%d arguments", len(r.config))
	}
	if r.isTaint {
		words = append(words, "tainted")
	}
	if r.isCreate {
		words = append(words, "created")
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

// runWithFault has a request of the apply fail, and returns how many there are.
func (r replacement) runWithFault(t *testing.T, fault *mockserver.Fault) (requests int) {
	t.Helper()
	server := seededWithOthers(t)
	isApplying := false
	hear := func(call, _ string, _ []*tfprotov6.Diagnostic) {
		if isApplying && r.listen != nil {
			r.listen(server, call)
		}
	}
	s := site{inprocess.Open(server.Provider(t, hear), nil), r.text(t, server)}
	ofOthers := belongings(server)
	options := inprocess.Options{}
	if !r.isCreate {
		acctest.PlanAndApply(t, s, s.config, options)
	}
	switch {
	case r.isTaint:
		s.Taint(r.address())
	case !r.isCreate:
		options.Replace = []string{r.address()}
	}
	plan, err := s.Plan(t.Context(), s.config, options)
	if err != nil {
		if !strings.Contains(err.Error(), "terraform untaint") {
			t.Fatalf("the plan: want no error, or one that advises terraform untaint. Got: %v", inprocess.Excerpt(err.Error()))
		}
		return 0 // a replacement of what nobody could make again
	}
	server.ResetRequests()
	if fault != nil {
		server.Script(*fault)
	}
	isApplying = true
	failure := s.Apply(t.Context(), plan)
	isApplying = false
	server.ClearFaults()
	requests = len(server.Requests())
	if fault != nil {
		t.Logf("request %d fails: %.500v", fault.Skip, failure)
	}
	if failure != nil && strings.Contains(failure.Error(), "Unable to look for") {
		t.Errorf("want that the apply goes through: the read could only warn. Got: %v", inprocess.Excerpt(failure.Error()))
	}
	if !r.isEnded && !r.mustGoOn(t, s, failure) {
		return 0
	}
	acctest.PlanAndApply(t, s, s.config, inprocess.Options{IsDestroy: true})
	left := s.Addresses()
	if len(left) > 0 {
		t.Fatalf("after a destroy, the state has %q, want nothing", left)
	}
	for id := range ofOthers {
		if r.config["deletion_policy"] != "delete" && !belongings(server)[id] {
			t.Errorf("%s is gone, want it there: Terraform has not created it", id)
		}
	}
	return requests
}

// mustGoOn expects the next applies to go through after a failure, and then an empty plan. It
// reports false for what cannot go on.
func (r replacement) mustGoOn(t *testing.T, s site, failure error) bool {
	for range max(r.tries, 1) {
		if failure != nil && strings.Contains(failure.Error(), "run `terraform untaint '<address>'`") {
			s.Untaint(r.address()) // as the message says
		}
		failure = s.run(t, inprocess.Options{})
		if failure == nil {
			break
		}
	}
	leavesFirst := r.createsFirst || r.config["deletion_policy"] == "abandon"
	switch {
	case failure == nil:
	case leavesFirst && isNameTaken(failure):
		return false // a second object of a unique name
	default:
		t.Fatalf("every apply fails, want that one goes through. The last one said: %v", inprocess.Excerpt(failure.Error()))
	}
	acctest.MustPlanNothing(t, s, s.config)
	return true
}

func (r replacement) address() string { return r.name + ".it" }

// site is a working directory with a configuration.
type site struct {
	*inprocess.Directory
	config string
}

// run plans and applies the configuration.
func (s site) run(t *testing.T, options inprocess.Options) error {
	t.Helper()
	plan, err := s.Plan(t.Context(), s.config, options)
	if err != nil {
		return err
	}
	return s.Apply(t.Context(), plan)
}

// belongings returns the ids of what the account of a server has, but for projects.
func belongings(server *acctest.Server) map[string]bool {
	ids := map[string]bool{}
	account := server.Account.ID
	for _, b := range server.Brands(account) {
		ids[fmt.Sprint("brand ", b.ID)] = true
	}
	for _, m := range server.LanguageModels(account) {
		ids["language model "+m.ID] = true
	}
	for _, m := range server.PersonModels(account) {
		ids["person model "+m.ID] = true
		for _, p := range server.Persons(account, m.ID) {
			ids["person "+p.ID] = true
		}
	}
	_, exists := server.Video(account, mockserver.SampleVideoID)
	if exists {
		ids["video"] = true
	}
	return ids
}

func isNameTaken(err error) bool { return strings.Contains(err.Error(), "ALREADY_EXISTS") }

// TestDamagedPrivateState damages each value that a resource keeps in private state, in turn: a
// refresh, the plan of a change or that of a destroy says so, and nothing of the state is lost.
func TestDamagedPrivateState(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		instance := created(t, seededServer(t).Extended(t), name, s.configs[0])
		whole := instance.Private()
		before := instance.Texts()
		for key := range whole {
			damaged := maps.Clone(whole)
			damaged[key] = []byte(`[["?"]]`)
			var diags []*tfprotov6.Diagnostic
			for _, call := range []func() []*tfprotov6.Diagnostic{
				func() []*tfprotov6.Diagnostic { return instance.Refresh(t.Context()) },
				func() []*tfprotov6.Diagnostic { return instance.Plan(t.Context(), s.configs[1]).Diagnostics },
				func() []*tfprotov6.Diagnostic { return instance.Plan(t.Context(), nil).Diagnostics },
			} {
				instance.Object.Private, _ = json.Marshal(damaged)
				diags = append(diags, acctest.Errors(call())...)
			}
			if len(diags) == 0 {
				t.Errorf("%q of the private state is damaged: no message, want one", key)
			}
			check.Equal(t, before, instance.Texts(), "%q is damaged: the state, as before", key)
		}
	})
}
