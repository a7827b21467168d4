package nameddictionary

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// dictionary is the brands of an account, to be read and written a few at a time.
type dictionary struct {
	managedbrand.Brands
	parallelism int
}

func (d dictionary) brand(name string, id int32) managedbrand.Brand { return d.One(id, at(name)) }

// object is what the run knows of the brand with an id.
func (d dictionary) object(id int32) *adoption.Object {
	return d.Data.Objects.Get("brand", d.Account, strconv.Itoa(int(id)))
}

// unborn is what the run knows of a brand that has no id yet.
func (d dictionary) unborn(name string) *adoption.Object {
	return d.Data.Objects.Get("brand to create", d.Account, name)
}

// at is where the arguments of a brand stand.
func at(name string) path.Path { return path.Root("brands").AtMapKey(name) }

// outcome is what became of one brand.
type outcome struct {
	manybrands.Result
	name string
	// id is the brand's; 0 where it is not known.
	id int32
	// entry is what the state will have of the brand: nil for nothing. Until a task succeeds it is what the state had before.
	entry *entry
	// isAdopted, isUnlisted and overwritten are what the state will have beside the entry.
	isAdopted, isUnlisted bool
	overwritten           types.Object
	// isTakenOver marks a brand that was left to another instance, isLeft one that was left as it is.
	isTakenOver, isLeft bool
	// isRemoved marks a brand that the state did not hold, and that was deleted.
	isRemoved bool
}

// fail ends the work on a brand with an error.
func (o *outcome) fail(verb string, err error) {
	o.Outcome = managedbrand.Outcome{Verb: verb, Err: err}
}

// work is several rounds of tasks that belong together: if one shows that all would fail alike, the others end too.
type work struct {
	dictionary
	pool     *manybrands.Pool
	outcomes []*outcome
}

// each does a task for every name. prior is what the state has.
func (w *work) each(names []string, prior contents, task func(o *outcome)) {
	for _, name := range names {
		o := &outcome{
			Result: manybrands.Result{Subject: w.subject(name), At: at(name)},
			name:   name, overwritten: prior.overwrittenOf(name), isAdopted: prior.adopted[name], isUnlisted: prior.unlisted[name],
		}
		if e, ok := prior.entries[name]; ok {
			o.entry, o.id = &e, e.id()
		}
		w.outcomes = append(w.outcomes, o)
		w.pool.Go(&o.Result, func() { task(o) })
	}
	w.pool.Wait()
}

// contents are what the state will have after the work.
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

// listing is the brands of an account by name and by id, as one request showed them.
type listing struct {
	byName map[string]*videoindexer.Brand
	byID   map[int32]*videoindexer.Brand
}

// list reads all brands of the account (X1).
func (d dictionary) list(ctx context.Context) (listing, error) {
	var brands []videoindexer.Brand
	err := d.Data.Through(ctx, d.Account, func() (err error) {
		brands, err = d.Client.ListBrandsInFull(ctx, d.Account)
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
	err = d.Data.Through(ctx, d.Account, func() error {
		found, err = d.Client.GetBrand(ctx, d.Account, id)
		return err
	})
	return found, err
}

// holds notes that the state manages brands, and which of them a destroy would leave. Those that are only shown are not
// managed.
func (d dictionary) holds(prior contents, policy deletion.Policy) {
	for name, e := range prior.entries {
		if prior.unlisted[name] {
			continue
		}
		object := d.object(e.id())
		object.SeenInState(d.Instance)
		if prior.fate(name, false, policy) == isLeft {
			object.SeenKept()
		}
	}
}
