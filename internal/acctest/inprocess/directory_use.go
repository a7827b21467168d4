package inprocess

import (
	"context"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// Used is what came of a block that is no managed resource.
type Used struct {
	Address string
	// Values are those of a data source or an ephemeral resource; nil after an error.
	Values map[string]any
	// Progress is what an action has reported.
	Progress []string
	// Results are those of a list.
	Results []ListResult
}

// ListResult is a result of a list.
type ListResult struct {
	Name               string
	Identity, Resource map[string]any
}

// Use reads data sources, opens ephemeral resources, runs lists and invokes actions, as the blocks
// of a configuration say, in their order. Diagnostics of the provider are not in the error: a
// listener hears them.
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

// use does what a block says.
func (r *run) use(ctx context.Context, b *block, config cty.Value) Used {
	used := Used{Address: b.address}
	switch block, _, _ := strings.Cut(b.address, "."); block {
	case "data":
		if !hasErrors(r.ValidateData(ctx, b.kind, config)) {
			value, _ := r.Read(ctx, b.kind, config)
			used.Values = values(value)
		}
	case "ephemeral":
		value, _ := r.Open(ctx, b.kind, config)
		used.Values = values(value)
	case "action":
		if !hasErrors(r.ValidateAction(ctx, b.kind, config)) {
			used.Progress, _ = r.Invoke(ctx, b.kind, config, config)
		}
	case "list":
		for result := range r.List(ctx, b.kind, config, b.asked.WithResource, b.asked.Limit) {
			if !result.Identity.IsNull() { // else an error, or a warning on its own
				used.Results = append(used.Results, ListResult{
					Name: result.DisplayName, Identity: values(result.Identity), Resource: values(result.Resource),
				})
			}
		}
	}
	return used
}
