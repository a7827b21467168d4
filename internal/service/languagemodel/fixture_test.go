package languagemodel_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const resourceType = "videoindexer_language_model"

// extended are provider arguments that allow extended operations.
var extended = acctest.Values{"extended_operations": true, "max_retries": 0}

// managedModel is a server, and one language model as Terraform knows it.
type managedModel struct {
	*acctest.Server
	*acctest.Instance
	t   *testing.T
	dir string // of text files
}

func newManaged(t *testing.T, opts ...mockserver.Option) *managedModel {
	t.Helper()
	return manage(t, extended, append(opts, mockserver.WithExtended())...)
}

// newBase is newManaged without extended operations.
func newBase(t *testing.T, opts ...mockserver.Option) *managedModel {
	t.Helper()
	return manage(t, acctest.Values{"max_retries": 0}, opts...)
}

func manage(t *testing.T, settings acctest.Values, opts ...mockserver.Option) *managedModel {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	return &managedModel{
		Server: server, Instance: server.Protocol(t, settings).Instance(resourceType), t: t, dir: t.TempDir(),
	}
}

// write puts a text into a file of the directory, and returns its path.
func (m *managedModel) write(name, text string) string {
	m.t.Helper()
	file := filepath.Join(m.dir, name)
	err := os.WriteFile(file, []byte(text), 0o600)
	check.MustSucceed(m.t, err, "the file")
	return file
}

var (
	twoTexts   = map[string]string{"a.txt": "a1", "b.txt": "b1"}
	threeTexts = map[string]string{"a.txt": "a1", "b.txt": "b1", "c.txt": "c1"}
	// revisedTexts is threeTexts with a file edited, one removed and one added.
	revisedTexts = map[string]string{"a.txt": "a2", "b.txt": "b1", "d.txt": "d1"}

	trainedTerms = vocabulary(twoTexts, "train", true)
	edited       = vocabulary(withText(twoTexts, "a.txt", "a2"), "train", true)
)

const (
	twoFiles = "a.txt=a1 b.txt=b1"
	twoNames = "a.txt b.txt"
)

// withText returns a set of texts with another one.
func withText(texts map[string]string, name, text string) map[string]string {
	texts = maps.Clone(texts)
	texts[name] = text
	return texts
}

// vocabulary returns a configuration with texts by file name, and further arguments.
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

// withFiles returns a configuration with files that need not be texts.
func withFiles(files map[string]acctest.Values) acctest.Values {
	return vocabulary(nil, "files", files)
}

// disableFile disables a file of a configuration, and returns the configuration.
func disableFile(config acctest.Values, name string) acctest.Values {
	config["files"].(map[string]acctest.Values)[name]["enabled"] = false
	return config
}

// othersFile returns a file that somebody else has added.
func othersFile(name string) mockserver.LanguageFile {
	return mockserver.LanguageFile{
		ID: "8c6f9a52-1111-4222-8333-444455556666", Name: name, Enabled: true, Content: []byte("theirs"),
	}
}

// stateText returns the text of an attribute of the state.
func (m *managedModel) stateText(names ...string) string {
	return textAt(m.State()[names[0]], names[1:]...)
}

func (m *managedModel) wantState(want map[string]string) {
	m.t.Helper()
	wantAttributes(m.t, "state", m.State(), want)
}

// wantPlan expects attributes of a plan, "unknown" where they are to be known after the apply.
func (m *managedModel) wantPlan(plan *acctest.Plan, want map[string]string) {
	m.t.Helper()
	wantAttributes(m.t, "plan", acctest.Parts(m.t, plan.Planned), want)
}

func wantAttributes(t *testing.T, what string, attributes map[string]tftypes.Value, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for path := range want {
		names := strings.Split(path, "/")
		got[path] = textAt(attributes[names[0]], names[1:]...)
	}
	check.Equal(t, want, got, "%s", what)
}

