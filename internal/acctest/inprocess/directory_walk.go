package inprocess

import (
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/zclconf/go-cty/cty"
)

// baton is held by the one goroutine that works on a directory. Calls of the provider are made without it, so that several
// of them can be under way.
type baton struct {
	mu      sync.Mutex
	changed sync.Cond // something that others may wait for has changed
}

// walk goes through the instances of a configuration. One comes after the other in an order drawn at random, but
// an instance that takes long, for example because it waits for another one, does not hold up the others.
type walk struct {
	*Directory
	random  *rand.Rand // of the directory, or nil
	r       *run
	c       configuration
	visit   func(b *block, address string, config cty.Value) (cty.Value, error)
	between func(isLast bool) // called before each block, and once more at the end
	// isBroken are the blocks of which an instance has failed: what refers to them is left out.
	isBroken map[string]bool

	pending map[string]int // instances of each block; "" for all that was started
	failed  error
}

func (d *Directory) newWalk(r *run, c configuration, visit func(b *block, address string, config cty.Value) (cty.Value, error)) *walk {
	return &walk{Directory: d, random: d.random, r: r, c: c, visit: visit, between: func(bool) {}, isBroken: map[string]bool{}, pending: map[string]int{}}
}

// moment is how long an instance has the directory for itself.
const moment = 15 * time.Millisecond

// start runs f with the baton, and returns with the baton when f is over or takes long. In the order of the text, it waits for the
// end.
func (w *walk) start(f func() error) {
	if w.random == nil {
		w.failed = errors.Join(w.failed, f())
		return
	}
	over := make(chan struct{})
	w.pending[""]++
	go func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.failed = errors.Join(w.failed, f())
		w.pending[""]--
		w.changed.Broadcast()
		close(over)
	}()
	timer := time.NewTimer(moment)
	defer timer.Stop()
	w.mu.Unlock()
	select {
	case <-over:
	case <-timer.C:
	}
	w.mu.Lock()
}

// finish walks, and returns when all is over.
func (w *walk) finish() error {
	for _, b := range w.c.blocks {
		w.between(false)
		for _, needed := range b.needs {
			for w.pending[needed] > 0 {
				w.changed.Wait()
			}
			w.isBroken[b.address] = w.isBroken[b.address] || w.isBroken[needed]
		}
		if w.isBroken[b.address] {
			continue
		}
		if err := w.block(b); err != nil {
			w.failed, w.isBroken[b.address] = errors.Join(w.failed, err), true
		}
	}
	w.between(true)
	for w.pending[""] > 0 {
		w.changed.Wait()
	}
	return w.failed
}

// block starts the instances of a block.
func (w *walk) block(b *block) error {
	if b.kind == builtin {
		return w.r.noteBuiltin(b)
	}
	keys, own, err := b.instances(w.r.evaluation(nil))
	if err != nil {
		return err
	}
	shuffle(w.random, keys)
	values := map[string]cty.Value{}
	w.pending[b.address] = len(keys)
	if len(keys) == 0 {
		w.r.note(b, values)
	}
	for _, key := range keys {
		w.start(func() error {
			value := cty.DynamicVal
			config, err := b.decode(b.arguments, w.r.evaluation(own[key]))
			if err == nil {
				if value, err = w.visit(b, b.at(key), config); err != nil {
					value = cty.DynamicVal
				}
			}
			values[key] = value
			w.isBroken[b.address] = w.isBroken[b.address] || err != nil
			if w.pending[b.address]--; w.pending[b.address] == 0 {
				w.r.note(b, values)
			}
			return err
		})
	}
	return nil
}
