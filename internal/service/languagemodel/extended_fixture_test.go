package languagemodel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// managedModel is a server with extended operations, and one language model as Terraform knows it.
type managedModel struct {
	*fixture
	*acctest.Instance
	// plan is the last one.
	plan *acctest.Plan
	// process is the configuration of the provider in a new process; nil keeps the one there is.
	process acctest.Values
}

func newManaged(t *testing.T, opts ...mockserver.Option) *managedModel {
	t.Helper()
	return manage(newFixture(t, append(opts, mockserver.Extended())...), acctest.Values{"max_retries": 0, "extended_operations": true})
}

// newBase is newManaged without extended operations.
func newBase(t *testing.T, opts ...mockserver.Option) *managedModel {
	t.Helper()
	return manage(newFixture(t, opts...), acctest.Values{"max_retries": 0})
}

func manage(f *fixture, process acctest.Values) *managedModel {
	return &managedModel{fixture: f, Instance: f.Protocol(f.t, process).Instance(resourceType), process: process}
}

// vocabulary is a configuration with texts by file name, and further arguments.
func vocabulary(texts map[string]string, more ...any) acctest.Values {
	config := acctest.Values{"name": "Terms", "language": "en-US"}
	if texts != nil {
		files := map[string]acctest.Values{}
		for name, text := range texts {
			files[name] = acctest.Values{"content": text}
		}
		config["files"] = files
	}
	for i := 0; i+1 < len(more); i += 2 {
		config[more[i].(string)] = more[i+1]
	}
	return config
}

// off disables a file of a configuration.
func off(config acctest.Values, name string) acctest.Values {
	config["files"].(map[string]acctest.Values)[name]["enabled"] = false
	return config
}

// restart makes a new process of the provider.
func (l *managedModel) restart() {
	l.t.Helper()
	if l.process != nil {
		l.Instance.Protocol = l.fixture.Protocol(l.t, l.process)
	}
}

// look refreshes and plans in a new process, as a run does, and returns all diagnostics.
func (l *managedModel) look(config acctest.Values) []*tfprotov6.Diagnostic {
	l.t.Helper()
	l.restart()
	var diags []*tfprotov6.Diagnostic
	if l.Exists() {
		diags = l.Refresh(l.t.Context())
	}
	l.plan = l.Plan(l.t.Context(), config)
	return append(diags, l.plan.Diagnostics...)
}

// run refreshes, plans and applies, and holds a success to its plan.
func (l *managedModel) run(config acctest.Values) []*tfprotov6.Diagnostic {
	l.t.Helper()
	diags := l.look(config)
	if len(acctest.Errors(diags)) > 0 {
		return diags
	}
	return append(diags, l.carryOut()...)
}

// carryOut applies the last plan.
func (l *managedModel) carryOut() []*tfprotov6.Diagnostic {
	l.t.Helper()
	diags := l.Apply(l.t.Context(), l.plan)
	if len(acctest.Errors(diags)) > 0 || l.plan.Planned.IsNull() {
		return diags
	}
	differences, err := l.plan.Planned.Diff(tftypes.NewValue(l.plan.Planned.Type(), l.State()))
	if err != nil {
		l.t.Fatal(err)
	}
	for _, d := range differences {
		if d.Value1 != nil && d.Value1.IsFullyKnown() && (d.Value2 == nil || !d.Value1.Equal(*d.Value2)) {
			l.t.Errorf("Provider produced inconsistent result after apply: %s", d)
		}
	}
	return diags
}

// must runs without an error, and plans nothing more then.
func (l *managedModel) must(config acctest.Values) {
	l.t.Helper()
	if diags := acctest.Errors(l.run(config)); len(diags) > 0 {
		l.t.Fatal(acctest.Texts(diags))
	}
	l.wantEmptyPlan(config)
}

func (l *managedModel) wantEmptyPlan(config acctest.Values) {
	l.t.Helper()
	if diags := l.look(config); len(acctest.Errors(diags)) > 0 || l.changes() {
		differences, _ := l.whole().Diff(l.plan.Planned)
		for _, d := range differences {
			if d.Value1 == nil || d.Value1.Type().Is(tftypes.String) || d.Value1.Type().Is(tftypes.Bool) {
				l.t.Errorf("the plan changes something: %s (%v)", d, acctest.Texts(diags))
			}
		}
	}
}

func (l *managedModel) changes() bool { return !l.plan.Planned.Equal(l.whole()) }

// whole is the state as one value.
func (l *managedModel) whole() tftypes.Value {
	if !l.Exists() {
		return tftypes.NewValue(l.plan.Planned.Type(), nil)
	}
	return tftypes.NewValue(l.plan.Planned.Type(), l.State())
}

// has is the text of an attribute of the state.
func (l *managedModel) has(names ...string) string {
	l.t.Helper()
	return at(l.whole(), names...)
}

