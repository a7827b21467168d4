package brand_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestMoves has brands go from one address to another: between maps, from a map to a resource of
// its own and back, to other names of resources and other for_each keys, with and without moved
// blocks, while other instances are replaced, tainted or created before they are destroyed, and
// requests take their time or fail. After each apply without an error, the service has what the
// state has, as it is configured, and the next plan is empty. "Inconsistent final plan" is said
// only where a brand leaves a map that stays; nothing is lost then, and the next apply goes
// through. What Terraform has not created is there in any case.
func TestMoves(t *testing.T) {
	t.Parallel()
	for _, seed := range acctest.Seeds(t, 6, 100) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			if os.Getenv("ACCTEST_ENGINE") == "" {
				acctest.InBubble(t, func(t *testing.T) { newMoves(t, seed).run(6) })
			} else {
				newMoves(t, seed).run(3)
			}
		})
	}
}

// movingBrand is a brand, and where it is configured.
type movingBrand struct {
	name string
	// id is 0 for a brand that Terraform creates; isByID says that the configuration has it.
	id     int32
	isByID bool
	// address is that of a map or of an instance of its own, "" for none; formerAddress is that of
	// the step before.
	address, formerAddress string
	label                  string // in a map
	description            string // "" where it is not managed
	// tags are those that others have given to it, nil where nobody has.
	tags []string
}

// walkOfMoves is a working directory whose brands move.
type walkOfMoves struct {
	*acctest.Server
	*rand.Rand
	t              *testing.T
	dir            *journaledRunner
	brands         []*movingBrand
	policies       map[string]string // by block
	isCreatedFirst map[string]bool   // blocks that are created before they are destroyed
	movedBlocks    []string          // of this step
}

const (
	mapX         = "videoindexer_brands.x"
	mapY         = "videoindexer_brands.y"
	forEachBlock = "videoindexer_brand.each"
)

func newMoves(t *testing.T, seed uint64) *walkOfMoves {
	t.Helper()
	w := &walkOfMoves{
		Server: acctest.NewServer(t, mockserver.WithExtended()), Rand: rand.New(rand.NewPCG(seed, 3)), t: t,
		policies: map[string]string{forEachBlock: "none"}, isCreatedFirst: map[string]bool{},
	}
	for i := range 10 {
		b := &movingBrand{name: fmt.Sprint("Brand ", i)}
		if i < 5 {
			b.id = int32(1001 + i)
			b.isByID = w.IntN(3) == 0
			b.tags = []string{"found"}
			w.AddBrand(w.Account.ID, mockserver.Brand{
				ID: b.id, Name: b.name, Enabled: true, Description: "of others", Tags: b.tags,
			})
		}
		w.brands = append(w.brands, b)
	}
	w.dir = &journaledRunner{w.Open(t, w.Rand), w.Journal(t)}
	w.Slow(seed, acctest.Pick(w.Rand, time.Millisecond, 10*time.Millisecond, 50*time.Millisecond))
	return w
}

func isMap(address string) bool { return strings.HasPrefix(address, "videoindexer_brands.") }

// drawnAddress returns an address that no brand has and none had in the step before, or a map.
func (w *walkOfMoves) drawnAddress() string {
	for {
		each := fmt.Sprint("k", w.IntN(20))
		single := fmt.Sprint("videoindexer_brand.s", w.IntN(20))
		drawn := acctest.Pick(w.Rand, mapX, mapY, fmt.Sprintf("%s[%q]", forEachBlock, each), single)
		isTaken := slices.ContainsFunc(w.brands, func(b *movingBrand) bool { return b.address == drawn || b.formerAddress == drawn })
		if isMap(drawn) || !isTaken {
			return drawn
		}
	}
}

func blockOf(address string) string {
	block, _, _ := strings.Cut(address, "[")
	return block
}

// move has a brand go to an address.
func (w *walkOfMoves) move(b *movingBrand, to string) {
	b.address = to
	b.label = acctest.Pick(w.Rand, b.name, "label of "+b.name)
	b.description = acctest.Pick(w.Rand, b.description, "mine")
	if b.isByID && isMap(to) {
		b.label = b.name
	}
}