// textAt returns the text of a value or of an attribute inside of it, "" for null and "unknown" for
// what is not known.
func textAt(value tftypes.Value, names ...string) (text string) {
	for _, name := range names {
		var attributes map[string]tftypes.Value
		if value.As(&attributes) != nil {
			return ""
		}
		value = attributes[name]
	}
	if !value.IsKnown() {
		return "unknown"
	}
	// A flag leaves the text empty.
	_ = value.As(&text)
	return text
}

// remote returns the one model of the server.
func (m *managedModel) remote() mockserver.LanguageModel {
	m.t.Helper()
	models := m.LanguageModels(m.Account.ID)
	if len(models) != 1 {
		m.t.Fatalf("the server holds %d models, want one", len(models))
	}
	return models[0]
}

// change changes the one model of the server.
func (m *managedModel) change(change func(*mockserver.LanguageModel)) {
	m.t.Helper()
	m.ChangeLanguageModel(m.Account.ID, m.remote().ID, change)
}

// add has somebody else add a file to the model.
func (m *managedModel) add(file mockserver.LanguageFile) {
	m.t.Helper()
	m.change(func(model *mockserver.LanguageModel) { model.Files = append(model.Files, file) })
}

// drop has somebody else delete a file of the model.
func (m *managedModel) drop(name string) {
	m.t.Helper()
	m.change(func(model *mockserver.LanguageModel) {
		model.Files = slices.DeleteFunc(model.Files, func(f mockserver.LanguageFile) bool { return f.Name == name })
	})
}

// wantRemote expects the files of the model as name=text, with - in front of those that are
// disabled, and those that it was trained on last.
func (m *managedModel) wantRemote(files, trainedOn string) {
	m.t.Helper()
	model := m.remote()
	var got []string
	for _, file := range model.Files {
		mark := "-"
		if file.Enabled {
			mark = ""
		}
		got = append(got, fmt.Sprintf("%s%s=%s%s", mark, file.Name, file.Content, file.URL))
	}
	slices.Sort(got)
	slices.Sort(model.TrainedOn)
	want := []string{files, trainedOn}
	shown := []string{strings.Join(got, " "), strings.Join(model.TrainedOn, " ")}
	check.Equal(m.t, want, shown, "the model's files, and what it was trained on")
}

// wantRemoteName expects the name of the model.
func (m *managedModel) wantRemoteName(want string) {
	m.t.Helper()
	check.Equal(m.t, want, m.remote().Name, "the name of the server's model")
}

// wantFiles expects the texts of the model by file name.
func (m *managedModel) wantFiles(want map[string]string) {
	m.t.Helper()
	got := map[string]string{}
	files := m.remote().Files
	for _, file := range files {
		got[file.Name] = string(file.Content)
	}
	check.Equal(m.t, want, got, "the files on the server")
	check.Equal(m.t, len(want), len(files), "the number of files on the server")
}

// wantNothingWrong expects that what the state knows of the model is right: what is null in it is
// not confirmed.
func (m *managedModel) wantNothingWrong() {
	m.t.Helper()
	model := m.remote()
	name := m.stateText("name")
	if name != "" {
		check.Equal(m.t, model.Name, name, "the name in the state")
	}
	texts := map[string]string{}
	for _, file := range model.Files {
		texts[file.ID] = sha(string(file.Content))
	}
	files := acctest.Parts(m.t, m.State()["files"])
	for label, file := range files {
		id := textAt(file, "file_id")
		sum := textAt(file, "content_sha256")
		name, _, isFormer := strings.Cut(label, " (")
		// Whether a former version was replaced is not known.
		if isFormer && textAt(files[name], "file_id") == "" {
			continue
		}
		if id == "" {
			continue
		}
		text, isThere := texts[id]
		isOther := sum != "" && sum != text
		if !isThere || isOther {
			m.t.Errorf("%s: the state has id %s and hash %s, want an id and hash of %v", label, id, sum, texts)
		}
	}
}

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
