package acctest

import (
	"context"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Listed is one result of a list resource.
type Listed struct {
	DisplayName string
	// Identity and Resource hold the text attributes by name; nil where the result has none.
	Identity, Resource map[string]string
	// Values are all attributes of the resource by name; nil where the result has none.
	Values      map[string]tftypes.Value
	Diagnostics []*tfprotov6.Diagnostic
}

// List validates and runs a list block, and returns all results. A limit of 0 is none.
func (p *Protocol) List(ctx context.Context, name string, config Values, includeResource bool, limit int64) []Listed {
	p.t.Helper()
	return slices.Collect(p.Listing(ctx, name, config, includeResource, limit))
}

// Listing validates and runs a list block, and gives the results as they come.
func (p *Protocol) Listing(ctx context.Context, name string, config Values, includeResource bool, limit int64) iter.Seq[Listed] {
	p.t.Helper()
	schema, ok := p.schema.ListResourceSchemas[name]
	if !ok {
		p.t.Fatalf("the provider has no list resource %s", name)
	}
	block := p.block(schema, config)
	server, ok := p.server.(tfprotov6.ListResourceServer)
	if !ok {
		p.t.Fatal("the provider server has no list resources")
	}
	validated, err := server.ValidateListResourceConfig(ctx, &tfprotov6.ValidateListResourceConfigRequest{TypeName: name, Config: block})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(Errors(validated.Diagnostics)) > 0 {
		return slices.Values([]Listed{{Diagnostics: validated.Diagnostics}})
	}
	stream, err := server.ListResource(ctx, &tfprotov6.ListResourceRequest{
		TypeName: name, Config: block, IncludeResource: includeResource, Limit: limit,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	identities, err := p.server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		p.t.Fatal(err)
	}
	return func(yield func(Listed) bool) {
		for result := range stream.Results {
			if !yield(p.listed(name, result, identities)) {
				return
			}
		}
	}
}

// listed unpacks a result.
func (p *Protocol) listed(name string, result tfprotov6.ListResourceResult, identities *tfprotov6.GetResourceIdentitySchemasResponse) Listed {
	p.t.Helper()
	listed := Listed{DisplayName: result.DisplayName, Diagnostics: result.Diagnostics}
	if result.Identity != nil {
		listed.Identity = p.unpack(result.Identity.IdentityData, identities.IdentitySchemas[name].ValueType())
	}
	if result.Resource != nil {
		kind := p.schema.ResourceSchemas[name].ValueType()
		listed.Resource = p.unpack(result.Resource, kind)
		value, err := result.Resource.Unmarshal(kind)
		if err != nil {
			p.t.Fatal(err)
		}
		listed.Values = Parts(p.t, value)
	}
	return listed
}

// Configuration is what an engine generates from a listed resource: its attributes without those that no configuration sets.
func (p *Protocol) Configuration(name string, listed Listed) Values {
	p.t.Helper()
	config := Values{}
	for _, attribute := range p.schema.ResourceSchemas[name].Block.Attributes {
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
