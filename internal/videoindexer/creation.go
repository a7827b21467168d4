package videoindexer

import (
	"context"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// lookAfterInterrupt is how long an interrupted create takes to find out what it has done.
const lookAfterInterrupt = 10 * time.Second

// creation creates one object, and looks for it if the answer is lost.
type creation[T interface{ keys() (id, name string) }] struct {
	claims  *claims
	account AccountRef
	// name is that of the object. A name that is not unique in its account begins with what contains it.
	name string
	// before and list return the objects there are, before the request and after it. Without before, names are unique.
	before, list func(context.Context) ([]T, error)
	// isOnlyListed says that a list alone shows such objects: nothing is created without it.
	isOnlyListed bool
	// confirm returns a listed object if it can be what the request has made, and nil if not.
	confirm func(context.Context, T) (*T, error)
	// send sends the request.
	send func() (*T, error)
}

// run returns the object of the answer. If the outcome is unknown, it is the only object that can be the one, that was
// not there before, and that no other create has made. If there is none, or if the service has no list, the error is that
// of the request.
func (c creation[T]) run(ctx context.Context) (made *T, err error) {
	claim, err := c.claims.begin(ctx, c.account, c.name)
	if err != nil {
		return nil, err
	}
	defer func() { claim.end(idOf(made), err) }()
	isOld, canLook := map[string]bool{}, true
	if c.before != nil {
		before, err := c.before(ctx)
		if canLook = !IsUnsupported(err); err != nil && (canLook || c.isOnlyListed) {
			return nil, err
		}
		for _, old := range before {
			isOld[idOf(&old)] = true
		}
	}
	made, err = c.send()
	if !canLook || !claim.mayFind() || !IsOutcomeUnknown(err) {
		return made, err
	}
	found := lookFor(ctx, lookAfterInterrupt, func(ctx context.Context) (*T, error) {
		var found []*T
		after, err := c.list(ctx)
		for _, listed := range after {
			if id := idOf(&listed); isOld[id] || claim.isMade(id) {
				continue
			}
			confirmed, err := c.confirm(ctx, listed)
			if err != nil && !IsNotFound(err) {
				return nil, err
			}
			if confirmed != nil {
				found = append(found, confirmed)
			}
		}
		if err != nil || len(found) != 1 { // of two new ones, somebody else made one
			return nil, err
		}
		return found[0], nil
	})
	if found == nil {
		return nil, err
	}
	return found, nil
}

// lookFor repeats a look until it finds something or fails, or a list has had time to show what was created; then the
// result is nil. Once the caller has given up it continues for as long as after says, so that the caller still learns what was
// created.
func lookFor[T any](ctx context.Context, after time.Duration, find func(context.Context) (*T, error)) *T {
	look, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		if transport.Sleep(look, after) {
			cancel()
		}
	})()
	for pause := 250 * time.Millisecond; ; pause *= 2 {
		found, err := find(look)
		if err != nil || found != nil || pause > 2*time.Second || !transport.Sleep(look, pause) {
			return found
		}
	}
}

// hasName confirms objects with a name.
func hasName[T interface{ keys() (id, name string) }](name string) func(context.Context, T) (*T, error) {
	return func(_ context.Context, listed T) (*T, error) {
		if _, listedName := listed.keys(); listedName != name {
			return nil, nil //nolint:nilnil // as confirm does
		}
		return &listed, nil
	}
}

// idOf is the id of an object in lower case; "" if there is none.
func idOf[T interface{ keys() (id, name string) }](object *T) string {
	if object == nil {
		return ""
	}
	id, _ := (*object).keys()
	return strings.ToLower(id)
}
