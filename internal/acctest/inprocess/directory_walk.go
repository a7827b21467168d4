package inprocess

import (
	"errors"
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// visit is what a walk does with an instance: it returns the values that other blocks see of it.
type visit = func(b *block, address string, config cty.Value) (cty.Value, error)

// walk visits the instances of a configuration, one after the other in an order drawn at random. What refers to a block of
// which an instance has failed is left out.
func (d *Directory) walk(r *run, c configuration, visit visit) error {
	var failed error
	var broken []string
	for _, b := range c.blocks {
		if slices.ContainsFunc(b.needs, func(needed string) bool { return slices.Contains(broken, needed) }) {
			continue
		}
		if err := d.walkBlock(r, b, visit); err != nil {
			failed, broken = errors.Join(failed, err), append(broken, b.address)
		}
	}
	return failed
}

func (d *Directory) walkBlock(r *run, b *block, visit visit) error {
	if b.kind == builtin {
		return r.noteBuiltin(b)
	}
	keys, own, err := b.instances(r.evaluation(nil))
	if err != nil {
		return err
	}
	shuffle(d.random, keys)
	var failed error
	values := map[string]cty.Value{}
	for _, key := range keys {
		config, err := b.decode(b.arguments, r.evaluation(own[key]))
		if err == nil {
			values[key], err = visit(b, b.at(key), config)
		}
		failed = errors.Join(failed, err)
	}
	if failed == nil {
		r.note(b, values)
	}
	return failed
}
