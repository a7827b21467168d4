package entries_test

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	dictionaryType = "videoindexer_brand_dictionary"
	asCreated      = "true one - []"
)

// entries are the brands of a configuration by name.
type entries map[string]acctest.Values

// newNamed is a dictionary by name, of a service that has brands with the given names, 1001, 1002, ….
func newNamed(t testing.TB, names []string, opts ...mockserver.Option) *bench {
	t.Helper()
	b := newCreating(t, "by name", opts...)
	for _, name := range names {
		b.add(name)
	}
	return b
}

// add adds a brand outside of Terraform.
func (b *bench) add(name string) { b.AddBrand(b.Account.ID, found(0, name)) }

// config is a configuration; arguments are those apart from brands.
func config(brands entries, arguments ...acctest.Values) acctest.Values {
	values := acctest.Values{"brands": map[string]acctest.Values(brands)}
	for _, more := range arguments {
		maps.Copy(values, more)
	}
	return values
}

// describedAs are entries that manage the description alone.
func describedAs(description string, names ...string) entries {
	brands := entries{}
	for _, name := range names {
		brands[name] = acctest.Values{"description": description}
	}
	return brands
}

// shown is what a state or a plan shows of a dictionary.
type shown struct {
	Brands map[string]string // as of each
	// Adopted are names, and Overwritten values as those of Brands: "?" where they are unknown.
	Adopted, Overwritten any
}

// show is what a state or a plan shows; it is empty where there is no dictionary.
func show(t testing.TB, attributes map[string]tftypes.Value) shown {
	t.Helper()
	if attributes == nil {
		return shown{}
	}
	result := shown{Brands: described(t, attributes["brands"])}
	if adopted := attributes["adopted"]; !adopted.IsNull() {
		result.Adopted = acctest.Text(adopted)
	}
	if overwritten := attributes["overwritten"]; !overwritten.IsKnown() {
		result.Overwritten = "?"
	} else if !overwritten.IsNull() {
		result.Overwritten = described(t, overwritten)
	}
	return result
}

func described(t testing.TB, brands tftypes.Value) map[string]string {
	t.Helper()
	if brands.IsNull() || !brands.IsKnown() {
		return nil
	}
	texts := map[string]string{}
	for name, entry := range acctest.Parts(t, brands) {
		texts[name] = values(t, acctest.Parts(t, entry))
	}
	return texts
}

// ids are those of the brands of the state, by name.
func (b *bench) ids() map[string]int32 {
	b.t.Helper()
	ids := map[string]int32{}
	add := func(name, id string) {
		if _, isTwice := ids[name]; isTwice {
			b.t.Errorf("the state has two brands %q", name)
		}
		n, _ := strconv.Atoi(id)
		ids[name] = int32(n)
	}
	switch {
	case !b.Exists():
	case b.key == nil:
		add(b.Texts()["name"], acctest.Text(b.State()["brand_id"]))
	default:
		for key, entry := range acctest.Parts(b.t, b.State()["brands"]) {
			if brand := acctest.Parts(b.t, entry); b.name == dictionaryType {
				add(key, acctest.Text(brand["brand_id"]))
			} else {
				add(acctest.Text(brand["name"]), key)
			}
		}
	}
	return ids
}

// holds expects what the state shows.
func (b *bench) holds(want shown) {
	b.t.Helper()
	if diff := cmp.Diff(want, show(b.t, b.State())); diff != "" {
		b.t.Errorf("the state (-want +got):\n%s", diff)
	}
	for name, id := range b.ids() {
		if brand, ok := b.Brand(b.Account.ID, id); !ok || brand.Name != name {
			b.t.Errorf("brand_id %d of %q is brand %q (%t)", id, name, brand.Name, ok)
		}
	}
}

// expect compares what a plan shows.
func (b *bench) expect(plan *acctest.Plan, want shown) {
	b.t.Helper()
	acctest.Succeeds(b.t, plan.Diagnostics)
	if diff := cmp.Diff(want, show(b.t, planned(b.t, plan))); diff != "" {
		b.t.Errorf("the plan (-want +got):\n%s", diff)
	}
}

// accountHas expects all brands that the service has, by name.
func (b *bench) accountHas(want map[string]string) {
	b.t.Helper()
	got := map[string]string{}
	for _, brand := range b.Brands(b.Account.ID) {
		if _, isTwice := got[brand.Name]; isTwice {
			b.t.Errorf("there are two brands %q", brand.Name)
		}
		got[brand.Name] = served(brand)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Errorf("the service (-want +got):\n%s", diff)
	}
}

// requests expects how often operations were called since the last ResetRequests, as "X1" and "16".
func (b *bench) requests(want map[string]int) {
	b.t.Helper()
	got := map[string]int{}
	for _, request := range b.Requests() {
		if request.Endpoint == 16 || request.Endpoint == 17 || request.Endpoint > mockserver.X(0) && request.Endpoint <= mockserver.X(3) {
			got[request.Operation()]++
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// unknown is an argument that is not known yet.
func unknown(b *bench, argument string) tftypes.Value {
	kind, _ := acctest.Schema(b.t).ResourceSchemas[b.name].ValueType().(tftypes.Object)
	return tftypes.NewValue(kind.AttributeTypes[argument], tftypes.UnknownValue)
}

// filled is an import id with the bench's account in it.
func (b *bench) filled(id string) string {
	return strings.NewReplacer("<account>", b.Account.ID, "<location>", b.Account.Location).Replace(id)
}
