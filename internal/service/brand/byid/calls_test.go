package byid_test

import (
	"context"
	"fmt"
	"maps"
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

// calls speaks to the provider as Terraform does, about one videoindexer_brands. It is for what needs
// no engine: what is asked of the service, and what becomes of state, private state and identity.
type calls struct {
	t      testing.TB
	start  func() tfprotov6.ProviderServer // a process of the provider
	server tfprotov6.ProviderServer
	kind   tftypes.Object
	entry  tftypes.Object
	ids    tftypes.Type
}

// object is what Terraform keeps of the resource.
type object struct {
	state    *tfprotov6.DynamicValue
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// fields are the arguments of an entry by name; what is left out is null.
type fields map[string]any

func newCalls(t testing.TB, service *acctest.Server, settings acctest.Values) *calls {
	t.Helper()
	protocol := service.Protocol(t, settings)
	identities, err := protocol.Server().GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	kind, _ := acctest.Schema(t).ResourceSchemas[dictionaryType].ValueType().(tftypes.Object)
	brands, _ := kind.AttributeTypes["brands"].(tftypes.Map)
	entry, ok := brands.ElementType.(tftypes.Object)
	if !ok {
		t.Fatal("brands is not a map of objects")
	}
	return &calls{t: t, start: func() tfprotov6.ProviderServer { return service.Protocol(t, settings).Server() }, server: protocol.Server(), kind: kind, entry: entry, ids: identities.IdentitySchemas[dictionaryType].ValueType()}
}

// config is a configuration; arguments are those beside brands.
func (c *calls) config(brands map[int]fields, arguments fields) *tfprotov6.DynamicValue {
	c.t.Helper()
	entries := make(map[string]tftypes.Value, len(brands))
	for id, entry := range brands {
		entries[strconv.Itoa(id)] = objectOf(c.entry, entry)
	}
	values := fields{"brands": tftypes.NewValue(tftypes.Map{ElementType: c.entry}, entries)}
	maps.Copy(values, arguments)
	return c.dynamic(objectOf(c.kind, values))
}

func objectOf(kind tftypes.Object, in fields) tftypes.Value {
	values := make(map[string]tftypes.Value, len(kind.AttributeTypes))
	for name, want := range kind.AttributeTypes {
		switch value := in[name].(type) {
		case tftypes.Value:
			values[name] = value
		case []string:
			elements := make([]tftypes.Value, len(value))
			for i, element := range value {
				elements[i] = tftypes.NewValue(tftypes.String, element)
			}
			values[name] = tftypes.NewValue(want, elements)
		default:
			values[name] = tftypes.NewValue(want, value)
		}
	}
	return tftypes.NewValue(kind, values)
}

func (c *calls) dynamic(v tftypes.Value) *tfprotov6.DynamicValue {
	c.t.Helper()
	dynamic, err := tfprotov6.NewDynamicValue(c.kind, v)
	if err != nil {
		c.t.Fatal(err)
	}
	return &dynamic
}

func (c *calls) null() *tfprotov6.DynamicValue { return c.dynamic(tftypes.NewValue(c.kind, nil)) }

// nothing is the object before its create.
func (c *calls) nothing() object { return object{state: c.null()} }

// plan is planned without errors.
func (c *calls) plan(prior object, config *tfprotov6.DynamicValue) *tfprotov6.PlanResourceChangeResponse {
	c.t.Helper()
	planned := c.planned(prior, config)
	c.succeeds(planned.Diagnostics)
	return planned
}

// planned plans config in a process of its own, which also applies it. The configuration itself is the proposed state, since the tests need no more.
func (c *calls) planned(prior object, config *tfprotov6.DynamicValue) *tfprotov6.PlanResourceChangeResponse {
	c.t.Helper()
	c.server = c.start()
	planned, err := c.server.PlanResourceChange(c.t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: dictionaryType, PriorState: prior.state, PriorPrivate: prior.private, PriorIdentity: prior.identity,
		ProposedNewState: config, Config: config,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return planned
}

// apply plans and applies config, the null value for a destroy. A plan that is refused changes nothing.
func (c *calls) apply(prior object, config *tfprotov6.DynamicValue) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	return c.applyWithin(c.t.Context(), prior, config)
}

// applyWithin is apply, but the end of ctx interrupts the second half.
func (c *calls) applyWithin(ctx context.Context, prior object, config *tfprotov6.DynamicValue) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	planned := c.planned(prior, config)
	if len(acctest.Errors(planned.Diagnostics)) > 0 {
		return prior, planned.Diagnostics
	}
	return c.applyPlanned(ctx, prior, planned, config)
}

// applyPlanned applies what was planned, perhaps by another process.
func (c *calls) applyPlanned(ctx context.Context, prior object, planned *tfprotov6.PlanResourceChangeResponse, config *tfprotov6.DynamicValue) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	applied, err := c.server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: dictionaryType, PriorState: prior.state, Config: config,
		PlannedState: planned.PlannedState, PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return object{state: applied.NewState, private: applied.Private, identity: applied.NewIdentity}, applied.Diagnostics
}

// applies is apply without errors.
func (c *calls) applies(prior object, config *tfprotov6.DynamicValue) object {
	c.t.Helper()
	after, diags := c.apply(prior, config)
	c.succeeds(diags)
	return after
}

func (c *calls) read(prior object) (object, []*tfprotov6.Diagnostic) {
	c.t.Helper()
	read, err := c.server.ReadResource(c.t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: dictionaryType, CurrentState: prior.state, Private: prior.private, CurrentIdentity: prior.identity,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return object{state: read.NewState, private: read.Private, identity: read.NewIdentity}, read.Diagnostics
}

func (c *calls) succeeds(diags []*tfprotov6.Diagnostic) {
	c.t.Helper()
	if errors := acctest.Errors(diags); len(errors) > 0 {
		c.t.Fatal(acctest.Texts(errors))
	}
}

// entries are the entries of an object by id, each as "field value" texts; nil where there is no object.
func (c *calls) entries(o object) map[int]map[string]string {
	c.t.Helper()
	value, err := o.state.Unmarshal(c.kind)
	if err != nil {
		c.t.Fatal(err)
	}
	if value.IsNull() {
		return nil
	}
	all := map[int]map[string]string{}
	for key, entry := range attributes(c.t, attributes(c.t, value)["brands"]) {
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
	value := c.attribute(o, "overwritten")
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

// attribute is an attribute of an object.
func (c *calls) attribute(o object, name string) tftypes.Value {
	c.t.Helper()
	value, err := o.state.Unmarshal(c.kind)
	if err != nil {
		c.t.Fatal(err)
	}
	return attributes(c.t, value)[name]
}

// brandIDs is the part of an object's identity that names brands.
func (c *calls) brandIDs(o object) string {
	c.t.Helper()
	value, err := o.identity.IdentityData.Unmarshal(c.ids)
	if err != nil {
		c.t.Fatal(err)
	}
	return text(c.t, attributes(c.t, value)["brand_ids"])
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

// brandPath is the end of the path of a brand's requests.
func ofBrand(id int) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, fmt.Sprintf("/%d", id)) }
}
