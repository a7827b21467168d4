package inprocess

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// Plan plans a configuration and saves the plan. The state stays as it was, and what the refresh has found is in the plan.
func (d *Directory) Plan(ctx context.Context, text string, how Options) (*Plan, error) {
	d.said = nil
	c, err := d.parse(text)
	if err != nil {
		return nil, err
	}
	shuffle(d.random, c.blocks)
	if err := c.sort(); err != nil {
		return nil, err
	}
	was := d.state
	defer func() { d.state = was }()
	d.state = maps.Clone(was)
	if err := d.validate(ctx, c); err != nil {
		return nil, err
	}
	p := &saved{c: c, isDestroy: how.IsDestroy}
	if !how.IsDestroy || !how.NoRefresh {
		// A destroy begins with a plan of the configuration, for its refresh alone.
		if err := d.planAll(ctx, p, how); err != nil {
			return p.plan(), err
		}
	}
	if how.IsDestroy {
		p.changes = nil
		if err := d.planDestroys(ctx, p); err != nil {
			return nil, err
		}
	}
	p.state = d.state
	return p.plan(), nil
}

// planAll plans every instance of a configuration, and the destroy of every other one, in an order drawn at random.
func (d *Directory) planAll(ctx context.Context, p *saved, how Options) error {
	r, err := d.open(ctx, p.c)
	if err != nil {
		return err
	}
	seen, err := d.addresses(p.c)
	if err != nil {
		return err
	}
	orphans := slices.DeleteFunc(slices.Sorted(maps.Keys(d.state)), func(address string) bool { return seen[address] })
	shuffle(d.random, orphans)
	var failed error
	planOrphans := func(n int) {
		for _, address := range orphans[:n] {
			failed = errors.Join(failed, d.planOrphan(ctx, r, p, address, how))
		}
		orphans = orphans[n:]
	}
	visit := func(b *block, address string, config cty.Value) (cty.Value, error) {
		planOrphans(d.draw(len(orphans), 0))
		return d.planOne(ctx, r, p, how, b, address, config)
	}
	err = d.walk(r, p.c, visit)
	planOrphans(len(orphans))
	return errors.Join(err, failed)
}

// planOne plans an instance of the configuration.
func (d *Directory) planOne(ctx context.Context, r *run, p *saved, how Options, b *block, address string, config cty.Value) (cty.Value, error) {
	if b.isData {
		return r.readData(ctx, b, address, config)
	}
	if _, exists := d.state[address]; !exists && how.Import[address] != "" {
		o, err := r.imported(ctx, b.kind, how.Import[address])
		if err != nil {
			return cty.NilVal, err
		}
		d.state[address] = o
	} else if err := d.refresh(ctx, r, address, how); err != nil {
		return cty.NilVal, err
	}
	if o, exists := d.state[address]; exists {
		refreshed := *o
		for _, needed := range b.needs {
			if !slices.Contains(refreshed.needs, needed) {
				refreshed.needs = append(slices.Clip(refreshed.needs), needed)
			}
		}
		d.state[address] = &refreshed
	}
	o := d.Object(address, r.Nothing(b.kind))
	planned, diags := r.Plan(ctx, o, config, b.ignored, slices.Contains(how.Replace, address))
	p.changes = append(p.changes, change{address: address, kind: b.kind, before: o.Value, createsFirst: b.createsFirst, Planned: planned})
	return planned.After, r.check(address, diags)
}

func (d *Directory) planOrphan(ctx context.Context, r *run, p *saved, address string, how Options) error {
	if err := d.refresh(ctx, r, address, how); err != nil {
		return err
	}
	o, remains := d.state[address]
	if !remains {
		return nil
	}
	planned, err := r.planDestroy(ctx, address, o)
	p.changes = append(p.changes, planned)
	return err
}

// planDestroys plans the destroy of everything, in a process of its own.
func (d *Directory) planDestroys(ctx context.Context, p *saved) error {
	r, err := d.open(ctx, p.c)
	if err != nil {
		return err
	}
	addresses := slices.Sorted(maps.Keys(d.state))
	shuffle(d.random, addresses)
	var failed error
	for _, address := range addresses {
		planned, err := r.planDestroy(ctx, address, d.state[address])
		failed = errors.Join(failed, err)
		p.changes = append(p.changes, planned)
	}
	return failed
}

// addresses are those of the instances of a configuration. Their number must not depend on what an apply makes.
func (d *Directory) addresses(c configuration) (map[string]bool, error) {
	seen := map[string]bool{}
	for _, b := range c.blocks {
		keys, _, err := b.instances(&hcl.EvalContext{Functions: functions})
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			seen[b.at(key)] = true
		}
	}
	return seen, nil
}
