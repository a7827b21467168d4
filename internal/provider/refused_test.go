package provider_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// stage is a call of an engine in the life of an instance.
type stage struct {
	name string
	run  func(ctx context.Context, l *life) []*tfprotov6.Diagnostic
}

// life is an instance from its create to its destroy, at a server of its own.
type life struct {
	*acctest.Instance
	name     string
	server   *acctest.Server
	settings acctest.Values
	config   acctest.Values // of the last plan, nil for a destroy
	plan     *acctest.Plan
}

func (l *life) restart(t *testing.T) {
	t.Helper()
	l.Protocol = l.server.Protocol(t, l.settings)
}

func planning(name string, config acctest.Values) stage {
	return stage{"plan of the " + name, func(ctx context.Context, l *life) []*tfprotov6.Diagnostic {
		l.config = config
		l.plan = l.Plan(ctx, config)
		return l.plan.Diagnostics
	}}
}

func applying(name string) stage {
	return stage{name, func(ctx context.Context, l *life) []*tfprotov6.Diagnostic { return l.Apply(ctx, l.plan) }}
}

var refreshing = stage{"refresh", func(ctx context.Context, l *life) []*tfprotov6.Diagnostic { return l.Refresh(ctx) }}

// stages are the life of an instance with one configuration after the other.
func stages(configs ...acctest.Values) []stage {
	all := []stage{planning("create", configs[0]), applying("create"), refreshing}
	for _, config := range configs[1:] {
		all = append(all, planning("update", config), applying("update"), refreshing)
	}
	return append(all, planning("destroy", nil), applying("destroy"))
}

// histories are, by resource, configurations of an instance that follow each other and need extended operations, in addition to
// those of lives.All.
var histories = map[string][]acctest.Values{
	"videoindexer_brand": {
		{"name": "New", "description": "A"},
		{"name": "Newer", "description": "B", "tags": []string{"a"}},
	},
	"videoindexer_brand_dictionary": {
		{"brands": map[string]acctest.Values{"Contoso": {"description": "A"}, "One": {}, "Two": {"description": "A"}}, "deletion_policy": "disable"},
		{"brands": map[string]acctest.Values{"Contoso": {"description": "A"}, "Two": {"description": "B"}, "Three": {}}, "deletion_policy": "restore"},
	},
	"videoindexer_brands": {
		{"brands": map[string]acctest.Values{"1001": {"name": "A", "enabled": false}}, "deletion_policy": "restore"},
		{"brands": map[string]acctest.Values{"1001": {"description": "B"}}, "deletion_policy": "disable"},
	},
	"videoindexer_brands_model_settings": {
		{"enabled": true, "use_built_in": true, "deletion_policy": "disable"},
		{"enabled": true, "use_built_in": false, "deletion_policy": "disable"},
	},
	"videoindexer_language_model": {
		{"name": "A", "language": "en-US", "train": true, "files": map[string]acctest.Values{"a.txt": {"content": "a"}, "b.txt": {"content": "b", "enabled": false}}},
		{"name": "B", "language": "en-US", "train": true, "files": map[string]acctest.Values{"a.txt": {"content": "c", "enabled": false}, "d.txt": {"content": "d"}}},
	},
	"videoindexer_person": {
		{"person_model_id": mockserver.SamplePersonModelID, "name": "A", "faces": map[string]acctest.Values{"one": {"url": "https://pictures.example/1"}, "two": {"url": "https://pictures.example/2"}}},
		{"person_model_id": mockserver.SamplePersonModelID, "name": "B", "faces": map[string]acctest.Values{"one": {"url": "https://pictures.example/1"}, "three": {"url": "https://pictures.example/3"}}},
	},
	"videoindexer_project": {
		{"name": "A", "render": true, "wait_for_render": false, "video_ranges": oneRange("00:00:00")},
		{"name": "B", "render": true, "wait_for_render": false, "video_ranges": oneRange("00:00:01")},
		{"name": "C", "wait_for_render": false, "video_ranges": oneRange("00:00:00")},
	},
	"videoindexer_video": {
		{"video_id": mockserver.SampleVideoID, "indexing_preset": "Default", "wait_for_indexing": true},
		{"video_id": mockserver.SampleVideoID, "indexing_preset": "Advanced", "wait_for_indexing": true, "deletion_policy": "delete"},
	},
}

