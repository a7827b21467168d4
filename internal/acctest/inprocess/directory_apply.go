package inprocess

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// applying is the apply of a saved plan.
type applying struct {
	*Directory
	*walk
	ctx     context.Context // of the apply
	planned map[string]change
	// destroys are the nodes that destroy, by address.
	destroys map[string]*node
	// ends are the nodes that end the blocks, by address.
	ends   map[string]*node
	blocks []*block
}

// Apply carries out a saved plan, in a process of its own.
func (d *Directory) Apply(ctx context.Context, plan *Plan) error {
	d.diags = nil
	d.state = maps.Clone(plan.state)
	for _, b := range plan.c.blocks {
		if b.typeName == builtin && plan.chosen.haveBlock(b) { // which comes first
			d.applied[b.address] = true
		}
	}
	r, err := d.open(ctx, plan.c)
	if err != nil {
		return err
	}
	apply := &applying{
		Directory: d, walk: d.begin(r), ctx: ctx, blocks: plan.c.blocks, planned: map[string]change{},
		destroys: map[string]*node{},
	}
	var set []*node
	for _, c := range plan.changes {
		apply.planned[c.address] = c
		isDestroyedFirst := c.IsReplacement && !c.createsFirst
		switch {
		case strings.Contains(c.address, deposed):
			set = append(set, apply.deposedNode(c.address))
		case c.After.IsNull() || isDestroyedFirst:
			apply.destroys[c.address] = apply.add(&node{name: c.address + " (destroy)", visit: func(r *run) error {
				return apply.destroy(r, c)
			}})
		}
	}
	for address, n := range apply.destroys {
		n.needs = apply.destroysBefore(address)
	}
	if !plan.options.IsDestroy {
		apply.ends = apply.visitBlocks(plan.c.blocks, plan.chosen, apply.needs, apply.visit)
	}
	for _, n := range set { // an engine without a choice comes to them last
		apply.add(n)
	}
	return apply.all()
}

// destroysBefore returns the destroys of all instances that refer to an instance, because they come
// first.
func (a *applying) destroysBefore(address string) (before []*node) {
	for other, n := range a.destroys {
		if other != address && slices.Contains(a.state[other].needs, blockOf(address)) {
			before = append(before, n)
		}
	}
	return before
}

// needs returns the nodes that come before a create or an update: the destroy of what it replaces,
// and the destroys of the objects that the instance referred to.
func (a *applying) needs(address string) (before []*node) {
	o := a.state[address]
	for other, n := range a.destroys {
		isNeeded := o != nil && slices.Contains(o.needs, blockOf(other))
		if isNeeded || other == address {
			before = append(before, n)
		}
	}
	return before
}

// destroy destroys an instance as planned, with the object that the plan has seen. A later read has
// no effect.
func (a *applying) destroy(r *run, planned change) error {
	seen := *a.state[planned.address]
	seen.Value = planned.before
	left, diags := r.Destroy(a.ctx, &seen, planned.Private)
	a.Put(planned.address, left)
	return r.check(planned.address, diags)
}

// deposedNode destroys a deposed object, after a plan of its own.
func (a *applying) deposedNode(address string) *node {
	return &node{name: address, visit: func(r *run) error {
		planned, err := r.planDestroy(a.ctx, address, a.state[address])
		if err != nil {
			return err
		}
		return a.destroy(r, planned)
	}}
}

// visit creates, changes or replaces an instance as planned.
func (a *applying) visit(r *run, b *block, address string, config cty.Value) (cty.Value, error) {
	if b.isData {
		return r.readData(a.ctx, b, address, config)
	}
	first := a.planned[address]
	value := first.After
	var err error
	switch {
	case first.IsReplacement && first.createsFirst:
		value, err = a.replace(r, b, first, config)
	case !first.isNoOp():
		value, err = a.write(r, first, config)
	}
	o, exists := a.state[address]
	if exists && err == nil {
		o.needs = b.needs
	}
	return value, err
}

// replace creates an instance before it destroys the object that it replaces. The destroy comes
// after all that refers to the object. If the create fails, the replaced object returns, unless the
// second plan has failed.
func (a *applying) replace(r *run, b *block, first change, config cty.Value) (cty.Value, error) {
	old := a.depose(first.address)
	nothing := r.NoObject(first.typeName)
	again, diags := r.replan(a.ctx, nothing, first.Planned, config)
	if hasErrors(diags) {
		return nothing.Value, r.check(first.address, diags)
	}
	left, diags := r.ApplyAsPlanned(a.ctx, nothing, again)
	a.Put(first.address, left)
	value := left.Value
	err := r.check(first.address, diags)
	if !left.Exists() {
		a.Move(old, first.address)
		return value, err
	}
	if err != nil {
		return value, err
	}
	destroy := a.add(a.deposedNode(old))
	for _, other := range a.blocks {
		completion := a.ends[other.address]
		if completion != nil && slices.Contains(other.needs, b.address) {
			destroy.needs = append(destroy.needs, completion)
		}
	}
	return value, nil
}

// write creates or changes an instance.
func (a *applying) write(r *run, first change, config cty.Value) (cty.Value, error) {
	left, diags := r.Write(a.ctx, a.Object(first.address, r.NoObject(first.typeName)), first.Planned, config)
	a.Put(first.address, left)
	return left.Value, r.check(first.address, diags)
}
