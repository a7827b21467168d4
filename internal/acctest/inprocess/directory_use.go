package inprocess

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// Used is what came of a block that is no managed resource.
type Used struct {
	Address string
	// Values are those of a data source or an ephemeral resource; nil after an error.
	Values map[string]any
	// Progress is what an action has reported.
	Progress []string
	// Found is what a list has found.
	Found []Found
}

// Found is a result of a list.
type Found struct {
	Name               string
	Identity, Resource map[string]any
}

// Use reads data sources, opens ephemeral resources, runs lists and invokes actions, as the blocks of a configuration say, in
// their order. Diagnostics of the provider are not in the error: a listener hears them.
func (d *Directory) Use(ctx context.Context, text string) ([]Used, error) {
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return nil, errNeedsEngine
	}
	var c configuration
	for _, b := range body.Blocks {
		if b.Type == "provider" {
			c.provider = b.Body
		}
	}
	r, err := d.engine.open(ctx, c, true) // no relay: it passes managed resources on alone
	if err != nil {
		return nil, err
	}
	var all []Used
	for _, b := range body.Blocks {
		if b.Type == "provider" {
			continue
		}
		used, err := d.use(ctx, r, b)
		all = append(all, used)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// use does what a block says.
func (d *Directory) use(ctx context.Context, r *run, b *hclsyntax.Block) (Used, error) {
	kind := b.Labels[0]
	used := Used{Address: b.Type + "." + kind + "." + b.Labels[1]}
	schemas := map[string]map[string]*tfprotov6.Schema{"data": d.offered.DataSourceSchemas, "ephemeral": d.offered.EphemeralResourceSchemas}[b.Type]
	arguments := b.Body
	switch b.Type {
	case "list":
		schemas = map[string]*tfprotov6.Schema{kind: d.offered.ListResourceSchemas[kind]}
		arguments = inner(b.Body)
	case "action":
		if offered := d.offered.ActionSchemas[kind]; offered != nil {
			schemas = map[string]*tfprotov6.Schema{kind: offered.Schema}
		}
		arguments = inner(b.Body)
	}
	if schemas[kind] == nil {
		return used, fmt.Errorf("%w: %s", errNeedsEngine, used.Address)
	}
	s, err := schemaOf(schemas[kind])
	if err != nil {
		return used, err
	}
	config, err := evaluate(arguments, s.written, s.required, evaluation(r.scope, nil))
	if err != nil {
		return used, failure{"Error: " + err.Error()}
	}
	packed, err := s.pack(config)
	if err != nil {
		return used, err
	}
	switch b.Type {
	case "data":
		used.Values, err = r.readOnce(ctx, kind, s, packed)
	case "ephemeral":
		used.Values, err = r.openOnce(ctx, kind, s, packed)
	case "action":
		used.Progress, err = r.invoke(ctx, kind, packed)
	default:
		used.Found, err = d.list(ctx, r, b, packed)
	}
	return used, err
}

// inner is the config block of a list or an action; an empty body where there is none.
func inner(body *hclsyntax.Body) *hclsyntax.Body {
	for _, b := range body.Blocks {
		if b.Type == "config" {
			return b.Body
		}
	}
	return &hclsyntax.Body{}
}

func (r *run) readOnce(ctx context.Context, kind string, s *schema, config *tfprotov6.DynamicValue) (map[string]any, error) {
	validated, err := r.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: kind, Config: config})
	if err != nil || check("", validated.Diagnostics) != nil {
		return nil, err
	}
	read, err := r.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: kind, Config: config})
	if err != nil || check("", read.Diagnostics) != nil {
		return nil, err
	}
	return s.values(read.State)
}

func (r *run) openOnce(ctx context.Context, kind string, s *schema, config *tfprotov6.DynamicValue) (map[string]any, error) {
	validated, err := r.ValidateEphemeralResourceConfig(ctx, &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: kind, Config: config})
	if err != nil || check("", validated.Diagnostics) != nil {
		return nil, err
	}
	opened, err := r.OpenEphemeralResource(ctx, &tfprotov6.OpenEphemeralResourceRequest{TypeName: kind, Config: config})
	if err != nil || check("", opened.Diagnostics) != nil {
		return nil, err
	}
	return s.values(opened.Result)
}

