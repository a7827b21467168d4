package provider_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// lifecycle is an instance from its create to its destroy, at a server of its own.
type lifecycle struct {
	*acctest.Instance
	t      *testing.T
	name   string
	server *acctest.Server
	config acctest.Values // of the last plan, nil for a destroy
	plan   *acctest.Plan
}

// stage is a call of an engine in a lifecycle, in a process of its own.
type stage struct {
	name string
	run  func(ctx context.Context, l *lifecycle) []*tfprotov6.Diagnostic
}

// stages returns the lifecycle of an instance with one configuration after the other.
func stages(s scene) (all []stage) {
	refreshing := stage{"refresh", func(ctx context.Context, l *lifecycle) []*tfprotov6.Diagnostic {
		return l.Refresh(ctx)
	}}
	applying := func(name string, config acctest.Values) []stage {
		return []stage{
			{"plan of the " + name, func(ctx context.Context, l *lifecycle) []*tfprotov6.Diagnostic {
				l.config = config
				l.plan = l.Plan(ctx, config)
				return l.plan.Diagnostics
			}},
			{name, func(ctx context.Context, l *lifecycle) []*tfprotov6.Diagnostic { return l.Apply(ctx, l.plan) }},
		}
	}
	for i, config := range s.configs {
		all = append(append(all, applying([]string{"create", "update", "update"}[i], config)...), refreshing)
	}
	return append(all, applying("destroy", nil)...)
}

const refused = "403"

// failures are the ways in which a request fails, once. Only a refusal is one for reads, too: these
// are repeated where a response is lost, and a 404 says that the object is gone.
var failures = map[string]mockserver.Action{
	refused: mockserver.Status(http.StatusForbidden), "404": mockserver.Status(http.StatusNotFound), "409": mockserver.Status(http.StatusConflict),
	"lost": mockserver.ResetAfter(),
}

// TestNoFailureIsLost has each request in the lifecycle of every resource fail in turn, in each
// way. Of a refusal for good (403), the call that sent the request has an error or a warning with
// the response, the object and its account, and the state then holds what the service holds. In any
// case the next run, as an engine makes it, reaches what was configured. Without RELIABILITY=full a
// resource with extended operations has that lifecycle alone, its first plan alone is refused the
// token for which there is another way, and a sample of the failures is tried.
func TestNoFailureIsLost(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, _ acctest.Values) {
		all := scenes(t, name)
		isFull := acctest.IsFull()
		_, isMore := all["extended"]
		if isMore && !isFull {
			delete(all, "base API")
		}
		for sceneName, s := range all {
			stages := stages(s)
			for number, requests := range rehearse(t, name, s) {
				for request, r := range requests {
					isTried := isFull || number == 0
					if r.Operation == insteadOfToken && !isTried {
						continue
					}
					for failure := range failures {
						isRepeated := r.Method == http.MethodGet && failure != refused
						if isRepeated || !acctest.IsSampled(2, name, sceneName, number, request, failure) {
							continue
						}
						row := fmt.Sprintf("%s, %d %s, %d %s, %s",
							sceneName, number, stages[number].name, request, r.Operation, failure)
						t.Run(row, func(t *testing.T) {
							t.Parallel()
							acctest.InBubble(t, func(t *testing.T) { failRequest(t, name, s, number, request, failure) })
						})
					}
				}
			}
		}
	})
}

// insteadOfToken is the request for a token for which there is another way.
const insteadOfToken = mockserver.GetAccountAccessToken

// newLifecycle returns a lifecycle at a server of its own.
func newLifecycle(t *testing.T, name string, s scene) *lifecycle {
	t.Helper()
	atOnce := mockserver.AfterRequests(0)
	server := seededServer(t, mockserver.WithRenderEnd(atOnce), mockserver.WithIndexingEnd(atOnce), mockserver.WithTrainingEnd(atOnce))
	return &lifecycle{t: t, name: name, server: server, Instance: server.Protocol(t, s.settings).Instance(name)}
}

// rehearse runs a lifecycle without any failure. It returns the requests of each stage.
func rehearse(t *testing.T, name string, s scene) (requests [][]mockserver.Request) {
	l := newLifecycle(t, name, s)
	for _, stage := range stages(s) {
		acctest.Restart(l.Instance)
		acctest.MustSucceed(t, stage.run(t.Context(), l))
		requests = append(requests, l.server.Requests())
	}
	return requests
}

// failRequest runs a lifecycle in which a request of one stage fails.
func failRequest(t *testing.T, name string, s scene, number, request int, failure string) {
	l := newLifecycle(t, name, s)
	stage := stages(s)[number]
	for _, before := range stages(s)[:number] {
		acctest.Restart(l.Instance)
		acctest.MustSucceed(t, before.run(t.Context(), l))
	}
	acctest.Restart(l.Instance)
	l.server.Script(mockserver.Fault{Skip: request, Do: failures[failure]})
	diags := stage.run(t.Context(), l)
	failed := slices.IndexFunc(l.server.Requests(), func(r mockserver.Request) bool { return r.Fault != "" })
	if failed < 0 {
		return // calls that run at the same time share what one of them reads
	}
	operation := l.server.Requests()[failed].Operation
	l.server.ClearFaults()
	if failure == refused {
		l.wantReported(stage, operation, diags)
	}
	l.applyUntilEmpty()
	if t.Failed() {
		t.Logf("%s of %s said: %v", operation, stage.name, acctest.Texts(diags))
	}
}

