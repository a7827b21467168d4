// Package set works on many brands of an account: what is to be done with each, in an order that a service with
// unique names accepts, and what became of it. It knows neither schemas nor plans; the values of field alone have
// types of the protocol.
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

// Brand is a brand of a state.
type Brand struct {
	ID     int32
	Values field.Values
	// IsAdopted says that the brand was found, and not created. Overwritten are the values that were then replaced.
	IsAdopted   bool
	Overwritten field.Values
	// Create is when the service created the brand; "" if that is not known.
	Create string
}

// Entry is a brand as a configuration or a plan wants it: what the state is to have, as far as that is known.
type Entry struct {
	// The name of Brand may come from the label. What is unknown of its values is not written. Its ID is 0 until one
	// is configured or found: the id itself is never unknown, but the entry is open then.
	Brand
	// IsOpen says that the apply finds out whether there is such a brand, and what was overwritten.
	IsOpen bool
	// IsFoundByName says that the apply has found the brand by its name: if it is gone when it is written, it is
	// created.
	IsFoundByName bool
	// Found is the brand as it was just read, for one that is to be adopted; nil if it was not.
	Found *videoindexer.Brand
	// Deleted has what was deleted of a brand with this name just before; nil for nothing.
	Deleted *videoindexer.BrandFields
}

// IsWithoutID reports whether an entry is known to name no id.
func (e Entry) IsWithoutID() bool { return e.ID == 0 && !e.IsOpen }

// IsByName reports whether an entry means a brand by its name, which is known.
func (e Entry) IsByName() bool { return e.IsWithoutID() && e.Values.HasAny(field.Name) }

// Brands are the brands of a state, by labels that a user has chosen.
type Brands map[string]Brand

// Labels are in order.
func (b Brands) Labels() []string { return slices.Sorted(maps.Keys(b)) }

// ByID are the labels of the brands that have an id.
func (b Brands) ByID() map[int32]string {
	labels := make(map[int32]string, len(b))
	for label, brand := range b {
		if brand.ID != 0 {
			labels[brand.ID] = label
		}
	}
	return labels
}

// Entries are what is wanted, by labels.
type Entries map[string]Entry

// Labels are in order.
func (e Entries) Labels() []string { return slices.Sorted(maps.Keys(e)) }

// Brands are what is known of the brands that are wanted.
func (e Entries) Brands() Brands {
	brands := make(Brands, len(e))
	for label, entry := range e {
		brands[label] = entry.Brand
	}
	return brands
}

// Verb says what a task does with its brand.
type Verb int

const (
	// Keep writes nothing, and Read reads.
	Keep Verb = iota
	Read
	// Create creates a brand, Adopt writes what is wanted to one that was found, and Update writes what has changed.
	Create
	Adopt
	Update
	// Rename gives a brand an interim name, because its own is part of a cycle of names.
	Rename
	// Leave stops managing a brand and writes nothing to it; Disable, Restore and Delete also write to it.
	Leave
	Disable
	Restore
	Delete
)

// String is the verb in messages.
func (k Verb) String() string {
	return [...]string{
		Keep: "keep", Read: "read", Create: "create", Adopt: "adopt", Update: "update", Rename: "rename",
		Leave: "leave", Disable: "disable", Restore: "restore", Delete: "delete",
	}[k]
}

// IsRelease reports whether the brand is no longer managed afterwards.
func (k Verb) IsRelease() bool {
	switch k {
	case Leave, Disable, Restore, Delete:
		return true
	}
	return false
}

// Task is what is done with one brand.
type Task struct {
	Verb  Verb
	Label string
	// Prior is what the state has, zero for nothing, and Wanted what it is to have.
	Prior  Brand
	Wanted Entry
	// IsUnlisted says that the brand is deleted because no label has it.
	IsUnlisted bool
}

// ID is that of the brand; 0 for one that is created.
func (t *Task) ID() int32 { return cmp.Or(t.Prior.ID, t.Wanted.ID) }

