// Package ownership is what one process of the provider knows of who has which object of the service. It gives warnings, and
// keeps a destroy from writing to what another instance has taken over. No value and no error of a plan depends on it.
package ownership

import (
	"maps"
	"strings"
	"sync"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Key names an object of the service. Letter case of locations, accounts and GUIDs does not count.
type Key struct {
	Kind, ID string
	Account  videoindexer.AccountRef
}

// Instance is an instance of a resource: the random id in its private state, and its type.
type Instance struct{ ID, Type string }

// Role is what an instance does with an object. It can have several roles.
type Role uint8

// The roles: a read has found it in the state, a plan keeps it, a plan creates or adopts it, a plan destroys it (deletes it, or writes to it), and a
// plan creates another one of its name.
const (
	Holds Role = 1 << iota
	Keeps
	Creates
	Destroys
	Resembles
)

// Objects are what a process knows. The zero value is ready to use, by several goroutines.
type Objects struct {
	mu     sync.Mutex
	roles  map[Key]map[Instance]Role
	takers map[Key]Instance
}

// Note adds a role of an instance, 0 for none, and returns those of the others. Whoever has taken an object over in an earlier
// run holds it in the state now. An object that a plan has created before it is found in a state does not count as held: one process may plan
// the create once more.
func (o *Objects) Note(key Key, by Instance, role Role) (others map[Instance]Role) {
	defer o.lock(&key)()
	if role&Holds != 0 && o.takers[key] == by {
		delete(o.takers, key)
	}
	if o.roles[key] == nil {
		o.roles[key] = make(map[Instance]Role, 1)
	}
	others = maps.Clone(o.roles[key])
	delete(others, by)
	for _, does := range others {
		if does&Creates != 0 {
			role &^= Holds
		}
	}
	o.roles[key][by] |= role
	return others
}

// IsHeld reports whether a read of this run has found the object in a state, or the instance is planned to be replaced.
func (o *Objects) IsHeld(key Key, by Instance) (is bool) {
	defer o.lock(&key)()
	for instance, role := range o.roles[key] {
		is = is || role&Holds != 0 || instance == by && role != 0
	}
	return is
}

// Forget removes what was noted of an instance that no longer has the object.
func (o *Objects) Forget(key Key, by Instance) {
	defer o.lock(&key)()
	delete(o.roles[key], by)
}

// TakeOver notes that an instance has created or adopted the object.
func (o *Objects) TakeOver(key Key, by Instance) {
	defer o.lock(&key)()
	for instance := range o.roles[key] {
		o.roles[key][instance] &^= Creates
	}
	o.takers[key] = by
}

// Taker is the instance that has created or adopted the object in this run; zero if none has.
func (o *Objects) Taker(key Key) Instance {
	defer o.lock(&key)()
	return o.takers[key]
}

// lock begins the use of what is known of a key, which it brings into the form that all spellings have in common.
func (o *Objects) lock(key *Key) (unlock func()) {
	if validate.IsGUID(key.ID) {
		key.ID = strings.ToLower(key.ID)
	}
	key.Account.Location, key.Account.ID = strings.ToLower(key.Account.Location), strings.ToLower(key.Account.ID)
	o.mu.Lock()
	if o.roles == nil {
		o.roles, o.takers = make(map[Key]map[Instance]Role), make(map[Key]Instance)
	}
	return o.mu.Unlock
}
