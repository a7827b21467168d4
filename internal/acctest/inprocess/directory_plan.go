package inprocess

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// Plan plans a configuration and saves the plan. The state stays unchanged, and the saved plan
// contains the refreshed objects.
func (d *Directory) Plan(ctx context.Context, text string, options Options) (*Plan, error) {
	d.diags = nil
	c, err := d.parse(text)
	if err != nil {
		return nil, err
	}
	err = c.sort()
	if err != nil {
		return nil, err
	}
	was := d.state
	defer func() { d.state = was }()
	d.state = maps.Clone(was)
	for _, m := range c.moved {
		d.moveAll(m)
	}
	err = d.validate(ctx, c)
	if err != nil {
		return nil, err
	}
	plan := &saved{c: c, options: options, chosen: targetsOf(options.Target, c.blocks)}
	if !options.IsDestroy || !options.NoRefresh {
		// A destroy begins with a plan of the configuration, for its refresh alone.
		err := d.planAll(ctx, plan)
		if err != nil {
			return plan.plan(), err
		}
	}
	if options.IsDestroy {
		plan.changes = nil
		err := d.planDestroys(ctx, plan)
		if err != nil {
			return nil, err
		}
	}
	plan.state = d.state
	return plan.plan(), nil
}

// planAll plans every instance of a configuration, and the destroy of every other one.
func (d *Directory) planAll(ctx context.Context, plan *saved) error {
	r, err := d.open(ctx, plan.c)
	if err != nil {
		return err
	}
	seen, err := d.addresses(plan.c)
	if err != nil {
		return err
	}
	walk := d.begin(r)
	isReadFirst := d.random == nil || d.random.IntN(2) == 0
	planOne := func(r *run, b *block, address string, config cty.Value) (cty.Value, error) {
		return d.planOne(ctx, r, plan, b, address, config)
	}
	ends := walk.visitBlocks(plan.c.blocks, plan.chosen, nothing, planOne)
	for _, address := range slices.Sorted(maps.Keys(d.state)) {
		if seen[address] || !plan.chosen.have(address) {
			continue
		}
		orphan := walk.add(&node{name: address, visit: func(r *run) error {
			return d.planOrphan(ctx, r, plan, address, isReadFirst)
		}})
		for _, b := range plan.c.blocks {
			if b.address == blockOf(address) { // which has another instance: an engine finds both at a time
				for _, needed := range b.needs {
					orphan.needs = append(orphan.needs, ends[needed])
				}
			}
		}
	}
	return walk.all()
}

// planOne plans an instance of the configuration.
func (d *Directory) planOne(
	ctx context.Context, r *run, plan *saved, b *block, address string, config cty.Value,
) (cty.Value, error) {
	if b.isData {
		return r.readData(ctx, b, address, config)
	}
	err := d.importOrRefresh(ctx, r, plan.options, b.typeName, address)
	if err != nil {
		return cty.NilVal, err
	}
	o, exists := d.state[address]
	if exists {
		refreshed := *o
		for _, needed := range b.needs {
			if !slices.Contains(refreshed.needs, needed) {
				refreshed.needs = append(slices.Clip(refreshed.needs), needed)
			}
		}
		d.state[address] = &refreshed
	}
	o = d.Object(address, r.NoObject(b.typeName))
	planned, diags := r.Plan(ctx, o, config, b.ignored, slices.Contains(plan.options.Replace, address))
	plan.changes = append(plan.changes, change{
		address: address, typeName: b.typeName, before: o.Value, createsFirst: b.createsFirst, Planned: planned,
	})
	return planned.After, r.check(address, diags)
}

// importOrRefresh imports an instance that is to be imported, and refreshes any other one.
func (d *Directory) importOrRefresh(ctx context.Context, r *run, options Options, typeName, address string) error {
	id := options.Import[address]
	if d.state[address] != nil || id == "" {
		return d.refresh(ctx, r, address, options)
	}
	o, err := r.imported(ctx, typeName, id)
	if err != nil {
		return err
	}
	d.state[address] = o
	return nil
}

// planOrphan plans the destroy of an instance that is not in the configuration. Terraform 1.11
// reads the instance after that plan, unless it is deposed. The latest engines read it before.
func (d *Directory) planOrphan(
	ctx context.Context, r *run, plan *saved, address string, isReadFirst bool,
) error {
	refresh := func() error { return d.refresh(ctx, r, address, plan.options) }
	if isReadFirst || strings.Contains(address, deposed) {
		err := refresh()
		if err != nil {
			return err
		}
		refresh = func() error { return nil }
	}
	o, remains := d.state[address]
	if !remains {
		return nil
	}
	planned, err := r.planDestroy(ctx, address, o)
	if err == nil {
		err = refresh()
	}
	_, remains = d.state[address]
	if remains {
		plan.changes = append(plan.changes, planned)
	}
	return err
}

// planDestroys plans the destroy of everything, in a process of its own.
func (d *Directory) planDestroys(ctx context.Context, p *saved) error {
	r, err := d.open(ctx, p.c)
	if err != nil {
		return err
	}
	w := d.begin(r)
	for _, address := range slices.Sorted(maps.Keys(d.state)) {
		if !p.chosen.haveDestroy(address, d.state[address]) {
			continue
		}
		w.add(&node{name: address, visit: func(r *run) error {
			planned, err := r.planDestroy(ctx, address, d.state[address])
			p.changes = append(p.changes, planned)
			return err
		}})
	}
	return w.all()
}

// addresses returns the addresses of the instances of a configuration. Their number must not depend
// on values that are known only after apply.
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
