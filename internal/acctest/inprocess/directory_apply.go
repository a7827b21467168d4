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
	*run
	planned map[string]change
	// destroys are those that remain, in an order in which nothing is destroyed before what refers to it.
	destroys []string
	// isNeeded are the blocks to which something refers that could not be destroyed.
	isNeeded map[string]bool
	// isDestroying has others wait: destroys come one after the other.
	isDestroying bool
	failed       error
	finally      []deposed
}

// Apply carries a saved plan out, in a process of its own and an order drawn at random.
func (d *Directory) Apply(ctx context.Context, p *Plan) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state, d.deposed = maps.Clone(p.state), slices.Clone(p.deposed)
	r, err := d.open(ctx, p.c, true)
	if err != nil {
		return err
	}
	a := &applying{Directory: d, run: r, planned: map[string]change{}, isNeeded: map[string]bool{}, finally: slices.Clone(d.deposed)}
	isDestroy := true
	for _, c := range p.changes {
		a.planned[c.address] = c
		if c.after.IsNull() || c.isReplacement && !c.createsFirst {
			a.destroys = append(a.destroys, c.address)
		}
		isDestroy = isDestroy && c.after.IsNull()
	}
	a.orderDestroys()
	if !isDestroy {
		w := d.newWalk(r, p.c, func(b block, address string, s *schema, config cty.Value) (cty.Value, error) {
			a.destroySome(ctx, d.random.IntN(len(a.destroys)+1))
			value, err := a.visit(ctx, b, address, s, config)
			if o, exists := d.state[address]; err == nil && exists {
				o.needs = p.c.needs(b)
			}
			return value, err
		})
		err = w.finish()
	}
	a.destroySome(ctx, len(a.destroys))
	err = both(err, a.failed)
	return both(err, a.destroyDeposed(ctx))
}

func blockOf(address string) string {
	block, _, _ := strings.Cut(address, "[")
	return block
}

// orderDestroys draws an order in which what refers to something is destroyed before it.
func (a *applying) orderDestroys() {
	d := a.Directory
	d.random.Shuffle(len(a.destroys), func(i, j int) { a.destroys[i], a.destroys[j] = a.destroys[j], a.destroys[i] })
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
	for a.isDestroying {
		a.changed.Wait()
	}
	a.isDestroying = true
	defer func() {
		a.isDestroying = false
		a.changed.Broadcast()
	}()
	for ; n > 0 && len(a.destroys) > 0; n-- {
		address := a.destroys[0]
		a.destroys = a.destroys[1:]
		if a.isNeeded[blockOf(address)] {
			continue
		}
		needs := a.state[address].needs
		if err := a.Directory.destroy(ctx, a.run, address, a.planned[address].private); err != nil {
			a.failed = both(a.failed, err)
			for _, needed := range needs {
				a.isNeeded[needed] = true
			}
		}
	}
}

// visit creates, changes or replaces an instance as planned.
func (a *applying) visit(ctx context.Context, b block, address string, s *schema, config cty.Value) (cty.Value, error) {
	if b.isData {
		return a.readData(ctx, a.run, b, address, s, config)
	}
	first := a.planned[address]
	if first.isNoOp() {
		return first.after, nil
	}
	if !first.isReplacement {
		return a.write(ctx, a.run, s, first, config)
	}
	if !first.createsFirst {
		for a.isDestroying {
			a.changed.Wait()
		}
		a.destroySome(ctx, 1+slices.Index(a.destroys, address))
		if _, remains := a.state[address]; remains {
			return cty.NilVal, failure{}
		}
		return a.write(ctx, a.run, s, first, config)
	}
	old := deposed{address, a.state[address]}
	delete(a.state, address)
	value, err := a.write(ctx, a.run, s, first, config)
	_, exists := a.state[address]
	switch {
	case !exists:
		a.state[address] = old.object
	case err != nil:
		a.deposed = append(a.deposed, old)
	default:
		a.deposed, a.finally = append(a.deposed, old), append(a.finally, old)
	}
	return value, err
}

// destroyDeposed destroys what create_before_destroy has replaced, each after a plan of its own.
func (a *applying) destroyDeposed(ctx context.Context) (failed error) {
	for _, o := range a.finally {
		change, err := a.run.planDestroy(ctx, o.address, o.object)
		left := o.object
		if err == nil {
			left, err = a.run.destroy(ctx, o.address, o.object, change.private)
		}
		failed = both(failed, err)
		i := slices.Index(a.deposed, o)
		if left == nil {
			a.deposed = slices.Delete(a.deposed, i, i+1)
		} else {
			a.deposed[i].object = left
		}
	}
	return failed
}
