// Package set changes many brands of an account: it decides on a task for each brand, in an order
// that a service with unique names accepts, and runs the tasks. It does not use schemas or plans.
// Only the values of package field have types of the protocol.
//
// Diff compares the Brands of a state with those of a plan, and returns a Task for each of them.
// Run carries out the tasks, and returns a Result for each.
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

// Brand is a brand of a state, a configuration or a plan.
type Brand struct {
	// ID is 0 until one is configured or found. If the configuration has an unknown id, IsUnknown
	// is true.
	ID int32
	// Values are the fields. In a map, the name may come from the label. An apply does not write
	// unknown values.
	Values field.Values
	// IsAdopted means that the brand was found instead of created.
	IsAdopted bool
	// Overwritten are the previous values that Terraform has replaced.
	Overwritten field.Values
	// Created is the time when the service created the brand; "" if it is unknown.
	Created string

	// A state has none of the following.

	// IsUnknown means that only the apply will know whether the brand exists, and which values are
	// overwritten.
	IsUnknown bool
	// IsFoundByName means that the apply has found the brand by its name. If the brand is gone when
	// it is written, it is created.
	IsFoundByName bool
	// Remote is the brand of the service to adopt, if it was just read; nil otherwise.
	Remote *videoindexer.Brand
}

// IsWithoutID reports whether a configured brand is known to have no id.
func (b Brand) IsWithoutID() bool { return b.ID == 0 && !b.IsUnknown }

// IsByName reports whether a brand is configured by a known name, without an id.
func (b Brand) IsByName() bool { return b.IsWithoutID() && b.Values.HasName() }

// Brands are brands by labels that a user has chosen.
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

// LabelsByID returns the labels of the brands by their ids. No brand of the service has the id 0,
// which stands for none.
func (b Brands) LabelsByID() map[int32]string {
	labels := make(map[int32]string, len(b))
	for label, brand := range b {
		labels[brand.ID] = label
	}
	return labels
}

// Verb is what a task does with its brand. The texts are those of messages.
//
// Diff chooses Keep, Create, Adopt, Update and SetAside. The verbs of a release follow from
// deletion_policy: package brand translates each managed.Effect into one (see verbOf), and passes
// it to Diff.
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
	// SetAside gives a brand an interim name, because its own is part of a cycle of names. A later
	// task gives it the wanted name.
	SetAside Verb = "rename"
	// Leave stops managing a brand, without changing it.
	Leave Verb = "leave"
	// Disable disables a brand, and stops managing it.
	Disable Verb = "disable"
	// Restore writes back the overwritten values, and stops managing the brand.
	Restore Verb = "restore"
	// Delete deletes a brand.
	Delete Verb = "delete"
)

// ReleaseVerbs are the verbs of a release, in the order of the warnings about them.
var ReleaseVerbs = []Verb{Leave, Delete, Disable, Restore}

// IsRelease reports whether the brand is no longer managed afterwards.
func (v Verb) IsRelease() bool { return slices.Contains(ReleaseVerbs, v) }

// Task is what an apply does with one brand.
type Task struct {
	Verb  Verb
	Label string
	// Prior is the brand of the state; zero for none.
	Prior Brand
	// Wanted is the brand of the plan; zero for none.
	Wanted Brand
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
	brand := t.Wanted
	remote := brand.Remote
	if remote == nil {
		return brand
	}
	brand.ID = remote.ID
	if !brand.Values.HasName() {
		brand.Values.SetName(remote.Name)
	}
	return brand
}

// Diff returns the tasks in an order that the service accepts. Brands of the state and the plan are
// the same if they have the same id. ReleaseVerb returns what to do with a brand that is no longer
// wanted.
func Diff(prior, wanted Brands, releaseVerb func(Brand) Verb) []Task {
	var tasks []Task
	priorLabels := prior.LabelsByID()
	isWanted := make(map[int32]bool, len(wanted))
	for _, label := range wanted.Labels() {
		entry := wanted[label]
		isWanted[entry.ID] = true
		priorLabel, isPrior := priorLabels[entry.ID]
		switch {
		case isPrior:
			tasks = append(tasks, managedTask(label, entry, prior[priorLabel]))
		case entry.ID == 0:
			tasks = append(tasks, Task{Verb: Create, Label: label, Wanted: entry})
		default:
			tasks = append(tasks, Task{Verb: Adopt, Label: label, Wanted: entry})
		}
	}
	for _, label := range prior.Labels() {
		brand := prior[label]
		if !isWanted[brand.ID] {
			tasks = append(tasks, Task{Verb: releaseVerb(brand), Label: label, Prior: brand})
		}
	}
	return inOrder(tasks)
}

// managedTask keeps or updates a brand that the state has.
func managedTask(label string, entry, prior Brand) Task {
	entry.Remote = nil
	if entry.IsUnknown {
		entry.IsAdopted = prior.IsAdopted
		entry.Created = prior.Created
	}
	verb := Update
	if entry.Values.ChangesFrom(prior.Values).IsZero() {
		verb = Keep
	}
	return Task{Verb: verb, Label: label, Prior: prior, Wanted: entry}
}

// NewName returns the name that the brand has after the task, as it is known before; "" if the name
// is not managed.
func (t *Task) NewName() string {
	if t.Verb == Restore {
		return t.Prior.Overwritten.Name()
	}
	return t.Wanted.Values.Name()
}

// Names returns the name that a brand gives up and the one that it gets, as services compare them;
// "" for both if the name is not known to change.
func (t *Task) Names() (oldName, newName string) {
	oldName = FoldName(t.Prior.Values.Name())
	newName = FoldName(t.NewName())
	if t.Wanted.Remote != nil {
		oldName = FoldName(t.Wanted.Remote.Name)
	}
	isKept := newName == "" || oldName == newName
	if isKept && t.Verb != Delete {
		return "", ""
	}
	return oldName, newName
}

// FoldName returns a name in the form in which it is compared: some services ignore letter case.
func FoldName(name string) string { return strings.ToLower(videoindexer.NormalText(name)) }

// inOrder puts each task after the one whose brand gives up the name that it needs. If names form a
// cycle, one of the brands gets an interim name first.
func inOrder(tasks []Task) []Task {
	// The keys are the names that the brands give up.
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
		// The brand of each task of the chain gets the name that the brand of the following one
		// gives up.
		var chain []*Task
		task := &tasks[i]
		for task != nil && !isPlaced[task] {
			isCycle := slices.Contains(chain, task)
			if isCycle {
				ordered = append(ordered, task.setAsideTask())
				break
			}
			chain = append(chain, task)
			_, newName := task.Names()
			task = holders[newName]
		}
		for _, placed := range slices.Backward(chain) {
			ordered = append(ordered, *placed)
			isPlaced[placed] = true
		}
	}
	return ordered
}

// setAsideTask gives the brand of a task an interim name.
func (t *Task) setAsideTask() Task {
	interim := *t
	interim.Verb = SetAside
	interim.Wanted.Values.SetName(fmt.Sprintf("%s (renaming brand %d)", t.Prior.Values.Name(), t.ID()))
	return interim
}
