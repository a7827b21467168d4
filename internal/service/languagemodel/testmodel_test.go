package languagemodel

import (
	"context"
	"io"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// texts are the files of a configuration: content by name.
type texts map[string]string

// testModel is a model on a mock server, with the state that Terraform has of it.
type testModel struct {
	*mockserver.Server
	t       *testing.T
	client  *videoindexer.Client
	account videoindexer.AccountRef
	id      string
	state   resourceModel
	private privateState
	warned  diag.Diagnostics // by the last plan
}

// newTestModel has a model of the given files, as an earlier apply left it. Its client does not repeat
// what fails, so that one fault is one failure.
func newTestModel(t *testing.T, files texts, opts ...mockserver.Option) *testModel {
	t.Helper()
	return serveTestModel(t, false, files, opts...)
}

// newExtendedTestModel is newTestModel with extended operations.
func newExtendedTestModel(t *testing.T, files texts, opts ...mockserver.Option) *testModel {
	t.Helper()
	return serveTestModel(t, true, files, append(opts, mockserver.Extended())...)
}

func serveTestModel(t *testing.T, isExtended bool, files texts, opts ...mockserver.Option) *testModel {
	t.Helper()
	mock := mockserver.New(opts...)
	listener := httptest.NewServer(mock)
	account := mock.AddDefaultAccount(0)
	client, err := videoindexer.New(videoindexer.Config{Endpoint: listener.URL, SubscriptionKey: mockserver.DefaultSubscriptionKey, UserAgent: "test", ExtendedOperations: isExtended})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mock.Close()
		listener.CloseClientConnections()
		listener.Close()
		for _, violation := range mock.Violations() {
			t.Errorf("against the contract: %s", violation)
		}
	})
	w := &testModel{Server: mock, t: t, client: client, account: videoindexer.AccountRef{Location: account.Location, ID: account.ID}}
	known := make(map[string]fileModel)
	seed := mockserver.LanguageModel{Name: "Terms"}
	for _, name := range sortedNames(files) {
		seed.Files = append(seed.Files, mockserver.LanguageFile{Name: name, Enabled: true, Content: []byte(files[name])})
	}
	w.id = mock.AddLanguageModel(account.ID, seed)
	for _, file := range w.model().Files {
		known[file.Name] = textModel(t, files[file.Name], types.StringValue(file.ID))
	}
	w.state = resourceModel{
		Name: types.StringValue("Terms"), Language: types.StringValue("en-US"), Enabled: types.BoolValue(true),
		ModelID: types.StringValue(w.id), State: types.StringValue("None"), Files: mapOf(t, known),
		DeletionPolicy: types.StringValue("empty"),
	}
	return w
}

