package brand_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// recordedDirectory is a working directory at a service of its own, whose messages are kept.
type recordedDirectory struct {
	*acctest.Server
	*inprocess.Directory
	t        *testing.T
	messages []string
}

// newRecordedDirectory opens a directory in which an engine visits instances in an order that is
// drawn. The service has brands, described "of others".
func newRecordedDirectory(t *testing.T, seed int, brands map[int32]string) *recordedDirectory {
	t.Helper()
	d := &recordedDirectory{Server: acctest.NewServer(t, mockserver.WithExtended()), t: t}
	for _, id := range slices.Sorted(maps.Keys(brands)) {
		d.AddBrand(d.Account.ID, mockserver.Brand{ID: id, Name: brands[id], Enabled: true, Description: "of others"})
	}
	recordMessages := func(_, address string, diags []*tfprotov6.Diagnostic) {
		for _, text := range acctest.Texts(diags) {
			d.messages = append(d.messages, address+": "+text)
		}
	}
	d.Directory = inprocess.Open(d.Server.Provider(t, recordMessages), rand.New(rand.NewPCG(uint64(seed), 2)))
	return d
}

// block returns a resource of a configuration, with lines for its arguments.
func block(address string, lines ...string) string {
	kind, name, _ := strings.Cut(address, ".")
	return fmt.Sprintf("resource %q %q {\n  %s\n}\n", kind, name, strings.Join(lines, "\n  "))
}

// tryRun plans and applies a configuration; the error is that of either.
func (d *recordedDirectory) tryRun(config string, options inprocess.Options) error {
	plan, err := d.Plan(d.t.Context(), d.Config(config, "extended_operations = true"), options)
	if err == nil {
		err = d.Apply(d.t.Context(), plan)
	}
	return err
}

// isInconsistent reports whether an engine has stopped an apply because a plan has changed.
func isInconsistent(err error) bool {
	return err != nil && strings.Contains(err.Error(), "inconsistent final plan")
}

// mustRun is tryRun without an error.
func (d *recordedDirectory) mustRun(config string, options inprocess.Options) {
	d.t.Helper()
	err := d.tryRun(config, options)
	if err != nil {
		d.t.Fatalf("want no error of the plan and the apply. Got: %v", inprocess.Excerpt(err))
	}
}

// mustPlan plans a configuration without an error.
func (d *recordedDirectory) mustPlan(config string) {
	d.t.Helper()
	_, err := d.Plan(d.t.Context(), d.Config(config, "extended_operations = true"), inprocess.Options{})
	if err != nil {
		d.t.Fatalf("want no error of the plan. Got: %v", inprocess.Excerpt(err))
	}
}

// wantMessages expects messages with each of these parts.
func (d *recordedDirectory) wantMessages(parts ...string) {
	d.t.Helper()
	for _, part := range parts {
		if !strings.Contains(strings.Join(d.messages, "\n"), part) {
			d.t.Errorf("no message has %q. Got: %v", part, acctest.Messages(d.messages))
		}
	}
}

// descriptions returns those of all brands of the service, by name.
func (d *recordedDirectory) descriptions() map[string]string {
	all := map[string]string{}
	for _, b := range d.Brands(d.Account.ID) {
		all[b.Name] = b.Description
	}
	return all
}

// ids returns those of all brands of the service, by name.
func (d *recordedDirectory) ids() map[string]int32 {
	all := map[string]int32{}
	for _, b := range d.Brands(d.Account.ID) {
		all[b.Name] = b.ID
	}
	return all
}

// runInOrders runs a test with several orders of visits, up to the first one that fails: the others
// would say the same.
func runInOrders(t *testing.T, test func(t *testing.T, seed int)) {
	t.Helper()
	for seed := range 12 {
		acctest.InBubble(t, func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("in order %d of visits", seed)
				}
			}()
			test(t, seed)
		})
		if t.Failed() {
			return
		}
	}
}