// oneRange is a list of one range of the sample video, for video_ranges.
func oneRange(start string) tftypes.Value {
	attributes := map[string]tftypes.Value{}
	for name, text := range map[string]string{"video_id": mockserver.SampleVideoID, "start": start, "end": "00:00:02"} {
		attributes[name] = tftypes.NewValue(tftypes.String, text)
	}
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"video_id": tftypes.String, "start": tftypes.String, "end": tftypes.String}}
	return tftypes.NewValue(tftypes.List{ElementType: kind}, []tftypes.Value{tftypes.NewValue(kind, attributes)})
}

// TestNoRefusalIsLost refuses each request in the life of every resource in turn, once and for good (403). The call that
// sent it has an error or a warning that gives the answer, the object and its account. The next run, as an engine makes it,
// reaches what was configured. A resource has two lives, by the contract alone and with extended operations; without
// RELIABILITY=full it has the one that sends more kinds of requests.
func TestNoRefusalIsLost(t *testing.T) {
	t.Parallel()
	extended := acctest.Values{"extended_operations": true}
	for name := range acctest.Schema(t).ResourceSchemas {
		life := lives.All[name]
		simple := stages(life.Arguments, life.Arguments.With(without(life.Changes, "deletion_policy")))
		type scene struct {
			settings acctest.Values
			stages   []stage
		}
		scenes := map[string]scene{"contract": {provided(t, name, nil), simple}, "extended": {extended, simple}}
		configs, isLonger := histories[name]
		if isLonger {
			scenes["extended"] = scene{extended, stages(configs...)}
		}
		switch isFull := os.Getenv("RELIABILITY") == "full"; {
		case isFull:
		case isLonger:
			delete(scenes, "contract")
		default:
			delete(scenes, "extended")
		}
		for what, l := range scenes {
			t.Run(name+"/"+what, func(t *testing.T) {
				t.Parallel()
				for number, requests := range rehearse(t, name, l.settings, l.stages) {
					for request := range requests {
						refuse(t, name, l.settings, l.stages, number, request)
					}
				}
			})
		}
	}
}

// unreported are requests whose refusal fails nothing, by resource, stage and operation, with the reason.
var unreported = map[string]string{
	"videoindexer_person, create, X17":              "the state of new faces, which the next refresh reads",
	"videoindexer_person, create, 22":               "the same",
	"videoindexer_person, update, X17":              "the same",
	"videoindexer_person, update, 22":               "the same",
	"videoindexer_project, create, X29":             "the new project, which the next refresh reads",
	"videoindexer_project, update, X29":             "the same",
	"videoindexer_project, plan of the create, X34": "the videos of the ranges: the plan warns if one is missing",
	"videoindexer_project, create, X34":             "the same",
	"videoindexer_project, plan of the update, X34": "the same",
	"videoindexer_video, plan of the create, X34":   "the length of the video: the plan says that it is not shown",
	"videoindexer_video, create, X34":               "the same",
	"videoindexer_video, plan of the update, X34":   "the same",
	"videoindexer_video, update, X34":               "the same",
	"videoindexer_project, plan of the update, X31": "the render that the change discards: the plan warns of it anyway",
	"videoindexer_video_transcript, create, 8":      "the captions after the write, which the next refresh reads",
	"videoindexer_video_transcript, update, 8":      "the same",
	"videoindexer_video_transcript, create, 2":      "a token for that",
	"videoindexer_video_transcript, create, 3":      "the same",
	"videoindexer_video_transcript, update, 2":      "the same",
	"videoindexer_video_transcript, update, 3":      "the same",
}

// newLife is a life at a server of its own.
func newLife(t *testing.T, name string, settings acctest.Values) *life {
	t.Helper()
	server := museum(t, mockserver.RenderPace(mockserver.AfterRequests(0)), mockserver.IndexingPace(mockserver.AfterRequests(0)), mockserver.TrainingPace(mockserver.AfterRequests(0)))
	return &life{name: name, server: server, settings: settings, Instance: server.Protocol(t, settings).Instance(name)}
}