// draw draws what moves in a step, and returns the kind of the step.
func (w *walkOfMoves) draw() (step string) {
	w.movedBlocks = nil
	for _, brand := range w.brands {
		brand.formerAddress = brand.address
	}
	isAll := func() bool { return slices.Contains([]string{"renamed", "moved", "maps exchange"}, step) }
	step = acctest.Pick(w.Rand, "some", "some", "renamed", "moved", "maps exchange", "replace", "taint", "target", "later",
		"no refresh", "fault", "fault", "fault")
	for _, brand := range w.brands {
		isSingle := brand.address != "" && !isMap(brand.address)
		switch {
		case step == "renamed" && isSingle:
			w.move(brand, w.drawnAddress())
		case step == "moved" && isSingle:
			for isMap(brand.address) || brand.address == brand.formerAddress {
				brand.address = w.drawnAddress()
			}
			if blockOf(brand.address) != forEachBlock {
				w.policies[brand.address] = w.policies[blockOf(brand.formerAddress)]
			}
			w.movedBlocks = append(w.movedBlocks, fmt.Sprintf("moved {\n  from = %s\n  to = %s\n}\n", brand.formerAddress, brand.address))
		case step == "maps exchange" && isMap(brand.address):
			other := mapX
			if brand.address == mapX {
				other = mapY
			}
			w.move(brand, other)
		case !isAll() && w.IntN(2) == 0:
			w.move(brand, w.drawnAddress())
		}
	}
	if step != "moved" {
		for _, brand := range w.brands {
			if w.policies[blockOf(brand.address)] == "" {
				w.policies[blockOf(brand.address)] = acctest.Pick(w.Rand, "none", "none", "abandon", "restore", "disable")
			}
			w.isCreatedFirst[blockOf(brand.address)] = w.IntN(4) == 0
		}
	}
	return step
}

// config returns what is configured.
func (w *walkOfMoves) config() string {
	text := slices.Clone(w.movedBlocks)
	entries := map[string]map[string]acctest.Values{}
	var each []string
	for _, brand := range w.brands {
		values := acctest.Values{"name": brand.name}
		if brand.isByID {
			values["brand_id"] = brand.id
		}
		if brand.description != "" {
			values["description"] = brand.description
		}
		address := blockOf(brand.address)
		switch {
		case brand.address == "":
		case isMap(brand.address):
			if entries[address] == nil {
				entries[address] = map[string]acctest.Values{}
			}
			entries[address][brand.label] = values
		case address == forEachBlock:
			_, key, _ := strings.Cut(brand.address, "[")
			id := nullable(brand.isByID, brand.id)
			description := nullable(brand.description != "", strconv.Quote(brand.description))
			each = append(each, fmt.Sprintf("    %s = { id = %s, name = %q, description = %s }",
				strings.Trim(key, `"]`), id, brand.name, description))
		default:
			text = append(text, w.block(address, values))
		}
	}
	for _, address := range slices.Sorted(maps.Keys(entries)) {
		text = append(text, w.block(address, acctest.Values{"brands": entries[address]}))
	}
	if len(each) > 0 {
		policy := w.policies[forEachBlock]
		text = append(text, block(forEachBlock,
			"for_each = {", strings.Join(each, "\n"), "}",
			"brand_id = each.value.id", "name = each.value.name", "description = each.value.description",
			"deletion_policy = "+nullable(policy != "none", strconv.Quote(policy)),
			"lifecycle {", fmt.Sprint("  create_before_destroy = ", w.isCreatedFirst[forEachBlock]), "}"))
	}
	return w.Config(strings.Join(text, "\n"), "extended_operations = true", "max_retries = 1")
}

func nullable(isSet bool, value any) string {
	if isSet {
		return fmt.Sprint(value)
	}
	return "null"
}

func (w *walkOfMoves) block(address string, values acctest.Values) string {
	kind, name, _ := strings.Cut(address, ".")
	policy := w.policies[address]
	if policy != "none" {
		values["deletion_policy"] = policy
	}
	block := acctest.Block(w.t, kind, values, fmt.Sprint("create_before_destroy = ", w.isCreatedFirst[address]))
	return strings.Replace(block, `"it"`, fmt.Sprintf("%q", name), 1)
}