// TestNameOfAnother renames a brand, and has another resource get an entry with its former name, in
// one apply: whatever comes first, what that resource has adopted before stays known as such, and
// no destroy deletes it.
func TestNameOfAnother(t *testing.T) {
	t.Parallel()
	runInOrders(t, func(t *testing.T, seed int) {
		d := newRecordedDirectory(t, seed, map[int32]string{1014: "Nordhavn", 1015: "Oakmere"})
		before := block("videoindexer_brand.b", "brand_id = 1014", `name = "Nordhavn"`) +
			block("videoindexer_brands.all", `brands = { Oakmere = { description = "mine" } }`)
		d.mustRun(before, inprocess.Options{})
		after := block("videoindexer_brand.b", "brand_id = 1014", `name = "Nordhavn Alt"`) +
			block("videoindexer_brands.all", `brands = { Oakmere = { description = "mine" }, Nordhavn = {} }`)
		err := d.tryRun(after, inprocess.Options{})
		if err != nil && !isInconsistent(err) {
			t.Errorf("want no error of the first apply but an inconsistent final plan. Got: %v", err)
		}
		d.mustRun(after, inprocess.Options{})
		entries := d.Values("videoindexer_brands.all")["brands"].(map[string]any)
		oakmere := entries["Oakmere"].(map[string]any)
		overwritten := oakmere["overwritten"].(map[string]any)
		check.Equal(t, any(true), oakmere["adopted"], "Oakmere: adopted")
		check.Equal(t, any("of others"), overwritten["description"], "Oakmere: the overwritten description")
		d.mustRun(after, inprocess.Options{IsDestroy: true})
		check.Equal(t, "mine", d.descriptions()["Oakmere"], "after the destroy, the service describes Oakmere as")
	})
}

// TestReplacedLast replaces adopted brands that are destroyed before the new ones are created:
// these keep the previous values.
func TestReplacedLast(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{
		"a brand": block("videoindexer_brand.it",
			"brand_id = 1001", `description = "mine"`, `deletion_policy = "restore"`),
		"a map": block("videoindexer_brands.it",
			`brands = { Found = { description = "mine" } }`, `deletion_policy = "abandon"`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runInOrders(t, func(t *testing.T, seed int) {
				d := newRecordedDirectory(t, seed, map[int32]string{1001: "Found"})
				d.mustRun(config, inprocess.Options{})
				d.mustRun(config, inprocess.Options{Replace: []string{d.Addresses()[0]}})
				restored := strings.ReplaceAll(config, "abandon", "restore")
				d.mustRun(restored, inprocess.Options{})
				d.mustRun(restored, inprocess.Options{IsDestroy: true})
				check.Equal(t, "of others", d.descriptions()["Found"], "the destroy writes back")
			})
		})
	}
}

// TestRenamedAddressSaysWhatIsLost gives an adopted brand another address without a moved block:
// the plan shows the previous values that the state has of it, whatever comes first, under each
// policy.
func TestRenamedAddressSaysWhatIsLost(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"null", `"abandon"`, `"restore"`} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			runInOrders(t, func(t *testing.T, seed int) {
				d := newRecordedDirectory(t, seed, map[int32]string{1001: "Found"})
				old := block("videoindexer_brand.old",
					"brand_id = 1001", `description = "mine"`, "deletion_policy = "+policy)
				d.mustRun(old, inprocess.Options{})
				d.messages = nil
				d.mustPlan(strings.Replace(old, "old", "new", 1))
				d.wantMessages(`"Found" (1001) had description "of others"`)
			})
		})
	}
}

// TestEntryKeepsItsID has an entry go from a map that stays to another resource. The plan says how
// its brand keeps its id, and that is so.
func TestEntryKeepsItsID(t *testing.T) {
	t.Parallel()
	for to, argument := range map[string]string{
		"videoindexer_brand":  `name = "Moves"`,
		"videoindexer_brands": "brands = { Moves = {} }",
	} {
		t.Run(to, func(t *testing.T) {
			t.Parallel()
			runInOrders(t, func(t *testing.T, seed int) {
				d := newRecordedDirectory(t, seed, nil)
				before := block("videoindexer_brands.all", "brands = { Stays = {}, Moves = {} }")
				d.mustRun(before, inprocess.Options{})
				id := d.ids()["Moves"]
				after := strings.Replace(before, ", Moves = {}", "", 1) + block(to+".new_name", argument)
				d.messages = nil
				d.mustPlan(after)
				d.wantMessages("terraform apply -target=" + to + ".new_name")
				d.mustRun(after, inprocess.Options{Target: []string{to + ".new_name"}})
				d.mustRun(after, inprocess.Options{})
				check.Equal(t, id, d.ids()["Moves"], "the brand has id")
			})
		})
	}
}

