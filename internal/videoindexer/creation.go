package videoindexer

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// searchAfterInterrupt is how long an interrupted create takes to find out what it has done.
const searchAfterInterrupt = 10 * time.Second

// creation creates one object, and looks for it if the answer is lost.
type creation[T keyed] struct {
	creates      *creates
	recentWrites *recentWrites
	account      AccountRef
	// collection is the path of the request, below which the object has its own.
	collection []string
	// name is that of the object. A name that is not unique in its account begins with what
	// contains it.
	name string
	// before are the objects that were there before; none if names are unique, since the service
	// then refuses one that it has already.
	before []T
	// list returns the objects there are, and matches reports whether one of them can be what the
	// request has made. Without a list, nothing is looked for.
	list    func(context.Context) ([]T, error)
	matches func(T) bool
	// afterInterrupt is how long it still looks once the caller has given up; 0 for
	// searchAfterInterrupt.
	afterInterrupt time.Duration
	// send sends the request.
	send func() (*T, error)
}

// run returns the object of the answer. If the outcome is unknown, it is the only object that can
// be the one, that was not there before, and that no other create has made. If there is none, the
// error is that of the request.
func (c creation[T]) run(ctx context.Context) (made *T, err error) {
	end, err := c.creates.begin(ctx, c.account, c.name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if made != nil {
			c.recentWrites.noteCreated(c.collection, idOf(made))
		}
		end(idOf(made), err)
	}()
	made, err = c.send()
	canBeFound := c.list != nil && !c.creates.isLost(c.account, c.name)
	if !IsOutcomeUnknown(err) || !canBeFound {
		return made, err
	}
	found := c.findCreated(ctx)
	if found != nil {
		return found, nil
	}
	return nil, err
}

// findCreated repeats the list until it shows exactly one new object that can be the one, until the
// list fails, or until it has had time to show what was created; then the result is nil. Once the
// caller has given up it continues for a while, so that the caller still learns what was created.
func (c creation[T]) findCreated(ctx context.Context) *T {
	isOld := map[string]bool{}
	for _, old := range c.before {
		isOld[idOf(&old)] = true
	}
	look, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		if transport.Sleep(look, cmp.Or(c.afterInterrupt, searchAfterInterrupt)) {
			cancel()
		}
	})()
	for range polls(look) {
		var found []T
		listed, err := c.list(look)
		for _, object := range listed {
			id := idOf(&object)
			isKnown := isOld[id] || c.creates.isMade(c.account, id)
			if !isKnown && c.matches(object) {
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
		for pause := 250 * time.Millisecond; yield(); pause *= 2 {
			if pause > 2*time.Second || !transport.Sleep(ctx, pause) {
				return
			}
		}
	}
}

func hasName[T keyed](name string) func(T) bool {
	return func(listed T) bool {
		_, listedName := listed.idAndName()
		return SameText(listedName, name)
	}
}

// idOf is the id of an object in lower case; "" if there is none.
func idOf[T keyed](object *T) string {
	if object == nil {
		return ""
	}
	id, _ := (*object).idAndName()
	return strings.ToLower(id)
}

// creates keep the creates of one kind of object apart: those of one name take turns, and an object
// that one of them has made, or may have made, is never found by another one after a lost answer.
type creates struct {
	turns sync.Map // by accountKey of a name: a channel that holds a value while a create of the name is under way
	made  sync.Map // by accountKey of an id
	lost  sync.Map // by accountKey of a name: a create ended without knowing what it may have made
}

// begin waits until no other create of the name is under way. It returns the function that ends the
// turn, with the id of the object, "" if there is none, and the error of the create.
func (c *creates) begin(ctx context.Context, a AccountRef, name string) (end func(id string, err error), err error) {
	key := accountKey(a, name)
	held, _ := c.turns.LoadOrStore(key, make(chan struct{}, 1))
	turn, _ := held.(chan struct{})
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return func(id string, err error) {
		switch {
		case id != "":
			c.made.Store(accountKey(a, id), true)
		case IsOutcomeUnknown(err):
			c.lost.Store(key, true)
		}
		<-turn
	}, nil
}

// isMade reports whether a create of this process has made the object with an id.
func (c *creates) isMade(a AccountRef, id string) bool {
	_, isMade := c.made.Load(accountKey(a, id))
	return isMade
}

// isLost reports whether what is found under a name may belong to an earlier create, whose outcome
// is unknown.
func (c *creates) isLost(a AccountRef, name string) bool {
	_, isLost := c.lost.Load(accountKey(a, name))
	return isLost
}

// accountKey is an account with a name or an id. The service ignores the letter case of accounts.
func accountKey(a AccountRef, key string) string {
	return strings.ToLower(a.Location+"/"+a.ID) + "/" + key
}