func (l *managedModel) wantState(want map[string]string) {
	l.t.Helper()
	got := map[string]string{}
	for name := range want {
		got[name] = l.has(strings.Split(name, "/")...)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		l.t.Errorf("state (-want +got):\n%s", diff)
	}
}

// wantPlan expects attributes of the last plan, "unknown" where they are to be known after the apply.
func (l *managedModel) wantPlan(want map[string]string) {
	l.t.Helper()
	got := map[string]string{}
	for name := range want {
		got[name] = at(l.plan.Planned, strings.Split(name, "/")...)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		l.t.Errorf("plan (-want +got):\n%s", diff)
	}
}

// remote is the one model of the server.
func (l *managedModel) remote() mockserver.LanguageModel {
	l.t.Helper()
	model, err := l.only()
	if err != nil {
		l.t.Fatal(err)
	}
	return model
}

// change changes the one model of the server.
func (l *managedModel) change(change func(*mockserver.LanguageModel)) {
	l.t.Helper()
	l.ChangeLanguageModel(l.Account.ID, l.remote().ID, change)
}

// wantRemote expects the files of the model as name=text, with - in front of those that are disabled, and those that it was
// trained on last.
func (l *managedModel) wantRemote(files, trainedOn string) {
	l.t.Helper()
	model := l.remote()
	var got []string
	for _, file := range model.Files {
		mark := ""
		if !file.Enabled {
			mark = "-"
		}
		got = append(got, fmt.Sprintf("%s%s=%s%s", mark, file.Name, file.Content, file.URL))
	}
	slices.Sort(got)
	slices.Sort(model.TrainedOn)
	if diff := cmp.Diff([]string{files, trainedOn}, []string{strings.Join(got, " "), strings.Join(model.TrainedOn, " ")}); diff != "" {
		l.t.Errorf("the model's files, and what it was trained on (-want +got):\n%s", diff)
	}
}

// wantFiles expects the files of the model as name=text.
func (l *managedModel) wantFiles(texts map[string]string) {
	l.t.Helper()
	var want, got []string
	for name, text := range texts {
		want = append(want, name+"="+text)
	}
	for _, file := range l.remote().Files {
		got = append(got, file.Name+"="+string(file.Content))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		l.t.Errorf("files on the server: %q, want %q", got, want)
	}
}

// wantNothingWrong expects that what the state knows of the model is right: what is null in it is in doubt.
func (l *managedModel) wantNothingWrong() {
	l.t.Helper()
	model := l.remote()
	if name := l.has("name"); name != "" && name != model.Name {
		l.t.Errorf("the state has the name %q, the server %q", name, model.Name)
	}
	var files map[string]tftypes.Value
	if err := l.State()["files"].As(&files); err != nil {
		l.t.Fatal(err)
	}
	texts := map[string]string{}
	for _, file := range model.Files {
		texts[file.ID] = sha(string(file.Content))
	}
	for label, file := range files {
		id, sum := at(file, "file_id"), at(file, "content_sha256")
		if name, _, isFormer := strings.Cut(label, " ("); isFormer && at(files[name], "file_id") == "" {
			continue // whether it was replaced is in doubt
		}
		if text, isThere := texts[id]; id != "" && (!isThere || sum != "" && sum != text) {
			l.t.Errorf("the state has the file %s with id %s and hash %s, the server %v", label, id, sum, texts)
		}
	}
}

// sentTo are the endpoints of requests that write to a model.
func (l *managedModel) sentTo() (endpoints []int) {
	for _, r := range l.Requests() {
		if r.Endpoint == 20 || r.Endpoint == 21 {
			endpoints = append(endpoints, r.Endpoint)
		}
	}
	return endpoints
}

// wantSays expects a diagnostic of a severity with a text.
func wantSays(t *testing.T, diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity, text string) {
	t.Helper()
	if !says(diags, severity, text) {
		t.Errorf("the %s %q is missing among %v", severity, text, acctest.Texts(diags))
	}
}

const resourceType = "videoindexer_language_model"

// at is the text of an attribute, "" where it is null and "unknown" where it is not known.
func at(object tftypes.Value, names ...string) (text string) {
	for _, name := range names {
		var attributes map[string]tftypes.Value
		if object.As(&attributes) != nil {
			return ""
		}
		object = attributes[name]
	}
	switch {
	case !object.IsKnown():
		return "unknown"
	case !object.IsNull():
		_ = object.As(&text)
	}
	return text
}

// says reports whether a diagnostic of that severity has a text.
func says(diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity, text string) bool {
	for _, d := range diags {
		if d.Severity == severity && strings.Contains(d.Summary+": "+d.Detail, text) {
			return true
		}
	}
	return false
}

const (
	asError   = tfprotov6.DiagnosticSeverityError
	asWarning = tfprotov6.DiagnosticSeverityWarning
)