// TestMapKnownAfterApply has the entries of a map depend on another resource. The plan names what
// the apply may delete, which says nothing that its plan does not.
func TestMapKnownAfterApply(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		exclusive     string
		named, remain []string
	}{
		"not exclusive": {"false", []string{"Gone", "Kept"}, []string{"Foreign", "Kept"}},
		"exclusive":     {"true", []string{"Foreign", "Gone", "Kept"}, []string{"Kept"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newRecordedDirectory(t, 0, map[int32]string{1001: "Foreign"})
			config := func(late, brands string) string {
				return block("terraform_data."+late, "input = { Kept = {} }") +
					block("videoindexer_brands.all", "exclusive = "+test.exclusive, "brands = "+brands)
			}
			d.mustRun(config("early", "{ Kept = {}, Gone = {} }"), inprocess.Options{})
			d.messages = nil
			after := config("late", "terraform_data.late.output")
			d.mustRun(after, inprocess.Options{})
			want := fmt.Sprintf("has no entry then: \"%s\".", strings.Join(test.named, `", "`))
			d.wantMessages("Apply may delete brands", want)
			check.Equal(t, test.remain, slices.Sorted(maps.Keys(d.ids())), "the service")
		})
	}
}

// TestHeldTwice adds an entry for a brand that another resource manages, in an update: the plan
// says so, and so does each that follows.
func TestHeldTwice(t *testing.T) {
	t.Parallel()
	runInOrders(t, func(t *testing.T, seed int) {
		d := newRecordedDirectory(t, seed, map[int32]string{1001: "Found"})
		other := block("videoindexer_brand.it", "brand_id = 1001", `description = "mine"`)
		d.mustRun(other+block("videoindexer_brands.all", "brands = {}"), inprocess.Options{})
		both := other + block("videoindexer_brands.all", `brands = { Found = { description = "ours" } }`)
		for range 3 {
			d.messages = nil
			d.mustRun(both, inprocess.Options{})
			d.wantMessages("Managed at two addresses: Two resources manage brand \"Found\" (1001)")
		}
	})
}

// TestHeldWhileRead plans an entry while a refresh of the resource that has the brand waits for the
// service, as engines do at once: the brand may be gone before the entry is applied, so that the
// plan says nothing of it.
func TestHeldWhileRead(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		a := newAccount(t, []string{"Gone"}, mockserver.WithLatency(time.Second))
		a.Run(config(described("New", "Gone")))
		// The refresh asks for this brand by itself, after the list.
		a.RemoveBrand(a.Server.Account.ID, 1001)
		process := a.process(nil)
		isRead := make(chan bool)
		a.Instance.Protocol = process
		go func() {
			acctest.MustSucceed(t, a.Refresh(t.Context()))
			close(isRead)
		}()
		synctest.Wait()
		plan := process.Instance("videoindexer_brands").MustPlan(config(described("New")))
		<-isRead
		a.wantEntries(acctest.Parts(t, plan.Planned), map[string]string{"New": "? ? one, overwritten is ?"})
	})
}

// TestMovesToMapThatIsRead has a brand go from a resource of its own to a map, whose read takes
// longer than the plan of the destroy: that plan waits for the one of the map, and the brand keeps
// its id.
func TestMovesToMapThatIsRead(t *testing.T) {
	t.Parallel()
	runInOrders(t, func(t *testing.T, seed int) {
		d := newRecordedDirectory(t, seed, nil)
		single := block("videoindexer_brand.it", `name = "Moves"`)
		d.mustRun(single+block("videoindexer_brands.all", "brands = { Stays = {} }"), inprocess.Options{})
		before := d.ids()
		d.Slow(uint64(seed), time.Second)
		both := block("videoindexer_brands.all", "brands = { Stays = {}, Moves = {} }")
		err := d.tryRun(both, inprocess.Options{})
		if err != nil && !isInconsistent(err) {
			t.Errorf("want no error but an inconsistent final plan. Got: %v", inprocess.Excerpt(err))
		}
		check.Equal(t, before, d.ids(), "ids of the brands")
	})
}

