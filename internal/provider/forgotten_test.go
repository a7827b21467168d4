package provider_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
)

// forgetful is a service that forgets one field: what was written first stays, whatever requests
// say later.
type forgetful struct {
	http.Handler

	mu    sync.Mutex
	names []string
	first map[string]any
	// isOn says that it forgets, and isCreate that the object is new: an object has another value.
	// Forgotten are how many values it has not taken.
	isOn      bool
	isCreate  bool
	forgotten int
}

// namesInRequests returns what requests call an argument, by its name and by the fixture.
func namesInRequests(argument string, v fixtures.Variation) (names []string) {
	words := strings.Split(lastOf(argument), "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	names = []string{strings.Join(words, "")}
	if v.InRequests != "" {
		names = append(names, v.InRequests)
	}
	return names
}

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		f.forget(r)
	}
	f.Handler.ServeHTTP(w, r)
}

func (f *forgetful) forget(r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	query := r.URL.Query()
	for name, values := range query {
		value, isKept := f.value(name, values[0])
		text, isText := value.(string)
		if isText {
			query.Set(name, text)
		}
		if !isKept {
			query.Del(name)
		}
	}
	r.URL.RawQuery = query.Encode()
	if r.Body == nil {
		return
	}
	if r.Header.Get("Content-Type") == "text/vtt" {
		text, _ := io.ReadAll(r.Body) // of a client of this process
		content, _ := f.value("content", string(text))
		taken, _ := content.(string)
		r.Body = io.NopCloser(strings.NewReader(taken))
		r.ContentLength = int64(len(taken))
		return
	}
	if r.Header.Get("Content-Type") != "application/json" {
		return
	}
	text, err := io.ReadAll(r.Body)
	var body map[string]any
	if err != nil || json.Unmarshal(text, &body) != nil {
		r.Body = io.NopCloser(bytes.NewReader(text))
		return
	}
	f.forgetIn(body)
	text, _ = json.Marshal(body) // which was JSON
	r.Body = io.NopCloser(bytes.NewReader(text))
	r.ContentLength = int64(len(text))
}

// forgetIn forgets the field in an object, and in the objects inside of it.
func (f *forgetful) forgetIn(object map[string]any) {
	for name, value := range object {
		inner, isObject := value.(map[string]any)
		if isObject {
			f.forgetIn(inner)
		}
		former, isKept := f.value(name, value)
		object[name] = former
		if !isKept {
			delete(object, name)
		}
	}
}

// value returns what the service takes for a field, and whether it has one at all.
func (f *forgetful) value(name string, sent any) (taken any, isKept bool) {
	if !slices.Contains(f.names, name) {
		return sent, true
	}
	if !f.isOn {
		f.first[name] = sent
		return sent, true
	}
	f.forgotten++
	taken, isKept = f.first[name]
	if isKept || !f.isCreate {
		return taken, isKept
	}
	return insteadOf(sent), true
}

// inWarnings are what warnings say of a write that the service may still show, in place of the name
// of the argument.
var inWarnings = map[string]string{"videoindexer_video_transcript.content": "Transcript does not show yet"}

// TestForgottenArguments has a service that forgets one argument: the apply of a change is an error
// that names it. One that others have changed is a difference, and one that is empty is cleared.
func TestForgottenArguments(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		eachArgument(t, name, configuration, func(argument string, v fixtures.Variation) {
			with := func(value any) acctest.Values { return set(configuration.With(v.Along), argument, value) }
			if fixtures.All[name].IsKey(argument) {
				return
			}
			isShown := v.Hidden == ""
			isWhole := !isMap(t, name, argument) // the entries of maps are arguments of their own
			t.Run(argument, func(t *testing.T) {
				acctest.InBubble(t, func(t *testing.T) {
					if isShown && isWhole {
						wantForgottenNamed(t, name, argument, configuration.With(v.Along), v)
						wantForgottenNamedInCreate(t, name, argument, configuration.With(v.Along), v)
					}
					if isShown && v.Others != nil {
						wantDifference(t, name, argument, with(v.Configured), with(v.Others))
					}
					none := emptyLike(v.Configured)
					if none != nil {
						wantCleared(t, name, argument, with(v.Configured), with(none))
					}
				})
			})
		})
	})
}

