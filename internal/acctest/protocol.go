package acctest

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/messages"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// Protocol is a configured provider under test, which tests call as Terraform does. It is for what the Terraform on
// the test machine may be too old for.
type Protocol struct {
	t      testing.TB
	server tfprotov6.ProviderServer
	schema *tfprotov6.GetProviderSchemaResponse
	// start starts another process with the same configuration, always the same one; restart starts a new one each time.
	start, restart func() *Protocol
	countAnew      func()
	// hasApplied says that this process applies: an engine plans and refreshes in another one.
	hasApplied bool
}

// Values are the arguments of a block by name: nil, string, bool, int, []string, []int, map[string]string,
// Values (of an object, or of a map by key), or a tftypes.Value as it is. What is left out is null.
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
	config := Values{"endpoint": s.URL, "location": s.Account.Location, "account_id": s.Account.ID, "subscription_key": s.Key}
	maps.Copy(config, settings)
	p := &Protocol{
		t: t, server: messages.Listen(t, provider.NewServerOver(s.dial, "test")), schema: Schema(t),
		start:   sync.OnceValue(func() *Protocol { return s.Protocol(t, settings) }),
		restart: func() *Protocol { return s.Protocol(t, settings) }, countAnew: s.ResetRequests,
	}
	configured, err := p.server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.14.0", Config: p.block(p.schema.Provider, config),
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(Errors(configured.Diagnostics)) > 0 {
		t.Fatalf("configure: %v", Texts(configured.Diagnostics))
	}
	return p
}

// PlanAction plans an action, and returns the diagnostics. It does not validate the action first: an engine does so before
// variables have values.
func (p *Protocol) PlanAction(ctx context.Context, name string, config Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	server, block := p.action(name, config)
	planned, err := server.PlanAction(ctx, &tfprotov6.PlanActionRequest{ActionType: name, Config: block})
	if err != nil {
		p.t.Fatal(err)
	}
	return planned.Diagnostics
}

// action is the server of actions, and the configuration of one.
func (p *Protocol) action(name string, config Values) (tfprotov6.ActionServer, *tfprotov6.DynamicValue) {
	p.t.Helper()
	server, ok := p.server.(tfprotov6.ActionServer)
	if !ok {
		p.t.Fatal("the provider server has no actions")
	}
	schema, ok := p.schema.ActionSchemas[name]
	if !ok {
		p.t.Fatalf("the provider has no action %s", name)
	}
	return server, p.block(schema.Schema, config)
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
	if diags := p.PlanAction(ctx, name, planned); len(Errors(diags)) > 0 {
		return nil, diags
	}
	server, block := p.action(name, config)
	stream, err := server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: name, Config: block})
	if err != nil {
		p.t.Fatal(err)
	}
	completed := false
	for event := range stream.Events {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			completed, diags = true, append(diags, event.Diagnostics...)
		}
	}
	if !completed {
		p.t.Errorf("action %s did not complete", name)
	}
	return progress, diags
}

// OpenEphemeral validates and opens an ephemeral resource, and returns the response with the text
// attributes of its result by name.
func (p *Protocol) OpenEphemeral(ctx context.Context, name string, config Values) (result map[string]string, resp *tfprotov6.OpenEphemeralResourceResponse) {
	p.t.Helper()
	schema, ok := p.schema.EphemeralResourceSchemas[name]
	if !ok {
		p.t.Fatalf("the provider has no ephemeral resource %s", name)
	}
	block := p.block(schema, config)
	validated, err := p.server.ValidateEphemeralResourceConfig(ctx, &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: name, Config: block})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(Errors(validated.Diagnostics)) > 0 {
		return nil, &tfprotov6.OpenEphemeralResourceResponse{Diagnostics: validated.Diagnostics}
	}
	opened, err := p.server.OpenEphemeralResource(ctx, &tfprotov6.OpenEphemeralResourceRequest{TypeName: name, Config: block})
	if err != nil {
		p.t.Fatal(err)
	}
	if opened.Result == nil {
		return nil, opened
	}
	value, err := opened.Result.Unmarshal(schema.ValueType())
	if err != nil {
		p.t.Fatal(err)
	}
	return p.texts(value), opened
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
	schema, ok := p.schema.DataSourceSchemas[name]
	if !ok {
		p.t.Fatalf("the provider has no data source %s", name)
	}
	block := p.block(schema, config)
	validated, err := p.server.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: name, Config: block})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(Errors(validated.Diagnostics)) > 0 {
		return nil, validated.Diagnostics
	}
	read, err := p.server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: name, Config: block})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(Errors(read.Diagnostics)) > 0 {
		return nil, read.Diagnostics
	}
	value, err := read.State.Unmarshal(schema.ValueType())
	if err != nil {
		p.t.Fatal(err)
	}
	return Parts(p.t, value), read.Diagnostics
}

