// Package adoption is what one run of the provider knows of the objects that resources adopt: which of them an instance
// of the state has, which an instance is planned to adopt, and which one has adopted.
//
// A provider is never told which calls belong together: a replacement, a renamed key and a new instance look alike.
// What the calls of one process have in common is the object, so that is where they share what they know. An Instance
// distinguishes the calls about one instance of a resource from those about another.
package adoption

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Objects are the objects that a run has met. The zero value is ready to use.
type Objects struct {
	mu  sync.Mutex
	met map[key]*Object
}

// key names an object; the service ignores the letter case of accounts and locations.
type key struct{ noun, location, account, id string }

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
		object = &Object{turn: make(chan struct{}, 1), inState: make(chan struct{})}
		o.met[k] = object
	}
	return object
}

// Object is one object of the service and what this run does to it.
type Object struct {
	turn chan struct{} // holds a value while somebody reads or writes the object

	// Found is what the plan of a create has read of the object, for the create that follows in the same process. It is
	// nil if nothing was read, or if the object was written since. Use it between Hold and release only.
	Found any
	// Left is what a destroy of this process hands to the instance that adopts the object next. Use it between Hold and
	// release only.
	Left any

	inState     chan struct{} // closed once an instance of the state is known to have the object
	inStateOnce sync.Once

	mu    sync.Mutex
	owner Instance // has adopted the object in this process, or was planned to
	plan  plan
	// isRewritten says that the destroy of an instance has written to the object in this process.
	isRewritten bool
}

// plan is what a plan knows of an object. Applying anything to the object ends it.
type plan struct {
	holders    []Instance // instances of the state that hold it
	managers   []Instance // those that will manage it when the run is over
	isAdopted  bool       // the create of an instance that adopts it is planned
	isExpected bool       // and it is planned with the values that the object has now
	isReleased bool       // the destroy of an instance that holds it is planned
	isDeleted  bool       // and that destroy deletes it
	deleter    Instance   // is planned to delete it
	remakers   []Instance // instances that are planned to create another object with its name
	isGone     bool       // a refresh has found that it no longer exists
	isKept     bool       // an instance of the state has it, and its destroy would leave it
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

// SeenInState notes that an instance of the state has the object. A refresh calls it before it reads, and the plan of an
// update as well.
func (o *Object) SeenInState(i Instance) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.holders = with(o.plan.holders, i)
	o.inStateOnce.Do(func() { close(o.inState) })
}

// AwaitRefreshes is how long the plan of a create waits for the refreshes of what the state has, which an engine makes
// at the same time. It is long compared with a refresh from a list that was already read.
const AwaitRefreshes = time.Second

// AwaitHolder waits until an instance of the state is known to have the object, for AwaitRefreshes at most, and reports
// whether one is. An engine refreshes instances that leave the configuration while it plans creates, in any order.
func (o *Object) AwaitHolder(ctx context.Context) bool {
	timer := time.NewTimer(AwaitRefreshes)
	defer timer.Stop()
	select {
	case <-o.inState:
	case <-timer.C:
	case <-ctx.Done():
	}
	return o.IsInState()
}

// SeenGone notes that a refresh has found that the object no longer exists. The resource that manages it leaves the
// state and is then planned as a create, even for a destroy: an engine begins a destroy with an ordinary plan, which
// must not fail because an object is gone.
func (o *Object) SeenGone() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.isGone = true
}

// IsGone reports whether a refresh of this run has found that the object no longer exists.
func (o *Object) IsGone() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.plan.isGone
}

// SeenKept notes that an instance of the state has the object, and that its destroy would leave it.
func (o *Object) SeenKept() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.isKept = true
}

// IsKept reports whether SeenKept was called.
func (o *Object) IsKept() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.plan.isKept
}

// PlanCreate notes that a create is planned which adopts the object. It reports whether the state is known to hold the
// object already, in another instance or in the one that is replaced. If so, a destroy may come before the create, and
// it is unknown what the create will find. Otherwise the create is planned with the values that the object has.
func (o *Object) PlanCreate(i Instance) (inState bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	inState = len(o.plan.holders) > 0
	o.owner, o.plan.isAdopted = i, true
	o.plan.isExpected = o.plan.isExpected || !inState
	return inState
}