// wantForgottenNamed expects the apply of a change to report what the service has forgotten of it.
func wantForgottenNamed(t *testing.T, name, argument string, configuration acctest.Values, v fixtures.Variation) {
	service, protocol := newForgetful(t, argument, v)
	instance := created(t, protocol, name, configuration)
	if v.Others != nil {
		acctest.MustSucceed(t, instance.Apply(t.Context(), instance.PlanWithRefresh(set(configuration, argument, v.Others))))
	}
	plan := instance.PlanWithRefresh(set(configuration, argument, v.Configured))
	if plan.IsReplacement {
		return
	}
	service.isOn = true
	service.wantNamed(t, name, argument, instance.Apply(t.Context(), plan))
}

// wantForgottenNamedInCreate expects the same of the apply of a create, if that sends the argument.
func wantForgottenNamedInCreate(t *testing.T, name, argument string, configuration acctest.Values, v fixtures.Variation) {
	service, protocol := newForgetful(t, argument, v)
	service.isOn = true
	service.isCreate = true
	other, isText := configuration[argument].(string)
	for _, field := range service.names {
		if isText { // one that the contract allows
			service.first[field] = other
		}
	}
	instance := protocol.Instance(name)
	plan := instance.PlanWithRefresh(set(configuration, argument, v.Configured))
	diags := instance.Apply(t.Context(), plan)
	if service.forgotten > 0 {
		service.wantNamed(t, name, argument, diags)
	}
}

// insteadOf returns another value of the type.
func insteadOf(sent any) any {
	switch sent := sent.(type) {
	case string:
		return sent + "x"
	case bool:
		return !sent
	default:
		return []any{}
	}
}

// newForgetful returns a service that can forget an argument, with a provider for it.
func newForgetful(t *testing.T, argument string, v fixtures.Variation) (*forgetful, *acctest.Protocol) {
	t.Helper()
	server := seededWithOthers(t)
	service := &forgetful{Handler: server.Handler, names: namesInRequests(argument, v), first: map[string]any{}}
	server.Handler = service
	return service, server.Protocol(t, acctest.Values{"extended_operations": true})
}

// wantNamed expects an apply to name the argument that the service has forgotten.
func (f *forgetful) wantNamed(t *testing.T, name, argument string, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	isNamed := slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		named := cmp.Or(inWarnings[name+"."+argument], lastOf(argument))
		return !strings.Contains(d.Summary, "inconsistent") && strings.Contains(d.Summary+d.Detail, named)
	})
	switch {
	case f.forgotten == 0:
		t.Errorf("no request has %q, want %s: add its name to InRequests in the row of fixtures.All, or why there is none to Hidden",
			f.names, argument)
	case !isNamed:
		t.Errorf("the service has forgotten %s: want an error that names it. Got: %v", argument, acctest.Texts(diags))
	}
}

// wantDifference expects the next plan to undo what others have changed.
func wantDifference(t *testing.T, name, argument string, configured, others acctest.Values) {
	instance := created(t, seededWithOthers(t).Extended(t), name, configured)
	other := *instance
	acctest.MustSucceed(t, other.Apply(t.Context(), other.PlanWithRefresh(others)))
	plan := instance.PlanWithRefresh(configured)
	if !plan.IsUpdate && !plan.IsReplacement {
		t.Errorf("others have changed %s, which is read as %s: want a difference in the plan",
			argument, at(t, instance.State(), argument))
	}
}

// emptyLike returns an empty value of the type of another one; nil if there is none.
func emptyLike(value any) any {
	switch of := reflect.TypeOf(value); of.Kind() {
	case reflect.String:
		return ""
	case reflect.Slice:
		return reflect.MakeSlice(of, 0, 0).Interface()
	case reflect.Map:
		return reflect.MakeMap(of).Interface()
	default:
		return nil
	}
}

// wantCleared expects an argument to be empty once it is configured so, unless that is refused.
func wantCleared(t *testing.T, name, argument string, configured, cleared acctest.Values) {
	instance := created(t, seededWithOthers(t).Extended(t), name, configured)
	if len(acctest.Errors(instance.Validate(t.Context(), cleared))) > 0 {
		return
	}
	acctest.MustSucceed(t, instance.Apply(t.Context(), instance.PlanWithRefresh(cleared)))
	again := instance.PlanWithRefresh(cleared)
	if !again.IsEmpty() {
		t.Errorf("%s was cleared, and is read as %s: want no difference in the next plan, got: %v",
			argument, at(t, instance.State(), argument), again)
	}
}

// lastOf returns the name of an argument without those that it is in.
func lastOf(argument string) string { return argument[strings.LastIndexByte(argument, '.')+1:] }
