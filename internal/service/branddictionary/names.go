package branddictionary

import (
	"context"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
)

// A service with unique names refuses a name that another brand still has. Names that are swapped or moved along a chain
// are therefore written in an order in which each is free when it is needed; in a cycle, one brand gets an interim name.

// naming is the name that a brand has and the one that it will have; empty where it is not known, or not to change. A
// brand that is deleted leaves its name.
type naming struct {
	from, to  string
	isDeleted bool
}

func (n naming) changes() bool { return n.to != "" && !strings.EqualFold(n.from, n.to) }

// namings are the names that brands have before and after a change.
func (d dictionary) namings(ctx context.Context, c change) map[int32]naming {
	names := make(map[int32]naming, len(c.prior)+len(c.wanted))
	for id, entry := range c.prior {
		n := naming{from: entry.Name.ValueString()}
		_, stays := c.wanted[id]
		n.isDeleted = !stays && c.policy == deletion.Delete
		if !stays && c.policy == deletion.Restore && !d.IsHandedOver(id) {
			restored := managedbrand.ValuesOf(c.earlier.of(id))
			n.to = restored.Name.ValueString()
		}
		names[id] = n
	}
	for id, entry := range c.wanted {
		n, isPrior := names[id]
		if !isPrior {
			n.from = d.brand(id).FoundName(ctx)
		}
		n.to = entry.Name.ValueString()
		names[id] = n
	}
	return names
}

// order is the order in which brands can be given their names.
type order struct {
	// holders are the brands that have the new names of others, by the id of the one that waits.
	holders map[int32]int32
	// interim are the brands that get an interim name first, because they are part of a cycle.
	interim []int32
	// rounds are all brands, each in a later round than the one that it waits for.
	rounds [][]int32
	// roundOf is where a brand stands in rounds, and inProgress while that is being found out.
	roundOf map[int32]int
}

const inProgress = -1

func inOrder(ids []int32, names map[int32]naming) order {
	leaves := make(map[string]int32) // who gives up a name; letter case may count or not
	for id, n := range names {
		if (n.changes() || n.isDeleted) && n.from != "" {
			leaves[strings.ToLower(n.from)] = id
		}
	}
	o := order{holders: make(map[int32]int32), roundOf: make(map[int32]int)}
	for id, n := range names {
		if holder, isTaken := leaves[strings.ToLower(n.to)]; isTaken && n.changes() && holder != id {
			o.holders[id] = holder
		}
	}
	for _, id := range ids {
		o.place(id)
	}
	return o
}

// place puts a brand into the round after that of the brand whose name it gets, and returns the number of its round.
func (o *order) place(id int32) int {
	if round, isPlaced := o.roundOf[id]; isPlaced {
		return round
	}
	o.roundOf[id] = inProgress
	round := 0
	if holder, waits := o.holders[id]; waits {
		before := o.place(holder)
		if before == inProgress {
			o.interim = append(o.interim, holder)
		}
		round = before + 1
	}
	o.roundOf[id] = round
	if round == len(o.rounds) {
		o.rounds = append(o.rounds, nil)
	}
	o.rounds[round] = append(o.rounds[round], id)
	return round
}
