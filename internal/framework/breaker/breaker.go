// Package breaker is a circuit breaker for many calls about objects of one account. It opens when
// it is clear that the remaining calls would fail as well. Without it, each call would be retried
// for minutes.
package breaker

import (
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Breaker counts failures. The zero value is closed.
type Breaker struct {
	mu sync.Mutex
	// openedBy is the failure that has opened the breaker; nil while it is closed.
	openedBy error
	// streak counts the failures since the last response that was about an object.
	streak int
}

// longestStreak is how many calls in a row may fail for reasons of the service or the network.
const longestStreak = 10

// Allow returns nil while calls may be made: the breaker is closed. Otherwise it returns the
// failure that has opened it.
func (b *Breaker) Allow() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.openedBy
}

// Record records the outcome of a call: nil for success.
func (b *Breaker) Record(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.openedBy != nil {
		return
	}
	if err == nil || IsAboutObject(err) {
		b.streak = 0
		return
	}
	b.streak++
	if b.streak >= longestStreak || ConcernsAll(err) {
		b.openedBy = err
	}
}

// IsAboutObject reports whether the service has refused the request because of its object.
func IsAboutObject(err error) bool {
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](err)
	switch {
	case !isAPIError || ConcernsAll(err):
		return false
	case apiErr.Status == http.StatusTooManyRequests:
		return false
	case apiErr.Status == http.StatusNotFound:
		// False for a 404 of a gateway.
		return videoindexer.IsNotFound(err)
	}
	return apiErr.Status < http.StatusInternalServerError
}

// ConcernsAll reports whether a failure would affect every object of the account.
func ConcernsAll(err error) bool {
	isRefused := videoindexer.IsAccountWide(err) || videoindexer.IsUnsupported(err)
	return isRefused || IsNotTried(err)
}

// IsNotTried reports whether a call was not made, because an earlier one has not reached the
// account.
func IsNotTried(err error) bool { return videoindexer.IsA[*NotTriedError](err) }

// NotTriedError means that a call was not made, because an earlier call of the run has shown that
// the account cannot be reached. Its diagnostic is one line, because the earlier one has the
// reason.
type NotTriedError struct {
	Account videoindexer.AccountRef
	// Gone is the response that the account does not exist; nil for another reason. The objects of
	// the account do not exist either (videoindexer.IsNotFound), and a refresh removes them without
	// reporting that answer.
	Gone error
}

func (e *NotTriedError) Error() string {
	return fmt.Sprintf("not tried, because account %s in location %s cannot be reached", e.Account.ID, e.Account.Location)
}

func (e *NotTriedError) Unwrap() error { return e.Gone }