// wantReported expects an error of a refused request, after which the state holds what the service
// holds.
func (l *lifecycle) wantReported(stage stage, operation mockserver.Operation, diags []*tfprotov6.Diagnostic) {
	isReported := operation != insteadOfToken
	for _, u := range fixtures.All[l.name].Unreported {
		if u.Operation == operation && slices.Contains(u.Steps, stage.name) {
			isReported = false
		}
	}
	if isReported && !saysRefusal(l.server, acctest.Texts(diags), fixtures.All[l.name].IsAccount) {
		l.t.Errorf("%s of %s: want an error of the refused request. Got: %v", operation, stage.name, acctest.Texts(diags))
	}
	// Settings that could not be written differ from any configuration, so that the next apply
	// writes them.
	if l.name == "videoindexer_brands_model_settings" {
		return
	}
	if len(acctest.Errors(diags)) > 0 && l.Exists() {
		l.wantRefreshUnchanged()
	}
}

// saysRefusal reports whether a text gives the response 403 and the account.
func saysRefusal(server *acctest.Server, texts []string, isOfNoAccount bool) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		hasAccount := isOfNoAccount || strings.Contains(text, server.Account.ID)
		return hasAccount && strings.Contains(text, "403")
	})
}

// progress are attributes that change while nobody writes them.
var progress = map[string]bool{"state": true, "training_state": true, "render_state": true}

// wantRefreshUnchanged refreshes an instance after a failure: what the state holds was already what
// the service holds.
func (l *lifecycle) wantRefreshUnchanged() {
	before := l.State()
	acctest.Restart(l.Instance)
	acctest.MustSucceed(l.t, l.Refresh(l.t.Context()))
	for name, value := range l.State() {
		isOpen := before[name].IsNull() || progress[name]
		if !isOpen && !value.Equal(before[name]) {
			l.t.Errorf("after a refresh, %s is %s, want %s as before", name, acctest.Text(value), acctest.Text(before[name]))
		}
	}
}

// applyUntilEmpty runs an engine until nothing is left to do.
func (l *lifecycle) applyUntilEmpty() {
	if l.Object.IsTainted && fixtures.All[l.name].IsAccount {
		l.Object.IsTainted = false // nothing can delete an account: its error asks for this
	}
	var plan *acctest.Plan
	for range 2 {
		plan = l.PlanWithRefresh(l.config)
		if plan.IsEmpty() {
			return
		}
		acctest.Restart(l.Instance)
		acctest.MustSucceed(l.t, l.Apply(l.t.Context(), plan))
	}
	l.t.Errorf("the plan after an apply: want no changes, got: %v", plan)
}

// namesUse is what a summary begins with: what the provider was about to do.
var namesUse = regexp.MustCompile(`^Unable to (ask for|cancel the render of|list|look for|obtain|plan|re-index|read|render|train|update|wait for the render of) [a-z]`)

// TestNoRefusalOfAUseIsLost refuses, once and for good (403), each request that data sources,
// ephemeral resources, list resources and actions make. Each has an error that gives the response
// and, but for what belongs to no account, the account.
func TestNoRefusalOfAUseIsLost(t *testing.T) {
	t.Parallel()
	ofNoAccount := map[string]bool{
		"data-sources/videoindexer_accounts": true, "list-resources/videoindexer_paid_account": true,
		"ephemeral-resources/videoindexer_user_access_token": true,
	}
	doesNameUse := func(d *tfprotov6.Diagnostic) bool { return namesUse.MatchString(d.Summary) }
	for _, o := range registered(t) {
		key := o.folder + "/" + o.name
		if o.schema == nil || o.folder == "resources" {
			continue
		}
		for suffix, settings := range map[string]acctest.Values{"": nil, ", extended": {"extended_operations": true}} {
			if suffix == "" && needsExtended(o) {
				continue
			}
			t.Run(key+suffix, func(t *testing.T) {
				t.Parallel()
				for request := 0; ; request++ {
					atOnce := mockserver.AfterRequests(0)
					server := seededServer(t, mockserver.WithRenderEnd(atOnce), mockserver.WithTrainingEnd(atOnce))
					server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
						ID: testAccount, Name: "Found", Language: "en-US",
						Files: []mockserver.LanguageFile{{Name: "a.txt", Content: []byte("a"), Enabled: true}},
					})
					server.Script(mockserver.Fault{Skip: request, Do: failures[refused]})
					diags := use(t, server.Protocol(t, settings), o, nil)
					number := slices.IndexFunc(server.Requests(), func(r mockserver.Request) bool { return r.Fault != "" })
					if number < 0 {
						acctest.MustSucceed(t, diags)
						if request == 0 {
							t.Errorf("%s sends no request, want some", key)
						}
						return
					}
					operation := server.Requests()[number].Operation
					switch {
					case o.name == supportedOperations && operation.IsExtended(): // what the data source shows
					case operation == insteadOfToken, // for both of which there are other ways
						key == "data-sources/videoindexer_insights_widget" && operation == mockserver.GetInsightsWidget:
					case !slices.ContainsFunc(acctest.Errors(diags), doesNameUse):
						t.Errorf("request %d (%s): want a summary as in %s. Got: %v",
							request, operation, namesUse, acctest.Texts(diags))
					case !saysRefusal(server, acctest.Texts(acctest.Errors(diags)), ofNoAccount[key]):
						t.Errorf("request %d (%s): want an error that has 403 and the account. Got: %v",
							request, operation, acctest.Texts(diags))
					}
				}
			})
		}
	}
}
