//go:build unix

package reliability

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// life is what a resource goes through in the crash tests.
type life struct {
	options []mockserver.Option
	seed    func(w *workspace)
	// created is the configuration of the create. An update goes from there to changed, or from adopted where the
	// create has done it all already.
	created, adopted, changed string
	// holds says in a line what the service holds; want is that line after each phase.
	holds func(w *workspace) string
	want  map[phase]string
	// creates says that the resource makes an object rather than adopting one.
	creates bool
	// stops is the error of a run that finds what a killed run has left, and cannot know whose it is. remedy is what the
	// error and the guide say to do. Both are empty where the next run goes on by itself.
	stops  string
	remedy func(w *workspace, stopped report)
}

// only is the life without the other phases.
func (l life) only(part phase) life {
	l.want = map[phase]string{part: l.want[part]}
	return l
}

// phases are those that send requests: there is something to crash in.
func (l life) phases() []phase {
	var phases []phase
	for _, part := range []phase{create, update, destroy} {
		if _, ok := l.want[part]; ok {
			phases = append(phases, part)
		}
	}
	return phases
}

func (l life) makes() int {
	if l.creates {
		return 1
	}
	return 0
}

func (l life) verify(w *workspace, part phase) {
	w.t.Helper()
	if got := l.holds(w); got != l.want[part] {
		w.t.Errorf("after the %s the service holds\n%s, want\n%s", part, got, l.want[part])
	}
	w.mustHaveNothingTainted()
}

const (
	projectID = "d3adb33f"
	videoID   = "a1b2c3d4e5"
	german    = "de-DE"
)

// lives are those of all resources that send requests.
func lives() map[string]life {
	return map[string]life{
		"brand":                 brandLife(),
		"brand by name":         namedBrandLife("One", "two"),
		"brand, replaced":       namedBrandLife("Two", "one").only(update),
		"brands":                brandsLife(),
		"brand_dictionary":      dictionaryLife(),
		"brands_model_settings": settingsLife(),
		"language_model":        languageModelLife(),
		"language_model, read":  trainedModelLife(),
		"paid_account":          accountLife(),
		"project":               projectLife(),
		"project by name":       newProjectLife(),
		"video":                 videoLife(),
		"video, waited for":     waitedVideoLife(),
		"video_transcript":      transcriptLife(),
		"animation_character":   characterLife(),
		"image_model":           imageModelLife(),
		"person":                personLife(),
		"person_model":          personModelLife(),
	}
}

// TestLives checks that no resource of the registry is left out of the crash tests.
func TestLives(t *testing.T) {
	t.Parallel()
	lives := lives()
	for _, build := range provider.New("test")().Resources(t.Context()) {
		var metadata resource.MetadataResponse
		build().Metadata(t.Context(), resource.MetadataRequest{}, &metadata)
		name := strings.TrimPrefix(metadata.TypeName, "_")
		if _, ok := lives[name]; !ok {
			t.Errorf("%s has no entry in lives: add what it goes through, and the crash tests kill it at every request", name)
		}
	}
}

func holdsBrands(w *workspace) string {
	var lines []string
	for _, b := range w.Brands(w.Account.ID) {
		lines = append(lines, fmt.Sprintf("%d %s %t %v", b.ID, b.Name, b.Enabled, b.Tags))
	}
	return strings.Join(lines, "; ")
}

func brandLife() life {
	block := func(name string) string {
		return fmt.Sprintf("resource \"videoindexer_brand\" \"it\" {\n  brand_id = 1001\n  name = %q\n  tags = [\"managed\"]\n  deletion_policy = \"restore\"\n}\n", name)
	}
	return life{
		seed:    func(w *workspace) { w.AddBrands(w.Account.ID, 1) },
		created: block("One"), changed: block("Two"),
		holds: holdsBrands,
		want: map[phase]string{
			create: "1001 One true [managed]", update: "1001 Two true [managed]", destroy: "1001 Ashgrove true [seeded]",
		},
	}
}

// namedBrandLife creates a brand by its name, and changes it to one of another name, which replaces it, or of another
// description. The next plan names what a kill leaves, with its id.
func namedBrandLife(name, description string) life {
	const found = "Ashgrove As found in the account"
	block := func(name, description string) string {
		return fmt.Sprintf("resource \"videoindexer_brand\" \"it\" {\n  name = %q\n  description = %q\n  deletion_policy = \"delete\"\n}\n", name, description)
	}
	return life{
		options: []mockserver.Option{mockserver.Extended()},
		seed: func(w *workspace) {
			allowExtended(w)
			w.AddBrands(w.Account.ID, 1)
		},
		created: block("One", "one"), changed: block(name, description),
		stops:  "Brand name is taken",
		remedy: importNamedBrand,
		holds:  brandTexts,
		want:   map[phase]string{create: found + "; One one", update: found + "; " + name + " " + description, destroy: found},
	}
}

