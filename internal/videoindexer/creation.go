package videoindexer

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// searchAfterInterrupt is how long an interrupted create takes to find out what it has done.
const searchAfterInterrupt = 10 * time.Second

// creation creates one object, and searches for it if the response is lost. Creates of one name in
// a collection run one after the other.
type creation[T keyed] struct {
	recentWrites *recentWrites
	// collection is the path of the request. The path of the object begins with it.
	collection []string
	// name is the name of the object; empty if the objects of the collection have no names.
	name string
	// before are the objects that existed before the request. It can be empty if names are unique,
	// because the service then refuses the name of an existing object.
	before []T
	// send sends the request.
	send func() (*T, error)
	// list returns the objects of the collection. If it is nil, there is no search.
	list func(context.Context) ([]T, error)
	// matches reports whether the request can have created an object of the list. isCreated means
	// that the service has certainly created an object, without saying which.
	matches func(object T, isCreated bool) bool
	// afterInterrupt is how long the search continues after the caller has given up; 0 means
	// searchAfterInterrupt.
	afterInterrupt time.Duration

	// sendErr is the error of the request, even if the search has found the object.
	sendErr error
}

// run sends the request, and returns the created object. If the outcome is unknown, this is the
// only new object that matches, and that no other create has made. If there is no such object, the
// error is that of the request.
func (c *creation[T]) run(ctx context.Context) (made *T, err error) {
	name := keyOf(c.collection) + "/" + c.name
	unlock, err := c.recentWrites.lockCreate(ctx, name)
	if err != nil {
		return nil, err
	}
	defer unlock()
	made, err = c.send()
	c.sendErr = err
	isSearchable := c.list != nil && !c.recentWrites.mayExist(name)
	if IsOutcomeUnknown(err) && isSearchable {
		found := c.findCreated(ctx)
		if found != nil {
			made = found
			err = nil
		}
	}
	c.recentWrites.recordCreate(c.collection, name, lowerID(made), err)
	return made, err
}

// findCreated lists the objects until exactly one new one matches. The result is nil if the list
// fails, or if no list has shown the object for some seconds. After the caller has given up, the
// search continues for a while, so that an interrupt does not hide what was created.
func (c *creation[T]) findCreated(ctx context.Context) *T {
	ctx, cancel := prolonged(ctx, cmp.Or(c.afterInterrupt, searchAfterInterrupt))
	defer cancel()
	for range pollsUntilShown(ctx) {
		listed, err := c.list(ctx)
		if err != nil {
			return nil
		}
		candidates := c.candidates(listed)
		// If there are two, somebody else has created one of them.
		if len(candidates) == 1 {
			return &candidates[0]
		}
	}
	return nil
}

// candidates returns the listed objects that the request can have created.
func (c *creation[T]) candidates(listed []T) (found []T) {
	isOld := map[string]bool{}
	for _, old := range c.before {
		isOld[lowerID(&old)] = true
	}
	isCreated := IsA[*unreadableError](c.sendErr)
	for _, object := range listed {
		id := lowerID(&object)
		isKnown := isOld[id] || c.recentWrites.hasMade(c.collection, id)
		if !isKnown && c.matches(object, isCreated) {
			found = append(found, object)
		}
	}
	return found
}

// prolonged returns a context that ends some time after ctx.
func prolonged(ctx context.Context, after time.Duration) (longer context.Context, cancel func()) {
	longer, cancelLonger := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if transport.Sleep(longer, after) {
			cancelLonger()
		}
	})
	return longer, func() {
		stop()
		cancelLonger()
	}
}

// pollsUntilShown repeats something for four seconds, with pauses that grow, because the next list
// of a service often shows what one has lacked.
func pollsUntilShown(ctx context.Context) func(yield func() bool) {
	return func(yield func() bool) {
		pause := 250 * time.Millisecond
		for yield() {
			if pause > 2*time.Second {
				return
			}
			if !transport.Sleep(ctx, pause) {
				return
			}
			pause *= 2
		}
	}
}

func matchesName[T keyed](name string) func(T, bool) bool {
	return func(listed T, _ bool) bool {
		_, listedName := listed.idAndName()
		return IsSameText(listedName, name)
	}
}

// lowerID returns the id of an object in lower case, or "" if it has none.
func lowerID[T keyed](object *T) string {
	if object == nil {
		return ""
	}
	id, _ := (*object).idAndName()
	return strings.ToLower(id)
}
