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
	_, diags := call(ctx, p, "validation", "data "+kind, p.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: kind, Config: SchemaOf(p.Offered.DataSourceSchemas[kind]).pack(config),
	})
	return diags
}

// Read reads a data source. Its value is null after an error. It is unknown if the configuration
// has unknown values, because then the apply reads it.
func (p *Process) Read(ctx context.Context, kind string, config cty.Value) (cty.Value, Diagnostics) {
	s := SchemaOf(p.Offered.DataSourceSchemas[kind])
	if !config.IsWhollyKnown() {
		return cty.UnknownVal(s.Type), nil
	}
	read, diags := call(ctx, p, "read", "data "+kind, p.ReadDataSource, &tfprotov6.ReadDataSourceRequest{
		TypeName: kind, Config: s.pack(config),
	})
	if hasErrors(diags) {
		return cty.NullVal(s.Type), diags
	}
	return s.unpack(read.State), diags
}

// Open checks the configuration of an ephemeral resource and opens it. Its value is null after an
// error.
func (p *Process) Open(
	ctx context.Context, kind string, config cty.Value,
) (cty.Value, *tfprotov6.OpenEphemeralResourceResponse) {
	schema := SchemaOf(p.Offered.EphemeralResourceSchemas[kind])
	packed := schema.pack(config)
	of := "ephemeral " + kind
	opened := &tfprotov6.OpenEphemeralResourceResponse{}
	_, diags := call(ctx, p, "validation", of, p.ValidateEphemeralResourceConfig,
		&tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: kind, Config: packed})
	if !hasErrors(diags) {
		opened, diags = call(ctx, p, "opening", of, p.OpenEphemeralResource, &tfprotov6.OpenEphemeralResourceRequest{
			TypeName: kind, Config: packed,
		})
	}
	opened.Diagnostics = diags
	if hasErrors(diags) {
		return cty.NullVal(schema.Type), opened
	}
	return schema.unpack(opened.Result), opened
}

// ValidateAction checks the configuration of an action.
func (p *Process) ValidateAction(ctx context.Context, kind string, config cty.Value) Diagnostics {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	_, diags := call(ctx, p, "validation", "action "+kind, server.ValidateActionConfig,
		&tfprotov6.ValidateActionConfigRequest{ActionType: kind, Config: p.action(kind).pack(config)})
	return diags
}

func (p *Process) action(kind string) *Schema { return SchemaOf(p.Offered.ActionSchemas[kind].Schema) }

// PlanAction plans an action. It does not validate the action first, because engines validate
// before variables have values.
func (p *Process) PlanAction(ctx context.Context, kind string, config cty.Value) Diagnostics {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	_, diags := call(ctx, p, "plan", "action "+kind, server.PlanAction,
		&tfprotov6.PlanActionRequest{ActionType: kind, Config: p.action(kind).pack(config)})
	return diags
}

// Invoke plans and invokes an action. It returns the progress messages, and the diagnostics of the
// first step that had any. Some values may have been unknown in the plan.
func (p *Process) Invoke(
	ctx context.Context, kind string, planned, config cty.Value,
) (progress []string, diags Diagnostics) {
	diags = p.PlanAction(ctx, kind, planned)
	if hasErrors(diags) {
		return nil, diags
	}
	for event := range p.Invocation(ctx, kind, config) {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			return progress, event.Diagnostics
		}
	}
	return progress, Diagnostics{failed(noResponseAtAll, kind+" did not complete")}
}

// Invocation invokes a planned action, and passes on its events.
func (p *Process) Invocation(ctx context.Context, kind string, config cty.Value) iter.Seq[tfprotov6.InvokeActionEvent] {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	stream, diags := call(ctx, p, "action", kind, server.InvokeAction,
		&tfprotov6.InvokeActionRequest{ActionType: kind, Config: p.action(kind).pack(config)})
	if hasErrors(diags) {
		return slices.Values(
			[]tfprotov6.InvokeActionEvent{{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: diags}}},
		)
	}
	return func(yield func(tfprotov6.InvokeActionEvent) bool) {
		for event := range stream.Events {
			end, isEnd := event.Type.(tfprotov6.CompletedInvokeActionEventType)
			if isEnd {
				p.hear("action", kind, end.Diagnostics)
			}
			if !yield(event) {
				return
			}
		}
	}
}

// Listed is a result of a list.
type Listed struct {
	DisplayName string
	// Identity and Resource are null where the result has none.
	Identity, Resource cty.Value
	Diagnostics        Diagnostics
}

// List validates a list and runs it, and passes on the results as they arrive. A limit of 0 means
// no limit.
func (p *Process) List(
	ctx context.Context, kind string, config cty.Value, withResource bool, limit int64,
) iter.Seq[Listed] {
	server, _ := p.ProviderServer.(tfprotov6.ListResourceServer)
	packed := SchemaOf(p.Offered.ListResourceSchemas[kind]).pack(config)
	_, diags := call(ctx, p, "validation", "list "+kind, server.ValidateListResourceConfig,
		&tfprotov6.ValidateListResourceConfigRequest{TypeName: kind, Config: packed})
	var stream *tfprotov6.ListResourceServerStream
	if !hasErrors(diags) {
		stream, diags = call(ctx, p, "list", kind, server.ListResource,
			&tfprotov6.ListResourceRequest{TypeName: kind, Config: packed, IncludeResource: withResource, Limit: limit})
	}
	if hasErrors(diags) {
		nothing := p.NoObject(kind).Value
		return slices.Values([]Listed{{Identity: nothing, Resource: nothing, Diagnostics: diags}})
	}
	identity := p.IdentitySchema(ctx, kind)
	resource := p.resource(kind)
	return func(yield func(Listed) bool) {
		for result := range stream.Results {
			p.hear("list", kind, result.Diagnostics)
			if !yield(Listed{
				DisplayName: result.DisplayName, Diagnostics: result.Diagnostics,
				Resource: resource.unpack(result.Resource), Identity: identity.OfIdentity(result.Identity),
			}) {
				return
			}
		}
	}
}

// IdentitySchema returns the identity schema of a managed resource, as the schema of a block with
// the same attributes.
func (p *Process) IdentitySchema(ctx context.Context, kind string) *Schema {
	offered, err := p.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	must(err) // it answers from a table
	block := &tfprotov6.SchemaBlock{}
	for _, a := range offered.IdentitySchemas[kind].IdentityAttributes {
		block.Attributes = append(block.Attributes, &tfprotov6.SchemaAttribute{Name: a.Name, Type: a.Type})
	}
	return newSchema(&tfprotov6.Schema{Block: block})
}