// TestMadeAgainAsItWas has others add tags to a brand after the last refresh of its state. Its
// destroy is planned before a read, as engines plan that of a renamed address, and a create with
// its name follows: the new brand has the tags.
func TestMadeAgainAsItWas(t *testing.T) {
	t.Parallel()
	a := newAccount(t, nil)
	instance := a.process(nil).Instance("videoindexer_brand")
	other := a.process(nil).Instance("videoindexer_brand")
	instance.Run(acctest.Values{"name": "Again", "description": "one"})
	other.Run(acctest.Values{"name": "Other"})
	created := a.Brands(a.Server.Account.ID)
	a.ChangeBrand(a.Server.Account.ID, created[0].ID, func(b *mockserver.Brand) { b.Tags = []string{"of others"} })

	planning := a.process(nil)
	instance.Protocol = planning
	other.Protocol = planning
	acctest.MustSucceed(t, other.Refresh(t.Context()))
	destroy := instance.MustPlan(nil)
	applying := a.process(nil)
	instance.Protocol = applying
	acctest.MustSucceed(t, instance.ApplyAsPlanned(t.Context(), destroy))
	again := applying.Instance("videoindexer_brand")
	plan := again.MustPlan(acctest.Values{"name": "Again", "description": "one"})
	acctest.MustSucceed(t, again.ApplyAsPlanned(t.Context(), plan))
	a.wantBrands(map[string]string{"Again": "true one - [of others]", "Other": "true  - []"})
}

// TestReplacedMapKeepsBrands replaces a map that is created before the old one is destroyed. A plan
// is not told of that order: it announces what a destroy before the create would delete, and what
// this one does instead.
func TestReplacedMapKeepsBrands(t *testing.T) {
	t.Parallel()
	runInOrders(t, func(t *testing.T, seed int) {
		d := newRecordedDirectory(t, seed, nil)
		config := block("videoindexer_brands.all",
			"brands = { New = {} }", "lifecycle {", "  create_before_destroy = true", "}")
		d.mustRun(config, inprocess.Options{})
		created := d.Brands(d.Account.ID)
		d.messages = nil
		d.mustRun(config, inprocess.Options{Replace: d.Addresses()})
		d.wantMessages("With create_before_destroy, it keeps them", "Left to another resource")
		check.Equal(t, created, d.Brands(d.Account.ID), "the service")
	})
}

// TestCreatedByTwo has somebody else create the brands of a plan before its apply: the apply stops
// before anything is written, and the next one adopts them. The engine's words for it are those
// that the errors guide explains.
func TestCreatedByTwo(t *testing.T) {
	t.Parallel()
	d := newRecordedDirectory(t, 1, nil)
	resource := block("videoindexer_brands.all", `brands = { One = { description = "mine" }, Two = {} }`)
	config := d.Config(resource, "extended_operations = true")
	plan, err := d.Plan(t.Context(), config, inprocess.Options{})
	if err != nil {
		t.Fatalf("want no error of the plan. Got: %v", inprocess.Excerpt(err))
	}
	d.AddBrand(d.Account.ID, mockserver.Brand{Name: "One", Description: "of others"})
	d.ResetRequests()
	err = d.Apply(t.Context(), plan)
	if !isInconsistent(err) || d.Writes() > 0 {
		t.Errorf("want no write and an inconsistent final plan, got %d writes. Got: %v", d.Writes(), err)
	}
	acctest.PlanAndApply(t, d.Directory, config, inprocess.Options{})
	check.Equal(t, map[string]string{"One": "mine", "Two": ""}, d.descriptions(), "descriptions at the service")
}