// rehearse runs a life without any refusal. It returns how many requests each stage sends.
func rehearse(t *testing.T, name string, settings acctest.Values, all []stage) []int {
	t.Helper()
	l := newLife(t, name, settings)
	requests := make([]int, len(all))
	for number, s := range all {
		l.server.ResetRequests()
		acctest.Succeeds(t, s.run(t.Context(), l))
		requests[number] = len(l.server.Requests())
		l.restart(t)
	}
	return requests
}

// refuse runs a life in which a request of one stage is refused.
func refuse(t *testing.T, name string, settings acctest.Values, all []stage, number, request int) {
	t.Helper()
	l := newLife(t, name, settings)
	server := l.server
	for _, s := range all[:number] {
		acctest.Succeeds(t, s.run(t.Context(), l))
		l.restart(t)
	}
	server.ResetRequests()
	server.Script(mockserver.Fault{Skip: request, Do: mockserver.Status(http.StatusForbidden)})
	diags := all[number].run(t.Context(), l)
	refused := slices.IndexFunc(server.Requests(), func(r mockserver.Request) bool { return r.Fault != "" })
	if refused < 0 {
		return // calls that run at the same time share what one of them reads
	}
	operation := server.Requests()[refused].Operation()
	at := fmt.Sprintf("%s, request %d (%s)", all[number].name, request, operation)
	isUnreported := operation == "X22" /* there is another way to a token */ || unreported[fmt.Sprintf("%s, %s, %s", name, all[number].name, operation)] != ""
	server.ClearFaults()
	isSaid := slices.ContainsFunc(acctest.Texts(diags), func(text string) bool {
		return strings.Contains(text, "403") && (strings.Contains(text, server.Account.ID) || name == "videoindexer_paid_account")
	})
	if !isSaid && !isUnreported {
		t.Errorf("%s: says %q", at, acctest.Texts(diags))
	}
	// Settings that could not be written differ from any configuration, so that the next apply writes them.
	if len(acctest.Errors(diags)) > 0 && l.Exists() && name != "videoindexer_brands_model_settings" {
		l.confirm(t, at)
	}
	l.settle(t, at)
}

// progress are attributes that change while nobody writes them.
var progress = map[string]bool{"state": true, "training_state": true, "render_state": true}

// confirm refreshes an instance after a failure: what the state holds was already what the service holds.
func (l *life) confirm(t *testing.T, at string) {
	t.Helper()
	before := l.State()
	l.restart(t)
	acctest.Succeeds(t, l.Refresh(t.Context()))
	for name, value := range l.State() {
		if !before[name].IsNull() && !value.Equal(before[name]) && !progress[name] {
			t.Errorf("%s: the state has %s = %s, and after a refresh %s", at, name, before[name], value)
		}
	}
}

// settle runs an engine until nothing is left to do.
func (l *life) settle(t *testing.T, at string) {
	t.Helper()
	if l.Tainted && l.name == "videoindexer_paid_account" {
		l.Tainted = false // nothing can delete an account: its error asks for this
	}
	for range 2 {
		l.restart(t)
		if diags := acctest.Errors(l.Refresh(t.Context())); l.Exists() && len(diags) > 0 {
			t.Errorf("%s: the next refresh: %q", at, acctest.Texts(diags))
			return
		}
		if l.config == nil && !l.Exists() {
			return
		}
		plan := l.Plan(t.Context(), l.config)
		if errors := acctest.Errors(plan.Diagnostics); len(errors) > 0 {
			t.Errorf("%s: the next plan: %q", at, acctest.Texts(errors))
			return
		}
		if !l.Tainted && l.Exists() && l.config != nil && !plan.IsUpdate && !plan.IsReplacement {
			return
		}
		l.restart(t)
		if errors := acctest.Errors(l.Apply(t.Context(), plan)); len(errors) > 0 {
			t.Errorf("%s: the next apply: %q", at, acctest.Texts(errors))
			return
		}
	}
	t.Errorf("%s: changes are planned again and again", at)
}
