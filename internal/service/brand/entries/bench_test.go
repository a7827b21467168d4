package entries_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// shape is one of the three resources, which all plan and apply brands that exist.
type shape struct {
	name   string
	brands int                // how many an instance has
	key    func(n int) string // of brand 1, 2, …; nil for a single brand
	needs  acctest.Values     // settings of the provider
}

var shapes = map[string]shape{
	"single":  {"videoindexer_brand", 1, nil, nil},
	"by id":   {"videoindexer_brands", 3, func(n int) string { return strconv.Itoa(1000 + n) }, nil},
	"by name": {"videoindexer_brand_dictionary", 3, func(n int) string { return fmt.Sprint("Found ", n) }, acctest.Values{"extended_operations": true}},
}

// inEach runs a test for each of the resources.
func inEach(t *testing.T, test func(t *testing.T, s shape)) {
	t.Helper()
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, s)
		})
	}
}

// bench is an instance on a service of its own that has the brands 1001, 1002 and so on, called Found 1 and so on.
type bench struct {
	*acctest.Instance
	*acctest.Server
	shape

	t     testing.TB
	start func() *acctest.Protocol // a process of the provider
}

func newBench(t testing.TB, s shape, settings acctest.Values, opts ...mockserver.Option) *bench {
	t.Helper()
	if s.needs != nil {
		opts = append(opts, mockserver.Extended())
	}
	b := &bench{Server: acctest.NewServer(t, opts...), shape: s, t: t}
	for n := range s.brands {
		b.AddBrand(b.Account.ID, found(int32(1001+n), fmt.Sprint("Found ", n+1)))
	}
	b.start = func() *acctest.Protocol { return b.Server.Protocol(t, s.needs.With(settings)) }
	b.Instance = b.start().Instance(s.name)
	return b
}

// found is a brand as it is before Terraform adopts it.
func found(id int32, name string) mockserver.Brand {
	return mockserver.Brand{
		ID: id, Name: name, Enabled: true, Description: "as found", ReferenceURL: new("https://example.com/found"), Tags: []string{"found"},
	}
}

// restart ends the provider's process.
func (b *bench) restart() { b.Instance.Protocol = b.start() }

// config manages these fields of every brand.
func (b *bench) config(fields acctest.Values, settings ...acctest.Values) acctest.Values {
	return b.entries(settings, slices.Repeat([]acctest.Values{fields}, b.brands)...)
}

// entries are a configuration with the fields of brand 1, 2, …; of a brand without any there is no entry.
func (b *bench) entries(settings []acctest.Values, brands ...acctest.Values) acctest.Values {
	config := acctest.Values{}
	if b.key == nil {
		config = brands[0].With(acctest.Values{"brand_id": 1001})
	} else {
		all := acctest.Values{}
		for n, fields := range brands {
			if fields != nil {
				all[b.key(n+1)] = fields
			}
		}
		config["brands"] = all
	}
	for _, more := range settings {
		config = config.With(more)
	}
	return config
}

// at is where messages and imports have an argument of brand 1.
func (b *bench) at(argument string) string {
	if b.key == nil {
		return argument
	}
	return fmt.Sprintf("brands[%q].%s", b.key(1), argument)
}

// each are the values of brands of the service, a plan or a state: "enabled description reference_url [tags]", "-" for null and
// "?" for unknown.
type each []string

// same are such values of every brand.
func (b *bench) same(values string) each { return slices.Repeat(each{values}, b.brands) }

// and has the values of one more brand.
func (e each) and(values string) each { return append(e, values) }

// serves expects what the service has.
func (b *bench) serves(want each) {
	b.t.Helper()
	var got each
	for n := range want {
		brand, ok := b.Brand(b.Account.ID, int32(1001+n))
		if !ok {
			got = append(got, "")
			continue
		}
		got = append(got, served(brand))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Errorf("the service (-want +got):\n%s", diff)
	}
}

// served are the values of a brand of the service, as of each.
func served(brand mockserver.Brand) string {
	url := "-"
	if brand.ReferenceURL != nil && *brand.ReferenceURL != "" {
		url = *brand.ReferenceURL
	}
	return fmt.Sprint(brand.Enabled, " ", brand.Description, " ", url, " ", slices.Sorted(slices.Values(brand.Tags)))
}

// shows expects what a plan or a state shows of the brands, and as overwritten.
func (b *bench) shows(what string, attributes map[string]tftypes.Value, want, overwritten each) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.read(attributes, "brands")); diff != "" {
		b.t.Errorf("%s (-want +got):\n%s", what, diff)
	}
	if diff := cmp.Diff(overwritten, b.read(attributes, "overwritten")); diff != "" {
		b.t.Errorf("%s, overwritten (-want +got):\n%s", what, diff)
	}
}

func (b *bench) read(attributes map[string]tftypes.Value, name string) (all each) {
	b.t.Helper()
	switch of := attributes[name]; {
	case attributes == nil:
		return nil
	case b.key == nil && name == "brands":
		return each{values(b.t, attributes)}
	case !of.IsKnown():
		return each{"?"}
	case of.IsNull():
		return nil
	case b.key == nil:
		return each{values(b.t, acctest.Parts(b.t, of))}
	default:
		entries := acctest.Parts(b.t, of)
		for n := range b.brands {
			if entry, isThere := entries[b.key(n+1)]; isThere {
				all = append(all, values(b.t, acctest.Parts(b.t, entry)))
			} else {
				all = append(all, "")
			}
		}
		return all
	}
}

func values(t testing.TB, fields map[string]tftypes.Value) string {
	t.Helper()
	var texts []string
	for _, name := range []string{"enabled", "description", "reference_url", "tags"} {
		texts = append(texts, acctest.Text(fields[name]))
	}
	return strings.Join(texts, " ")
}

// planned is what a plan shows.
func planned(t testing.TB, plan *acctest.Plan) map[string]tftypes.Value {
	t.Helper()
	return acctest.Parts(t, plan.Planned)
}

// changesOnly expects a plan that changes brand n, and leaves all else as the state has it, also what is computed of other entries.
func (b *bench) changesOnly(n int, plan *acctest.Plan) {
	b.t.Helper()
	before, after := b.State(), planned(b.t, plan)
	for name, value := range after {
		if name != "brands" && !value.Equal(before[name]) {
			b.t.Errorf("%s changes from %s to %s", name, before[name], value)
		}
	}
	was := acctest.Parts(b.t, before["brands"])
	for key, entry := range acctest.Parts(b.t, after["brands"]) {
		if isAsItWas := entry.Equal(was[key]); isAsItWas == (key == b.key(n)) {
			b.t.Errorf("entry %s is planned from %s to %s", key, was[key], entry)
		}
	}
}

// apply plans and applies without a refresh, and without a second plan of a create, in one process.
func (b *bench) apply(config acctest.Values) []*tfprotov6.Diagnostic {
	b.t.Helper()
	b.restart()
	plan := b.Plan(b.t.Context(), config)
	if len(acctest.Errors(plan.Diagnostics)) > 0 {
		return plan.Diagnostics
	}
	return b.ApplyAsPlanned(b.t.Context(), plan)
}

// applies is apply without errors.
func (b *bench) applies(config acctest.Values) {
	b.t.Helper()
	acctest.Succeeds(b.t, b.apply(config))
}

// many is a shape of n brands by id.
func many(n int) shape {
	s := shapes["by id"]
	s.brands = n
	return s
}

// ofBrand is for requests about one brand.
func ofBrand(id int) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, fmt.Sprint("/", id)) }
}
