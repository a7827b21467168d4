//go:build unix

package reliability

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// walkSteps is how many configurations a walk applies.
const walkSteps = 12

// TestWalk takes each resource through configurations drawn at random: other arguments,
// replacements, tainted and imported instances, plans without a refresh, requests that fail.
// Whatever was drawn, a plan writes nothing, what Terraform demands of a provider holds, an apply
// that fails without a fault of the service is a bug, and the plan after an apply is empty.
func TestWalk(t *testing.T) {
	t.Parallel()
	seeds := acctest.Seeds(t, 1, 300)
	for name, lifecycle := range lifecycles() {
		if fixtures.All[lifecycle.resource].IsAccount {
			continue // which nobody can delete: a create whose response was lost is for its user to sort out
		}
		for _, seed := range seeds {
			t.Run(fmt.Sprintf("%s, seed %d", name, seed), func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) { lifecycle.walk(t, seed) })
			})
		}
	}
}

// walk is a working directory, and what was drawn for it.
type walk struct {
	*workspace
	*rand.Rand
	lifecycle
	dir  *inprocess.Directory
	last acctest.Values // as configured by the latest step

	journal *acctest.Journal
}

func (l lifecycle) walk(t *testing.T, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	w := &walk{workspace: without(t, l.options()...), Rand: r, lifecycle: l}
	if l.isExtended {
		allowExtended(w.workspace)
	}
	fixtures.Seed(w.Server)
	w.dir = inprocess.Open(w.Provider(t), r)
	w.journal = w.Journal(t)
	for range walkSteps {
		w.step()
	}
	w.journal.Begin("destroy")
	plan := w.plan(w.configured(""), inprocess.Options{IsDestroy: true})
	if plan == nil {
		t.Fatal("the plan of the destroy fails, want no error")
	}
	err := w.dir.Apply(t.Context(), plan)
	if err != nil || len(w.dir.Addresses()) > 0 {
		t.Errorf("after the destroy, the state has %q (%v), want nothing", w.dir.Addresses(), err)
	}
}

// draw returns a configuration: one of the lifecycle, in which an argument may have another value.
func (w *walk) draw() acctest.Values {
	config := maps.Clone(acctest.Pick(w.Rand, w.created, w.changed))
	variations := maps.Clone(fixtures.All[w.resource].Variations)
	for _, a := range acctest.Schema(w.t).ResourceSchemas[w.resource].Block.Attributes {
		_, isEverywhere := fixtures.Everywhere[a.Name]
		isArgument := a.Optional || a.Required
		if isEverywhere || a.WriteOnly {
			continue
		}
		v, isKnown := fixtures.VariationOf(w.resource, a.Name, a.Type)
		if isKnown && isArgument {
			variations[a.Name] = v
		}
	}
	for _, key := range fixtures.All[w.resource].Keys { // what it leaves, and what it then finds, is for its user to sort out
		delete(variations, key.Name)
	}
	delete(variations, "deletion_policy")
	if config["deletion_policy"] == "delete" { // which deletes what an instance has adopted, for good
		delete(config, "deletion_policy")
	}
	if w.resource == "videoindexer_person_model" { // whose names are unique: one that a replacement left would be in the way
		config["deletion_policy"] = "delete"
	}
	name := acctest.Pick(w.Rand, slices.Sorted(maps.Keys(variations))...)
	isVaried := w.IntN(2) == 0 && variations[name].Configured != nil
	_, isSet := config[name]
	if isSet && isVaried {
		config[name] = variations[name].Configured
	}
	return config
}

