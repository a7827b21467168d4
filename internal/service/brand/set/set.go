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
	// After is the key of the brand that has the new name of this one, and gives it up; "" for none. That brand comes first,
	// or has an interim name.
	After string
}

// Diff is what is to be done, one operation for each key, each after the one that it waits for. End says what becomes of a
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

// ordering finds the place of each operation.
type ordering struct {
	operations []Operation
	holders    map[int]int // by the index of the operation that waits
	rounds     []int       // of each operation; 0 while it has none
}

const inProgress = -1

// inOrder sorts operations, by key where they need not wait for each other.
func inOrder(operations []Operation) []Operation {
	o := ordering{operations: operations, holders: make(map[int]int), rounds: make([]int, len(operations))}
	leaving := make(map[string]int)
	for i := range operations {
		if leaves, _ := operations[i].names(); leaves != "" {
			leaving[leaves] = i
		}
	}
	for i := range operations {
		_, gets := operations[i].names()
		if holder, isHeld := leaving[lower(gets)]; isHeld && holder != i {
			o.holders[i] = holder
			operations[i].After = operations[holder].Key
		}
	}
	order := make([]int, len(operations))
	for i := range operations {
		order[i] = i
		o.place(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(o.rounds[a], o.rounds[b]) })
	sorted := make([]Operation, len(operations))
	for i, from := range order {
		sorted[i] = operations[from]
	}
	return sorted
}

// place puts an operation into the round after that of the one that it waits for.
func (o *ordering) place(i int) int {
	if o.rounds[i] != 0 {
		return o.rounds[i]
	}
	o.rounds[i] = inProgress
	round := 1
	if holder, waits := o.holders[i]; waits {
		if before := o.place(holder); before == inProgress {
			_, gets := o.operations[holder].names()
			o.operations[holder].Interim = fmt.Sprintf("%s (renaming brand %d)", gets, o.operations[holder].id())
		} else {
			round = before + 1
		}
	}
	o.rounds[i] = round
	return round
}

func (o *Operation) id() int32 {
	if o.Prior.ID != 0 {
		return o.Prior.ID
	}
	return o.Wanted.ID
}
