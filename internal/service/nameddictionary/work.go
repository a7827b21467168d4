package nameddictionary

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
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
}

func (d dictionary) brand(name string, id int32) managedbrand.Brand {
	return managedbrand.Brands{Data: d.data, Client: d.client, Account: d.account, Instance: d.instance}.One(id, at(name))
}

// object is what the run knows of the brand with an id.
func (d dictionary) object(id int32) *adoption.Object {
	return d.data.Objects.Get("brand", d.account, strconv.Itoa(int(id)))
}

// unborn is what the run knows of a brand that has no id yet.
func (d dictionary) unborn(name string) *adoption.Object {
	return d.data.Objects.Get("brand to create", d.account, name)
}

// at is where the arguments of a brand stand.
func at(name string) path.Path { return path.Root("brands").AtMapKey(name) }

// outcome is what became of one brand.
type outcome struct {
	name string
	// id is the brand's; 0 where it is not known.
	id int32
	// entry is what the state is to hold of the brand: nil for nothing. Until a task succeeds it is what the state held before.
	entry *entry
	// isAdopted, isUnlisted and overwritten are what the state is to hold beside the entry.
	isAdopted, isUnlisted bool
	overwritten           types.Object
	// found is the brand as a refresh has read it.
	found *videoindexer.Brand
	// verb is what was being done when err ended it, and decisive a sentence about it that an answer does not say.
	verb     string
	err      error
	decisive string
	// diags are errors about values that the service accepted and holds otherwise, and warnings.
	diags diag.Diagnostics
	// isTakenOver marks a brand that was left to another instance, isLeft one that was left as it is.
	isTakenOver, isLeft bool
	// isRemoved marks a brand that the state did not hold, and that was deleted.
	isRemoved bool
	// skipped marks a brand whose turn never came.
	skipped bool
}

func (o *outcome) failed() bool { return o.skipped || o.err != nil || o.diags.HasError() }

// take makes what became of a brand under management the outcome.
func (o *outcome) take(result managedbrand.Outcome) {
	o.verb, o.err = result.Verb, result.Err
	o.diags.Append(result.Diags...)
}

// work is several rounds of tasks that belong together: what shows in one that all would fail alike ends the others too.
type work struct {
	dictionary
	breaker  circuitBreaker
	outcomes []*outcome
}

// each does a task for every name. A brand that fails does not hold up the others; where all would fail alike, the rest
// is left alone. Prior is what the state held.
func (w *work) each(ctx context.Context, names []string, prior contents, task func(ctx context.Context, o *outcome)) {
	var group errgroup.Group
	group.SetLimit(w.parallelism)
	for _, name := range names {
		o := &outcome{name: name, overwritten: prior.overwrittenOf(name), isAdopted: prior.adopted[name], isUnlisted: prior.unlisted[name]}
		if e, ok := prior.entries[name]; ok {
			o.entry, o.id = &e, e.id()
		}
		w.outcomes = append(w.outcomes, o)
		group.Go(func() error {
			if w.breaker.isOpen() {
				o.skipped = true
				return nil
			}
			task(ctx, o)
			w.breaker.note(o.err)
			return nil
		})
	}
	_ = group.Wait() // failures are in the outcomes
}

// contents are what the state is to hold after the work.
func (w *work) contents() contents {
	c := newContents()
	for _, o := range w.outcomes {
		if o.entry == nil {
			continue
		}
		c.entries[o.name] = *o.entry
		c.putOverwritten(o.name, o.overwritten)
		if o.isAdopted {
			c.adopted[o.name] = true
		}
		if o.isUnlisted {
			c.unlisted[o.name] = true
		}
	}
	return c
}

func sorted[V any](byName map[string]V) []string { return slices.Sorted(maps.Keys(byName)) }

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

// isAboutBrand says that the service has looked at the brand and refused what was asked of it, or that nothing was asked.
func isAboutBrand(err error) bool {
	if _, isWorld := errors.AsType[*changedError](err); isWorld {
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

// listing is the brands of an account by name and by id, as one request showed them.
type listing struct {
	byName map[string]*videoindexer.Brand
	byID   map[int32]*videoindexer.Brand
}

// list reads all brands of the account (X1).
func (d dictionary) list(ctx context.Context) (listing, error) {
	var brands []videoindexer.Brand
	err := d.data.Through(ctx, d.account, func() (err error) {
		brands, err = d.client.ListBrandsInFull(ctx, d.account)
		return err
	})
	found := listing{byName: make(map[string]*videoindexer.Brand, len(brands)), byID: make(map[int32]*videoindexer.Brand, len(brands))}
	for i := range brands {
		found.byName[brands[i].Name], found.byID[brands[i].ID] = &brands[i], &brands[i]
	}
	return found, err
}

// get reads one brand (endpoint 16).
func (d dictionary) get(ctx context.Context, id int32) (found *videoindexer.Brand, err error) {
	err = d.data.Through(ctx, d.account, func() error {
		found, err = d.client.GetBrand(ctx, d.account, id)
		return err
	})
	return found, err
}
