package brand_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestWalk takes several resources of brands through configurations drawn at random, which share
// the brands of an account: entries with other labels, names and policies, renamed addresses,
// replacements in both orders, changes by others, and requests that fail in mid-apply. After each
// step, with a healthy service, an apply goes through at the second try at the latest, and the next
// plan is empty; so does a destroy in the end. No brand that Terraform has not created is ever
// gone, and whatever the state says to be overwritten is what the service had.
func TestWalk(t *testing.T) {
	t.Parallel()
	for i, seed := range acctest.Seeds(t, 4, 100) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			if os.Getenv("ACCTEST_ENGINE") == "" {
				acctest.InBubble(t, func(t *testing.T) { newWalk(t, seed).run(12) })
			} else if i < 4 {
				newWalk(t, seed).run(5)
			}
		})
	}
}

// walk is an account with brands of others, and a working directory.
type walk struct {
	*acctest.Server
	*rand.Rand
	t   *testing.T
	dir *journaledRunner
	mu  sync.Mutex
	// others are the brands that Terraform has not created, with all values that the service had
	// for them, by id.
	others         map[int32]map[string][]string
	blocks         map[string]acctest.Values // of the last configuration, by address
	isCreatedFirst map[string]bool           // those that are created before they are destroyed
	names          int
}

// addresses are those that resources of a walk can have.
var addresses = []string{
	"videoindexer_brand.a", "videoindexer_brand.b", "videoindexer_brands.x", "videoindexer_brands.y",
}

var namesOfOthers = []string{"Aldgate", "Birch", "Cedar", "Dover"}

// serviceVariants are services that differ in what the contract leaves open about brands.
var serviceVariants = []mockserver.Option{
	mockserver.WithExtended(), mockserver.WithoutUpdatedBrandMembers("tags"), mockserver.WithBrandCreatedMember("created"),
	mockserver.WithCaseSensitiveBrandNames(), mockserver.WithCapitalBrandMembers(),
	mockserver.WithDuplicateBrandError(http.StatusConflict, "GENERAL"),
}

func newWalk(t *testing.T, seed uint64) *walk {
	t.Helper()
	variant := serviceVariants[seed%uint64(len(serviceVariants))]
	w := &walk{
		Server: acctest.NewServer(t, mockserver.WithExtended(), variant), Rand: rand.New(rand.NewPCG(seed, 1)), t: t,
		others: map[int32]map[string][]string{}, blocks: map[string]acctest.Values{}, isCreatedFirst: map[string]bool{},
	}
	for i, name := range namesOfOthers {
		b := mockserver.Brand{
			ID: int32(1001 + i), Name: name, Enabled: i%2 == 0, Description: "of others", Tags: []string{"found"},
		}
		w.AddBrand(w.Account.ID, b)
		w.remember(b)
	}
	w.dir = &journaledRunner{w.Open(t, w.Rand), w.Journal(t)}
	inner := w.Handler
	w.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(rw, r)
		if r.Method == http.MethodPut {
			w.rememberAll()
		}
	})
	w.Slow(seed, 20*time.Millisecond)
	return w
}

func (w *walk) rememberAll() {
	for _, b := range w.Brands(w.Account.ID) {
		if b.ID <= int32(1000+len(namesOfOthers)) {
			w.remember(b)
		}
	}
}

// remember notes what the service has.
func (w *walk) remember(b mockserver.Brand) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.others[b.ID] == nil {
		w.others[b.ID] = map[string][]string{}
	}
	for field, value := range map[string]string{
		"name": b.Name, "enabled": fmt.Sprint(b.Enabled), "description": b.Description, "tags": fmt.Sprint(b.Tags),
	} {
		w.others[b.ID][field] = append(w.others[b.ID][field], value)
	}
}

// draw draws a configuration in which each brand is at most once.
func (w *walk) draw() {
	w.blocks = map[string]acctest.Values{}
	isUsed := map[string]bool{}
	for _, address := range addresses {
		if w.IntN(4) == 0 {
			continue
		}
		w.isCreatedFirst[address] = w.IntN(3) == 0
		policy := acctest.Values{}
		name := acctest.Pick(w.Rand, "", "", "abandon", "disable", "restore")
		if name != "" {
			policy["deletion_policy"] = name
		}
		if strings.Contains(address, "brand.") {
			entry := w.entry(isUsed, "")
			if entry != nil && !w.isTaken(isUsed, w.dir.Values(address), entry, "") {
				w.blocks[address] = entry.With(policy)
			}
			continue
		}
		entries := map[string]acctest.Values{}
		for range w.IntN(4) {
			label := acctest.Pick(w.Rand, append(namesOfOthers, "one", "two", "three")...)
			if entries[label] != nil {
				continue
			}
			before, _ := w.dir.Values(address)["brands"].(map[string]any)
			prior, _ := before[label].(map[string]any)
			entry := w.entry(isUsed, label)
			if entry != nil && !w.isTaken(isUsed, prior, entry, label) {
				entries[label] = entry
			}
		}
		w.blocks[address] = policy.With(acctest.Values{"brands": entries, "parallelism": 1 + w.IntN(3)})
	}
}

