// Package ledger is what one process of the provider knows of a run: which instance has which object of the service,
// wants it, has taken or released it, and what a release leaves to the create that follows. It begins with each
// configuration of the provider, and is the one place where a process remembers. It gives warnings, leaves values of
// a plan open, and keeps a release from what another instance wants.
package ledger

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Key names an object of the service, or a name that such an object has or gets. Letter case of locations, accounts
// and GUIDs does not count.
type Key struct {
	Kind, ID string
	Account  videoindexer.AccountRef
	// IsName says that ID is a name.
	IsName bool
}

// Normal is the key in the letter case that all its spellings have in common.
func (k Key) Normal() Key {
	parts := strings.Split(k.ID, "/")
	for i, part := range parts {
		if validate.IsGUID(part) {
			parts[i] = strings.ToLower(part)
		}
	}
	k.ID = strings.Join(parts, "/")
	k.Account.Location, k.Account.ID = strings.ToLower(k.Account.Location), strings.ToLower(k.Account.ID)
	return k
}

// compare has names before ids: the order in which an operation locks.
func compare(a, b Key) int {
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

// Role is what an instance does with an object. It can have several roles.
type Role uint8

// The roles: a read has found it in the state, a plan keeps it, a plan creates or adopts it, a plan releases it
// (deletes it, or writes to it and stops managing it), the instance that releases it stays, since it is an entry of a
// map, and a plan creates another one of its name.
const (
	Holds Role = 1 << iota
	Keeps
	Wants
	Releases
	Stays
	Resembles
)

// Has reports whether a role is, or contains, one of others.
func (r Role) Has(others Role) bool { return r&others != 0 }

// claims reports whether an instance with this role would miss the object.
func (r Role) claims() bool {
	stays := r.Has(Holds|Keeps) && !r.Has(Releases)
	return stays || r.Has(Wants)
}

// entry is what is known of one key.
type entry struct {
	roles map[Instance]Role
	// taker is the instance that has created or adopted the object; zero for none.
	taker Instance
	// left is what releases have left here. Objects of one name leave several.
	left []any
	// lock has an element while somebody holds it.
	lock chan struct{}
}

// Ledger is what a process knows. The zero value is ready to use, by several goroutines.
type Ledger struct {
	mu         sync.Mutex
	entries    map[Key]*entry
	underWay   []*Visit
	hasApplied bool
	// claimed is when an instance last claimed an object of a kind and account, or planned to.
	claimed map[Key]time.Time
}

// at begins the use of what is known of a key.
func (l *Ledger) at(key Key) (e *entry, unlock func()) {
	key = key.Normal()
	l.mu.Lock()
	if l.entries == nil {
		l.entries = make(map[Key]*entry)
	}
	if l.entries[key] == nil {
		l.entries[key] = &entry{roles: make(map[Instance]Role, 1), lock: make(chan struct{}, 1)}
	}
	return l.entries[key], l.mu.Unlock
}

// Note adds a role of an instance, and returns those of the others.
func (l *Ledger) Note(key Key, by Instance, role Role) (others map[Instance]Role) {
	e, unlock := l.at(key)
	defer unlock()
	e.roles[by] |= role
	if role.claims() {
		l.noteClaim(key)
	}
	others = make(map[Instance]Role, len(e.roles))
	for instance, does := range e.roles {
		if instance != by {
			others[instance] = does
		}
	}
	return others
}

// IsHeld reports whether a read of this run has found the object in a state, a plan releases it, or the instance has
// it and is planned to be replaced: it may be gone before a create finds it.
func (l *Ledger) IsHeld(key Key, by Instance) bool {
	e, unlock := l.at(key)
	defer unlock()
	for _, role := range e.roles {
		if role.Has(Holds | Releases) {
			return true
		}
	}
	return e.roles[by].Has(Keeps)
}

// Forget removes what was noted of an instance that no longer has the object.
func (l *Ledger) Forget(key Key, by Instance) {
	e, unlock := l.at(key)
	defer unlock()
	delete(e.roles, by)
}

// Take notes that an instance has created the object, or is about to adopt it. The plans that wanted it are over.
func (l *Ledger) Take(key Key, by Instance) {
	e, unlock := l.at(key)
	defer unlock()
	for instance := range e.roles {
		e.roles[instance] &^= Wants
	}
	e.taker, e.left = by, nil
}

// GiveUp notes that a create has failed and that its instance does not have the object: others may release it.
func (l *Ledger) GiveUp(key Key, by Instance) {
	e, unlock := l.at(key)
	defer unlock()
	if e.taker == by {
		e.taker = Instance{}
	}
	for instance, role := range e.roles { // a create does not know under which id it was planned
		if role.Has(Wants) && instance.Type == by.Type {
			e.roles[instance] &^= Wants
			return
		}
	}
}

// IsTaken reports whether another instance has created or adopted the object in this process.
func (l *Ledger) IsTaken(key Key, by Instance) bool {
	e, unlock := l.at(key)
	defer unlock()
	return e.taker.ID != "" && e.taker != by
}

// IsClaimed reports whether another instance has taken the object, wants it, or has it, as far as this process knows,
// or a plan has known by the ids that it carries: a release then leaves it.
func (l *Ledger) IsClaimed(key Key, by Instance, planned ...string) bool {
	e, unlock := l.at(key)
	defer unlock()
	isTaken := e.taker.ID != "" && e.taker != by
	isClaimed := e.claims(by) > 0 || slices.Contains(planned, key.Normal().ID)
	return isTaken || isClaimed
}

// claims counts the instances but one that would miss the object.
func (e *entry) claims(but Instance) (n int) {
	for instance, role := range e.roles {
		if instance != but && role.claims() {
			n++
		}
	}
	return n
}

// Claimed are the ids of the objects of a kind that other instances have or want, at least so many.
func (l *Ledger) Claimed(kind string, account videoindexer.AccountRef, by Instance, least int) (ids []string) {
	of := ofKind(kind, account)
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, e := range l.entries {
		of.ID = key.ID
		if key == of && e.claims(by) >= least {
			ids = append(ids, key.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Applies notes that the process changes something: what it plans from now on, nobody reviews.
func (l *Ledger) Applies() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hasApplied = true
}

// HasApplied reports whether the process has changed something.
func (l *Ledger) HasApplied() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hasApplied
}

// Leave keeps what a release leaves for the create that takes the object of a key, or makes it again.
func Leave[T any](l *Ledger, key Key, what T) {
	e, unlock := l.at(key)
	defer unlock()
	e.left = append(e.left, what)
}

// Left is the last that was left; ok is false for nothing.
func Left[T any](l *Ledger, key Key) (what T, ok bool) {
	e, unlock := l.at(key)
	defer unlock()
	_, what, ok = lastOf[T](e.left)
	return what, ok
}

// TakeLeft is Left for the create that takes it: another one finds what was left before.
func TakeLeft[T any](l *Ledger, key Key) (what T, ok bool) {
	e, unlock := l.at(key)
	defer unlock()
	at, what, ok := lastOf[T](e.left)
	if ok {
		e.left = slices.Delete(e.left, at, at+1)
	}
	return what, ok
}

func lastOf[T any](all []any) (at int, what T, ok bool) {
	for at, one := range slices.Backward(all) {
		what, ok = one.(T)
		if ok {
			return at, what, true
		}
	}
	return 0, what, false
}
