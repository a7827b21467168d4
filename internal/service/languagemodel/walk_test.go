package languagemodel_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestWalk takes one model through configurations drawn at random, in virtual time: requests fail
// or their responses are lost, lists are late, others write, and the provider is killed between any
// two requests. It ends as configured in two applies, keeps the files added by others, and uploads
// only texts that the model lacks.
func TestWalk(t *testing.T) {
	t.Parallel()
	for _, seed := range acctest.Seeds(t, 8, 1000) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) { walkModel(t, seed) })
		})
	}
}

// walk is a model, and what others have done to it.
type walk struct {
	*managedModel
	*rand.Rand
	config acctest.Values
	// replaces says that the service replaces a file by one that is uploaded under its name.
	replaces bool
	// isExclusive is that argument, which is drawn once: see TestExtendedFilesOfOthers for a change
	// of it.
	isExclusive bool
	texts       map[string]string // texts or addresses, as configured, by file name
	isOff       map[string]bool   // the files that are configured to be disabled
	drawn       int               // how many texts were drawn
	others      map[string]string // texts of the files that others have added, by id
	list        []byte            // the last list of models
	// isPunctual says that lists are not late: one that is may hide what others have done.
	isPunctual bool
	// isApplying says that an apply has begun.
	isApplying bool
	journal    *acctest.Journal
}

var names = []string{"a.txt", "b.txt", "c.txt", "d.txt"}

const address = "https://texts.example/"

func walkModel(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	isExclusive := r.IntN(5) == 0
	pace := r.IntN(3)
	ruleName := acctest.Pick(r, "keeps id", "new id", "adds a second", "adds a second")
	w := &walk{Rand: r, isExclusive: isExclusive, replaces: !sameNameRules[ruleName].addsSecond, others: map[string]string{}}
	w.managedModel = newManaged(t,
		mockserver.WithTrainingEnd(mockserver.AfterRequests(pace)),
		mockserver.WithUpdatesRefusedInTraining(http.StatusConflict), sameNameRules[ruleName].option,
		mockserver.WithListedFiles(acctest.Pick(r, mockserver.FilesInFull, mockserver.FilesNull)),
	)
	w.journal = w.Journal(t)
	for range 8 {
		w.step()
		if t.Failed() {
			return
		}
	}
	w.ClearFaults()
	w.Run(nil)
}

// draw draws a configuration: of texts that were configured, under the same or other names, and new
// ones.
func (w *walk) draw() {
	former := slices.Sorted(maps.Values(w.texts))
	w.Shuffle(len(former), func(i, j int) { former[i], former[j] = former[j], former[i] })
	texts := map[string]string{}
	files := map[string]acctest.Values{}
	for _, name := range names[:w.IntN(len(names)+1)] {
		texts[name] = w.texts[name]
	}
	w.isOff = map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		kind := w.IntN(6)
		isLeft := func(text string) bool { return !slices.Contains(slices.Collect(maps.Values(texts)), text) }
		at := slices.IndexFunc(former, isLeft)
		switch {
		case texts[name] != "" && kind < 3:
		case at >= 0 && kind < 4:
			texts[name] = former[at]
		default:
			w.drawn++
			texts[name] = acctest.Pick(w.Rand, "", "", address) + fmt.Sprintf("text-%d.txt", w.drawn)
		}
		files[name] = acctest.Values{"content": texts[name]}
		if strings.HasPrefix(texts[name], address) {
			files[name] = acctest.Values{"url": texts[name]}
		}
		w.isOff[name] = w.IntN(5) == 0
		if w.isOff[name] {
			files[name]["enabled"] = false
		}
	}
	w.texts = texts
	name := acctest.Pick(w.Rand, "Terms", "Terms", "Renamed")
	w.config = vocabulary(nil, "files", files, "name", name, "enabled", w.IntN(8) > 0,
		"train", w.IntN(2) == 0, "exclusive", w.isExclusive)
}

