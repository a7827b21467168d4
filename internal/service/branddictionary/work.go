package branddictionary

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// dictionary is the brands of an account, to be read and written a few at a time.
type dictionary struct {
	data        *providerdata.Data
	client      *videoindexer.Client
	instance    adoption.Instance
	account     videoindexer.AccountRef
	parallelism int
	// complete are the brands of the state of which every field is managed.
	complete map[int32]bool
}

func (d dictionary) brand(id int32) managedbrand.Brand {
	return managedbrand.New(d.data, d.client, d.instance, d.account, id, at(id))
}

// outcome is what became of one brand.
type outcome struct {
	id int32
	// entry is what the state is to hold of the brand: nil for nothing. Until a task succeeds it is what the state held before.
	entry *managedbrand.Values
	// overwritten is what the state is to hold of its overwritten values. Until a task changes it, it is what the state held
	// before.
	overwritten types.Object
	managedbrand.Outcome
	// isRenamed marks a brand that has an interim name.
	isRenamed bool
	// isTakenOver marks a brand that was left to another instance.
	isTakenOver bool
	// skipped marks a brand whose turn never came.
	skipped bool
}

func (o *outcome) failed() bool { return o.skipped || o.Failed() }

// holding is what the state held of a dictionary's brands.
type holding struct {
	entries     entries
	overwritten overwritten
}

// each does the steps of every brand, and returns the outcomes in the order of ids. A brand that fails does not hold up
// the others, but for those that wait for its name; where all would fail alike, the rest is left alone.
func (d dictionary) each(ctx context.Context, order []*step, prior holding, task func(ctx context.Context, o *outcome, interim string)) []outcome {
	outcomes := make(map[int32]*outcome, len(order))
	for _, s := range order {
		if outcomes[s.id] == nil {
			o := &outcome{id: s.id, overwritten: prior.overwritten.of(s.id)}
			if entry, ok := prior.entries[s.id]; ok {
				o.entry = &entry
			}
			outcomes[s.id] = o
		}
	}
	var breaker circuitBreaker
	var group errgroup.Group
	group.SetLimit(d.parallelism)
	for _, s := range order {
		o := outcomes[s.id]
		group.Go(func() error {
			switch isReady := s.begin(o); {
			case breaker.isOpen():
				o.skipped, o.Err = true, nil
			case isReady:
				task(ctx, o, s.interim)
				breaker.note(o.Err)
			}
			s.end(!o.failed())
			return nil
		})
	}
	_ = group.Wait() // failures are in the outcomes
	results := make([]outcome, 0, len(outcomes))
	for _, o := range outcomes {
		results = append(results, *o)
	}
	slices.SortFunc(results, func(a, b outcome) int { return cmp.Compare(a.id, b.id) })
	return results
}

// refresh reads a brand (endpoint 16). One that does not exist has no entry any more.
func (d dictionary) refresh(ctx context.Context, o *outcome, _ string) {
	held, err := d.brand(o.id).Refresh(ctx)
	switch {
	case videoindexer.IsNotFound(err):
		o.entry = nil
	case err != nil:
		o.Verb, o.Err = "read", err
	default:
		o.hold(*o.entry, held)
	}
}

// adopt makes a brand what is wanted where it differs, or gives it an interim name on the way there.
func (d dictionary) adopt(ctx context.Context, o *outcome, wanted managedbrand.Values, planned types.Object, interim string) {
	switch {
	case interim != "":
		o.Outcome = d.brand(o.id).AdoptRenamed(ctx, interim, wanted, planned)
		o.isRenamed = true
	case o.isRenamed:
		o.Outcome = d.brand(o.id).Adopt(ctx, wanted, o.overwritten)
	default:
		o.Outcome = d.brand(o.id).Adopt(ctx, wanted, planned)
	}
	if o.Held != nil {
		wanted.PlanEntry(nil)
		o.hold(wanted, o.Held)
		o.overwritten = o.Overwritten
	}
}

// change writes a brand of the state where what is wanted differs from it. Fields that are not managed stay as planned.
func (d dictionary) change(ctx context.Context, o *outcome, wanted, planned managedbrand.Values, overwritten types.Object, interim string) {
	state := *o.entry
	if overwritten.IsUnknown() && !o.isRenamed {
		overwritten = managedbrand.PlanOverwritten(o.overwritten, state.Fields(), wanted)
	}
	if !overwritten.IsUnknown() {
		o.overwritten = overwritten
	}
	if interim != "" {
		d.rename(ctx, o, interim)
		return
	}
	o.Outcome = d.brand(o.id).Change(ctx, state, wanted)
	switch {
	case o.Err != nil:
	case o.Held == nil:
		planned.TakeUnknown(state.Fields())
		o.entry = &planned
	case o.Failed():
		o.hold(planned, o.Held)
	default:
		planned.TakeUnknown(o.Held.BrandFields)
		o.entry = &planned
	}
}

// rename gives a brand of the state an interim name, so that another brand can have the one that it leaves.
func (d dictionary) rename(ctx context.Context, o *outcome, name string) {
	o.Outcome = d.brand(o.id).Rename(ctx, name)
	if o.Err == nil && o.Held != nil {
		o.isRenamed = true
		o.entry.Name = types.StringValue(o.Held.Name)
	}
}

// release stops managing a brand of the state as the policy says, or gives it an interim name on the way there.
func (d dictionary) release(ctx context.Context, o *outcome, policy deletion.Policy, handedOver map[string]bool, interim string) {
	if interim != "" {
		d.rename(ctx, o, interim)
		return
	}
	b := d.brand(o.id)
	o.isTakenOver, o.Outcome = b.Release(ctx, policy, o.entry.IfComplete(d.complete[o.id]), o.overwritten, handedOver[b.Subject().ID])
	switch {
	case o.Failed():
		if o.Held != nil {
			o.hold(*o.entry, o.Held)
		}
	case o.isTakenOver:
		o.Diags.Append(managedbrand.TakenOver(b, o.overwritten))
		o.entry = nil
	default:
		o.entry = nil
	}
}

// hold makes the entry what the service holds, in the form that like has it.
func (o *outcome) hold(like managedbrand.Values, held *videoindexer.Brand) {
	like.Take(held.BrandFields)
	o.entry = &like
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

// collectOverwritten takes the overwritten values of the entries out of outcomes.
func collectOverwritten(outcomes []outcome) overwritten {
	values := make(overwritten)
	for _, o := range outcomes {
		if o.entry != nil {
			values.put(o.id, o.overwritten)
		}
	}
	return values
}

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

// isAboutBrand says that the service has looked at the brand and refused what was asked of it.
func isAboutBrand(err error) bool {
	if errors.Is(err, errNameHeld) {
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

// at is where the arguments of a dictionary's brand stand.
func at(id int32) path.Path { return path.Root("brands").AtMapKey(strconv.Itoa(int(id))) }
