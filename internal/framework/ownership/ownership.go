// Package ownership is what one process of the provider knows of the service's objects: what was planned for each, and
// who has it. An engine plans a replacement with a prior state and then without one, and never plans its destroy. It
// plans a destroy where an address is gone, or an object is left over from a failed replacement. So two creates of one
// object are two addresses, and so are a destroy and a create or an update of it, whichever comes first.
package ownership

import (
	"strings"
	"sync"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Object names an object of the service, as an apidiag.Subject does. What has no id yet is named by what is unique of it, under
// a noun of its own.
type Object struct {
	Noun    string
	ID      string
	Account videoindexer.AccountRef
}

// Intent is what the plan of one instance does with an object.
type Intent int

const (
	Create  Intent = iota // makes or adopts it
	Keep                  // has it, and perhaps replaces it
	Destroy               // writes to it, or deletes it; a destroy that does neither is not noted
	Remove                // deletes it, since the instance does not list it: the plan shows what would be deleted
)

// Conflict is why a plan cannot be carried out.
type Conflict int

const (
	None               Conflict = iota
	CreatedTwice                // means that two addresses create or adopt the object
	DestroyedElsewhere          // means that a destroy writes to an object that another address creates, adopts or keeps
)

// Objects are the objects that a process has met. The zero value is ready to use, by several goroutines.
type Objects struct {
	mu  sync.Mutex
	met map[Object]record
}

type record struct {
	planned             [Remove + 1]bool
	isSeen, isTakenOver bool
	overwritten         any
}

// Plan notes what an instance is planned to do with the object, and returns what stands against it.
func (o *Objects) Plan(object Object, intent Intent) (conflict Conflict) {
	o.with(object, func(r *record) {
		switch {
		case intent == Destroy && r.isTakenOver: // an engine plans the destroy of a deposed object again when it applies it
		case intent == Create && r.planned[Create]:
			conflict = CreatedTwice
		case intent >= Destroy && (r.planned[Create] || r.planned[Keep]), intent != Destroy && r.planned[Destroy], intent != Remove && r.planned[Remove]:
			conflict = DestroyedElsewhere
		}
		r.planned[intent] = true
	})
	return conflict
}

// See notes that an instance of the state has the object, with the values that it has overwritten: nil for none.
func (o *Objects) See(object Object, overwritten any) {
	o.with(object, func(r *record) { r.isSeen, r.overwritten = true, overwritten })
}

// Seen is what See has noted last.
func (o *Objects) Seen(object Object) (overwritten any, isSeen bool) {
	o.with(object, func(r *record) { overwritten, isSeen = r.overwritten, r.isSeen })
	return overwritten, isSeen
}

// TakeOver notes that an instance has adopted or deleted the object: a destroy that comes later in this process writes nothing.
func (o *Objects) TakeOver(object Object) { o.with(object, func(r *record) { r.isTakenOver = true }) }

// IsTakenOver reports whether TakeOver was called.
func (o *Objects) IsTakenOver(object Object) (is bool) {
	o.with(object, func(r *record) { is = r.isTakenOver })
	return is
}

// with calls f with the record of an object. The service ignores the letter case of locations and GUIDs.
func (o *Objects) with(object Object, f func(*record)) {
	if validate.IsGUID(object.ID) {
		object.ID = strings.ToLower(object.ID)
	}
	object.Account.Location, object.Account.ID = strings.ToLower(object.Account.Location), strings.ToLower(object.Account.ID)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.met == nil {
		o.met = make(map[Object]record)
	}
	r := o.met[object]
	f(&r)
	o.met[object] = r
}
