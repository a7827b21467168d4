package acctest

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// Protocol is a configured provider under test, which tests call as Terraform does. It is for what the Terraform on
// the test machine may be too old for.
type Protocol struct {
	t       testing.TB
	process *inprocess.Process
	// start starts another process with the same configuration, always the same one; restart starts a new one each time.
	start, restart func() *Protocol
	countAnew      func()
	settings       cty.Value // the provider's block
	// hasApplied says that this process applies: an engine plans and refreshes in another one.
	hasApplied bool
}

// Values are the arguments of a block by name: nil, string, bool, int, []string, []int, map[string]string,
// Values (of an object, or of a map by key), []Values, or a tftypes.Value as it is. What is left out is null.
type Values map[string]any

// With are the values with more of them, which replace those of the same name.
func (v Values) With(more Values) Values {
	all := maps.Clone(v)
	if all == nil {
		all = Values{}
	}
	maps.Copy(all, more)
	return all
}

var offered = sync.OnceValues(func() (*tfprotov6.GetProviderSchemaResponse, error) {
	return provider.NewServer("test").GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
})

// Schema is all that the provider offers. It is asked for once, since it is the same in each process. The provider's server
// checks that names are unique and schemas valid.
func Schema(t testing.TB) *tfprotov6.GetProviderSchemaResponse {
	t.Helper()
	schema, err := offered()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range schema.Diagnostics {
		t.Errorf("%s: %s", d.Summary, d.Detail)
	}
	return schema
}

// Protocol starts and configures a provider for the server. settings add to the provider's block, or
// replace what is there.
func (s *Server) Protocol(t testing.TB, settings Values) *Protocol {
	t.Helper()
	config := Values{"endpoint": s.URL, "location": s.Account.Location, "account_id": s.Account.ID, "subscription_key": s.Key}.With(settings)
	runs := s.Provider(t)
	p := &Protocol{
		t: t, process: &inprocess.Process{ProviderServer: runs.Start(), Provider: runs, HasIdentities: true},
		start:   sync.OnceValue(func() *Protocol { return s.Protocol(t, settings) }),
		restart: func() *Protocol { return s.Protocol(t, settings) }, countAnew: s.ResetRequests,
	}
	p.settings = p.block(p.process.Offered.Provider, config)
	if diags := p.process.Configure(t.Context(), "1.14.0", p.settings); len(Errors(diags)) > 0 {
		t.Fatalf("configure: %v", Texts(diags))
	}
	return p
}

// PlanAction plans an action, and returns the diagnostics. It does not validate the action first: an engine does so before
// variables have values.
func (p *Protocol) PlanAction(ctx context.Context, name string, config Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	return p.process.PlanAction(ctx, name, p.action(name, config))
}

// action is the configuration of an action.
func (p *Protocol) action(name string, config Values) cty.Value {
	p.t.Helper()
	schema, ok := p.process.Offered.ActionSchemas[name]
	if !ok {
		p.t.Fatalf("the provider has no action %s", name)
	}
	return p.block(schema.Schema, config)
}

// InvokeAction plans and invokes an action, and returns its progress messages and the diagnostics of the first of these
// that had any.
func (p *Protocol) InvokeAction(ctx context.Context, name string, config Values) (progress []string, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	return p.InvokePlannedAction(ctx, name, config, config)
}

// InvokePlannedAction is InvokeAction of an action that was planned while some of its values were unknown.
func (p *Protocol) InvokePlannedAction(ctx context.Context, name string, planned, config Values) (progress []string, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	progress, diags = p.process.Invoke(ctx, name, p.action(name, planned), p.action(name, config))
	return progress, p.judge(name, diags)
}

// OpenEphemeral validates and opens an ephemeral resource, and returns the response with the text
// attributes of its result by name.
func (p *Protocol) OpenEphemeral(ctx context.Context, name string, config Values) (result map[string]string, resp *tfprotov6.OpenEphemeralResourceResponse) {
	p.t.Helper()
	value, resp := p.process.Open(ctx, name, p.block(p.process.Offered.EphemeralResourceSchemas[name], config))
	return texts(value), resp
}