// isTaken reports whether an entry would rename the brand that has its label to the name of another
// one, which no service allows.
func (w *walk) isTaken(isUsed map[string]bool, prior map[string]any, entry acctest.Values, label string) bool {
	name := label
	written, isWritten := entry["name"].(string)
	if isWritten {
		name = written
	}
	isFound := entry["brand_id"] != nil
	if isFound || prior == nil {
		return false
	}
	if prior["name"] == name {
		return false
	}
	// The entry renames its brand, which no other entry may then name.
	id := fmt.Sprint(prior["brand_id"])
	former := fmt.Sprint(prior["name"])
	if isUsed[id] || isUsed[former] {
		return true
	}
	isUsed[id] = true
	isUsed[former] = true
	return slices.ContainsFunc(w.Brands(w.Account.ID), func(b mockserver.Brand) bool { return b.Name == name })
}

// entry draws a brand by its id or name; nil if it is used already.
func (w *walk) entry(isUsed map[string]bool, label string) acctest.Values {
	entry := acctest.Values{}
	if w.IntN(2) == 0 {
		entry["description"] = acctest.Pick(w.Rand, "mine", "ours", "")
	}
	if w.IntN(3) == 0 {
		entry["enabled"] = w.IntN(2) == 0
	}
	if w.IntN(4) == 0 {
		entry["tags"] = []string{acctest.Pick(w.Rand, "x", "y")}
	}
	use := func(keys ...string) acctest.Values {
		for _, key := range keys {
			if isUsed[key] {
				return nil
			}
		}
		for _, key := range keys {
			isUsed[key] = true
		}
		return entry
	}
	id := int32(1001 + w.IntN(len(namesOfOthers)))
	now, exists := w.Brand(w.Account.ID, id)
	hasOwnLabel := label != "" && !slices.Contains(namesOfOthers, label)
	origin := w.IntN(5)
	switch {
	case origin == 0 && exists: // by id, with its name
		entry["brand_id"] = id
		return use(fmt.Sprint(id), now.Name)
	case origin == 1 && exists: // by id, with another name
		w.names++
		entry["brand_id"] = id
		entry["name"] = fmt.Sprint("Renamed ", w.names)
		return use(fmt.Sprint(id), now.Name)
	case origin == 2: // found by its name
		entry["name"] = now.Name
		return use(fmt.Sprint(id), now.Name)
	case origin == 3 && hasOwnLabel: // created by its label
		return use(label)
	}
	name := acctest.Pick(w.Rand, "New 1", "New 2", "New 3")
	entry["name"] = name
	return use(name)
}

func (w *walk) config() string {
	var blocks []string
	for _, address := range slices.Sorted(maps.Keys(w.blocks)) {
		kind, name, _ := strings.Cut(address, ".")
		block := acctest.Block(w.t, kind, w.blocks[address], fmt.Sprint("create_before_destroy = ", w.isCreatedFirst[address]))
		blocks = append(blocks, strings.Replace(block, `"it"`, fmt.Sprintf("%q", name), 1))
	}
	return w.Config(strings.Join(blocks, "\n"), "extended_operations = true", "max_retries = 1")
}

// change has others change a brand.
func (w *walk) change() {
	id := int32(1001 + w.IntN(len(namesOfOthers)))
	w.ChangeBrand(w.Account.ID, id, func(b *mockserver.Brand) {
		switch w.IntN(3) {
		case 0:
			b.Description = fmt.Sprint("changed ", w.IntN(100))
		case 1:
			b.Enabled = !b.Enabled
		case 2:
			w.names++
			b.Name = fmt.Sprint("By others ", w.names)
		}
	})
	w.rememberAll()
}

func (w *walk) run(steps int) {
	for range steps {
		w.step()
	}
	w.dir.Begin("destroy")
	w.mustConverge("destroy", func() error { return w.planAndApply(inprocess.Options{IsDestroy: true}) })
	left := w.dir.Addresses()
	if len(left) > 0 {
		w.t.Errorf("after the destroy, the state has %q, want nothing", left)
	}
	w.mustKeepBrands()
}