func (w *walkOfMoves) run(steps int) {
	for _, b := range w.brands {
		w.move(b, w.drawnAddress())
		w.policies[blockOf(b.address)] = "none"
	}
	w.dir.Begin("create: %s", w.routes())
	w.mustGoThrough(inprocess.Options{})
	w.tag()
	for range steps {
		w.step(w.draw())
		w.tag()
	}
	w.dir.Begin("destroy")
	w.mustGoThrough(inprocess.Options{IsDestroy: true})
	w.mustKeepOthers()
}

// tag has others give tags to what Terraform has created: a move keeps them.
func (w *walkOfMoves) tag() {
	for _, b := range w.Brands(w.Account.ID) {
		w.ChangeBrand(w.Account.ID, b.ID, func(b *mockserver.Brand) {
			if len(b.Tags) == 0 {
				b.Tags = []string{"of others"}
			}
		})
	}
	w.tagCreated([]string{"of others"})
}

// tagCreated notes the tags of what Terraform has created, nil where they may be lost.
func (w *walkOfMoves) tagCreated(tags []string) {
	for _, b := range w.brands {
		if b.id == 0 {
			b.tags = tags
		}
	}
}

// step carries out what was drawn.
func (w *walkOfMoves) step(step string) {
	w.t.Helper()
	options := inprocess.Options{}
	b := acctest.Pick(w.Rand, w.brands...)
	instance := ""
	switch step {
	case "replace":
		instance = b.address
		options.Replace = []string{instance}
	case "taint":
		instance = b.formerAddress
		w.dir.Taint(instance)
	case "target":
		instance = b.address
		options.Target = []string{instance}
		w.forgetTagsOfLeaving(instance)
	case "no refresh":
		options.NoRefresh = true
	}
	w.dir.Begin("%s %s: %s", step, instance, w.routes())
	var err error
	if step == "fault" {
		err = w.planAndApplyWithFaults(options)
	} else {
		err = w.planAndApply(options, step == "later")
	}
	if err == nil && step == "moved" {
		check.Equal(w.t, 0, w.Writes(), "writes of a move with moved blocks")
	}
	switch {
	case err == nil && step != "target":
		w.mustHaveConverged()
		return
	case err == nil || step == "fault":
		err = w.planAndApply(inprocess.Options{}, false)
	}
	if err != nil {
		w.mustBeAllowed(err)
		w.mustGoThrough(inprocess.Options{})
	}
	w.mustHaveConverged()
}

// routes says which brands move, and where: "Brand 7 x to s3".
func (w *walkOfMoves) routes() string {
	var routes []string
	for _, b := range w.brands {
		if b.address != b.formerAddress {
			_, from, _ := strings.Cut(b.formerAddress, ".")
			_, to, _ := strings.Cut(b.address, ".")
			routes = append(routes, fmt.Sprintf("%s %s to %s", b.name, cmp.Or(from, "nowhere"), to))
		}
	}
	return strings.Join(routes, ", ")
}

// forgetTagsOfLeaving notes that a targeted map gives brands away that nobody else wants in that
// run: what Terraform has created is deleted, and created again later without the tags.
func (w *walkOfMoves) forgetTagsOfLeaving(address string) {
	for _, b := range w.brands {
		leaves := b.formerAddress == address && b.address != address
		if leaves && b.id == 0 {
			b.tags = nil
		}
	}
}

// planAndApply plans and applies the configuration, perhaps an hour later.
func (w *walkOfMoves) planAndApply(options inprocess.Options, isLater bool) error {
	plan, err := w.dir.Plan(w.t.Context(), w.config(), options)
	if err == nil {
		if isLater && os.Getenv("ACCTEST_ENGINE") == "" {
			<-time.After(time.Hour)
		}
		err = w.dir.Apply(w.t.Context(), plan)
	}
	w.mustKeepOthers()
	return err
}

// planAndApplyWithFaults is planAndApply while requests fail. What then had to be created again has
// lost what others had added to it.
func (w *walkOfMoves) planAndApplyWithFaults(options inprocess.Options) error {
	w.Script(mockserver.Fault{
		Skip: w.IntN(30), Times: 1 + w.IntN(4),
		Do: acctest.Pick(w.Rand, requestFailures...),
	})
	err := w.planAndApply(options, false)
	w.ClearFaults()
	if err != nil {
		w.tagCreated(nil)
	}
	return err
}

func (w *walkOfMoves) mustGoThrough(options inprocess.Options) {
	w.t.Helper()
	err := w.planAndApply(options, false)
	if err != nil {
		w.t.Fatalf("want no error of the apply. Got: %s", inprocess.Excerpt(err))
	}
}