// ReadData validates and reads a data source, and returns the diagnostics.
func (p *Protocol) ReadData(ctx context.Context, name string, config Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	_, diags := p.Data(ctx, name, config)
	return diags
}

// Data validates and reads a data source, and returns its attributes by name; none after an error.
func (p *Protocol) Data(ctx context.Context, name string, config Values) (attributes map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	schema := p.process.Offered.DataSourceSchemas[name]
	block := p.block(schema, config)
	if diags := p.process.ValidateData(ctx, name, block); len(Errors(diags)) > 0 {
		return nil, diags
	}
	value, diags := p.process.Read(ctx, name, block)
	if value.IsNull() {
		return nil, diags
	}
	return Parts(p.t, inprocess.SchemaOf(schema).Typed(value)), diags
}

// Destroy destroys a managed resource that has the given state, and returns the diagnostics.
func (p *Protocol) Destroy(ctx context.Context, name string, state Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	_, diags := p.process.Destroy(ctx, &inprocess.Object{Kind: name, Value: p.block(p.process.Offered.ResourceSchemas[name], state)}, nil)
	return p.judge(name, diags)
}

// Server is the provider server itself, for what has no helper here.
func (p *Protocol) Server() tfprotov6.ProviderServer { return p.process.ProviderServer }

// judge passes diagnostics on. One that says that the provider broke a rule of the protocol fails the test.
func (p *Protocol) judge(name string, diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	p.t.Helper()
	for _, d := range diags {
		if inprocess.IsBroken(d) {
			p.t.Errorf("%s: %s%s", d.Summary, name, d.Detail)
		}
	}
	return diags
}

// Listed is one result of a list resource.
type Listed struct {
	DisplayName string
	// Identity and Resource hold the text attributes by name; nil where the result has none.
	Identity, Resource map[string]string
	// Values are all attributes of the resource by name; nil where the result has none.
	Values      map[string]tftypes.Value
	Diagnostics []*tfprotov6.Diagnostic
}

// List validates and runs a list block, and returns all results. With a limit of 0 there is none.
func (p *Protocol) List(ctx context.Context, name string, config Values, includeResource bool, limit int64) []Listed {
	p.t.Helper()
	return slices.Collect(p.Listing(ctx, name, config, includeResource, limit))
}

// Listing validates and runs a list block, and gives the results as they come.
func (p *Protocol) Listing(ctx context.Context, name string, config Values, includeResource bool, limit int64) iter.Seq[Listed] {
	p.t.Helper()
	results := p.process.List(ctx, name, p.block(p.process.Offered.ListResourceSchemas[name], config), includeResource, limit)
	resource := inprocess.SchemaOf(p.process.Offered.ResourceSchemas[name])
	return func(yield func(Listed) bool) {
		for result := range results {
			listed := Listed{DisplayName: result.DisplayName, Diagnostics: result.Diagnostics, Identity: texts(result.Identity), Resource: texts(result.Resource)}
			if !result.Resource.IsNull() {
				listed.Values = Parts(p.t, resource.Typed(result.Resource))
			}
			if !yield(listed) {
				return
			}
		}
	}
}

// Configuration is what an engine generates from a listed resource: its attributes without those that no configuration sets.
func (p *Protocol) Configuration(name string, listed Listed) Values {
	p.t.Helper()
	config := Values{}
	for _, attribute := range p.process.Offered.ResourceSchemas[name].Block.Attributes {
		value := listed.Values[attribute.Name]
		if (attribute.Optional || attribute.Required) && !value.IsNull() {
			config[attribute.Name] = p.withoutComputed(attribute.NestedType, value)
		}
	}
	return config
}

