package byid_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const dictionaryType = "videoindexer_brands"

// emptyPlan expects that nothing would change.
var emptyPlan = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

// calls makes objects of a videoindexer_brands: what a step leaves is another object than the one that it begins with.
type calls struct {
	t     testing.TB
	start func() *acctest.Protocol // a process of the provider
}

// object is what Terraform keeps of the resource.
type object = *acctest.Instance

// fields are the arguments of an entry by name; what is left out is null.
type fields = acctest.Values

func newCalls(t testing.TB, service *acctest.Server, settings acctest.Values) *calls {
	t.Helper()
	return &calls{t: t, start: func() *acctest.Protocol { return service.Protocol(t, settings) }}
}

// config is a configuration; arguments are those apart from brands.
func (c *calls) config(brands map[int]fields, arguments fields) acctest.Values {
	entries := acctest.Values{}
	for id, entry := range brands {
		entries[strconv.Itoa(id)] = entry
	}
	return acctest.Values{"brands": entries}.With(arguments)
}

// nothing is the object before its create.
func (c *calls) nothing() object { return c.start().Instance(dictionaryType) }

// plan is planned without errors.
func (c *calls) plan(prior object, config acctest.Values) *acctest.Plan {
	c.t.Helper()
	planned := c.planned(prior, config)
	acctest.Succeeds(c.t, planned.Diagnostics)
	return planned
}

// planned plans a configuration, nil for a destroy, in a process of its own.
func (c *calls) planned(prior object, config acctest.Values) *acctest.Plan {
	c.t.Helper()
	prior.Protocol = c.start()
	return prior.Plan(c.t.Context(), config)
}

// apply plans and applies a configuration in one process. A plan that is refused changes nothing.
func (c *calls) apply(prior object, config acctest.Values) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	return c.applyWithin(c.t.Context(), prior, config)
}

// applyWithin is apply, but the end of ctx interrupts the second half.
func (c *calls) applyWithin(ctx context.Context, prior object, config acctest.Values) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	planned := c.planned(prior, config)
	if len(acctest.Errors(planned.Diagnostics)) > 0 {
		return prior, planned.Diagnostics
	}
	return c.applyPlanned(ctx, prior, planned)
}

// applyPlanned applies what was planned.
func (c *calls) applyPlanned(ctx context.Context, prior object, planned *acctest.Plan) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	next := *prior
	return &next, next.ApplyAsPlanned(ctx, planned)
}

// applies is apply without errors.
func (c *calls) applies(prior object, config acctest.Values) object {
	c.t.Helper()
	after, diags := c.apply(prior, config)
	acctest.Succeeds(c.t, diags)
	return after
}

func (c *calls) read(prior object) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	next := *prior
	return &next, next.Refresh(c.t.Context())
}

// entries are the entries of an object by id, each as "field value" texts; nil where there is no object.
func (c *calls) entries(o object) map[int]map[string]string {
	c.t.Helper()
	if !o.Exists() {
		return nil
	}
	return c.shown(o.State()["brands"])
}

func (c *calls) shown(brands tftypes.Value) map[int]map[string]string {
	c.t.Helper()
	all := map[int]map[string]string{}
	for key, entry := range attributes(c.t, brands) {
		id, err := strconv.Atoi(key)
		if err != nil {
			c.t.Fatal(err)
		}
		all[id] = map[string]string{}
		for name, field := range attributes(c.t, entry) {
			all[id][name] = text(c.t, field)
		}
	}
	return all
}

// overwritten are the overwritten values of an object: "null", "unknown", or by id, each as "field value" texts of what
// is not null.
func (c *calls) overwritten(o object) any {
	c.t.Helper()
	value := o.State()["overwritten"]
	if !value.IsKnown() || value.IsNull() {
		return text(c.t, value)
	}
	values := map[string]map[string]string{}
	for key, entry := range attributes(c.t, value) {
		values[key] = map[string]string{}
		for name, field := range attributes(c.t, entry) {
			if !field.IsNull() {
				values[key][name] = text(c.t, field)
			}
		}
	}
	return values
}

func attributes(t testing.TB, v tftypes.Value) map[string]tftypes.Value {
	t.Helper()
	var m map[string]tftypes.Value
	if err := v.As(&m); err != nil {
		t.Fatal(err)
	}
	return m
}

// text is a field as text: null, unknown, or its value.
func text(t testing.TB, v tftypes.Value) string {
	t.Helper()
	switch {
	case !v.IsKnown():
		return "unknown"
	case v.IsNull():
		return "null"
	case v.Type().Is(tftypes.Bool):
		var b bool
		if err := v.As(&b); err != nil {
			t.Fatal(err)
		}
		return strconv.FormatBool(b)
	case v.Type().Is(tftypes.Set{}):
		var elements []tftypes.Value
		if err := v.As(&elements); err != nil {
			t.Fatal(err)
		}
		tags := make([]string, len(elements))
		for i, element := range elements {
			tags[i] = text(t, element)
		}
		slices.Sort(tags)
		return fmt.Sprint(tags)
	}
	var s string
	if err := v.As(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// newDictionaryServer is a mock server that holds the brands 1001, 1002, … as newServer has them.
func newDictionaryServer(t testing.TB, n int, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	for i := range n {
		server.AddBrand(server.Account.ID, mockserver.Brand{
			ID: int32(1001 + i), Name: fmt.Sprintf("Found %d", i+1), Enabled: true, Description: "as found",
			ReferenceURL: new("https://example.com/found"), Tags: []string{"found"},
		})
	}
	return server
}

// described are entries for the brands 1001, 1002, … that manage the description alone.
func described(n int, description string) map[int]fields {
	brands := make(map[int]fields, n)
	for i := range n {
		brands[1001+i] = fields{"description": description}
	}
	return brands
}

// ofBrand is for requests that end with the id of the path of a brand's requests.
func ofBrand(id int) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, fmt.Sprintf("/%d", id)) }
}
