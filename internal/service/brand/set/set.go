// Package set changes many brands of an account: it decides on a task for each brand, in an order that a service
// with unique names accepts, and runs the tasks. It does not use schemas or plans. Only the values of package
// field have types of the protocol.
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
	// IsAdopted means that the brand was found instead of created.
	IsAdopted bool
	// Overwritten are the previous values that Terraform has replaced.
	Overwritten field.Values
	// Created is the time when the service created the brand; "" if it is unknown.
	Created string
}

// Entry is a wanted brand of a configuration or a plan, as far as it is known.
type Entry struct {
	// The name of Brand may come from the label. Unknown values are not written. The ID is 0 until one is configured
	// or found. It is never unknown itself: instead, the entry is.
	Brand
	// IsUnknown means that only the apply will know whether the brand exists, and which values are
	// overwritten.
	IsUnknown bool
	// IsFoundByName means that the apply has found the brand by its name. If the brand is gone when it is
	// written, it is created.
	IsFoundByName bool
	// Found is the brand to adopt, if it was just read; nil otherwise.
	Found *videoindexer.Brand
	// Deleted has the fields of a brand with this name that was just deleted; nil for none.
	Deleted *videoindexer.BrandFields
}

// Base returns the values that a create gives to fields that are not managed: those of a brand that was just deleted,
// or of a new one.
func (e Entry) Base() videoindexer.BrandFields {
	if e.Deleted != nil {
		return *e.Deleted
	}
	return field.NewBrandFields
}

// IsWithoutID reports whether an entry is known to have no id.
func (e Entry) IsWithoutID() bool { return e.ID == 0 && !e.IsUnknown }

// IsByName reports whether an entry identifies a brand by a known name.
func (e Entry) IsByName() bool { return e.IsWithoutID() && e.Values.HasAny(field.NameMask) }

// Brands are the brands of a state, by labels that a user has chosen.
type Brands map[string]Brand

// Labels returns the labels in order.
func (b Brands) Labels() []string { return slices.Sorted(maps.Keys(b)) }

// Where returns the brands that meet a condition.
func (b Brands) Where(isMet func(Brand) bool) (met []Brand) {
	for _, label := range b.Labels() {
		if isMet(b[label]) {
			met = append(met, b[label])
		}
	}
	return met
}

// ByID returns the labels of the brands by their ids. No brand of the service has the id 0, which stands for none.
func (b Brands) ByID() map[int32]string {
	labels := make(map[int32]string, len(b))
	for label, brand := range b {
		labels[brand.ID] = label
	}
	return labels
}

// Entries are the wanted brands, by labels.
type Entries map[string]Entry

// Labels returns the labels in order.
func (e Entries) Labels() []string { return slices.Sorted(maps.Keys(e)) }

// Any reports whether any of the entries meets a condition.
func (e Entries) Any(isMet func(Entry) bool) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(e)), isMet)
}

// Brands returns the wanted brands, as far as they are known.
func (e Entries) Brands() Brands {
	brands := make(Brands, len(e))
	for label, entry := range e {
		brands[label] = entry.Brand
	}
	return brands
}

// Verb is what a task does with its brand, as messages have it.
type Verb string

const (
	// Keep sends no request.
	Keep Verb = "keep"
	// Read reads the brand.
	Read Verb = "read"
	// Create creates a brand.
	Create Verb = "create"
	// Adopt writes the wanted values to a brand that was found.
	Adopt Verb = "adopt"
	// Update writes the changed values to a brand of the state.
	Update Verb = "update"
	// Rename gives a brand an interim name, because its own is part of a cycle of names.
	Rename Verb = "rename"
	// Leave stops managing a brand, without changing it.
	Leave Verb = "leave"
	// Disable disables a brand, and stops managing it.
	Disable Verb = "disable"
	// Restore writes back the overwritten values, and stops managing the brand.
	Restore Verb = "restore"
	Delete  Verb = "delete"
)

