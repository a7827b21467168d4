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

// creation creates one object, and looks for it if the response is lost. Creates of one name in a
// collection take turns.
type creation[T keyed] struct {
	recentWrites *recentWrites
	// collection is the path of the request, below which the object has its own.
	collection []string
	// name is that of the object; empty if objects of the collection have none.
	name string
	// before are the objects that were there before; none if names are unique, since the service
	// then refuses one that it has already.
	before []T
	// list returns the objects there are, and matches reports whether one of them can be what the
	// request has made. If hasResponse, the service has made one, but does not say which. Without a
	// list, nothing is looked for.
	list    func(context.Context) ([]T, error)
	matches func(object T, hasResponse bool) bool
	// afterInterrupt is how long it still looks once the caller has given up; 0 for
	// searchAfterInterrupt.
	afterInterrupt time.Duration
	// send sends the request.
	send func() (*T, error)

	// sendErr is the error of the request, also if the list has shown the object.
	sendErr error
}

// run returns the object of the response. If the outcome is unknown, it is the only object that can
// be the one, that was not there before, and that no other create has made. If there is none, the
// error is that of the request.
func (c *creation[T]) run(ctx context.Context) (made *T, err error) {
	name := keyOf(c.collection) + "/" + c.name
	endTurn, err := c.recentWrites.takeTurn(ctx, name)
	if err != nil {
		return nil, err
	}
	defer endTurn()
	made, err = c.send()
	c.sendErr = err
	canBeFound := c.list != nil && !c.recentWrites.mayExist(name)
	if IsOutcomeUnknown(err) && canBeFound {
		found := c.findCreated(ctx)
		if found != nil {
			made, err = found, nil
		}
	}
	c.recentWrites.recordCreate(c.collection, name, idOf(made), err)
	return made, err
}

// findCreated repeats the list until it shows exactly one new object that can be the one, until the
// list fails, or until it has had time to show what was created; then the result is nil. Once the
// caller has given up it continues for a while, so that the caller still learns what was created.
func (c *creation[T]) findCreated(ctx context.Context) *T {
	isOld := map[string]bool{}
	for _, old := range c.before {
		isOld[idOf(&old)] = true
	}
	look, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		if transport.Sleep(look, cmp.Or(c.afterInterrupt, searchAfterInterrupt)) {
			cancel()
		}
	})
	defer stop()
	hasResponse := IsA[*unreadableError](c.sendErr)
	for range polls(look) {
		var found []T
		listed, err := c.list(look)
		for _, object := range listed {
			id := idOf(&object)
			isKnown := isOld[id] || c.recentWrites.hasMade(c.collection, id)
			if !isKnown && c.matches(object, hasResponse) {
				found = append(found, object)
			}
		}
		switch {
		case err != nil:
			return nil
		case len(found) == 1: // of two new ones, somebody else made one
			return &found[0]
		}
	}
	return nil
}

// polls repeats something, with pauses that grow, for as long as the list of a service may lack
// what exists: four seconds.
func polls(ctx context.Context) func(yield func() bool) {
	return func(yield func() bool) {
		pause := 250 * time.Millisecond
		for yield() {
			if pause > 2*time.Second || !transport.Sleep(ctx, pause) {
				return
			}
			pause *= 2
		}
	}
}

func hasName[T keyed](name string) func(T, bool) bool {
	return func(listed T, _ bool) bool {
		_, listedName := listed.idAndName()
		return SameText(listedName, name)
	}
}

// idOf returns the id of an object in lower case, or "" if it has none.
func idOf[T keyed](object *T) string {
	if object == nil {
		return ""
	}
	id, _ := (*object).idAndName()
	return strings.ToLower(id)
}