// step applies another configuration, in one of the ways that engines have.
func (w *walk) step() {
	w.t.Helper()
	options := inprocess.Options{}
	existing := w.dir.Addresses()
	if w.IntN(3) > 0 || len(existing) == 0 {
		w.draw()
	}
	if w.IntN(3) == 0 {
		w.change()
	}
	step := acctest.Pick(w.Rand, "plain", "taint", "replace", "rename", "move", "no refresh", "taint, no refresh",
		"fault", "fault", "change after the plan")
	address := ""
	if len(existing) > 0 {
		address = acctest.Pick(w.Rand, existing...)
		switch step {
		case "taint", "taint, no refresh":
			w.dir.Taint(address)
		case "replace":
			if w.blocks[address] != nil {
				options.Replace = []string{address}
			}
		case "rename", "move":
			to := acctest.Pick(w.Rand, addresses...)
			if w.blocks[address] == nil {
				break
			}
			isFree := w.blocks[to] == nil && w.dir.Values(to) == nil
			isSameType := strings.Split(to, ".")[0] == strings.Split(address, ".")[0]
			if isFree && isSameType {
				w.blocks[to] = w.blocks[address]
				delete(w.blocks, address)
				if step == "move" {
					w.dir.Move(address, to)
				}
			}
		}
	}
	options.NoRefresh = strings.Contains(step, "no refresh")
	config := w.config()
	w.dir.Begin("%s %s", step, address)
	plan, err := w.dir.Plan(w.t.Context(), config, options)
	w.mustKeepProtocol(err)
	if err == nil {
		if step == "change after the plan" {
			w.change()
		}
		if step == "fault" {
			w.Script(mockserver.Fault{
				Match: func(r *http.Request) bool { return r.Method != http.MethodGet }, Skip: w.IntN(4), Times: 1 + w.IntN(20),
				Do: acctest.Pick(w.Rand, requestFailures...),
			})
		}
		// It may fail: the applies that follow go through.
		_ = w.dir.Apply(w.t.Context(), plan)
		w.ClearFaults()
	}
	w.mustKeepBrands()
	w.mustConverge("apply", func() error { return w.planAndApply(inprocess.Options{}) })
	again, err := w.dir.Plan(w.t.Context(), config, inprocess.Options{})
	// What could not be removed is in the state under another label.
	if err == nil && !again.IsEmpty() {
		err = w.dir.Apply(w.t.Context(), again)
		w.mustKeepBrands()
		if err == nil {
			again, err = w.dir.Plan(w.t.Context(), config, inprocess.Options{})
		}
	}
	if err != nil || !again.IsEmpty() {
		w.t.Fatalf("want an empty plan after two applies, got the error %v and %s", err, inprocess.Excerpt(again))
	}
}

// planAndApply plans and applies the configuration.
func (w *walk) planAndApply(options inprocess.Options) error {
	plan, err := w.dir.Plan(w.t.Context(), w.config(), options)
	if err == nil {
		err = w.dir.Apply(w.t.Context(), plan)
	}
	w.mustKeepProtocol(err)
	w.mustKeepBrands()
	return err
}

// mustConverge expects that a command goes through within two tries, at a healthy service.
func (w *walk) mustConverge(name string, command func() error) {
	w.t.Helper()
	first := command()
	if first == nil {
		return
	}
	second := command()
	if second != nil {
		w.t.Fatalf("want no error of the second %s. Got: %s\nThe first one: %s",
			name, inprocess.Excerpt(second), inprocess.Excerpt(first))
	}
}

// mustKeepProtocol expects no error of the engine about the provider, but that a plan is not what
// it was.
func (w *walk) mustKeepProtocol(err error) {
	w.t.Helper()
	isAboutProvider := err != nil && strings.Contains(err.Error(), "Error: Provider ")
	if isAboutProvider && !isInconsistent(err) {
		w.t.Fatalf("want no error of the engine about the provider. Got: %s", inprocess.Excerpt(err))
	}
}

// mustKeepBrands expects that every brand of others is there, and that what was overwritten is what
// the service had.
func (w *walk) mustKeepBrands() {
	w.t.Helper()
	// The handler of a PUT goes on after its response.
	w.mu.Lock()
	defer w.mu.Unlock()
	for id := range w.others {
		_, exists := w.Brand(w.Account.ID, id)
		if !exists {
			w.t.Fatalf("brand %d is gone, want it there: Terraform has not created it", id)
		}
	}
	for _, address := range w.dir.Addresses() {
		values := w.dir.Values(address)
		entries, isMany := values["brands"].(map[string]any)
		if isMany {
			for label, entry := range entries {
				w.mustKeepBrand(address+"."+label, entry.(map[string]any))
			}
		} else {
			w.mustKeepBrand(address, values)
		}
	}
}

func (w *walk) mustKeepBrand(address string, values map[string]any) {
	w.t.Helper()
	var id int32
	_, _ = fmt.Sscan(fmt.Sprint(values["brand_id"]), &id)
	known, isForeign := w.others[id]
	if isForeign && values["adopted"] != true {
		w.t.Fatalf("%s: brand %d has adopted = %v, want true: it is of others", address, id, values["adopted"])
	}
	overwritten, _ := values["overwritten"].(map[string]any)
	for field, value := range overwritten {
		isKnown := isForeign && known[field] != nil
		if value == nil || !isKnown {
			continue
		}
		if !slices.Contains(known[field], fmt.Sprint(value)) {
			w.t.Fatalf("%s: the overwritten %s of brand %d is %v, want one of %q",
				address, field, id, value, known[field])
		}
	}
}
