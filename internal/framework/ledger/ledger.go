// Package ledger is the memory of a process of the provider during a run: which instance has,
// wants, took or released which object of the service, and values that a release passes to the
// create that follows. It begins empty with each configuration of the provider. Nothing else
// remembers which instance has which object; decisions/ledger.md lists the other memories of a
// process. The ledger is used for warnings, to plan values as unknown, and to keep a release from
// changing an object that another instance wants.
package ledger

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Key identifies an object of the service, or a name that such an object has or gets. The letter
// case of locations, accounts and GUIDs does not matter.
type Key struct {
	Kind, ID string
	Account  videoindexer.AccountRef
	// IsName says that ID is a name.
	IsName bool
}

// Normal returns the key in one letter case, so that all spellings of a key are equal.
func (k Key) Normal() Key {
	parts := strings.Split(k.ID, "/")
	for i, part := range parts {
		if videoindexer.IsGUID(part) {
			parts[i] = strings.ToLower(part)
		}
	}
	k.ID = strings.Join(parts, "/")
	k.Account = k.Account.Normal()
	return k
}

// lockOrder sorts names before ids: the order in which locks are taken.
func lockOrder(a, b Key) int {
	if a.IsName != b.IsName {
		if a.IsName {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Account.Location, b.Account.Location),
		cmp.Compare(a.Account.ID, b.Account.ID), cmp.Compare(a.ID, b.ID))
}

// Instance is an instance of a resource: the random id in its private state, and its type.
type Instance struct{ ID, Type string }

// Role is what an instance does with an object. An instance can have several roles for an object.
type Role uint8

const (
	// Holds means that a read has found the object in the state of the instance.
	Holds Role = 1 << iota
	// Keeps means that a plan keeps the object.
	Keeps
	// Wants means that a plan creates or adopts the object.
	Wants
	// Releases means that a plan deletes the object, or stops managing it, perhaps after a write.
	Releases
	// Stays means that the instance remains after the release, because the object is an entry of
	// its map.
	Stays
	// Resembles means that a plan creates another object with the name of this one.
	Resembles
	// Tainted means that the instance holds the object, and that a plan has replaced it as a
	// tainted one.
	Tainted
)

// HasAny reports whether the roles have one of others in common.
func (r Role) HasAny(others Role) bool { return r&others != 0 }

// HasNoPlan reports whether an instance with this role holds the object, and has no plan for it.
func (r Role) HasNoPlan() bool { return r&^Tainted == Holds }

// needs reports whether an instance with this role needs the object.
func (r Role) needs() bool {
	stays := r.HasAny(Holds|Keeps) && !r.HasAny(Releases)
	return stays || r.HasAny(Wants)
}

// record has the roles and values of one key.
type record struct {
	roles map[Instance]Role
	// taker is the instance that has created or adopted the object; zero for none.
	taker Instance
	// remembered has the values of each Slot, by its name. Objects of one name have several.
	remembered map[string][]any
	// lock is held by whoever works on the object.
	lock *semaphore.Weighted
}

// Ledger is the memory of a process. The zero value is ready to use, and safe for concurrent use.
type Ledger struct {
	mu         sync.Mutex
	records    map[Key]*record
	visits     []*Visit
	hasApplied bool
	// lastNeed is when an instance was last found to need an object of a kind and account.
	lastNeed map[Key]time.Time
}

// lockedRecord locks the ledger and returns the record of a key.
func (l *Ledger) lockedRecord(key Key) (r *record, unlock func()) {
	key = key.Normal()
	l.mu.Lock()
	if l.records == nil {
		l.records = make(map[Key]*record)
	}
	if l.records[key] == nil {
		l.records[key] = &record{roles: make(map[Instance]Role, 1), lock: semaphore.NewWeighted(1)}
	}
	return l.records[key], l.mu.Unlock
}

// AddRole adds a role of an instance, and returns the roles of the other instances.
func (l *Ledger) AddRole(key Key, instance Instance, role Role) (others map[Instance]Role) {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	r.roles[instance] |= role
	if role.needs() {
		l.noteNeed(key)
	}
	return r.others(instance)
}

// OtherRoles returns the roles of all instances except one.
func (l *Ledger) OtherRoles(key Key, except Instance) map[Instance]Role {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	return r.others(except)
}

func (r *record) others(except Instance) map[Instance]Role {
	others := maps.Clone(r.roles)
	delete(others, except)
	return others
}