// meddle is what others do to the model.
func (w *walk) meddle() {
	for _, model := range w.LanguageModels(w.Account.ID) {
		w.ChangeLanguageModel(w.Account.ID, model.ID, func(m *mockserver.LanguageModel) {
			ours := slices.DeleteFunc(slices.Clone(m.Files),
				func(f mockserver.LanguageFile) bool { return w.others[f.ID] != "" })
			at := func(id string) int {
				return slices.IndexFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.ID == id })
			}
			what := w.IntN(6)
			isThere := func(name string) bool {
				return slices.ContainsFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == name })
			}
			if len(ours) > 0 && what < 4 {
				file := &m.Files[at(acctest.Pick(w.Rand, ours...).ID)]
				switch what {
				case 0:
					file.Enabled = !file.Enabled
				case 1:
					file.Name = acctest.Pick(w.Rand, "x.txt", "y.txt")
				default:
					name := file.Name
					m.Files = slices.Delete(m.Files, at(file.ID), at(file.ID)+1)
					if what == 2 {
						w.addTo(m, name)
					}
				}
				return
			}
			name := acctest.Pick(w.Rand, "x.txt", "a.txt", "b.txt")
			if what == 4 && !isThere(name) {
				w.addTo(m, name)
			} else if what == 5 {
				m.Name = "Theirs"
			}
		})
	}
}

// canBeSeen reports whether a client could see in time that somebody adds a file with a configured
// name during an apply. Where uploads replace files of their names, no request uploads a file only
// if nobody has its name: one that is added between the last response and the upload is lost,
// whatever a client does. What the service downloads from an address cannot be distinguished by its
// text from a file that is added at the same moment.
func (w *walk) canBeSeen(name string) bool {
	return !w.replaces && !strings.HasPrefix(w.texts[name], address)
}

func (w *walk) addTo(m *mockserver.LanguageModel, name string) {
	isConfigured := w.isApplying && w.texts[name] != ""
	if isConfigured && !w.canBeSeen(name) {
		return
	}
	w.drawn++
	file := mockserver.LanguageFile{
		ID: fmt.Sprintf("8c6f9a52-1111-4222-8333-%012d", w.drawn), Name: name, Enabled: true,
		Content: fmt.Appendf(nil, "theirs %d", w.drawn),
	}
	m.Files = append(m.Files, file)
	w.others[file.ID] = string(file.Content)
}

// scriptTrouble scripts what happens in an apply, at a request drawn at random. It returns whether
// the provider is killed there.
func (w *walk) scriptTrouble() (isKill bool) {
	skip := w.IntN(8)
	what := acctest.Pick(w.Rand, "nothing", "others", "lost", "refused", "failed", "killed", "killed",
		"killed before")
	w.journal.Note("%s at request %d", what, skip+1)
	isWrite := func(r *http.Request) bool { return r.Method != http.MethodGet }
	switch what {
	case "others":
		w.Script(mockserver.Fault{Skip: skip, Do: mockserver.Before(func(*http.Request) { w.meddle() })})
	case "lost":
		w.Script(mockserver.Fault{Skip: skip / 2, Match: isWrite, Do: mockserver.ResetAfter()})
	case "refused":
		w.Script(mockserver.Fault{Skip: skip, Do: mockserver.Status(http.StatusBadRequest)})
	case "failed":
		w.Script(mockserver.Fault{
			Skip: skip / 2, Match: isWrite,
			Do: acctest.Pick(w.Rand, mockserver.Status(http.StatusInternalServerError),
				mockserver.StatusAfter(http.StatusGatewayTimeout), mockserver.ResetBefore()),
		})
	case "killed", "killed before": // nothing that it does afterwards reaches the service, and nothing the state
		first := mockserver.ResetAfter()
		if what != "killed" {
			first = mockserver.ResetBefore()
		}
		w.Script(mockserver.Fault{Skip: skip, Do: first},
			mockserver.Fault{Skip: skip, Times: mockserver.Always, Do: mockserver.ResetBefore()})
		return true
	}
	return false
}

// scriptLateLists scripts what happens all the time: some lists are those of the last time, and
// each upload is looked at.
func (w *walk) scriptLateLists() {
	late := func(list []byte) []byte {
		shown := list
		isLate := w.IntN(4) == 0 && !w.isPunctual
		if isLate && w.list != nil {
			shown = w.list
		}
		w.list = list
		return shown
	}
	looks := mockserver.After(func(*http.Request) { w.wantEachTextOnce() })
	w.Script(
		mockserver.Fault{
			Operation: mockserver.ListLanguageModels, Times: mockserver.Always, Do: mockserver.Edit(late),
		},
		mockserver.Fault{Operation: mockserver.UpdateLanguageModel, Times: mockserver.Always, Do: looks},
	)
}