func textModel(t *testing.T, text string, id types.String) fileModel {
	t.Helper()
	file := fileModel{Content: types.StringValue(text), FileID: id}
	sum, err := file.digest(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	file.ContentSHA256 = sum
	return file
}

func mapOf(t *testing.T, files map[string]fileModel) types.Map {
	t.Helper()
	value, diags := types.MapValueFrom(t.Context(), fileType, files)
	if diags.HasError() {
		t.Fatal(diags)
	}
	return value
}

func (w *testModel) model() mockserver.LanguageModel {
	w.t.Helper()
	model, ok := w.LanguageModel(w.account.ID, w.id)
	if !ok {
		w.t.Fatal("the model is gone")
	}
	return model
}

// holds are the files on the server, each as name=content, in the order of names.
func (w *testModel) holds() []string {
	w.t.Helper()
	var files []string
	for _, file := range w.model().Files {
		files = append(files, file.Name+"="+string(file.Content))
	}
	slices.Sort(files)
	return files
}

func (want texts) list() []string {
	var files []string
	for _, name := range sortedNames(want) {
		files = append(files, name+"="+want[name])
	}
	return files
}

// plan is what ModifyPlan makes of a configuration.
func (w *testModel) plan(name string, enabled bool, files texts) (resourceModel, map[string]fileModel) {
	w.t.Helper()
	configured := make(map[string]fileModel)
	for file, text := range files {
		configured[file] = fileModel{Content: types.StringValue(text)}
	}
	plan := w.state
	plan.Name, plan.Enabled, plan.Files = types.StringValue(name), types.BoolValue(enabled), mapOf(w.t, configured)
	plan.Language = types.StringValue("en-US")
	plan, diags := planned(w.t.Context(), plan, &w.state, w.private, allowed{extended: w.client.Extended()})
	wanted, problems := plan.filesByName(w.t.Context())
	if diags.Append(problems...); diags.HasError() {
		w.t.Fatal(diags)
	}
	w.warned = diags
	return plan, wanted
}

// applying starts with what Terraform has of the model.
func (w *testModel) applying(plan resourceModel, wanted map[string]fileModel) *applying {
	w.t.Helper()
	have := &known{resourceModel: w.state, private: w.private, isExtended: w.client.Extended()}
	var diags diag.Diagnostics
	if have.files, diags = w.state.filesByName(w.t.Context()); diags.HasError() {
		w.t.Fatal(diags)
	}
	return &applying{training: trainingOf(w.t.Context(), w.client, w.account, plan, "update", time.Minute), have: have, want: desired{plan, wanted}, save: func() {}}
}

// apply plans and applies, keeps the state as Terraform does, and holds a success to its plan.
func (w *testModel) apply(ctx context.Context, name string, enabled bool, files texts) diag.Diagnostics {
	w.t.Helper()
	plan, wanted := w.plan(name, enabled, files)
	a := w.applying(plan, wanted)
	diags := a.run(ctx)
	w.state, w.private = a.have.state(ctx, plan, &diags), a.have.private
	if diags.HasError() {
		return diags
	}
	after, _ := w.state.filesByName(ctx)
	for file, want := range wanted {
		if !want.FileID.IsUnknown() && !want.FileID.Equal(after[file].FileID) {
			w.t.Errorf("file %s was planned to have the id %s and has %s", file, want.FileID, after[file].FileID)
		}
	}
	for what, pair := range map[string][2]types.String{"state": {plan.State, w.state.State}, "linguistic_model_id": {plan.LinguisticModelID, w.state.LinguisticModelID}} {
		if !pair[0].IsUnknown() && !pair[0].Equal(pair[1]) {
			w.t.Errorf("%s was planned as %s and is %s", what, pair[0], pair[1])
		}
	}
	if !w.state.Name.Equal(plan.Name) || !w.state.Enabled.Equal(plan.Enabled) || len(after) != len(wanted) || w.private.isUnfinished() {
		w.t.Errorf("after a success: name %s, enabled %s, %d files, private %+v", w.state.Name, w.state.Enabled, len(after), w.private)
	}
	return diags
}

// mustApply expects success, and the files on the server as configured, none of them twice.
func (w *testModel) mustApply(name string, enabled bool, files texts) {
	w.t.Helper()
	diags := w.apply(w.t.Context(), name, enabled, files)
	if diags.HasError() {
		w.t.Fatalf("apply failed: %v", diags)
	}
	if diff := cmp.Diff(files.list(), w.holds()); diff != "" {
		w.t.Errorf("files on the server (-want +got):\n%s", diff)
	}
	if remote := w.model(); remote.Name != name {
		w.t.Errorf("the server has the name %q, want %q", remote.Name, name)
	}
	w.inStep()
}

// inStep expects the state to show exactly what the server holds.
func (w *testModel) inStep() {
	w.t.Helper()
	files, diags := w.state.filesByName(context.Background())
	if diags.HasError() {
		w.t.Fatal(diags)
	}
	inState, onServer := make(map[string]string), make(map[string]string)
	for name, file := range files {
		inState[file.FileID.ValueString()] = name + "=" + file.Content.ValueString()
	}
	model := w.model()
	for _, file := range model.Files {
		switch inDoubt := inState[file.ID] == file.Name+"=" && files[file.Name].ContentSHA256.IsNull(); {
		case slices.ContainsFunc(w.private.all(wasReplaced), func(f fileFact) bool { return f.ID == file.ID }): // the next apply deletes it
		case inDoubt: // the next apply uploads it once more
			onServer[file.ID] = inState[file.ID]
		default:
			onServer[file.ID] = file.Name + "=" + string(file.Content)
		}
	}
	if diff := cmp.Diff(onServer, inState); diff != "" {
		w.t.Errorf("files by id (-server +state):\n%s", diff)
	}
	if got := w.state.Name.ValueString(); got != model.Name {
		w.t.Errorf("the state has the name %q, the server %q", got, model.Name)
	}
	for _, file := range model.Files {
		if !w.state.Enabled.IsNull() && file.Enabled != w.state.Enabled.ValueBool() {
			w.t.Errorf("file %s is enabled: %t; the state says %s", file.Name, file.Enabled, w.state.Enabled)
		}
	}
}