// MayBeReleased reports whether a destroy of this run may release the object before a create finds
// it, or give a name back: a read has found it in a state, a plan releases it, or the instance has
// it and is planned to be replaced.
func (l *Ledger) MayBeReleased(key Key, instance Instance) bool {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	for _, role := range r.roles {
		if role.HasAny(Holds | Releases) {
			return true
		}
	}
	return r.roles[instance].HasAny(Keeps)
}

// RemoveRoles removes the roles of an instance that no longer has the object.
func (l *Ledger) RemoveRoles(key Key, instance Instance) {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	delete(r.roles, instance)
}

// Take notes that an instance has created the object, or is about to adopt it: one wish of its
// type for the object is fulfilled. A create has another instance id than its plan, so the ledger
// cannot tell which wish was its own.
func (l *Ledger) Take(key Key, own Instance) {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	r.taker = own
	r.remembered = nil
	for instance, role := range r.roles {
		if role.HasAny(Wants) && instance.Type == own.Type {
			r.roles[instance] &^= Wants
			return
		}
	}
}

// GiveUp notes that an instance does not have the object that it has taken, because its
// create has failed.
func (l *Ledger) GiveUp(key Key, own Instance) {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	if r.taker == own {
		r.taker = Instance{}
	}
}

// IsTakenByOther reports whether another instance has created or adopted the object in this
// process.
func (l *Ledger) IsTakenByOther(key Key, instance Instance) bool {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	return r.isTakenByOther(instance)
}

func (r *record) isTakenByOther(instance Instance) bool {
	return r.taker.ID != "" && r.taker != instance
}

// IsNeeded reports whether another instance has, wants or took the object, according to this
// process or to the ids that a plan has passed on. A release then leaves the object.
func (l *Ledger) IsNeeded(key Key, instance Instance, planned ...string) bool {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	if r.isTakenByOther(instance) {
		return true
	}
	return r.isNeeded(instance) || slices.Contains(planned, key.Normal().ID)
}

// isNeeded reports whether an instance needs the object, leaving some out.
func (r *record) isNeeded(except ...Instance) bool {
	for instance, role := range r.roles {
		if role.needs() && !slices.Contains(except, instance) {
			return true
		}
	}
	return false
}

// NeededIDs returns the ids of the objects of a kind that instances have or want, leaving some out,
// in order.
func (l *Ledger) NeededIDs(kind string, account videoindexer.AccountRef, except ...Instance) []string {
	return l.idsWhere(kind, account, func(_ string, r *record) bool { return r.isNeeded(except...) })
}

// idsWhere returns the ids of the objects of a kind whose records meet a condition, in order.
func (l *Ledger) idsWhere(
	kind string, account videoindexer.AccountRef, isMet func(id string, r *record) bool,
) (ids []string) {
	kindKey := keyOfKind(kind, account)
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, r := range l.records {
		kindKey.ID = key.ID
		if key == kindKey && isMet(key.ID, r) {
			ids = append(ids, key.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// NoteApply notes that the process applies a change: nobody reviews its plans from now on.
func (l *Ledger) NoteApply() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hasApplied = true
}

// HasApplied reports whether the process has applied a change.
func (l *Ledger) HasApplied() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hasApplied
}

// Slot is a kind of value that one plan, read or apply of the run leaves to another, under the key
// of an object and until an instance takes that object. decisions/ledger.md has a row for each.
type Slot[T any] struct {
	// Name tells slots apart.
	Name string
}

// Remember puts a value into the slot, beside those that are there.
func (s Slot[T]) Remember(l *Ledger, key Key, value T) {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	if r.remembered == nil {
		r.remembered = make(map[string][]any, 1)
	}
	r.remembered[s.Name] = append(r.remembered[s.Name], value)
}

// Recall returns the last value that was put into the slot; ok is false for none.
func (s Slot[T]) Recall(l *Ledger, key Key) (value T, ok bool) {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	return s.last(r)
}

// RecallOnce returns a value as Recall does, and removes it: the next call returns the value before
// it.
func (s Slot[T]) RecallOnce(l *Ledger, key Key) (value T, ok bool) {
	r, unlock := l.lockedRecord(key)
	defer unlock()
	value, ok = s.last(r)
	if ok {
		values := r.remembered[s.Name]
		r.remembered[s.Name] = values[:len(values)-1]
	}
	return value, ok
}

func (s Slot[T]) last(r *record) (value T, ok bool) {
	values := r.remembered[s.Name]
	if len(values) == 0 {
		return value, false
	}
	value, ok = values[len(values)-1].(T)
	return value, ok
}
