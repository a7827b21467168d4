package branddictionary

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
)

// A service with unique names refuses a name that another brand still has. Names that are swapped or moved along a chain
// are therefore written in an order in which each is free when it is needed; in a cycle, one brand gets an interim name.

// naming is the name that a brand has and the one that it will have; empty where it is not known, or not to change.
type naming struct{ from, to string }

// adoptions are the namings of brands that are adopted.
func adoptions(ctx context.Context, d dictionary, wanted entries) map[int32]naming {
	names := make(map[int32]naming, len(wanted))
	for id, entry := range wanted {
		names[id] = naming{from: d.brand(id).FoundName(ctx), to: entry.Name.ValueString()}
	}
	return names
}

// changes are the namings of brands that go from held to wanted.
func changes(ctx context.Context, d dictionary, prior holding, wanted entries, policy deletion.Policy, handedOver map[string]bool) map[int32]naming {
	names := make(map[int32]naming, len(prior.entries)+len(wanted))
	for id, entry := range prior.entries {
		change := naming{from: entry.Name.ValueString()}
		if next, stays := wanted[id]; stays {
			change.to = next.Name.ValueString()
		} else if policy == deletion.Restore && !handedOver[fmt.Sprint(id)] {
			values := managedbrand.ValuesOf(prior.overwritten.of(id))
			change.to = values.Name.ValueString()
		}
		names[id] = change
	}
	for id, naming := range adoptions(ctx, d, wanted) {
		if _, isHeld := prior.entries[id]; !isHeld {
			names[id] = naming
		}
	}
	return names
}

// step is one task of a brand, and what it has to wait for.
type step struct {
	id int32
	// interim is a name to give the brand for a while; empty for the task itself.
	interim string
	after   []*step
	done    chan struct{}
	isDone  bool // may be read once done is closed
}

func newStep(id int32) *step { return &step{id: id, done: make(chan struct{})} }

// errNameHeld means that a brand could not get its name, because the brand that has it could not be renamed.
var errNameHeld = errors.New("its new name is still that of another brand, which could not be renamed")

// begin waits for the steps before this one. Where one of them failed, it reports false, and o says why.
func (s *step) begin(o *outcome) bool {
	for _, before := range s.after {
		<-before.done
	}
	for _, before := range s.after {
		switch {
		case before.isDone:
		case o.failed(): // its own step before this one, whose failure says more
			return false
		default:
			o.Verb, o.Err = "rename", fmt.Errorf("%w (brand %d)", errNameHeld, before.id)
			return false
		}
	}
	return true
}

// end lets the steps begin that wait for this one.
func (s *step) end(isDone bool) {
	s.isDone = isDone
	close(s.done)
}

// unordered are the steps of brands that keep their names.
func unordered(ids []int32) []*step {
	steps := make([]*step, len(ids))
	for i, id := range ids {
		steps[i] = newStep(id)
	}
	return steps
}

// inOrder are the steps for brands, each behind those that it waits for.
func inOrder(ids []int32, names map[int32]naming) []*step {
	leaves := make(map[string]int32) // who gives up a name; letter case may count or not
	for id, n := range names {
		if n.changes() && n.from != "" {
			leaves[strings.ToLower(n.from)] = id
		}
	}
	plan := ordering{names: names, leaves: leaves, steps: make(map[int32]*step), interim: make(map[int32]*step), isOrdered: make(map[int32]bool)}
	for _, id := range ids {
		plan.visit(id)
	}
	return plan.order
}

func (n naming) changes() bool { return n.to != "" && !strings.EqualFold(n.from, n.to) }

// ordering goes through the brands depth first: a brand comes behind the one whose name it gets.
type ordering struct {
	names   map[int32]naming
	leaves  map[string]int32
	steps   map[int32]*step // of brands that were begun
	interim map[int32]*step // of those that make room for a cycle
	order   []*step
	// isOrdered marks the brands whose step is in order already.
	isOrdered map[int32]bool
}

func (o *ordering) visit(id int32) {
	if o.steps[id] != nil {
		return
	}
	s := newStep(id)
	o.steps[id] = s
	if holder, isHeld := o.leaves[strings.ToLower(o.names[id].to)]; isHeld && holder != id && o.names[id].changes() {
		if begun := o.steps[holder]; begun != nil && !o.isOrdered[holder] {
			s.after = append(s.after, o.makeRoom(holder))
		} else {
			o.visit(holder)
			s.after = append(s.after, o.steps[holder])
		}
	}
	if room := o.interim[id]; room != nil {
		s.after = append(s.after, room)
	}
	o.order = append(o.order, s)
	o.isOrdered[id] = true
}

// makeRoom gives a brand of a cycle an interim name.
func (o *ordering) makeRoom(id int32) *step {
	s := newStep(id)
	s.interim = fmt.Sprintf("%s (renaming brand %d)", o.names[id].to, id)
	o.interim[id] = s
	o.order = append(o.order, s)
	return s
}
