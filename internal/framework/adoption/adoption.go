// Package adoption is what one run of the provider knows of the objects that resources adopt: which of them an instance
// of the state holds, which an instance is planned to adopt, and which one has adopted.
//
// A provider is never told which calls belong together: a replacement, a renamed key and a new instance look alike.
// What the calls of one process have in common is the object, and so it is where they meet.
package adoption

import (
	"context"
	"strings"
	"sync"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Objects are the objects that a run has met. The zero value is ready to use.
type Objects struct {
	mu  sync.Mutex
	met map[key]*Object
}

// key names an object; the service does not tell letter cases of accounts and locations apart.
type key struct{ noun, location, account, id string }

// Object is one object of the service and what this run does to it.
type Object struct {
	turn chan struct{} // holds a value while somebody reads or writes the object

	// What follows belongs to whoever holds the object.

	// TakenOver says that an instance was planned to adopt the object by this process, or has adopted it. A destroy in
	// the same process then belongs to an instance that no longer manages it.
	TakenOver bool
	// Found is what the plan of a create has read of the object, for the create that follows in the same process. It is
	// nil where nothing was read, or where the object was written since.
	Found any
	// Left is what a destroy of this process hands to the instance that adopts the object next.
	Left any

	mu          sync.Mutex
	inState     bool // an instance of the state holds the object
	isPlanned   bool // an instance is planned to adopt it
	isDestroyed bool // the destroy of an instance that holds it is planned
	isManaged   bool // an instance is planned to manage it
}

// Get is the object with an id.
func (o *Objects) Get(noun string, account videoindexer.AccountRef, id string) *Object {
	o.mu.Lock()
	defer o.mu.Unlock()
	k := key{noun: noun, location: strings.ToLower(account.Location), account: strings.ToLower(account.ID), id: id}
	object, ok := o.met[k]
	if !ok {
		if o.met == nil {
			o.met = make(map[key]*Object)
		}
		object = &Object{turn: make(chan struct{}, 1)}
		o.met[k] = object
	}
	return object
}

// Hold waits until nobody else in this process reads or writes the object, so that what one call decides about it still
// holds when it acts. It returns the function that ends this, or the error of ctx.
func (o *Object) Hold(ctx context.Context) (release func(), err error) {
	select {
	case o.turn <- struct{}{}:
		return func() { <-o.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// SeenInState notes that an instance of the state holds the object. A refresh calls it before it reads.
func (o *Object) SeenInState() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.inState = true
}

// PlanCreate notes that the create of an instance is planned which adopts the object. It reports whether the state holds
// the object already, in another instance or in the one that is replaced: what the create will find is then not known,
// since a destroy may come before it.
func (o *Object) PlanCreate() (inState bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isPlanned = true
	return o.inState
}

// PlanDestroy notes that the destroy of an instance is planned which holds the object. It reports whether another
// instance is planned to adopt or to manage it: that was planned with the values that the object has now, so the
// destroy must leave them.
func (o *Object) PlanDestroy() (isExpected bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.inState, o.isDestroyed = true, true
	return o.isPlanned || o.isManaged
}

// IsDestroyed reports whether the destroy of an instance that holds the object is planned.
func (o *Object) IsDestroyed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.isDestroyed
}

// PlanManage notes that an instance is planned to manage the object when the run is over, and reports whether another
// one is as well. It is called once an instance: see IsFirstPlan.
func (o *Object) PlanManage() (isSecond bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	isSecond, o.isManaged = o.isManaged, true
	return isSecond
}