// Brand is the one that is worked on, by what is known of it.
func (t *Task) Brand() Brand {
	if t.Prior.ID != 0 {
		return t.Prior
	}
	b, found := t.Wanted.Brand, t.Wanted.Found
	if found == nil {
		return b
	}
	b.ID = found.ID
	if !b.Values.HasAny(field.Name) {
		b.Values.SetName(found.Name)
	}
	return b
}

// Diff is what is to be done, in an order that works. Brands of the state and the plan are the same if they have the
// same id. OnRemoval says what becomes of one that is no longer wanted.
func Diff(prior Brands, wanted Entries, onRemoval func(Brand) Verb) []Task {
	var tasks []Task
	labels, isKept := prior.ByID(), make(map[int32]bool, len(wanted))
	for _, label := range wanted.Labels() {
		t := Task{Label: label, Wanted: wanted[label]}
		before, isPrior := labels[t.Wanted.ID]
		switch {
		case isPrior:
			t.Prior, isKept[t.Wanted.ID], t.Wanted.Found = prior[before], true, nil
			if t.Wanted.IsOpen {
				t.Wanted.IsAdopted, t.Wanted.Create = t.Prior.IsAdopted, t.Prior.Create
			}
			if !t.Wanted.Values.Changed(t.Prior.Values).IsZero() {
				t.Verb = Update
			}
		case t.Wanted.ID == 0:
			t.Verb = Create
		default:
			t.Verb = Adopt
		}
		tasks = append(tasks, t)
	}
	for _, label := range prior.Labels() {
		b := prior[label]
		if !isKept[b.ID] {
			tasks = append(tasks, Task{Verb: onRemoval(b), Label: label, Prior: b})
		}
	}
	return inOrder(tasks)
}

// NextName is the name that the brand is to have; "" if that is not managed.
func (t *Task) NextName() string {
	if t.Verb == Restore {
		return t.Prior.Overwritten.Name()
	}
	return t.Wanted.Values.Name()
}

// Names returns the name that a brand gives up and the one that it gets, as services compare them; "" where neither is
// known to change.
func (t *Task) Names() (oldName, newName string) {
	oldName, newName = FoldName(t.Prior.Values.Name()), FoldName(t.NextName())
	if t.Wanted.Found != nil {
		oldName = FoldName(t.Wanted.Found.Name)
	}
	isKept := newName == "" || oldName == newName
	if isKept && t.Verb != Delete {
		return "", ""
	}
	return oldName, newName
}

// FoldName returns a name in the form in which it is compared: some services ignore letter case.
func FoldName(name string) string { return strings.ToLower(videoindexer.NormalText(name)) }

// inOrder puts each task behind the one whose brand gives up the name that it gets. A brand of a cycle of names
// gets an interim name first.
func inOrder(tasks []Task) []Task {
	holders := make(map[string]*Task, len(tasks)) // by the names that they give up
	for i := range tasks {
		oldName, _ := tasks[i].Names()
		if oldName != "" {
			holders[oldName] = &tasks[i]
		}
	}
	ordered := make([]Task, 0, len(tasks))
	isPlaced := map[*Task]bool{nil: true} // a name that nobody gives up needs no place
	for i := range tasks {
		next := &tasks[i]
		var chain []*Task // each of which gets the name of the one behind it
		for !isPlaced[next] && !slices.Contains(chain, next) {
			chain = append(chain, next)
			_, newName := next.Names()
			next = holders[newName]
		}
		if slices.Contains(chain, next) { // a cycle
			ordered = append(ordered, next.interim())
		}
		for _, t := range slices.Backward(chain) {
			ordered, isPlaced[t] = append(ordered, *t), true
		}
	}
	return ordered
}

// interim gives the brand of a task an interim name.
func (t *Task) interim() Task {
	interim := *t
	interim.Verb = Rename
	interim.Wanted.Values.SetName(fmt.Sprintf("%s (renaming brand %d)", t.Prior.Values.Name(), t.ID()))
	return interim
}
