package inprocess

import (
	"context"
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
	d.mu.Lock()
	defer d.mu.Unlock()
	r, err := d.open(ctx, c, true)
	if err != nil {
		return nil, err
	}
	var all []Used
	for _, b := range body.Blocks {
		if b.Type == "provider" {
			continue
		}
		used, err := r.use(ctx, b)
		all = append(all, used)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// use does what a block says.
func (r *run) use(ctx context.Context, b *hclsyntax.Block) (Used, error) {
	kind := b.Labels[0]
	used := Used{Address: b.Type + "." + kind + "." + b.Labels[1]}
	offered, arguments := map[string]*tfprotov6.Schema{
		"data": r.Offered.DataSourceSchemas[kind], "ephemeral": r.Offered.EphemeralResourceSchemas[kind], "list": r.Offered.ListResourceSchemas[kind],
	}[b.Type], b.Body
	if action := r.Offered.ActionSchemas[kind]; b.Type == "action" && action != nil {
		offered = action.Schema
	}
	if b.Type == "list" || b.Type == "action" {
		arguments = inner(b.Body)
	}
	if offered == nil {
		return used, fmt.Errorf("%w: %s", errNeedsEngine, used.Address)
	}
	s := SchemaOf(offered)
	config, err := evaluate(arguments, s.written, s.required, evaluation(r.scope, nil))
	if err != nil {
		return used, err
	}
	switch b.Type {
	case "data":
		if !hasErrors(r.ValidateData(ctx, kind, config)) {
			value, _ := r.Read(ctx, kind, config)
			used.Values = values(value)
		}
	case "ephemeral":
		value, _ := r.Open(ctx, kind, config)
		used.Values = values(value)
	case "action":
		if !hasErrors(r.ValidateAction(ctx, kind, config)) {
			used.Progress, _ = r.Invoke(ctx, kind, config, config)
		}
	default:
		used.Found, err = r.list(ctx, b, config)
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

// list runs a list, and returns what it has found.
func (r *run) list(ctx context.Context, b *hclsyntax.Block, config cty.Value) (all []Found, err error) {
	outer := hclsyntax.Body{Attributes: hclsyntax.Attributes{}}
	wanted := map[string]cty.Type{"include_resource": cty.Bool, "limit": cty.Number}
	for name := range wanted {
		if attribute, isSet := b.Body.Attributes[name]; isSet {
			outer.Attributes[name] = attribute
		}
	}
	asked, err := evaluate(&outer, wanted, nil, evaluation(r.scope, nil))
	if err != nil {
		return nil, err
	}
	limit := int64(0)
	if number := asked.GetAttr("limit"); !number.IsNull() {
		limit, _ = number.AsBigFloat().Int64()
	}
	for result := range r.List(ctx, b.Labels[0], config, asked.GetAttr("include_resource").RawEquals(cty.True), limit) {
		if !result.Identity.IsNull() { // else an error, or a warning on its own
			all = append(all, Found{Name: result.DisplayName, Identity: values(result.Identity), Resource: values(result.Resource)})
		}
	}
	return all, nil
}