// PlanManage notes that an instance is planned to manage the object when the run is over, and reports whether another
// one is as well. An instance that is replaced is planned twice, but counts once.
func (o *Object) PlanManage(i Instance) (isSecond bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.managers = with(o.plan.managers, i)
	return len(o.plan.managers) > 1
}

// PlanManageName is PlanManage for an object whose name is unique in its account. An instance that is planned to create
// another object with this name (PlanRemake) counts as a second one, too.
func (o *Object) PlanManageName(i Instance) (isSecond bool) {
	isSecond = o.PlanManage(i)
	o.mu.Lock()
	defer o.mu.Unlock()
	return isSecond || len(without(o.plan.remakers, i)) > 0
}

// IsManagedByOther reports whether an instance other than this one was planned to manage the object when the run is over.
func (o *Object) IsManagedByOther(i Instance) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(without(o.plan.managers, i)) > 0
}

// PlanDestroy notes that the destroy of an instance that holds the object is planned. It reports whether that destroy must
// leave the object's values, because another instance relies on them: it is planned to manage the object, or was planned
// to adopt it when this instance was not known yet.
func (o *Object) PlanDestroy(i Instance) (isExpected bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.holders, o.plan.isReleased = with(o.plan.holders, i), true
	return o.plan.isExpected || len(without(o.plan.managers, i)) > 0 && !o.plan.isAdopted
}

// PlanDelete is PlanDestroy for a destroy that deletes the object. isWanted means that another instance is planned to
// adopt or to manage it: the destroy must leave it.
func (o *Object) PlanDelete(i Instance) (isWanted bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.holders, o.plan.isReleased = with(o.plan.holders, i), true
	isWanted = o.plan.isAdopted || len(without(o.plan.managers, i)) > 0
	if o.plan.isDeleted = !isWanted; !isWanted {
		o.plan.deleter = i
	}
	return isWanted
}

// NoteDeletion notes that an instance is planned to delete the object. Others may still adopt it, and make it anew if it
// is gone by then.
func (o *Object) NoteDeletion(i Instance) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.deleter = i
}

// IsDeletedByOther reports whether an instance other than this one was planned to delete the object.
func (o *Object) IsDeletedByOther(i Instance) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.plan.deleter != "" && o.plan.deleter != i
}

// IsDeleted reports whether a destroy is planned that deletes the object.
func (o *Object) IsDeleted() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.plan.isDeleted
}

// IsInState reports whether the state of this run is known to have the object.
func (o *Object) IsInState() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.plan.holders) > 0
}

// PlanRemake notes that instance i is planned to create another object with this one's name. It reports whether another
// instance is still planned to manage this one (stays), and whether the destroy of an instance that holds this one is
// planned (isReleased).
func (o *Object) PlanRemake(i Instance) (stays, isReleased bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.plan.remakers = with(o.plan.remakers, i)
	return len(without(o.plan.managers, i)) > 0, o.plan.isReleased
}

// IsRemade reports whether PlanRemake was called.
func (o *Object) IsRemade() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.plan.remakers) > 0
}

// ChangesHands reports whether both are planned: the destroy of an instance that holds the object, and the create of one
// that adopts it. In the plan of a replacement no destroy is planned on its own.
func (o *Object) ChangesHands() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.plan.isReleased && o.plan.isAdopted
}

// TakeOver notes that an instance has adopted the object: a destroy of another instance must leave it from then on.
func (o *Object) TakeOver(i Instance) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.owner, o.plan = i, plan{}
}

// IsTakenOver reports whether an instance other than i has adopted the object in this process, or was planned to.
func (o *Object) IsTakenOver(i Instance) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.owner != "" && o.owner != i
}

// Release notes that the destroy of the last instance that managed the object is over.
func (o *Object) Release() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.owner, o.plan = "", plan{}
}

// NoteRewritten notes that the destroy of an instance writes to the object.
func (o *Object) NoteRewritten() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.isRewritten = true
}

// IsRewritten reports whether NoteRewritten was called: an instance that adopts the object now finds other values than
// the run began with.
func (o *Object) IsRewritten() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.isRewritten
}

func with(instances []Instance, i Instance) []Instance {
	return append(without(instances, i), i)
}

func without(instances []Instance, i Instance) []Instance {
	var others []Instance
	for _, other := range instances {
		if other != i {
			others = append(others, other)
		}
	}
	return others
}
