package inprocess

import (
	"context"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// ValidateData checks the configuration of a data source.
func (p *Process) ValidateData(ctx context.Context, kind string, config cty.Value) Diagnostics {
	validated, err := call(ctx, p, p.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: kind, Config: SchemaOf(p.Offered.DataSourceSchemas[kind]).pack(config),
	})
	if err != nil {
		return noAnswer(err)
	}
	return validated.Diagnostics
}

// Read reads a data source. Its value is null after an error, and unknown if something in the configuration is: an apply reads it.
func (p *Process) Read(ctx context.Context, kind string, config cty.Value) (cty.Value, Diagnostics) {
	s := SchemaOf(p.Offered.DataSourceSchemas[kind])
	if !config.IsWhollyKnown() {
		return cty.UnknownVal(s.Type), nil
	}
	read, err := call(ctx, p, p.ReadDataSource, &tfprotov6.ReadDataSourceRequest{TypeName: kind, Config: s.pack(config)})
	if err != nil {
		return cty.NullVal(s.Type), noAnswer(err)
	}
	if hasErrors(read.Diagnostics) {
		return cty.NullVal(s.Type), read.Diagnostics
	}
	return s.unpack(read.State), read.Diagnostics
}

// Open checks the configuration of an ephemeral resource and opens it. Its value is null after an error.
func (p *Process) Open(ctx context.Context, kind string, config cty.Value) (cty.Value, *tfprotov6.OpenEphemeralResourceResponse) {
	s := SchemaOf(p.Offered.EphemeralResourceSchemas[kind])
	packed, nothing := s.pack(config), cty.NullVal(s.Type)
	validated, err := call(ctx, p, p.ValidateEphemeralResourceConfig, &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: kind, Config: packed})
	if err != nil {
		return nothing, &tfprotov6.OpenEphemeralResourceResponse{Diagnostics: noAnswer(err)}
	}
	if hasErrors(validated.Diagnostics) {
		return nothing, &tfprotov6.OpenEphemeralResourceResponse{Diagnostics: validated.Diagnostics}
	}
	opened, err := call(ctx, p, p.OpenEphemeralResource, &tfprotov6.OpenEphemeralResourceRequest{TypeName: kind, Config: packed})
	if err != nil {
		return nothing, &tfprotov6.OpenEphemeralResourceResponse{Diagnostics: noAnswer(err)}
	}
	if hasErrors(opened.Diagnostics) {
		return nothing, opened
	}
	return s.unpack(opened.Result), opened
}

// ValidateAction checks the configuration of an action.
func (p *Process) ValidateAction(ctx context.Context, kind string, config cty.Value) Diagnostics {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	validated, err := call(ctx, p, server.ValidateActionConfig, &tfprotov6.ValidateActionConfigRequest{ActionType: kind, Config: p.action(kind).pack(config)})
	if err != nil {
		return noAnswer(err)
	}
	return validated.Diagnostics
}

func (p *Process) action(kind string) *Schema { return SchemaOf(p.Offered.ActionSchemas[kind].Schema) }

// PlanAction plans an action. It does not check it first: an engine does so before variables have values.
func (p *Process) PlanAction(ctx context.Context, kind string, config cty.Value) Diagnostics {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	planned, err := call(ctx, p, server.PlanAction, &tfprotov6.PlanActionRequest{ActionType: kind, Config: p.action(kind).pack(config)})
	if err != nil {
		return noAnswer(err)
	}
	return planned.Diagnostics
}

// Invoke plans and invokes an action, and returns what it reported and the diagnostics of the first of these that had any. Some
// of its values may have been unknown when it was planned.
func (p *Process) Invoke(ctx context.Context, kind string, planned, config cty.Value) (progress []string, diags Diagnostics) {
	if diags := p.PlanAction(ctx, kind, planned); hasErrors(diags) {
		return nil, diags
	}
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	stream, err := call(ctx, p, server.InvokeAction, &tfprotov6.InvokeActionRequest{ActionType: kind, Config: p.action(kind).pack(config)})
	if err != nil {
		return nil, noAnswer(err)
	}
	isCompleted := false
	for event := range stream.Events {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			isCompleted, diags = true, append(diags, event.Diagnostics...)
		}
	}
	if !isCompleted {
		diags = append(diags, failed(noAnswerAtAll, kind+" did not complete"))
	}
	return progress, diags
}

// Listed is a result of a list.
type Listed struct {
	DisplayName string
	// Identity and Resource are null where the result has none.
	Identity, Resource cty.Value
	Diagnostics        Diagnostics
}

// List checks the configuration of a list and runs it, and passes on the results as they come. A limit of 0 is none.
func (p *Process) List(ctx context.Context, kind string, config cty.Value, withResource bool, limit int64) iter.Seq[Listed] {
	server, _ := p.ProviderServer.(tfprotov6.ListResourceServer)
	nothing := p.Nothing(kind).Value
	packed := SchemaOf(p.Offered.ListResourceSchemas[kind]).pack(config)
	validated, err := call(ctx, p, server.ValidateListResourceConfig, &tfprotov6.ValidateListResourceConfigRequest{TypeName: kind, Config: packed})
	if err == nil && hasErrors(validated.Diagnostics) {
		return slices.Values([]Listed{{Identity: nothing, Resource: nothing, Diagnostics: validated.Diagnostics}})
	}
	var stream *tfprotov6.ListResourceServerStream
	if err == nil {
		stream, err = call(ctx, p, server.ListResource, &tfprotov6.ListResourceRequest{TypeName: kind, Config: packed, IncludeResource: withResource, Limit: limit})
	}
	if err != nil {
		return slices.Values([]Listed{{Identity: nothing, Resource: nothing, Diagnostics: noAnswer(err)}})
	}
	identity, resource := p.IdentitySchema(ctx, kind), p.resource(kind)
	return func(yield func(Listed) bool) {
		for result := range stream.Results {
			if !yield(Listed{DisplayName: result.DisplayName, Diagnostics: result.Diagnostics, Resource: resource.unpack(result.Resource), Identity: identity.OfIdentity(result.Identity)}) {
				return
			}
		}
	}
}

// IdentitySchema is that of a managed resource, as the schema of a block with the same attributes.
func (p *Process) IdentitySchema(ctx context.Context, kind string) *Schema {
	offered, err := call(ctx, p, p.GetResourceIdentitySchemas, &tfprotov6.GetResourceIdentitySchemasRequest{})
	must(err) // it answers from a table
	block := &tfprotov6.SchemaBlock{}
	for _, a := range offered.IdentitySchemas[kind].IdentityAttributes {
		block.Attributes = append(block.Attributes, &tfprotov6.SchemaAttribute{Name: a.Name, Type: a.Type})
	}
	return newSchema(&tfprotov6.Schema{Block: block})
}