// mustBeAllowed expects that an apply was stopped by the engine alone, and for a brand that leaves
// a map that stays.
func (w *walkOfMoves) mustBeAllowed(err error) {
	leavesMap := slices.ContainsFunc(w.brands, func(b *movingBrand) bool {
		if !isMap(b.formerAddress) || b.address == b.formerAddress {
			return false
		}
		return slices.ContainsFunc(w.brands, func(other *movingBrand) bool { return other.address == b.formerAddress })
	})
	for _, message := range strings.Split(err.Error(), "Error: ")[1:] {
		if !leavesMap || !strings.HasPrefix(message, "Provider produced inconsistent final plan") {
			w.t.Fatalf("want no error but an inconsistent final plan of a brand that leaves a map. Got: %s",
				inprocess.Excerpt(err))
		}
	}
	w.tagCreated(nil)
	w.mustHaveWhatStateHas()
}

// mustKeepOthers expects that what Terraform has not created is there.
func (w *walkOfMoves) mustKeepOthers() {
	w.t.Helper()
	for _, b := range w.brands {
		now, exists := w.Brand(w.Account.ID, b.id)
		switch {
		case b.id == 0:
		case !exists:
			w.t.Fatalf("the service has no brand %d, which Terraform has not created", b.id)
		case !slices.Equal(now.Tags, b.tags):
			w.t.Fatalf("brand %d, which Terraform has not created: tags %q, want %q", b.id, now.Tags, b.tags)
		}
	}
}

// mustHaveWhatStateHas expects that the service has all brands of the state under their ids and
// names.
func (w *walkOfMoves) mustHaveWhatStateHas() {
	w.t.Helper()
	for _, address := range w.dir.Addresses() {
		values := w.dir.Values(address)
		entries, isMany := values["brands"].(map[string]any)
		if !isMany {
			entries = map[string]any{"": values}
		}
		for label, entry := range entries {
			entryAddress := strings.TrimSpace(address + " " + label)
			held, _ := entry.(map[string]any)
			var id int32
			_, _ = fmt.Sscan(fmt.Sprint(held["brand_id"]), &id)
			now, exists := w.Brand(w.Account.ID, id)
			switch {
			case !exists:
				w.t.Fatalf("%s: the service has no brand %d, which the state has", entryAddress, id)
			case now.Name != held["name"]:
				w.t.Fatalf("%s: the service has brand %d as %q, and the state as %q", entryAddress, id, now.Name, held["name"])
			}
		}
	}
}

// mustHaveConverged expects that the service has what is configured, and that the next plan is
// empty.
func (w *walkOfMoves) mustHaveConverged() {
	w.t.Helper()
	w.mustHaveWhatStateHas()
	for _, brand := range w.brands {
		held := w.dir.Values(brand.address)
		entries, isMany := held["brands"].(map[string]any)
		if isMany {
			held, _ = entries[brand.label].(map[string]any)
		}
		var found []mockserver.Brand
		for _, now := range w.Brands(w.Account.ID) {
			if now.Name == brand.name {
				found = append(found, now)
			}
		}
		if len(found) != 1 {
			w.t.Fatalf("%s: the service has %d brands %q, want one", brand.address, len(found), brand.name)
		}
		now := found[0]
		isOther := brand.id != 0 && now.ID != brand.id
		if isOther || fmt.Sprint(held["brand_id"]) != fmt.Sprint(now.ID) {
			w.t.Fatalf("%s: the service has %q as %d, and the state as %v",
				brand.address, brand.name, now.ID, held["brand_id"])
		}
		if brand.description != "" && now.Description != brand.description {
			w.t.Fatalf("%s: the service describes %q as %q, want %q",
				brand.address, brand.name, now.Description, brand.description)
		}
		if brand.tags != nil && !slices.Equal(now.Tags, brand.tags) {
			w.t.Fatalf("%s: the tags of %q are %q, want %q", brand.address, brand.name, now.Tags, brand.tags)
		}
	}
	plan, err := w.dir.Plan(w.t.Context(), w.config(), inprocess.Options{})
	if err != nil || !plan.IsEmpty() {
		w.t.Fatalf("want an empty plan, got the error %v and %s", err, inprocess.Excerpt(plan))
	}
}
