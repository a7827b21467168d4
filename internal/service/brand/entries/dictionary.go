// Package entries is what the resources of brands have in common on Terraform's side: both dictionaries, whose entries are
// brands, and the single brand, which is planned and applied as a dictionary of one.
package entries

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Layout is what the keys of a dictionary are.
type Layout int

const (
	// Single is one brand, whose key is what messages call it.
	Single Layout = iota
	// ByID has the ids of brands as keys, and ByName their names.
	ByID
	ByName
)

// Dictionary is the brands of an account, to be read and written a few at a time.
type Dictionary struct {
	Layout
	*managed.Resource

	// API may be nil in a plan that reads nothing.
	API         *videoindexer.Client
	Ref         videoindexer.AccountRef
	Parallelism int
	// Policy is what becomes of brands that are no longer managed.
	Policy deletion.Policy
	// One is what messages call a single brand: its id, or its name as long as it has none.
	One string
}

// Object is a brand that has an id.
func (d Dictionary) Object(id int32) ownership.Object { return set.Object(d.Ref, id) }

// Name is a brand that has no id yet.
func (d Dictionary) Name(name string) ownership.Object {
	return ownership.Object{Noun: "name of a brand", Account: d.Ref, ID: videoindexer.NormalName(name)}
}

// See notes that the state has brands. End says what a destroy would do with each.
func (d Dictionary) See(brands Brands, end func(key string, b set.Brand) set.Kind) {
	for key, b := range brands {
		d.Owned.See(d.Object(b.ID), set.Known{Overwritten: b.Overwritten, IsCreated: !b.IsAdopted, IsDeleted: d.Layout != ByName && end(key, b) == set.Delete})
		d.Owned.See(d.Name(b.Values.Name()), b.ID)
	}
}

// Seen is what See has noted of a brand.
func (d Dictionary) Seen(id int32) (known set.Known, isSeen bool) {
	noted, isSeen := d.Owned.Seen(d.Object(id))
	known, _ = noted.(set.Known)
	return known, isSeen
}

// Planning gathers what a plan does with brands, and what stands against it, so that it is said once for all.
type Planning struct {
	Dictionary
	// Elsewhere says what helps where a moved block cannot, and HowToKeep how to keep what the plan deletes.
	Elsewhere, HowToKeep string
	// Adopts are brands that the dictionary adopts. HasSeen says that a state of this run has one of them.
	Adopts  []int32
	HasSeen bool

	conflicts map[ownership.Conflict][]string
}

// note notes what the dictionary is planned to do with a brand, and what stands against it.
func (p *Planning) note(key string, object ownership.Object, intent ownership.Intent) {
	conflict := p.Owned.Plan(object, intent)
	p.conflicts[conflict] = append(p.conflicts[conflict], key)
}

// Errors are those of a plan that cannot be carried out.
func (p *Planning) Errors() (diags diag.Diagnostics) {
	for _, conflict := range []ownership.Conflict{ownership.CreatedTwice, ownership.DestroyedElsewhere} {
		if keys := p.conflicts[conflict]; len(keys) > 0 {
			for _, d := range p.Conflict(conflict, p.Subject(keys...), p.Elsewhere) {
				diags.Append(p.placed(d))
			}
		}
	}
	return diags
}

func (d Dictionary) placed(about diag.Diagnostic) diag.Diagnostic {
	if d.Layout == Single {
		return about
	}
	return diag.WithPath(atBrands, about)
}

// Manage plans the brands that will be managed, with what will be overwritten of each: those that the state has, and those
// that are added, as they were found. Of an added brand that the state of this run has, this is open.
func (p *Planning) Manage(wanted, prior, added Brands) {
	for _, key := range wanted.Keys() {
		next, before, found := wanted[key], prior[key], added[key].Found
		next.Overwritten = field.Values{}
		switch {
		case before.ID != 0:
			p.note(key, p.Object(before.ID), ownership.Keep)
			if before.IsAdopted {
				next.Overwritten = field.Overwrite(before.Overwritten, before.Values.Fields(), next.Values)
			}
		case found == nil:
			p.note(key, p.Name(key), ownership.Create)
		default:
			p.note(key, p.Object(found.ID), ownership.Create)
			p.Found.Store(p.Object(found.ID), found)
			p.Adopts = append(p.Adopts, found.ID)
			next.IsAdopted, next.Overwritten = true, field.Overwrite(field.Values{}, found.BrandFields, next.Values)
			if _, isSeen := p.Seen(found.ID); isSeen {
				next.Overwritten, p.HasSeen = field.Unknown(), true
			}
		}
		wanted[key] = next
	}
}

