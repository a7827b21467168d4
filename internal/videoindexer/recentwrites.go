package videoindexer

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// gracePeriod is how long the service may take to show recent writes everywhere.
	gracePeriod = 10 * time.Second
	// firstGracePause is the pause before the first repetition of a request within this time.
	firstGracePause = 250 * time.Millisecond
	// maxGracePause is the longest of these pauses.
	maxGracePause = 2 * time.Second
)

// recentWrites remembers what this process has just done to the service. The paths of requests are
// the keys of objects and collections.
type recentWrites struct {
	mu sync.Mutex
	// createLocks has a semaphore for each name, which is held while an object with it is created.
	createLocks map[string]*semaphore.Weighted
	// created has, for each object that was created, the end of its grace period.
	created map[string]time.Time
	// deleted has it for each object that was deleted.
	deleted map[string]time.Time
	// freed has it for each collection in which a name became free, because an object was deleted
	// or renamed.
	freed map[string]time.Time
	// uncertain are the names that a create may have used, although no response confirms it.
	uncertain map[string]bool
	// names are the last known names of objects whose changes always send a name: only the last
	// known name shows whether it is a new one.
	names map[string]string
}

func newRecentWrites() *recentWrites {
	return &recentWrites{
		created: map[string]time.Time{}, deleted: map[string]time.Time{}, freed: map[string]time.Time{},
		createLocks: map[string]*semaphore.Weighted{}, uncertain: map[string]bool{}, names: map[string]string{},
	}
}

// graceEnd returns the time until which an error can mean that the service does not show a write of
// this process yet. It is zero if the error is not about such a write.
func (w *recentWrites) graceEnd(r request, err error) time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, isNameTaken := r.nameTakenError(err)
	if isNameTaken {
		return w.freed[collectionOf(r)]
	}
	path := missingPath(r, err)
	// The object, or what contains it, may be new.
	for length := len(path); length > 0; length-- {
		end := w.created[keyOf(path[:length])]
		if !end.IsZero() {
			return end
		}
	}
	return time.Time{}
}

// recordWrite records a request that was carried out, if it is a delete or a rename.
func (w *recentWrites) recordWrite(r request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	object := keyOf(r.Path)
	end := time.Now().Add(gracePeriod)
	switch r.Method {
	case http.MethodDelete:
		w.deleted[object] = end
		w.freed[collectionOf(r)] = end
		maps.DeleteFunc(w.created, func(created string, _ time.Time) bool {
			isInside := strings.HasPrefix(created, object+"/")
			return isInside || created == object
		})
	case http.MethodPut:
		if r.isRename {
			w.freed[collectionOf(r)] = end
		}
	}
}

// isNewName reports whether an object is known to have another name.
func (w *recentWrites) isNewName(path []string, name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	previous, isKnown := w.names[keyOf(path)]
	return isKnown && !IsSameText(previous, name)
}

// recordName records the name of an object that was read or written.
func (w *recentWrites) recordName(path []string, name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.names[keyOf(path)] = name
}

// lockCreate waits until no other create of a name is in progress. It returns the function that
// ends the lock.
func (w *recentWrites) lockCreate(ctx context.Context, name string) (unlock func(), err error) {
	w.mu.Lock()
	if w.createLocks[name] == nil {
		w.createLocks[name] = semaphore.NewWeighted(1)
	}
	createLock := w.createLocks[name]
	w.mu.Unlock()
	unlock = func() { createLock.Release(1) }
	return unlock, createLock.Acquire(ctx, 1)
}

// recordCreate records the end of a create: the id of the object, "" if there is none, and the
// error.
func (w *recentWrites) recordCreate(collection []string, name, id string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case id != "":
		w.created[objectKey(collection, id)] = time.Now().Add(gracePeriod)
	case IsOutcomeUnknown(err):
		w.uncertain[name] = true
	}
}

// mayExist reports whether what is found under a name may belong to an earlier create, whose
// outcome is unknown.
func (w *recentWrites) mayExist(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.uncertain[name]
}

// hasMade reports whether this process has created the object with an id, or has already deleted
// it.
func (w *recentWrites) hasMade(collection []string, id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	object := objectKey(collection, id)
	return !w.created[object].IsZero() || !w.deleted[object].IsZero()
}

// deletedFrom returns the ids, in lower case, of what this process has just deleted from a
// collection.
func (w *recentWrites) deletedFrom(collection []string) map[string]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	ids := map[string]bool{}
	for object, end := range w.deleted {
		id, isIn := strings.CutPrefix(object, objectKey(collection, ""))
		if isIn && time.Now().Before(end) {
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
	mayHaveDeletedIt := mayHaveSucceeded && r.Method == http.MethodDelete
	if mayHaveDeletedIt {
		return nil
	}
	return path
}

// collectionOf returns the collection of the object that a request is about.
func collectionOf(r request) string {
	if r.Method == http.MethodPost {
		return keyOf(r.Path)
	}
	return keyOf(r.Path[:len(r.Path)-1])
}

// objectKey returns the key of an object of a collection.
func objectKey(collection []string, id string) string {
	return keyOf(collection) + "/" + strings.ToLower(id)
}

// keyOf joins a path as the service compares it.
func keyOf(path []string) string { return strings.ToLower(strings.Join(path, "/")) }
