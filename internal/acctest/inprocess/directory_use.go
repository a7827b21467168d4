package inprocess

import (
	"context"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// Used is the result of a block that is not a managed resource.
type Used struct {
	Address string
	// Values are the values of a data source or an ephemeral resource, or nil after an error.
	Values map[string]any
	// Progress are the progress messages of an action.
	Progress []string
	// Results are the results of a list.
	Results []ListResult
}

// ListResult is a result of a list.
type ListResult struct {
	Name               string
	Identity, Resource map[string]any
}

// Use reads data sources, opens ephemeral resources, runs lists and invokes actions, in the order
// of the blocks in a configuration. The error does not contain diagnostics of the provider: a
// listener receives them.
func (d *Directory) Use(ctx context.Context, text string) ([]Used, error) {
	c, err := d.parse(text)
	if err != nil {
		return nil, err
	}
	r, err := d.open(ctx, c)
	if err != nil {
		return nil, err
	}
	var all []Used
	for _, b := range append(c.blocks, c.others...) {
		config, err := b.decode(b.arguments, r.evaluation(nil))
		if err != nil {
			return all, err
		}
		all = append(all, r.use(ctx, b, config))
	}
	return all, nil
}

// use carries out a block.
func (r *run) use(ctx context.Context, b *block, config cty.Value) Used {
	used := Used{Address: b.address}
	block, _, _ := strings.Cut(b.address, ".")
	switch block {
	case "data":
		if !hasErrors(r.ValidateData(ctx, b.typeName, config)) {
			value, _ := r.Read(ctx, b.typeName, config)
			used.Values = values(value)
		}
	case "ephemeral":
		value, _ := r.Open(ctx, b.typeName, config)
		used.Values = values(value)
	case "action":
		if !hasErrors(r.ValidateAction(ctx, b.typeName, config)) {
			used.Progress, _ = r.Invoke(ctx, b.typeName, config, config)
		}
	case "list":
		for result := range r.List(ctx, b.typeName, config, b.asked.WithResource, b.asked.Limit) {
			if !result.Identity.IsNull() { // else an error, or a warning on its own
				used.Results = append(used.Results, ListResult{
					Name: result.DisplayName, Identity: values(result.Identity), Resource: values(result.Resource),
				})
			}
		}
	}
	return used
}
