// Package manybrands works on many brands of an account at a time, and reports their failures in few diagnostics.
package manybrands

import (
	"errors"
	"net/http"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Result is what became of one brand.
type Result struct {
	managedbrand.Outcome
	Subject apidiag.Subject
	// At is the brand's entry in the configuration.
	At path.Path
	// IsSkipped marks a brand that the pool did not start with.
	IsSkipped bool
}

// Failed reports whether anything was not done.
func (r *Result) Failed() bool { return r.IsSkipped || r.Outcome.Failed() }

// Pool works on brands, a few at a time. A brand that fails does not stop the others; once it is clear that all would fail
// alike, the pool skips the rest.
type Pool struct {
	group   errgroup.Group
	breaker circuitBreaker
}

// NewPool is a pool that works on at most parallelism brands at a time.
func NewPool(parallelism int) *Pool {
	var p Pool
	p.group.SetLimit(parallelism)
	return &p
}

// Go starts the work on a brand as soon as there is room for it. The work leaves its outcome in the result.
func (p *Pool) Go(result *Result, work func()) {
	p.group.Go(func() error {
		if p.breaker.isOpen() {
			result.IsSkipped = true
			return nil
		}
		work()
		p.breaker.note(result.Err)
		return nil
	})
}

// Wait returns when all the work is done that was started. More can be started afterwards.
func (p *Pool) Wait() { _ = p.group.Wait() } // failures are in the results

// circuitBreaker opens when it is clear that what is left would fail as well. Each brand on its own would be retried for
// minutes.
type circuitBreaker struct {
	mu   sync.Mutex
	open bool
	// streak counts the failures since the last answer that was about a brand.
	streak int
}

// longestStreak is how many brands in a row may fail for reasons of the service or the network.
const longestStreak = 10

func (c *circuitBreaker) isOpen() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

func (c *circuitBreaker) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err == nil || isAboutBrand(err):
		c.streak = 0
	case concernsAll(err):
		c.open = true
	default:
		c.streak++
		c.open = c.open || c.streak >= longestStreak
	}
}

// ChangedError means that the account has changed since the plan of a brand: no request was sent.
type ChangedError struct{ What string }

func (e *ChangedError) Error() string { return e.What }

// isAboutBrand reports whether the service has looked at the brand and refused the request, or no request was sent.
func isAboutBrand(err error) bool {
	if _, isChanged := errors.AsType[*ChangedError](err); isChanged {
		return true
	}
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	switch {
	case !ok || concernsAll(err) || answer.Status == http.StatusTooManyRequests:
		return false
	case answer.Status == http.StatusNotFound:
		return videoindexer.IsNotFound(err) // and not a gateway's
	}
	return answer.Status < http.StatusInternalServerError
}

// concernsAll reports whether a failure would affect every brand of the account.
func concernsAll(err error) bool {
	return videoindexer.IsAccountWide(err) || videoindexer.IsLacking(err) || isNotTried(err)
}

func isNotTried(err error) bool {
	_, is := errors.AsType[*apidiag.NotTriedError](err)
	return is
}
