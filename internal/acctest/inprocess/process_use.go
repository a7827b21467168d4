package inprocess

import (
	"context"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// ValidateData checks the configuration of a data source.
func (p *Process) ValidateData(ctx context.Context, typeName string, config cty.Value) Diagnostics {
	_, diags := call(ctx, p, "validation", "data "+typeName, p.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: SchemaOf(p.Offered.DataSourceSchemas[typeName]).pack(config),
	})
	return diags
}

// Read reads a data source. Its value is null after an error. It is unknown if the configuration
// has unknown values, because then the apply reads it.
func (p *Process) Read(ctx context.Context, typeName string, config cty.Value) (cty.Value, Diagnostics) {
	s := SchemaOf(p.Offered.DataSourceSchemas[typeName])
	if !config.IsWhollyKnown() {
		return cty.UnknownVal(s.Type), nil
	}
	read, diags := call(ctx, p, "read", "data "+typeName, p.ReadDataSource, &tfprotov6.ReadDataSourceRequest{
		TypeName: typeName, Config: s.pack(config),
	})
	if hasErrors(diags) {
		return cty.NullVal(s.Type), diags
	}
	return s.unpack(read.State), diags
}

// Open checks the configuration of an ephemeral resource and opens it. Its value is null after an
// error.
func (p *Process) Open(
	ctx context.Context, typeName string, config cty.Value,
) (cty.Value, *tfprotov6.OpenEphemeralResourceResponse) {
	schema := SchemaOf(p.Offered.EphemeralResourceSchemas[typeName])
	packed := schema.pack(config)
	of := "ephemeral " + typeName
	opened := &tfprotov6.OpenEphemeralResourceResponse{}
	_, diags := call(ctx, p, "validation", of, p.ValidateEphemeralResourceConfig,
		&tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: typeName, Config: packed})
	if !hasErrors(diags) {
		opened, diags = call(ctx, p, "opening", of, p.OpenEphemeralResource, &tfprotov6.OpenEphemeralResourceRequest{
			TypeName: typeName, Config: packed,
		})
	}
	opened.Diagnostics = diags
	if hasErrors(diags) {
		return cty.NullVal(schema.Type), opened
	}
	return schema.unpack(opened.Result), opened
}

// ValidateAction checks the configuration of an action.
func (p *Process) ValidateAction(ctx context.Context, typeName string, config cty.Value) Diagnostics {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	_, diags := call(ctx, p, "validation", "action "+typeName, server.ValidateActionConfig,
		&tfprotov6.ValidateActionConfigRequest{ActionType: typeName, Config: p.action(typeName).pack(config)})
	return diags
}

func (p *Process) action(typeName string) *Schema {
	return SchemaOf(p.Offered.ActionSchemas[typeName].Schema)
}

// PlanAction plans an action. It does not validate the action first, because engines validate
// before variables have values.
func (p *Process) PlanAction(ctx context.Context, typeName string, config cty.Value) Diagnostics {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	_, diags := call(ctx, p, "plan", "action "+typeName, server.PlanAction,
		&tfprotov6.PlanActionRequest{ActionType: typeName, Config: p.action(typeName).pack(config)})
	return diags
}

// Invoke plans and invokes an action. It returns the progress messages, and the diagnostics of the
// first step that had any. Some values may have been unknown in the plan.
func (p *Process) Invoke(
	ctx context.Context, typeName string, planned, config cty.Value,
) (progress []string, diags Diagnostics) {
	diags = p.PlanAction(ctx, typeName, planned)
	if hasErrors(diags) {
		return nil, diags
	}
	for event := range p.Invocation(ctx, typeName, config) {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			return progress, event.Diagnostics
		}
	}
	return progress, Diagnostics{failed(noResponseAtAll, typeName+" did not complete")}
}

// Invocation invokes a planned action, and passes on its events.
func (p *Process) Invocation(
	ctx context.Context, typeName string, config cty.Value,
) iter.Seq[tfprotov6.InvokeActionEvent] {
	server, _ := p.ProviderServer.(tfprotov6.ActionServer)
	stream, diags := call(ctx, p, "action", typeName, server.InvokeAction,
		&tfprotov6.InvokeActionRequest{ActionType: typeName, Config: p.action(typeName).pack(config)})
	if hasErrors(diags) {
		return slices.Values(
			[]tfprotov6.InvokeActionEvent{{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: diags}}},
		)
	}
	return func(yield func(tfprotov6.InvokeActionEvent) bool) {
		for event := range stream.Events {
			completed, isCompleted := event.Type.(tfprotov6.CompletedInvokeActionEventType)
			if isCompleted {
				p.notify("action", typeName, completed.Diagnostics)
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
	ctx context.Context, typeName string, config cty.Value, withResource bool, limit int64,
) iter.Seq[Listed] {
	server, _ := p.ProviderServer.(tfprotov6.ListResourceServer)
	packed := SchemaOf(p.Offered.ListResourceSchemas[typeName]).pack(config)
	_, diags := call(ctx, p, "validation", "list "+typeName, server.ValidateListResourceConfig,
		&tfprotov6.ValidateListResourceConfigRequest{TypeName: typeName, Config: packed})
	var stream *tfprotov6.ListResourceServerStream
	if !hasErrors(diags) {
		stream, diags = call(ctx, p, "list", typeName, server.ListResource, &tfprotov6.ListResourceRequest{
			TypeName: typeName, Config: packed, IncludeResource: withResource, Limit: limit,
		})
	}
	if hasErrors(diags) {
		nothing := p.NoObject(typeName).Value
		return slices.Values([]Listed{{Identity: nothing, Resource: nothing, Diagnostics: diags}})
	}
	identity := p.IdentitySchema(ctx, typeName)
	resource := p.resource(typeName)
	return func(yield func(Listed) bool) {
		for result := range stream.Results {
			p.notify("list", typeName, result.Diagnostics)
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
func (p *Process) IdentitySchema(ctx context.Context, typeName string) *Schema {
	offered, err := p.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	must(err) // it answers from a table
	block := &tfprotov6.SchemaBlock{}
	for _, a := range offered.IdentitySchemas[typeName].IdentityAttributes {
		block.Attributes = append(block.Attributes, &tfprotov6.SchemaAttribute{Name: a.Name, Type: a.Type})
	}
	return newSchema(&tfprotov6.Schema{Block: block})
}