// importNamedBrand imports the brand that an error says to import.
func importNamedBrand(w *workspace, stopped report) {
	w.t.Helper()
	advice := regexp.MustCompile(`brand_id = (\d+) to adopt that brand, import it`)
	for _, failure := range stopped.errors() {
		found := advice.FindStringSubmatch(failure.Detail)
		if found == nil {
			w.t.Fatalf("the error does not say what to import: %s", failure)
		}
		if r := w.run("import", failure.Address, found[1]); r.code != 0 {
			w.t.Fatalf("import: %s", r)
		}
	}
}

// brandTexts are the names and descriptions of all brands of the service, without their ids, which the service gives.
func brandTexts(w *workspace) string {
	var texts []string
	for _, b := range w.Brands(w.Account.ID) {
		texts = append(texts, b.Name+" "+b.Description)
	}
	slices.Sort(texts)
	return strings.Join(texts, "; ")
}

func brandsLife() life {
	block := func(name string) string {
		return fmt.Sprintf(`resource "videoindexer_brands" "it" {
  parallelism     = 1
  deletion_policy = "disable"
  brands = {
    "1001" = { name = "%[1]s A", enabled = true }
    "1002" = { name = "%[1]s B", enabled = true }
  }
}
`, name)
	}
	return life{
		seed:    func(w *workspace) { w.AddBrands(w.Account.ID, 2) },
		created: block("One"), changed: block("Two"),
		holds: holdsBrands,
		want: map[phase]string{
			create:  "1001 One A true [seeded]; 1002 One B true [seeded]",
			update:  "1001 Two A true [seeded]; 1002 Two B true [seeded]",
			destroy: "1001 One A false [seeded]; 1002 One B false [seeded]",
		},
	}
}

// dictionaryLife adopts a brand, and creates, changes and deletes others. What a kill leaves is found by name and adopted.
func dictionaryLife() life {
	block := func(description string, names ...string) string {
		return fmt.Sprintf(`resource "videoindexer_brand_dictionary" "it" {
  parallelism = 1
  brands      = { for name in %s : name => { description = %q } }
}
`, "[\""+strings.Join(names, "\", \"")+"\"]", description)
	}
	return life{
		options: []mockserver.Option{mockserver.Extended()},
		seed: func(w *workspace) {
			allowExtended(w)
			w.AddBrands(w.Account.ID, 1)
		},
		created: block("one", "Ashgrove", "A", "B"), changed: block("two", "Ashgrove", "B", "C"),
		holds: brandTexts,
		want:  map[phase]string{create: "A one; Ashgrove one; B one", update: "Ashgrove two; B two; C two", destroy: "Ashgrove one"},
	}
}

func settingsLife() life {
	block := func(builtIn bool) string {
		return fmt.Sprintf("resource \"videoindexer_brands_model_settings\" \"it\" {\n  enabled = true\n  use_built_in = %t\n  deletion_policy = \"disable\"\n}\n", builtIn)
	}
	return life{
		created: block(true), changed: block(false),
		holds: func(w *workspace) string { return fmt.Sprintf("%+v", w.BrandsModelSettings(w.Account.ID)) },
		want: map[phase]string{
			create: "{State:true UseBuiltIn:true}", update: "{State:true UseBuiltIn:false}", destroy: "{State:false UseBuiltIn:true}",
		},
	}
}

// languageModelLife cannot read its model, unless extended operations are on: see trainedModelLife.
func languageModelLife() life {
	block := func(name string, enabled bool, files string) string {
		return fmt.Sprintf("resource \"videoindexer_language_model\" \"it\" {\n  name = %q\n  language = \"en-US\"\n  enabled = %t\n  files = {\n%s\n}\n}\n", name, enabled, files)
	}
	return life{
		created: block("One", false, `"a.txt" = { content = "a" }, "b.txt" = { content = "b" }, "c.txt" = { source = "file.txt" }`),
		changed: block("Two", true, `"a.txt" = { content = "a" }, "c.txt" = { source = "file.txt" }, "d.txt" = { content = "d" }`),
		creates: true,
		stops:   "Language model contains another file of that name",
		remedy: func(w *workspace, _ report) { // as in the service's portal
			w.ChangeLanguageModel(w.Account.ID, w.LanguageModels(w.Account.ID)[0].ID, func(m *mockserver.LanguageModel) {
				m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == "d.txt" })
			})
		},
		holds: newestModel,
		want: map[phase]string{
			create:  `One: a.txt="a" false; b.txt="b" false; c.txt="from a file\n" false; trained on []`,
			update:  `Two: a.txt="a" true; c.txt="from an edited file\n" true; d.txt="d" true; trained on []`,
			destroy: `One: ; trained on []`,
		},
	}
}

