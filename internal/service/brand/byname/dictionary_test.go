package byname_test

import (
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const dictionaryType = "videoindexer_brand_dictionary"

// extended is the provider's setting without which there is no dictionary.
var extended = acctest.Values{"extended_operations": true}

// entries are the brands of a configuration by name.
type entries map[string]acctest.Values

// bench is a dictionary on a service of its own.
type bench struct {
	*acctest.Instance
	*acctest.Server

	t testing.TB
}

// newBench is a service that has brands with the given names, 1001, 1002, …, and a dictionary that does not exist yet.
func newBench(t testing.TB, names []string, opts ...mockserver.Option) *bench {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.Extended()}, opts...)...)
	b := &bench{t: t, Server: server, Instance: server.Protocol(t, extended).Instance(dictionaryType)}
	for _, name := range names {
		b.has(name)
	}
	return b
}

// has adds a brand outside of Terraform.
func (b *bench) has(name string) {
	b.AddBrand(b.Account.ID, mockserver.Brand{
		Name: name, Enabled: true, Description: "as found", ReferenceURL: new("https://example.com/found"), Tags: []string{"found"},
	})
}

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

// planAnew refreshes and plans in a new process.
func (b *bench) planAnew(config acctest.Values) *acctest.Plan {
	b.t.Helper()
	b.restart()
	if b.Exists() {
		acctest.Succeeds(b.t, b.Refresh(b.t.Context()))
	}
	return b.Plan(b.t.Context(), config)
}

// restart ends the provider's process.
func (b *bench) restart() { b.Instance.Protocol = b.Server.Protocol(b.t, extended) }

// shown is what a state or a plan shows of a dictionary.
type shown struct {
	Brands map[string]string // "enabled description reference_url [tags]", "-" for null and "?" for unknown
	// Adopted are names, and Overwritten values as those of Brands: "?" where they are unknown.
	Adopted, Overwritten any
}

// show is what a state or a plan shows; it is empty where there is no dictionary.
func show(t testing.TB, value tftypes.Value) shown {
	t.Helper()
	if value.IsNull() {
		return shown{}
	}
	attributes := parts(t, value)
	result := shown{Brands: described(t, attributes["brands"])}
	if adopted := attributes["adopted"]; !adopted.IsKnown() {
		result.Adopted = "?"
	} else if !adopted.IsNull() {
		result.Adopted = text(t, adopted)
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
	for name, value := range parts(t, brands) {
		fields := parts(t, value)
		texts[name] = strings.Join([]string{text(t, fields["enabled"]), text(t, fields["description"]), text(t, fields["reference_url"]), text(t, fields["tags"])}, " ")
	}
	return texts
}

// ids are the brand_id of the entries of the state.
func (b *bench) ids() map[string]int32 {
	b.t.Helper()
	found := map[string]int32{}
	if !b.Exists() {
		return found
	}
	for name, value := range parts(b.t, b.State()["brands"]) {
		var number big.Float
		if err := parts(b.t, value)["brand_id"].As(&number); err != nil {
			b.t.Fatal(err)
		}
		id, _ := number.Int64()
		found[name] = int32(id)
	}
	return found
}

// holds expects what the state shows.
func (b *bench) holds(want shown) {
	b.t.Helper()
	var got shown
	if b.Exists() {
		attributes := b.State()
		kinds := map[string]tftypes.Type{}
		for name, value := range attributes {
			kinds[name] = value.Type()
		}
		got = show(b.t, tftypes.NewValue(tftypes.Object{AttributeTypes: kinds}, attributes))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Errorf("the state (-want +got):\n%s", diff)
	}
	for name, id := range b.ids() {
		if brand, ok := b.Brand(b.Account.ID, id); !ok || brand.Name != name {
			b.t.Errorf("brand_id %d of %q is brand %q (%t)", id, name, brand.Name, ok)
		}
	}
}

// serves expects what the service has, by name, in the form of shown.
func (b *bench) serves(want map[string]string) {
	b.t.Helper()
	got := map[string]string{}
	for _, brand := range b.Brands(b.Account.ID) {
		url := "-"
		if brand.ReferenceURL != nil {
			url = *brand.ReferenceURL
		}
		if _, isTwice := got[brand.Name]; isTwice {
			b.t.Errorf("there are two brands %q", brand.Name)
		}
		got[brand.Name] = fmt.Sprint(brand.Enabled, " ", brand.Description, " ", url, " ", slices.Sorted(slices.Values(brand.Tags)))
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

// asFound is a brand as has adds it.
const asFound = "true as found https://example.com/found [found]"

func parts(t testing.TB, v tftypes.Value) map[string]tftypes.Value {
	t.Helper()
	var m map[string]tftypes.Value
	if err := v.As(&m); err != nil {
		t.Fatal(err)
	}
	return m
}

// text is a value as text: "-" for null, "?" for unknown.
func text(t testing.TB, v tftypes.Value) string {
	t.Helper()
	var err error
	var result string
	switch {
	case !v.IsKnown():
		return "?"
	case v.IsNull():
		return "-"
	case v.Type().Is(tftypes.Bool):
		var b bool
		err = v.As(&b)
		result = fmt.Sprint(b)
	case v.Type().Is(tftypes.Set{}):
		var elements []tftypes.Value
		err = v.As(&elements)
		texts := make([]string, len(elements))
		for i, element := range elements {
			texts[i] = text(t, element)
		}
		slices.Sort(texts)
		result = fmt.Sprint(texts)
	default:
		err = v.As(&result)
	}
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// expect compares what a plan shows, and ends the test where it differs.
func (b *bench) expect(plan *acctest.Plan, want shown) {
	b.t.Helper()
	acctest.Succeeds(b.t, plan.Diagnostics)
	if diff := cmp.Diff(want, show(b.t, plan.Planned)); diff != "" {
		b.t.Errorf("the plan (-want +got):\n%s", diff)
	}
}

// unknown is an argument of the dictionary that is not known yet.
func unknown(b *bench, argument string) tftypes.Value {
	for _, attribute := range acctest.Schema(b.t).ResourceSchemas[dictionaryType].Block.Attributes {
		if attribute.Name == argument {
			return tftypes.NewValue(attribute.ValueType(), tftypes.UnknownValue)
		}
	}
	b.t.Fatalf("there is no argument %q", argument)
	return tftypes.Value{}
}

// ofBrand matches the requests about one brand.
func ofBrand(id int) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, fmt.Sprintf("/%d", id)) }
}

// filled is an import id with the bench's account in it.
func (b *bench) filled(id string) string {
	return strings.NewReplacer("<account>", b.Account.ID, "<location>", b.Account.Location).Replace(id)
}