// Destroy destroys a managed resource that has the given state, and returns the diagnostics.
func (p *Protocol) Destroy(ctx context.Context, name string, state Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	schema, ok := p.schema.ResourceSchemas[name]
	if !ok {
		p.t.Fatalf("the provider has no resource %s", name)
	}
	nothing, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), nil))
	if err != nil {
		p.t.Fatal(err)
	}
	destroyed, err := p.server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: name, PriorState: p.block(schema, state), PlannedState: &nothing, Config: &nothing,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return destroyed.Diagnostics
}

// Server is the provider server itself, for what has no helper here.
func (p *Protocol) Server() tfprotov6.ProviderServer { return p.server }

func (p *Protocol) texts(object tftypes.Value) map[string]string {
	p.t.Helper()
	texts := map[string]string{}
	for name, value := range Parts(p.t, object) {
		if !value.IsNull() && value.IsKnown() && value.Type().Is(tftypes.String) {
			texts[name] = Text(p.t, value)
		}
	}
	return texts
}

// block encodes a configuration of a schema for the protocol.
func (p *Protocol) block(schema *tfprotov6.Schema, config Values) *tfprotov6.DynamicValue {
	p.t.Helper()
	value, err := typed(schema.ValueType(), config)
	if err != nil {
		p.t.Fatal(err)
	}
	dynamic, err := tfprotov6.NewDynamicValue(schema.ValueType(), value)
	if err != nil {
		p.t.Fatal(err)
	}
	return &dynamic
}

// typed gives a Go value the type that a schema wants.
func typed(want tftypes.Type, value any) (tftypes.Value, error) {
	switch value := value.(type) {
	case tftypes.Value:
		return value, nil
	case nil:
		return tftypes.NewValue(want, nil), nil
	case string, bool:
		return tftypes.NewValue(want, value), nil
	case int:
		return tftypes.NewValue(want, big.NewFloat(float64(value))), nil
	case []string:
		elements := make([]tftypes.Value, len(value))
		for i, element := range value {
			elements[i] = tftypes.NewValue(tftypes.String, element)
		}
		return tftypes.NewValue(want, elements), nil
	case []int:
		elements := make([]tftypes.Value, len(value))
		for i, element := range value {
			elements[i] = tftypes.NewValue(tftypes.Number, element)
		}
		return tftypes.NewValue(want, elements), nil
	case map[string]string:
		elements := map[string]tftypes.Value{}
		for key, element := range value {
			elements[key] = tftypes.NewValue(tftypes.String, element)
		}
		return tftypes.NewValue(want, elements), nil
	case Values:
		return typedObject(want, value)
	case map[string]Values:
		return typedEntries(want, value)
	}
	return tftypes.Value{}, fmt.Errorf("no value of a configuration: %T", value)
}

func typedEntries(want tftypes.Type, values map[string]Values) (tftypes.Value, error) {
	kind, ok := want.(tftypes.Map)
	if !ok {
		return tftypes.Value{}, fmt.Errorf("entries for a %s", want)
	}
	entries := map[string]tftypes.Value{}
	for key, value := range values {
		entry, err := typedObject(kind.ElementType, value)
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", key, err)
		}
		entries[key] = entry
	}
	return tftypes.NewValue(want, entries), nil
}

func typedObject(want tftypes.Type, values Values) (tftypes.Value, error) {
	if entries, ok := want.(tftypes.Map); ok {
		elements := map[string]tftypes.Value{}
		for key, value := range values {
			element, err := typed(entries.ElementType, value)
			if err != nil {
				return tftypes.Value{}, fmt.Errorf("%s: %w", key, err)
			}
			elements[key] = element
		}
		return tftypes.NewValue(want, elements), nil
	}
	object, ok := want.(tftypes.Object)
	if !ok {
		return tftypes.Value{}, fmt.Errorf("values for a %s", want)
	}
	attributes := map[string]tftypes.Value{}
	for name, kind := range object.AttributeTypes {
		attribute, err := typed(kind, values[name])
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", name, err)
		}
		attributes[name] = attribute
	}
	for name := range values {
		if _, known := attributes[name]; !known {
			return tftypes.Value{}, fmt.Errorf("there is no argument %q", name)
		}
	}
	return tftypes.NewValue(want, attributes), nil
}