// newestModel is a language model with its files: an older one is what a crash has left.
func newestModel(w *workspace) string {
	models := w.LanguageModels(w.Account.ID)
	if len(models) == 0 {
		return "nothing"
	}
	m := models[len(models)-1]
	var files []string
	for _, f := range m.Files {
		files = append(files, fmt.Sprintf("%s=%q %t", f.Name, f.Content, f.Enabled))
	}
	slices.Sort(files)
	slices.Sort(m.TrainedOn)
	return fmt.Sprintf("%s: %s; trained on %v", m.Name, strings.Join(files, "; "), m.TrainedOn)
}

// trainedModelLife is that of a language model that can be read, trained and deleted.
func trainedModelLife() life {
	block := func(name, files string) string {
		return fmt.Sprintf("resource \"videoindexer_language_model\" \"it\" {\n  name = %q\n  language = \"en-US\"\n  train = true\n  files = {\n%s\n}\n}\n", name, files)
	}
	return life{
		options: []mockserver.Option{mockserver.Extended(), mockserver.SameFileNames(mockserver.SameNameAddsSecond)},
		seed:    allowExtended,
		created: block("One", `"a.txt" = { content = "a" }, "b.txt" = { content = "b", enabled = false }, "c.txt" = { source = "file.txt" }`),
		changed: block("Two", `"a.txt" = { content = "a", enabled = false }, "c.txt" = { source = "file.txt" }, "d.txt" = { content = "d" }`),
		creates: true,
		holds:   newestModel,
		want: map[phase]string{
			create:  `One: a.txt="a" true; b.txt="b" false; c.txt="from a file\n" true; trained on [a.txt c.txt]`,
			update:  `Two: a.txt="a" false; c.txt="from an edited file\n" true; d.txt="d" true; trained on [c.txt d.txt]`,
			destroy: `nothing`,
		},
	}
}

// paidAccount are the arguments of a paid account.
const paidAccount = `
  subscription_id     = "2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90"
  resource_group      = "newsroom"
  media_resource      = "newsroommedia"
  directory_tenant_id = "6f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f"
  directory_connection = {
    application_id  = "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a"
    application_key = "an application key"
  }
`

func accountLife() life {
	return life{
		created: fmt.Sprintf("resource \"videoindexer_paid_account\" \"it\" {\n%s}\n", paidAccount),
		changed: fmt.Sprintf("resource \"videoindexer_paid_account\" \"it\" {\n%s  deletion_policy = \"abandon\"\n}\n", paidAccount),
		creates: true,
		holds: func(w *workspace) string {
			accounts := w.Accounts()
			return accounts[len(accounts)-1].Name
		},
		want: map[phase]string{create: "newsroommedia"}, // nothing is sent by an update, nor by a destroy
	}
}

func projectLife() life {
	block := func(render bool) string {
		return fmt.Sprintf("resource \"videoindexer_project\" \"it\" {\n  project_id = %q\n  render = %t\n  deletion_policy = \"delete\"\n}\n", projectID, render)
	}
	return life{
		options: []mockserver.Option{mockserver.RenderPace(mockserver.AfterRequests(1))},
		seed: func(w *workspace) {
			w.AddProject(w.Account.ID, mockserver.Project{ID: projectID, Ranges: []mockserver.VideoRange{{VideoID: videoID, Start: "00:00:01", End: "00:01:00"}}})
		},
		created: block(true), adopted: block(false), changed: block(true),
		holds: func(w *workspace) string {
			project, exists := w.Project(w.Account.ID, projectID)
			if !exists {
				return "nothing"
			}
			return fmt.Sprintf("%s after %d renders", project.Render, len(w.Renders(w.Account.ID, projectID)))
		},
		want: map[phase]string{create: "Succeeded after 1 renders", update: "Succeeded after 1 renders", destroy: "nothing"},
	}
}

