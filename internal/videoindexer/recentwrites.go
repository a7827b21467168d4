package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

const (
	// gracePeriod is how long the service may take to show everywhere what this process has done.
	gracePeriod = 10 * time.Second
	// The pauses between two requests that wait for it.
	firstGracePause, maxGracePause = 250 * time.Millisecond, 2 * time.Second
)

// recentWrites are what this process has done to the service. Objects and collections have the
// paths of their requests as keys.
type recentWrites struct {
	turns sync.Map // by name of an object: a semaphore that is held while it is created

	mu      sync.Mutex
	created map[string]time.Time // objects
	deleted map[string]time.Time // objects
	// unknown are the names of objects that a create may have made, without a response that says so.
	unknown map[string]bool
	// freed are collections, at the time when a name in them became free: an object was deleted
	// or renamed.
	freed map[string]time.Time
	// brandNames are those of brands as they were read: every change of a brand sends its name.
	brandNames map[string]string
}

func newRecentWrites() *recentWrites {
	return &recentWrites{
		created: map[string]time.Time{}, deleted: map[string]time.Time{}, freed: map[string]time.Time{},
		unknown: map[string]bool{}, brandNames: map[string]string{},
	}
}

// Do sends a request like that of the transport. A response that does not show yet what this process
// has just done is no response: the request is sent again, for ten seconds at most. That is a 404
// about an object that was created, and the refusal of a name that was deleted or renamed. These
// waits are no retries, and max_retries does not count them.
func (c *Client) Do(ctx context.Context, r request) (*response, error) {
	response, err := c.core.Do(ctx, r)
	deadline := c.recentWrites.graceEnd(r, err) // further errors do not move it
	pause := firstGracePause
	for time.Now().Before(deadline) && c.recentWrites.isTooEarly(r, err) {
		if !transport.Sleep(ctx, min(pause, time.Until(deadline))) {
			return nil, &InterruptedError{Operation: r.Operation, Err: ctx.Err()}
		}
		pause = min(2*pause, maxGracePause)
		response, err = c.core.Do(ctx, r)
	}
	isGone := r.Method == http.MethodDelete && IsNotFound(err)
	if err == nil || isGone {
		c.recentWrites.recordWrite(r)
	}
	refused, isAPIError := apiErrorOf(err)
	if isAPIError && isNameTaken(r, err) {
		refused.NameWasFreed = !deadline.IsZero()
	}
	return response, err
}

// isTooEarly reports whether an error may be due to what this process has just done.
func (s *recentWrites) isTooEarly(r request, err error) bool {
	return s.graceEnd(r, err).After(time.Now())
}

// graceEnd returns when an error about what this process has just done counts: the zero time if it
// counts already.
func (s *recentWrites) graceEnd(r request, err error) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if isNameTaken(r, err) {
		return endOfGrace(s.freed, collectionOf(r))
	}
	path := missingPath(r, err)
	for n := len(path); n > 0; n-- {
		object := keyOf(path[:n])
		if !s.created[object].IsZero() {
			return endOfGrace(s.created, object)
		}
	}
	return time.Time{}
}

// endOfGrace returns the end of the time that something may take to show.
func endOfGrace(times map[string]time.Time, key string) time.Time {
	if happened, isKnown := times[key]; isKnown {
		return happened.Add(gracePeriod)
	}
	return time.Time{}
}

// recordWrite records what was carried out.
func (s *recentWrites) recordWrite(r request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	object := keyOf(r.Path)
	switch r.Method {
	case http.MethodDelete:
		s.deleted[object] = time.Now()
		s.freed[collectionOf(r)] = time.Now()
		for made := range s.created {
			if made == object || strings.HasPrefix(made, object+"/") {
				delete(s.created, made)
			}
		}
	case http.MethodPut:
		if s.isRename(object, r) {
			s.freed[collectionOf(r)] = time.Now()
		}
	}
}