// wantEachTextOnce expects that the model has each text once. Those at addresses are not known
// before they were uploaded.
func (w *walk) wantEachTextOnce() {
	for _, model := range w.LanguageModels(w.Account.ID) {
		seen := map[string]bool{}
		for _, file := range model.Files {
			text := string(file.Content)
			if text != "" && seen[text] {
				w.t.Errorf("two files of the model have the text %q, want one", text)
			}
			seen[text] = true
		}
	}
}

// step applies another configuration, with whatever happens.
func (w *walk) step() {
	w.t.Helper()
	w.draw()
	w.ClearFaults()
	w.scriptLateLists()
	w.journal.Begin("configured %v", w.config)
	if w.IntN(2) == 0 {
		w.meddle()
	}
	plan := w.PlanWithRefresh(w.config)
	if w.IntN(3) == 0 {
		w.meddle()
	}
	before := w.Object
	w.ClearFaults()
	isKilled := w.scriptTrouble()
	w.scriptLateLists()
	w.isApplying = true
	diags := w.Apply(w.t.Context(), plan)
	w.isApplying = false
	w.journal.Note("first: %v", acctest.Texts(acctest.Errors(diags)))
	w.journal.Keep("files: %v", w.State()["files"])
	w.ClearFaults()
	w.scriptLateLists()
	if isKilled && len(acctest.Errors(diags)) > 0 {
		w.Object = before
		w.Object.Private = nil
		w.removeUnknown()
	}
	w.obeyErrors(diags)
	w.mustConverge()
	w.wantConfigured()
}

// removeUnknown removes a model that a killed create has made, of which the state knows nothing.
func (w *walk) removeUnknown() {
	if w.Exists() {
		return
	}
	for _, model := range w.LanguageModels(w.Account.ID) {
		w.RemoveLanguageModel(w.Account.ID, model.ID)
		w.others = map[string]string{}
	}
}

// obeyErrors does what an error asks for: it takes away a file in the place of ours, and keeps a
// model that was made.
func (w *walk) obeyErrors(diags []*tfprotov6.Diagnostic) (isObeyed bool) {
	w.Object.IsTainted = false
	if !w.Exists() {
		w.removeUnknown()
	}
	for _, d := range acctest.Errors(diags) {
		if !strings.Contains(d.Summary, "another file with that name") {
			continue
		}
		known := w.State()["files"].String()
		w.change(func(m *mockserver.LanguageModel) {
			m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool {
				isInTheWay := w.texts[f.Name] != "" && !strings.Contains(known, f.ID)
				if isInTheWay {
					delete(w.others, f.ID)
					isObeyed = true
				}
				return isInTheWay
			})
		})
	}
	return isObeyed
}

// mustConverge expects that two applies are enough.
func (w *walk) mustConverge() {
	defer func() { w.isPunctual = false }()
	for applies := 0; ; applies++ {
		plan := w.PlanWithRefresh(w.config)
		isChange := plan.IsUpdate || plan.IsReplacement
		isDone := w.Exists() && !isChange
		if isDone && w.isPunctual {
			return
		}
		if isDone {
			w.isPunctual = true
			applies--
			continue
		}
		diags := w.Apply(w.t.Context(), plan)
		w.journal.Note("again: %v", acctest.Texts(diags))
		if w.obeyErrors(diags) {
			applies--
		}
		if applies == 2 {
			w.t.Fatalf("want an empty plan after two applies, got: %s\nThe last apply said: %v",
				plan, acctest.Texts(diags))
		}
	}
}

// wantConfigured expects that the model is as configured, with the files of others.
func (w *walk) wantConfigured() {
	model := w.remote()
	isOn := w.config["enabled"] == true
	var got, want []string
	if w.isExclusive {
		w.others = map[string]string{}
	}
	for _, file := range model.Files {
		if w.others[file.ID] != "" {
			got = append(got, file.ID)
			continue
		}
		got = append(got, fmt.Sprintf("%s=%s%s %t", file.Name, file.Content, file.URL, file.Enabled))
	}
	want = slices.Collect(maps.Keys(w.others))
	for name, text := range w.texts {
		want = append(want, fmt.Sprintf("%s=%s %t", name, text, isOn && !w.isOff[name]))
	}
	slices.Sort(got)
	slices.Sort(want)
	w.wantRemoteName(w.config["name"].(string))
	check.Equal(w.t, want, got, "the model's files")
}