// Refresh reads the brands of a state (endpoint 16, or X1 for many at once), and removes those that are gone, which it returns.
func (d Dictionary) Refresh(ctx context.Context, c *Contents, diags *diag.Diagnostics) (gone []string) {
	brands := c.Brands
	results := d.read(ctx, brands, "read")
	for _, r := range results {
		if videoindexer.IsNotFound(r.Err) {
			gone = append(gone, r.Key)
			delete(brands, r.Key)
			r.Err = nil
		} else if r.Remote != nil {
			b := brands[r.Key]
			b.Values.Fill(r.Remote.BrandFields)
			brands[r.Key], c.CreateTime = b, nullable.Text(r.Remote.Create)
		}
	}
	diags.Append(d.failures(results)...)
	return gone
}

// read reads brands that have an id.
func (d Dictionary) read(ctx context.Context, brands Brands, verb string) []*set.Result {
	results, pool := make([]*set.Result, 0, len(brands)), set.NewPool(d.Parallelism)
	for _, key := range brands.Keys() {
		r := &set.Result{Operation: set.Operation{Key: key, Wanted: brands[key]}, Verb: verb}
		results = append(results, r)
		pool.Go(r, func() {
			r.Remote, r.Err = providerdata.Read(ctx, d.Data, d.Ref, func() (*videoindexer.Brand, error) {
				return d.API.ReadBrand(ctx, d.Ref, r.Wanted.ID)
			})
		})
	}
	pool.Wait()
	return results
}

// list reads all brands of the account (X1), which the reads of a run share, and those of the names that it lacks: see withSeen.
func (d Dictionary) list(ctx context.Context, names ...string) (listing, error) {
	brands, err := providerdata.Read(ctx, d.Data, d.Ref, func() ([]videoindexer.Brand, error) {
		return d.API.ReadBrands(ctx, d.Ref)
	})
	if err != nil {
		return listing{}, err
	}
	return d.withSeen(ctx, brands, names)
}

// find is list for brands of a name.
func (d Dictionary) find(ctx context.Context, name string) (listing, error) {
	found, err := providerdata.Read(ctx, d.Data, d.Ref, func() (*videoindexer.Brand, error) { return d.API.FindBrand(ctx, d.Ref, name) })
	switch {
	case err != nil:
		return listing{}, err
	case found != nil:
		return newListing([]videoindexer.Brand{*found}), nil
	}
	return d.withSeen(ctx, nil, []string{name})
}

// withSeen is what a list shows. A list may be late: a brand of a state of this run, whose name it lacks, is asked for itself.
func (d Dictionary) withSeen(ctx context.Context, brands []videoindexer.Brand, names []string) (listing, error) {
	now, unlisted := newListing(brands), make(Brands)
	for _, name := range names {
		seen, _ := d.Owned.Seen(d.Name(name))
		if id, isSeen := seen.(int32); isSeen && now.named(name) == nil {
			unlisted[name] = set.Brand{ID: id}
		}
	}
	if len(unlisted) == 0 {
		return now, nil
	}
	var failed error
	for _, r := range d.read(ctx, unlisted, "read") {
		switch {
		case r.Remote != nil:
			brands = append(brands, *r.Remote)
		case !videoindexer.IsNotFound(r.Err):
			failed = cmp.Or(r.Err, failed)
		}
	}
	return newListing(brands), failed
}

var (
	atBrands = path.Root(brandsName)
	namePath = path.Root("name")
)

// at is where the arguments of a brand stand.
func (d Dictionary) at(key string) path.Path {
	if d.Layout == Single {
		return path.Empty()
	}
	return atBrands.AtMapKey(key)
}