// isRename reports whether a request has changed the name of an object.
func (s *recentWrites) isRename(object string, r request) bool {
	name := nameIn(r)
	if _, isBrand := r.JSON.(BrandFields); !isBrand {
		return name != ""
	}
	before, isKnown := s.brandNames[object]
	s.brandNames[object] = name
	return isKnown && !SameText(before, name)
}

// recordBrandName records the name of a brand as it was read.
func (s *recentWrites) recordBrandName(r request, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.brandNames[keyOf(r.Path)] = name
}

// takeTurn waits until no other create of a name is under way. It returns the function that ends
// the turn.
func (s *recentWrites) takeTurn(ctx context.Context, name string) (end func(), err error) {
	held, _ := s.turns.LoadOrStore(name, semaphore.NewWeighted(1))
	turn := held.(*semaphore.Weighted) //nolint:forcetypeassert // stored one line above
	return func() { turn.Release(1) }, turn.Acquire(ctx, 1)
}

// recordCreate records the end of a create: the id of the object, "" if there is none, and the
// error.
func (s *recentWrites) recordCreate(collection []string, name, id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case id != "":
		s.created[keyOf(collection)+"/"+id] = time.Now()
	case IsOutcomeUnknown(err):
		s.unknown[name] = true
	}
}

// mayExist reports whether what is found under a name may belong to an earlier create, whose
// outcome is unknown.
func (s *recentWrites) mayExist(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unknown[name]
}

// hasMade reports whether a create of this process has made the object with an id.
func (s *recentWrites) hasMade(collection []string, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	object := keyOf(collection) + "/" + id
	return !s.created[object].IsZero() || !s.deleted[object].IsZero()
}

// deletedFrom returns the ids, in lower case, of what this process has just deleted from a
// collection.
func (s *recentWrites) deletedFrom(collection []string) map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := map[string]bool{}
	for object := range s.deleted {
		id, isIn := strings.CutPrefix(object, keyOf(collection)+"/")
		if isIn && endOfGrace(s.deleted, object).After(time.Now()) {
			ids[id] = true
		}
	}
	return ids
}

// missingPath returns the path of what the service says not to have (an object, something of it, or
// the account), and nil for other errors.
func missingPath(r request, err error) []string {
	path := r.Path
	if path[0] == tokenPath {
		path = path[1:]
	}
	apiErr, isAPIError := apiErrorOf(err)
	isMissing := IsNotFound(err) || IsA[*AccountNotListedError](err)
	if IsRenderNotFound(err) || !isMissing {
		return nil
	}
	mayHaveSucceeded := isAPIError && apiErr.MayHaveSucceeded
	if mayHaveSucceeded && r.Method == http.MethodDelete { // by an attempt whose apiErr was lost
		return nil
	}
	return path
}

// isNameTaken reports whether the service has refused the name that a request gives to an object. It
// has no type of its own for the names of brands.
func isNameTaken(r request, err error) bool {
	apiErr, isAPIError := errors.AsType[*APIError](err)
	if !isAPIError || nameIn(r) == "" {
		return false
	}
	switch apiErr.Type {
	case ErrorTypeAlreadyExists, ErrorTypePersonNameNotUnique:
		return true
	case ErrorTypeGeneral:
		_, isBrand := r.JSON.(BrandFields)
		isRefused := apiErr.Status == http.StatusBadRequest || apiErr.Status == http.StatusConflict
		return isBrand && isRefused
	}
	return false
}

// nameIn returns the name that a request gives to an object, or "" if it gives none, or one that
// need not be unique.
func nameIn(r request) string {
	switch body := r.JSON.(type) {
	case BrandFields:
		return body.Name
	case map[string]string:
		return body["name"]
	}
	return r.Query.Get("name")
}

// collectionOf returns the collection of the object that a request is about.
func collectionOf(r request) string {
	if r.Method == http.MethodPost {
		return keyOf(r.Path)
	}
	return keyOf(r.Path[:len(r.Path)-1])
}

// keyOf joins a path as the service compares it.
func keyOf(path []string) string { return strings.ToLower(strings.Join(path, "/")) }