// newProjectLife creates a project, renders it, and changes it, which renders it again. It looks at the newest project: an older
// one is what a crash has left.
func newProjectLife() life {
	block := func(name, video string) string {
		return fmt.Sprintf("resource \"videoindexer_project\" \"it\" {\n  name = %q\n  video_ranges = [{ video_id = %q, start = \"00:00:01\", end = \"0:00:02.500\" }]\n  render = true\n}\n", name, video)
	}
	return life{
		options: []mockserver.Option{mockserver.Extended(), mockserver.RenderPace(mockserver.AfterRequests(1))},
		seed: func(w *workspace) {
			allowExtended(w)
			for _, id := range []string{"one", "two"} {
				w.AddVideo(w.Account.ID, mockserver.Video{ID: id})
			}
		},
		created: block("One", "one"), changed: block("Two", "two"),
		creates: true,
		holds: func(w *workspace) string {
			var newest mockserver.Project
			for _, summary := range w.State().Accounts[0].Projects {
				if p, _ := w.Project(w.Account.ID, summary.ID); !p.Created.Before(newest.Created) {
					newest = p
				}
			}
			if newest.ID == "" {
				return "nothing"
			}
			return fmt.Sprintf("%s of %v: %s after %d renders", newest.Name, newest.Ranges, newest.Render, len(w.Renders(w.Account.ID, newest.ID)))
		},
		want: map[phase]string{
			create:  "One of [{one 00:00:01 00:00:02.500}]: Succeeded after 1 renders",
			update:  "Two of [{two 00:00:01 00:00:02.500}]: Succeeded after 2 renders",
			destroy: "nothing",
		},
	}
}

func videoLife() life {
	block := func(preset string) string {
		return fmt.Sprintf("resource \"videoindexer_video\" \"it\" {\n  video_id = %q\n  indexing_preset = %q\n  deletion_policy = \"delete\"\n}\n", videoID, preset)
	}
	return life{
		options: []mockserver.Option{mockserver.IndexingPace(mockserver.AfterRequests(1))},
		seed:    func(w *workspace) { w.AddVideo(w.Account.ID, mockserver.Video{ID: videoID}) },
		created: block("AudioOnly"), changed: block("VideoOnly"),
		holds: func(w *workspace) string {
			if _, exists := w.Video(w.Account.ID, videoID); !exists {
				return "nothing"
			}
			runs := w.Reindexes(w.Account.ID, videoID)
			return runs[len(runs)-1].Parameters.Get("indexingPreset")
		},
		want: map[phase]string{create: "AudioOnly", update: "VideoOnly", destroy: "nothing"},
	}
}

// waitedVideoLife is the life of a video whose indexing is waited for.
func waitedVideoLife() life {
	l := videoLife()
	waits := func(config string) string {
		return strings.Replace(config, "  deletion_policy", "  wait_for_indexing = true\n  deletion_policy", 1)
	}
	l.created, l.changed = waits(l.created), waits(l.changed)
	l.options = append(l.options, mockserver.Extended())
	seed := l.seed
	l.seed = func(w *workspace) {
		allowExtended(w)
		seed(w)
	}
	return l
}

func transcriptLife() life {
	block := func(text string) string {
		return fmt.Sprintf("resource \"videoindexer_video_transcript\" \"it\" {\n  video_id = %q\n  language = %q\n  content = \"WEBVTT\\n\\n00:00:01.000 --> 00:00:02.000\\n%s\\n\"\n}\n", videoID, german, text)
	}
	return life{
		seed:    func(w *workspace) { w.AddVideo(w.Account.ID, mockserver.Video{ID: videoID}) },
		created: block("Eins"), changed: block("Zwei"),
		holds: func(w *workspace) string {
			video, _ := w.Video(w.Account.ID, videoID)
			return fmt.Sprint(video.Transcripts[german])
		},
		want: map[phase]string{create: "[{1s 2s Eins}]", update: "[{1s 2s Zwei}]"},
	}
}

func characterLife() life {
	block := func(name string) string {
		return fmt.Sprintf("resource \"videoindexer_animation_character\" \"it\" {\n  video_id = %q\n  character_id = 1\n  name = %q\n}\n", mockserver.SampleAnimatedVideoID, name)
	}
	return life{
		seed:    func(w *workspace) { w.AddSampleMedia(w.Account.ID) },
		created: block("Ada"), changed: block("Bea"),
		holds: func(w *workspace) string {
			video, _ := w.Video(w.Account.ID, mockserver.SampleAnimatedVideoID)
			return fmt.Sprint(video.Characters)
		},
		want: map[phase]string{create: "[{1 Ada} {2 Unknown #2}]", update: "[{1 Bea} {2 Unknown #2}]"},
	}
}