// step applies another configuration, in one of the ways that engines have.
func (w *walk) step() {
	w.t.Helper()
	address := w.resource + ".it"
	options := inprocess.Options{}
	isFaulty := false
	step := acctest.Pick(w.Rand, "plain", "taint", "replace", "import", "without refresh", "fault", "fault")
	if step != "import" || w.last == nil {
		w.last = w.draw()
	}
	config := w.configured(acctest.Block(w.t, w.resource, w.last, ""))
	w.journal.Begin("%s: %v", step, w.last)
	switch step {
	case "taint":
		w.dir.Taint(address)
	case "replace":
		if w.dir.Values(address) != nil {
			options.Replace = []string{address}
		}
	case "import":
		w.importAgain(address, config)
	case "without refresh":
		options.NoRefresh = true
	case "fault":
		isFaulty = true
	}
	plan := w.plan(config, options)
	if plan == nil {
		return
	}
	w.journal.Note("plan: %s", plan)
	if isFaulty {
		w.Script(mockserver.Fault{
			Match: func(r *http.Request) bool { return r.Method != http.MethodGet }, Skip: w.IntN(3),
			Do: acctest.Pick(
				w.Rand, mockserver.Status(400), mockserver.Status(500), mockserver.StatusAfter(504),
				mockserver.ResetBefore(), mockserver.ResetAfter(), mockserver.CutResponse(),
			),
		})
	}
	err := w.dir.Apply(w.t.Context(), plan)
	w.ClearFaults()
	w.mustKeepProtocol(err)
	defer w.tidy()
	for round := 0; err != nil && round < 4; round++ {
		w.journal.Note("apply: %v", err)
		if !isFaulty {
			w.t.Fatalf("want the apply to succeed, since no request failed. Got: %v", inprocess.Excerpt(err))
		}
		if round > 0 {
			w.tidy()
		}
		plan = w.plan(config, inprocess.Options{})
		if plan == nil {
			return
		}
		err = w.dir.Apply(w.t.Context(), plan)
	}
	if err != nil {
		w.t.Fatalf("four applies failed, want one of them to succeed. Got: %v", inprocess.Excerpt(err))
	}
	again := w.plan(config, inprocess.Options{})
	if again == nil || !again.IsEmpty() {
		w.t.Fatalf("want an empty plan after the apply, got: %v", inprocess.Excerpt(again))
	}
}

// tidy removes what the state does not know, as a user does in the service's portal: what a create
// or an upload without a response has left, and what a replacement has left after an import.
func (w *walk) tidy() {
	values := w.dir.Values(w.resource + ".it")
	account := w.Account.ID
	known := fmt.Sprint(values)
	for _, b := range w.Brands(account) {
		if b.ID > firstBrand+1 && !strings.Contains(known, fmt.Sprint(b.ID)) {
			w.RemoveBrand(account, b.ID)
		}
	}
	for _, m := range w.PersonModels(account) {
		isOfSeed := m.IsDefault || m.ID == mockserver.SamplePersonModelID
		if !isOfSeed && !strings.Contains(known, m.ID) {
			w.RemovePerson(account, m.ID, "")
		}
	}
	for _, m := range w.LanguageModels(account) {
		files, _ := values["files"].(map[string]any)
		w.ChangeLanguageModel(account, m.ID, func(m *mockserver.LanguageModel) {
			m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return files[f.Name] == nil })
		})
	}
}

// importAgain takes an instance out of the state and imports it.
func (w *walk) importAgain(address, config string) {
	values := w.dir.Values(address)
	if values == nil || fixtures.All[w.resource].Keys == nil {
		return
	}
	var id []string
	for _, key := range fixtures.All[w.resource].Keys {
		if values[key.Name] == nil {
			return
		}
		id = append(id, fmt.Sprint(values[key.Name]))
	}
	w.dir.Remove(address)
	err := w.dir.Import(w.t.Context(), config, address, strings.Join(id, "/"))
	if err != nil {
		w.t.Fatalf("want the import of %q to succeed. Got: %v", id, inprocess.Excerpt(err))
	}
}

// plan plans, and writes nothing; nil where the plan refuses the configuration.
func (w *walk) plan(config string, options inprocess.Options) *inprocess.Plan {
	w.t.Helper()
	w.journal.KeepRequests()
	plan, err := w.dir.Plan(w.t.Context(), config, options)
	w.mustKeepProtocol(err)
	w.WantNoWrites(w.t, "the plan")
	if err != nil {
		w.journal.Note("plan: %v", err)
		return nil
	}
	return plan
}

// mustKeepProtocol expects no error of the engine about the provider.
func (w *walk) mustKeepProtocol(err error) {
	w.t.Helper()
	if err != nil && strings.Contains(err.Error(), "Error: Provider ") {
		w.t.Fatalf("want no breach of the protocol. Got: %v", inprocess.Excerpt(err))
	}
}