// withoutComputed is a value without what is only computed in its objects.
func (p *Protocol) withoutComputed(nested *tfprotov6.SchemaObject, value tftypes.Value) tftypes.Value {
	p.t.Helper()
	if nested == nil {
		return value
	}
	onlyComputed := map[string]bool{}
	for _, attribute := range nested.Attributes {
		onlyComputed[attribute.Name] = attribute.Computed && !attribute.Optional
	}
	configured, err := tftypes.Transform(value, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		name, isAttribute := at.LastStep().(tftypes.AttributeName)
		if isAttribute && onlyComputed[string(name)] {
			return tftypes.NewValue(value.Type(), nil), nil
		}
		return value, nil
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return configured
}

// ImportByIdentity imports a resource by its identity and reads it, as Terraform 1.12 and later do,
// and returns the text attributes of the state and of the identity by name.
func (p *Protocol) ImportByIdentity(ctx context.Context, name string, identity Values) (state, completed map[string]string, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	schema := p.process.IdentitySchema(ctx, name)
	o, diags := p.process.Import(ctx, name, &tfprotov6.ImportResourceStateRequest{Identity: schema.Identity(p.block(schema.Schema, identity))})
	if len(Errors(diags)) > 0 {
		return nil, nil, diags
	}
	return texts(o.Value), p.identity(ctx, o), diags
}

// identity are the text attributes of an object's identity by name.
func (p *Protocol) identity(ctx context.Context, o *inprocess.Object) map[string]string {
	return texts(p.process.IdentitySchema(ctx, o.Kind).OfIdentity(o.Identity))
}

// ReadOldState imports a resource by its id, forgets its identity and reads it. So it begins with a state like one
// that an engine without identities has written. It returns the identity that the read publishes.
func (p *Protocol) ReadOldState(ctx context.Context, name, id string) map[string]string {
	p.t.Helper()
	o, diags := p.process.Import(ctx, name, &tfprotov6.ImportResourceStateRequest{ID: id})
	Succeeds(p.t, diags)
	o.Identity = nil
	o, diags = p.process.Refresh(ctx, o)
	Succeeds(p.t, diags)
	return p.identity(ctx, o)
}

// texts are the text attributes of an object by name; nil where it is null.
func texts(object cty.Value) map[string]string {
	if object.IsNull() {
		return nil
	}
	texts := map[string]string{}
	for name, value := range object.AsValueMap() {
		if value.Type() == cty.String && value.IsKnown() && !value.IsNull() {
			texts[name] = value.AsString()
		}
	}
	return texts
}

// block is a configuration of a schema.
func (p *Protocol) block(schema *tfprotov6.Schema, config Values) cty.Value {
	p.t.Helper()
	if schema == nil {
		p.t.Fatal("the provider has no such type")
	}
	value, err := typed(inprocess.SchemaOf(schema).Type, config)
	if err != nil {
		p.t.Fatal(err)
	}
	return value
}

// typed gives a Go value the type that a schema wants.
func typed(want cty.Type, value any) (cty.Value, error) {
	switch value := value.(type) {
	case nil:
		return cty.NullVal(want), nil
	case tftypes.Value:
		return inprocess.ValueOf(value), nil
	case map[string]Values:
		entries := Values{}
		for key, entry := range value {
			entries[key] = entry
		}
		return typed(want, entries)
	case []Values:
		elements := []cty.Value{}
		for _, element := range value {
			one, err := typed(want.ElementType(), element)
			if err != nil {
				return one, err
			}
			elements = append(elements, one)
		}
		if len(elements) == 0 {
			return cty.ListValEmpty(want.ElementType()), nil
		}
		return cty.ListVal(elements), nil
	case Values:
		return typedParts(want, value)
	}
	of, err := gocty.ToCtyValue(value, want)
	if err != nil {
		return of, fmt.Errorf("%v: %w", value, err)
	}
	return of, nil
}

// typedParts is typed for an object, or for a map by key.
func typedParts(want cty.Type, values Values) (cty.Value, error) {
	kinds := map[string]cty.Type{}
	switch {
	case want.IsObjectType():
		kinds = want.AttributeTypes()
	case want.IsMapType():
		for key := range values {
			kinds[key] = want.ElementType()
		}
	}
	parts := map[string]cty.Value{}
	for name, kind := range kinds {
		part, err := typed(kind, values[name])
		if err != nil {
			return part, fmt.Errorf("%s: %w", name, err)
		}
		parts[name] = part
	}
	for name := range values {
		if _, known := parts[name]; !known {
			return cty.NilVal, fmt.Errorf("there is no argument %q", name)
		}
	}
	switch {
	case want.IsObjectType():
		return cty.ObjectVal(parts), nil
	case len(parts) == 0:
		return cty.MapValEmpty(want.ElementType()), nil
	}
	return cty.MapVal(parts), nil
}
