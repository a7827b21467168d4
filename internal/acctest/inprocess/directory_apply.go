package inprocess

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// applying is the apply of a saved plan.
type applying struct {
	*Directory
	*run
	planned map[string]change
	// destroys are those that remain, in an order in which nothing is destroyed before what refers to it.
	destroys []string
	// isNeeded are the blocks to which something refers that could not be destroyed.
	isNeeded map[string]bool
	failed   error
	// finally are the objects that were put aside, which are destroyed last.
	finally []string
}

// Apply carries a saved plan out, in a process of its own and an order drawn at random.
func (d *Directory) Apply(ctx context.Context, p *Plan) error {
	d.said = nil
	d.state = maps.Clone(p.state)
	for _, b := range p.c.blocks {
		if b.kind == builtin { // which comes first
			d.applied[b.address] = true
		}
	}
	r, err := d.open(ctx, p.c)
	if err != nil {
		return err
	}
	a := &applying{Directory: d, run: r, planned: map[string]change{}, isNeeded: map[string]bool{}}
	for _, c := range p.changes {
		a.planned[c.address] = c
		switch {
		case strings.Contains(c.address, deposed):
			a.finally = append(a.finally, c.address)
		case c.After.IsNull() || c.IsReplacement && !c.createsFirst:
			a.destroys = append(a.destroys, c.address)
		}
	}
	a.orderDestroys()
	if !p.isDestroy {
		visit := func(b *block, address string, config cty.Value) (cty.Value, error) {
			a.destroySome(ctx, d.draw(len(a.destroys), len(a.destroys)))
			value, err := a.visit(ctx, b, address, config)
			if o, exists := d.state[address]; err == nil && exists {
				o.needs = b.needs
			}
			return value, err
		}
		err = d.walk(r, p.c, visit)
	}
	a.destroySome(ctx, len(a.destroys))
	return errors.Join(err, a.failed, a.destroyDeposed(ctx))
}

func blockOf(address string) string {
	block, _, _ := strings.Cut(address, "[")
	return block
}

// orderDestroys draws an order in which what refers to something is destroyed before it.
func (a *applying) orderDestroys() {
	d := a.Directory
	shuffle(d.random, a.destroys)
	var order []string
	for len(a.destroys) > 0 {
		i := slices.IndexFunc(a.destroys, func(address string) bool {
			return !slices.ContainsFunc(a.destroys, func(other string) bool { return slices.Contains(d.state[other].needs, blockOf(address)) })
		})
		i = max(i, 0)
		order = append(order, a.destroys[i])
		a.destroys = slices.Delete(a.destroys, i, i+1)
	}
	a.destroys = order
}

// destroySome carries out the next n destroys. A destroy that fails keeps what the object refers to.
func (a *applying) destroySome(ctx context.Context, n int) {
	for ; n > 0 && len(a.destroys) > 0; n-- {
		address := a.destroys[0]
		a.destroys = a.destroys[1:]
		if a.isNeeded[blockOf(address)] {
			continue
		}
		needs := a.state[address].needs
		left, diags := a.run.Destroy(ctx, a.state[address], a.planned[address].Private)
		a.Put(address, left)
		if err := a.run.check(address, diags); err != nil {
			a.failed = errors.Join(a.failed, err)
			for _, needed := range needs {
				a.isNeeded[needed] = true
			}
		}
	}
}

// visit creates, changes or replaces an instance as planned.
func (a *applying) visit(ctx context.Context, b *block, address string, config cty.Value) (cty.Value, error) {
	if b.isData {
		return a.run.readData(ctx, b, address, config)
	}
	first := a.planned[address]
	switch {
	case first.isNoOp():
		return first.After, nil
	case !first.IsReplacement:
		return a.write(ctx, first, config)
	case !first.createsFirst:
		a.destroySome(ctx, 1+slices.Index(a.destroys, address))
		if _, remains := a.state[address]; remains {
			return cty.NilVal, errSaid
		}
		return a.write(ctx, first, config)
	}
	old := a.depose(address)
	value, err := a.write(ctx, first, config)
	if _, exists := a.state[address]; !exists {
		a.Move(old, address)
	} else if err == nil {
		a.finally = append(a.finally, old)
	}
	return value, err
}

// write creates or changes an instance.
func (a *applying) write(ctx context.Context, first change, config cty.Value) (cty.Value, error) {
	left, diags := a.run.Write(ctx, a.Object(first.address, a.run.Nothing(first.kind)), first.Planned, config)
	a.Put(first.address, left)
	return left.Value, a.run.check(first.address, diags)
}

// destroyDeposed destroys what create_before_destroy has replaced, each after a plan of its own.
func (a *applying) destroyDeposed(ctx context.Context) (failed error) {
	for _, address := range a.finally {
		change, err := a.run.planDestroy(ctx, address, a.state[address])
		if err == nil {
			left, diags := a.run.Destroy(ctx, a.state[address], change.Private)
			a.Put(address, left)
			err = a.run.check(address, diags)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