// IsRelease reports whether the brand is no longer managed afterwards.
func (v Verb) IsRelease() bool { return slices.Contains([]Verb{Leave, Disable, Restore, Delete}, v) }

// Task is the change of one brand.
type Task struct {
	Verb  Verb
	Label string
	// Prior is the brand of the state; zero for none.
	Prior Brand
	// Wanted is the brand of the plan; zero for none.
	Wanted Entry
	// IsUnlisted means that the brand is deleted because it has no entry.
	IsUnlisted bool
}

// ID returns the id of the brand; 0 for one that is created.
func (t *Task) ID() int32 { return cmp.Or(t.Prior.ID, t.Wanted.ID) }

// Brand returns the brand of the task, as far as it is known.
func (t *Task) Brand() Brand {
	if t.Prior.ID != 0 {
		return t.Prior
	}
	b, found := t.Wanted.Brand, t.Wanted.Found
	if found == nil {
		return b
	}
	b.ID = found.ID
	if !b.Values.HasAny(field.NameMask) {
		b.Values.SetName(found.Name)
	}
	return b
}

// Diff returns the tasks in an order that the service accepts. Brands of the state and the plan are the same if they
// have the same id. OnRemoval returns what to do with a brand that is no longer wanted.
func Diff(prior Brands, wanted Entries, onRemoval func(Brand) Verb) []Task {
	var tasks []Task
	labels := prior.ByID()
	isKept := make(map[int32]bool, len(wanted))
	for _, label := range wanted.Labels() {
		task := Task{Label: label, Wanted: wanted[label]}
		before, isPrior := labels[task.Wanted.ID]
		switch {
		case isPrior:
			task.Verb = Keep
			task.Prior = prior[before]
			task.Wanted.Found = nil
			isKept[task.Wanted.ID] = true
			if task.Wanted.IsUnknown {
				task.Wanted.IsAdopted = task.Prior.IsAdopted
				task.Wanted.Created = task.Prior.Created
			}
			if !task.Wanted.Values.Changed(task.Prior.Values).IsZero() {
				task.Verb = Update
			}
		case task.Wanted.ID == 0:
			task.Verb = Create
		default:
			task.Verb = Adopt
		}
		tasks = append(tasks, task)
	}
	for _, label := range prior.Labels() {
		brand := prior[label]
		if !isKept[brand.ID] {
			tasks = append(tasks, Task{Verb: onRemoval(brand), Label: label, Prior: brand})
		}
	}
	return inOrder(tasks)
}

// NextName returns the wanted name of the brand; "" if the name is not managed.
func (t *Task) NextName() string {
	if t.Verb == Restore {
		return t.Prior.Overwritten.Name()
	}
	return t.Wanted.Values.Name()
}

// Names returns the name that a brand gives up and the one that it gets, as services compare them; "" for both if the
// name is not known to change.
func (t *Task) Names() (oldName, newName string) {
	oldName = FoldName(t.Prior.Values.Name())
	newName = FoldName(t.NextName())
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

// inOrder puts each task after the one whose brand gives up the name that it needs. If names form a cycle, one
// of the brands gets an interim name first.
func inOrder(tasks []Task) []Task {
	// Tasks by the names that their brands give up.
	holders := make(map[string]*Task, len(tasks))
	for i := range tasks {
		oldName, _ := tasks[i].Names()
		if oldName != "" {
			holders[oldName] = &tasks[i]
		}
	}
	ordered := make([]Task, 0, len(tasks))
	isPlaced := make(map[*Task]bool, len(tasks))
	for i := range tasks {
		next := &tasks[i]
		// Each gets the name that the next one gives up.
		var chain []*Task
		for next != nil && !isPlaced[next] {
			// A cycle.
			if slices.Contains(chain, next) {
				ordered = append(ordered, next.interim())
				break
			}
			chain = append(chain, next)
			_, newName := next.Names()
			next = holders[newName]
		}
		for _, t := range slices.Backward(chain) {
			ordered = append(ordered, *t)
			isPlaced[t] = true
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
