// Package set works on many brands of an account: what is to be done with each, in an order that a service with unique names
// accepts, and what became of it. Keys are those of a dictionary: ids or names.
package set

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Brand is what a dictionary has of a brand, or is to have.
type Brand struct {
	// ID is 0 for a brand that does not exist yet.
	ID int32
	// Values have the name as well, also where it is the key. What is unknown of those that are wanted is not written.
	Values field.Values
	// Overwritten are unknown where it is left to the apply what a brand had before.
	Overwritten field.Values
	// IsAdopted says that the dictionary has found the brand, and has not created it.
	IsAdopted bool
	// IsComplete says that each field is managed: the brand need not be read before it is written.
	IsComplete bool
	// Found is the brand as it was just read, for one that is adopted; nil if it was not.
	Found *videoindexer.Brand
	// Refusal says why the account has changed too much since the plan; "" if it has not.
	Refusal string
}

// Kind is what is done with a brand.
type Kind int

const (
	// Keep writes nothing.
	Keep Kind = iota
	// Create creates a brand.
	Create
	// Adopt writes what is wanted to a brand that the dictionary has found.
	Adopt
	// Update writes what has changed.
	Update
	// Forget ends the work on a brand that was shown and never managed, or that the same address adopts next.
	Forget
	// Abandon stops managing a brand.
	Abandon
	// Disable, Restore and Delete also write to it.
	Disable
	Restore
	Delete
)

// Writes reports whether the end of a brand's management is a request to the service.
func (k Kind) Writes() bool { return k >= Disable }

// verbs are for messages.
var verbs = map[Kind]string{Create: "create", Adopt: "adopt", Update: "update", Disable: "disable", Restore: "restore", Delete: "delete"}

// Operation is what is done with one brand.
type Operation struct {
	Key  string
	Kind Kind
	// Prior is what the state has, and Wanted what it is to have.
	Prior, Wanted Brand
	// Interim is a name that the brand gets before all others are written, because it is part of a cycle of names.
	Interim string
	// After is the key of the brand that has the new name of this one, and gives it up; "" for none. That brand has an interim
	// name, or is in an earlier round.
	After string
	Round int
}

// Diff is what is to be done, one operation for each key, in rounds one after the other. End says what becomes of a
// brand that is no longer wanted.
func Diff(prior, wanted map[string]Brand, end func(key string, b Brand) Kind) []Operation {
	keys := slices.Collect(maps.Keys(wanted))
	for key := range prior {
		if _, isWanted := wanted[key]; !isWanted {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	operations := make([]Operation, len(keys))
	for i, key := range keys {
		operations[i] = operation(key, prior, wanted, end)
	}
	return inOrder(operations)
}

func operation(key string, prior, wanted map[string]Brand, end func(key string, b Brand) Kind) Operation {
	before, isPrior := prior[key]
	after, isWanted := wanted[key]
	o := Operation{Key: key, Prior: before, Wanted: after}
	switch {
	case !isWanted:
		o.Kind = end(key, before)
	case !isPrior && after.ID == 0 && !after.IsAdopted:
		o.Kind = Create
	case !isPrior:
		o.Kind = Adopt
	default:
		if !after.Values.Changed(before.Values).IsZero() {
			o.Kind = Update
		}
	}
	return o
}

// names are the names that a brand leaves and gets; "" where none is known to change.
func (o *Operation) names() (leaves, gets string) {
	switch o.Kind {
	case Create:
		return "", o.Wanted.Values.Name()
	case Adopt:
		if o.Wanted.Found != nil {
			leaves = o.Wanted.Found.Name
		}
		gets = o.Wanted.Values.Name()
	case Update:
		leaves, gets = o.Prior.Values.Name(), o.Wanted.Values.Name()
	case Restore:
		leaves, gets = o.Prior.Values.Name(), o.Prior.Overwritten.Name()
	case Delete:
		return lower(o.Prior.Values.Name()), ""
	}
	if gets == "" || lower(leaves) == lower(gets) {
		return "", ""
	}
	return lower(leaves), gets
}

// lower is a name as services compare it: some ignore letter case.
func lower(name string) string { return strings.ToLower(videoindexer.NormalName(name)) }

const inProgress = -1

// inOrder sorts operations by round, and by key in each.
func inOrder(operations []Operation) []Operation {
	leaving, holders := make(map[string]*Operation), make(map[*Operation]*Operation)
	for i := range operations {
		if leaves, _ := operations[i].names(); leaves != "" {
			leaving[leaves] = &operations[i]
		}
	}
	for i := range operations {
		o := &operations[i]
		_, gets := o.names()
		if holder := leaving[lower(gets)]; holder != nil && holder != o {
			holders[o], o.After = holder, holder.Key
		}
	}
	for i := range operations {
		operations[i].place(holders)
	}
	slices.SortStableFunc(operations, func(a, b Operation) int { return cmp.Compare(a.Round, b.Round) })
	return operations
}

// place puts an operation into the round after that of the one that it waits for.
func (o *Operation) place(holders map[*Operation]*Operation) {
	if o.Round != 0 {
		return
	}
	o.Round = inProgress
	round := 1
	if holder := holders[o]; holder != nil {
		if holder.place(holders); holder.Round == inProgress {
			_, gets := holder.names()
			holder.Interim = fmt.Sprintf("%s (renaming brand %d)", gets, holder.id())
		} else {
			round = holder.Round + 1
		}
	}
	o.Round = round
}

func (o *Operation) id() int32 {
	if o.Prior.ID != 0 {
		return o.Prior.ID
	}
	return o.Wanted.ID
}