func (r *run) invoke(ctx context.Context, kind string, config *tfprotov6.DynamicValue) ([]string, error) {
	server, ok := r.ProviderServer.(tfprotov6.ActionServer)
	if !ok {
		return nil, errors.New("the provider has no actions")
	}
	validated, err := server.ValidateActionConfig(ctx, &tfprotov6.ValidateActionConfigRequest{ActionType: kind, Config: config})
	if err != nil || check("", validated.Diagnostics) != nil {
		return nil, err
	}
	planned, err := server.PlanAction(ctx, &tfprotov6.PlanActionRequest{ActionType: kind, Config: config})
	if err != nil || check("", planned.Diagnostics) != nil {
		return nil, err
	}
	stream, err := server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: kind, Config: config})
	if err != nil {
		return nil, err
	}
	var progress []string
	for event := range stream.Events {
		if said, ok := event.Type.(tfprotov6.ProgressInvokeActionEventType); ok {
			progress = append(progress, said.Message)
		}
	}
	return progress, nil
}

func (d *Directory) list(ctx context.Context, r *run, b *hclsyntax.Block, config *tfprotov6.DynamicValue) ([]Found, error) {
	server, ok := r.ProviderServer.(tfprotov6.ListResourceServer)
	if !ok {
		return nil, errors.New("the provider has no lists")
	}
	kind := b.Labels[0]
	how := b.Body.Attributes
	outer := hclsyntax.Body{Attributes: hclsyntax.Attributes{}}
	for _, name := range []string{"include_resource", "limit"} {
		if how[name] != nil {
			outer.Attributes[name] = how[name]
		}
	}
	asked, err := evaluate(&outer, map[string]cty.Type{"include_resource": cty.Bool, "limit": cty.Number}, nil, evaluation(r.scope, nil))
	if err != nil {
		return nil, failure{"Error: " + err.Error()}
	}
	q := &tfprotov6.ListResourceRequest{TypeName: kind, Config: config}
	if flag := asked.GetAttr("include_resource"); !flag.IsNull() {
		q.IncludeResource = flag.True()
	}
	if limit := asked.GetAttr("limit"); !limit.IsNull() {
		q.Limit, _ = limit.AsBigFloat().Int64()
	}
	validated, err := server.ValidateListResourceConfig(ctx, &tfprotov6.ValidateListResourceConfigRequest{TypeName: kind, Config: config})
	if err != nil || check("", validated.Diagnostics) != nil {
		return nil, err
	}
	resource, err := schemaOf(d.offered.ResourceSchemas[kind])
	if err != nil {
		return nil, err
	}
	identities, err := r.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return nil, err
	}
	stream, err := server.ListResource(ctx, q)
	if err != nil {
		return nil, err
	}
	var all []Found
	for result := range stream.Results {
		if result.Identity == nil { // an error, or a warning on its own
			continue
		}
		found := Found{Name: result.DisplayName}
		if found.Identity, err = identity(identities.IdentitySchemas[kind], result.Identity); err != nil {
			return all, err
		}
		if result.Resource != nil {
			if found.Resource, err = resource.values(result.Resource); err != nil {
				return all, err
			}
		}
		all = append(all, found)
	}
	return all, nil
}

// identity are the values of an identity.
func identity(s *tfprotov6.ResourceIdentitySchema, data *tfprotov6.ResourceIdentityData) (map[string]any, error) {
	block := &tfprotov6.SchemaBlock{}
	for _, a := range s.IdentityAttributes {
		block.Attributes = append(block.Attributes, &tfprotov6.SchemaAttribute{Name: a.Name, Type: a.Type})
	}
	as, err := newSchema(&tfprotov6.Schema{Block: block})
	if err != nil {
		return nil, err
	}
	return as.values(data.IdentityData)
}

// values are those of an object as it travels.
func (s *schema) values(v *tfprotov6.DynamicValue) (map[string]any, error) {
	value, err := s.unpack(v)
	if err != nil {
		return nil, err
	}
	return values(&object{value: value}), nil
}
