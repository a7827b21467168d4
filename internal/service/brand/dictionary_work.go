package brand

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// dictionary is the brands of an account, to be read and written a few at a time.
type dictionary struct {
	client      *videoindexer.Client
	account     videoindexer.AccountRef
	parallelism int
}

// outcome is what became of one brand.
type outcome struct {
	id int32
	// entry is what the state is to hold of the brand: nil for nothing. Until a task succeeds it is what the state held before.
	entry *values
	// overwritten are the values that a write has replaced.
	overwritten *overwritten
	// err is how the call failed that was to do verb.
	verb string
	err  error
	// diags say what the service did not take.
	diags diag.Diagnostics
	// skipped marks a brand whose turn never came.
	skipped bool
}

func (o *outcome) fail(verb string, err error) { o.verb, o.err = verb, err }

func (o *outcome) failed() bool { return o.err != nil || o.skipped || o.diags.HasError() }

// hold makes the entry what the service holds, in the form that like has it.
func (o *outcome) hold(like values, held *videoindexer.Brand) {
	like.take(held)
	o.entry = &like
}

// each does a task for every id, and answers the outcomes in the order of ids. A brand that fails does
// not hold up the others; where all would fail alike, the rest is left alone.
func (d dictionary) each(ctx context.Context, ids []int32, prior entries, task func(ctx context.Context, o *outcome)) []outcome {
	outcomes := make([]outcome, len(ids))
	var patience patience
	var group errgroup.Group
	group.SetLimit(d.parallelism)
	for i, id := range ids {
		o := &outcomes[i]
		o.id = id
		if entry, ok := prior[id]; ok {
			o.entry = &entry
		}
		group.Go(func() error {
			if o.skipped = patience.isOver(); !o.skipped {
				task(ctx, o)
				patience.note(o.err)
			}
			return nil
		})
	}
	_ = group.Wait() // failures are in the outcomes
	return outcomes
}

// look reads a brand (endpoint 16). One that does not exist has no entry any more.
func (d dictionary) look(ctx context.Context, o *outcome) {
	held, err := d.client.GetBrand(ctx, d.account, o.id)
	switch {
	case videoindexer.IsNotFound(err):
		o.entry = nil
	case err != nil:
		o.fail("read", err)
	default:
		o.hold(*o.entry, held)
	}
}

// adopt reads a brand (endpoint 16), and writes it where it differs from the plan.
func (d dictionary) adopt(ctx context.Context, o *outcome, planned values) {
	found, err := d.client.GetBrand(ctx, d.account, o.id)
	if err != nil {
		o.fail("adopt", err)
		return
	}
	d.write(ctx, o, planned, found)
}

// change writes a brand of the state where the plan differs from it.
func (d dictionary) change(ctx context.Context, o *outcome, planned values) {
	d.write(ctx, o, planned, o.entry.held())
}

// write makes a brand what is planned (endpoint 17), where it is not so yet.
func (d dictionary) write(ctx context.Context, o *outcome, planned values, before *videoindexer.Brand) {
	update := planned.over(before)
	held := before
	if o.overwritten = overwrites(before, update); o.overwritten != nil {
		written, err := d.client.UpdateBrand(ctx, d.account, o.id, update)
		if err != nil {
			o.fail("update", err)
		} else {
			held = written
			o.diags.Append(notTaken(at(o.id), d.subject(o.id), held, update)...)
		}
	}
	o.hold(planned, held)
}

// release lets go of a brand of the state as the policy says. One that is gone needs nothing.
func (d dictionary) release(ctx context.Context, o *outcome, policy deletion.Policy, found baseline) {
	before := o.entry.held()
	last := updateTo(before)
	switch policy {
	case deletion.Disable:
		last.Enabled = false
	case deletion.Restore:
		found[o.id].over(&last)
	}
	if len(before.Refused(last)) > 0 {
		if _, err := d.client.UpdateBrand(ctx, d.account, o.id, last); err != nil && !videoindexer.IsNotFound(err) {
			o.fail(string(policy), err)
			return
		}
	}
	o.entry = nil
}

// collect takes the entries out of outcomes.
func collect(outcomes []outcome) entries {
	brands := make(entries, len(outcomes))
	for _, o := range outcomes {
		if o.entry != nil {
			brands[o.id] = *o.entry
		}
	}
	return brands
}

// patience ends when it is clear that what is left would fail as well. Each brand on its own would be
// retried for minutes.
type patience struct {
	mu   sync.Mutex
	over bool
	// streak counts the failures since the last answer that was about a brand.
	streak int
}

// longestStreak is how many brands in a row may fail for reasons of the service or the network.
const longestStreak = 10

func (p *patience) isOver() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over
}

func (p *patience) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err == nil || isAboutBrand(err):
		p.streak = 0
	case concernsAll(err):
		p.over = true
	default:
		p.streak++
		p.over = p.over || p.streak >= longestStreak
	}
}

// concernsAll says that a failure would befall every brand of the account.
func concernsAll(err error) bool {
	if _, ok := errors.AsType[*videoindexer.TokenError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*videoindexer.AccountNotListedError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*videoindexer.MissingCredentialError](err); ok {
		return true
	}
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	isRefused := ok && (answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden || answer.Type == videoindexer.ErrorTypeAccountNotFound)
	return isRefused || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// isAboutBrand says that the service has looked at the brand and refused what was asked of it.
func isAboutBrand(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	switch {
	case !ok || concernsAll(err) || answer.Status == http.StatusTooManyRequests:
		return false
	case answer.Status == http.StatusNotFound:
		return videoindexer.IsNotFound(err) // and not a gateway's
	}
	return answer.Status < http.StatusInternalServerError
}
