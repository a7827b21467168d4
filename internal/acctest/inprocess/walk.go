package inprocess

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// parallelism is how many instances an engine visits at a time by default.
const parallelism = 10

// node is a part of a walk, such as the visit of an instance.
type node struct {
	// name identifies the visit; it distinguishes nodes that overlap.
	name string
	// needs are the nodes that come first. If one of them fails or is skipped, this node is
	// skipped.
	needs []*node
	visit func(r *run) error
	// isInstant means that the node makes no calls.
	isInstant bool
	// hasEnded means that the visit is over.
	hasEnded bool
	// isDone means that the visit is over and has succeeded.
	isDone bool
}

// isReady reports whether all the nodes that a node needs are done.
func (n *node) isReady() bool {
	return !slices.ContainsFunc(n.needs, func(needed *node) bool { return !needed.isDone })
}

// isLeftOut reports whether a node is skipped, because a node that it needs failed or was skipped.
func (n *node) isLeftOut() bool {
	return slices.ContainsFunc(n.needs, func(needed *node) bool { return needed.hasEnded && !needed.isDone })
}

// walk visits nodes as an engine does. It visits several nodes at a time, whose calls of the
// provider overlap, and each as soon as the nodes that it needs are done. Without a random source,
// it visits one after the other, in their order.
type walk struct {
	*run
	random     *rand.Rand
	isReversed bool
	limit      int // of simultaneous visits
	// mu is held during a visit, except during calls of the provider.
	mu sync.Mutex
	// waiting are the remaining nodes, in the order of the text.
	waiting []*node
	failed  error
	// seed and longest draw the pauses before calls, which take virtual time.
	seed    uint64
	longest time.Duration
}

// begin makes a walk without nodes, in a process.
func (d *Directory) begin(r *run) *walk {
	w := &walk{run: r, random: d.random, isReversed: d.IsReversed, limit: d.Parallelism}
	if w.limit == 0 {
		w.limit = parallelism
	}
	if d.random == nil {
		w.limit = 1
	} else if w.limit > 1 && d.IsVirtual {
		w.seed = d.random.Uint64()
		w.longest = []time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond}[d.random.IntN(3)]
	}
	return w
}

// add adds a node behind the others.
func (w *walk) add(n *node) *node {
	w.waiting = append(w.waiting, n)
	return n
}

// all visits all nodes, and returns the errors of those that failed.
func (w *walk) all() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	running := 0
	ended := make(chan bool)
	for {
		for running < w.limit {
			n := w.next()
			if n == nil {
				break
			}
			if w.limit == 1 || n.isInstant {
				w.visitNode(n, w.run)
				continue
			}
			running++
			go func() {
				w.mu.Lock()
				w.visitNode(n, w.overlapping(n))
				w.mu.Unlock()
				ended <- true
			}()
		}
		if running == 0 {
			break
		}
		w.mu.Unlock()
		<-ended
		w.mu.Lock()
		running--
	}
	if len(w.waiting) > 0 {
		return errors.Join(w.failed, message("Cycle\n\n"+w.waiting[0].name))
	}
	return w.failed
}

// next takes one of the ready nodes, or returns nil if there is none. Nodes that make no calls come
// first, so that the choice among the others is complete.
func (w *walk) next() *node {
	for isLess := true; isLess; {
		before := len(w.waiting)
		w.waiting = slices.DeleteFunc(w.waiting, func(n *node) bool {
			n.hasEnded = n.isLeftOut()
			return n.hasEnded
		})
		isLess = len(w.waiting) < before
	}
	var ready []*node
	for _, n := range w.waiting {
		if n.isReady() {
			ready = append(ready, n)
		}
	}
	if len(ready) == 0 {
		return nil
	}
	n := w.choose(ready)
	at := slices.Index(w.waiting, n)
	w.waiting = slices.Delete(w.waiting, at, at+1)
	return n
}

// choose returns the node to visit next. In another order than that of the text, instant nodes come
// first.
func (w *walk) choose(ready []*node) *node {
	instant := slices.IndexFunc(ready, func(n *node) bool { return n.isInstant })
	isInOtherOrder := w.random != nil || w.isReversed
	switch {
	case isInOtherOrder && instant >= 0:
		return ready[instant]
	case w.random != nil:
		return ready[w.random.IntN(len(ready))]
	case w.isReversed:
		return ready[len(ready)-1]
	}
	return ready[0]
}

func (w *walk) visitNode(n *node, r *run) {
	err := n.visit(r)
	n.hasEnded = true
	n.isDone = err == nil
	w.failed = errors.Join(w.failed, err)
}

// overlapping returns a process for a node. During each of its calls, other visits make calls. A
// pause before each call, drawn from the seed and the name of the node, makes calls overlap in the
// same way under the same seed.
func (w *walk) overlapping(n *node) *run {
	name := fnv.New64()
	_, _ = name.Write([]byte(n.name)) // which cannot fail
	pauses := rand.New(rand.NewPCG(w.seed, name.Sum64()))
	r := *w.run
	r.leave = func() (enter func()) {
		w.mu.Unlock()
		if w.longest > 0 {
			<-time.After(time.Duration(pauses.Int64N(int64(w.longest))))
		}
		return w.mu.Lock
	}
	return &r
}

// visitBlocks adds the instances of a configuration, each block after the blocks that it needs, and
// returns the node that ends each block. needs returns the additional nodes that the instance at an
// address needs.
func (w *walk) visitBlocks(
	blocks []*block, chosen targets, needs func(address string) []*node, visit visit,
) (ends map[string]*node) {
	ends = map[string]*node{}
	for _, b := range blocks {
		if !chosen.haveBlock(b) {
			continue
		}
		expansion := w.add(&node{name: b.address + " (expansion)", isInstant: true})
		completion := &node{name: b.address + " (end)", isInstant: true}
		for _, needed := range b.needs {
			expansion.needs = append(expansion.needs, ends[needed])
		}
		values := instances{}
		expansion.visit = func(r *run) error {
			at := slices.Index(w.waiting, completion)
			found, err := w.expand(r, b, chosen, values, visit)
			for _, n := range found {
				n.needs = needs(n.name)
			}
			completion.needs = append(completion.needs, found...)
			w.waiting = slices.Insert(w.waiting, at, found...)
			return err
		}
		completion.needs = []*node{expansion}
		completion.visit = func(r *run) error {
			if b.typeName != builtin {
				r.addValues(b, values)
			}
			return nil
		}
		ends[b.address] = w.add(completion)
	}
	return ends
}

// expand adds a node for each instance of a block, which visits the instance and notes its value.
func (w *walk) expand(r *run, b *block, chosen targets, values instances, visit visit) (all []*node, err error) {
	if b.typeName == builtin {
		return nil, r.addBuiltinValues(b)
	}
	keys, own, err := b.instances(r.evaluation(nil))
	for _, key := range keys {
		address := b.at(key)
		if !chosen.have(address) {
			values[key] = r.stored(b, address)
			continue
		}
		all = append(all, &node{name: address, visit: func(r *run) error {
			config, err := b.decode(b.arguments, r.evaluation(own[key]))
			if err == nil {
				values[key], err = visit(r, b, address, config)
			}
			return err
		}})
	}
	return all, err
}
