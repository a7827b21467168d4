package entries

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Dictionary is the brands of an account, to be read and written a few at a time. It is the service that a set works on.
type Dictionary struct {
	Kind
	*managed.Resource

	// API may be nil in a plan that reads nothing.
	API         *videoindexer.Client
	Ref         videoindexer.AccountRef
	Parallelism int
	// Policy is what becomes of brands whose entries are removed.
	Policy deletion.Policy
	// IsReplaced says that the destroy makes room for a create at the same address.
	IsReplaced bool
}

var _ set.Service = Dictionary{}

// GetBrand reads a brand (endpoint 16).
func (d Dictionary) GetBrand(ctx context.Context, id int32) (*videoindexer.Brand, error) {
	return d.API.GetBrand(ctx, d.Ref, id) //nolint:wrapcheck // the client's errors say what was being done
}

// CreateBrand creates a brand (X2).
func (d Dictionary) CreateBrand(ctx context.Context, fields videoindexer.BrandFields) (*videoindexer.Brand, error) {
	return d.API.CreateBrand(ctx, d.Ref, fields) //nolint:wrapcheck // see GetBrand
}

// UpdateBrand writes a brand (endpoint 17).
func (d Dictionary) UpdateBrand(ctx context.Context, id int32, fields videoindexer.BrandFields) (*videoindexer.Brand, error) {
	return d.API.UpdateBrand(ctx, d.Ref, id, fields) //nolint:wrapcheck // see GetBrand
}

// DeleteBrand deletes a brand (X3).
func (d Dictionary) DeleteBrand(ctx context.Context, id int32) error {
	return d.API.DeleteBrand(ctx, d.Ref, id) //nolint:wrapcheck // see GetBrand
}

// Object is a brand with an id, and Name one that has none yet, by what is unique of it.
func (d Dictionary) Object(id int32) ownership.Object {
	return ownership.Object{Noun: "brand", Account: d.Ref, ID: strconv.Itoa(int(id))}
}

// Name is a brand that has no id yet.
func (d Dictionary) Name(name string) ownership.Object {
	return ownership.Object{Noun: "name of a brand", Account: d.Ref, ID: videoindexer.NormalName(name)}
}

// TakeOver notes that the dictionary has adopted a brand.
func (d Dictionary) TakeOver(id int32) { d.Owned.TakeOver(d.Object(id)) }

// IsTakenOver reports whether another instance has adopted a brand in this process.
func (d Dictionary) IsTakenOver(id int32) bool { return d.Owned.IsTakenOver(d.Object(id)) }

// seen is what a process knows of the dictionary that the state has a brand in.
type seen struct {
	mayDelete bool // when the dictionary is replaced, and cannot create the brand again
	handoff   set.Handoff
}

// KeepHandoff keeps what a brand that is no longer managed leaves to its next instance. It is for the same address alone:
// another one that adopts the brand has to find the same whether it comes before that end or after it.
func (d Dictionary) KeepHandoff(id int32, handoff set.Handoff) {
	if d.IsReplaced {
		d.Owned.See(d.Object(id), seen{handoff: handoff})
	}
}

// Handoff is what the instance that this one replaces has kept for it.
func (d Dictionary) Handoff(id int32) set.Handoff {
	noted, _ := d.Owned.Seen(d.Object(id))
	s, _ := noted.(seen)
	return s.handoff
}

// Seen reports whether the state of this run has a brand, and whether its dictionary would delete it before it is adopted again.
func (d Dictionary) Seen(id int32) (isSeen, mayDelete bool) {
	noted, isSeen := d.Owned.Seen(d.Object(id))
	s, _ := noted.(seen)
	return isSeen, s.mayDelete
}

// See notes that the state has brands. End says what a destroy would do with each.
func (d Dictionary) See(brands Brands, end func(key string, b set.Brand) set.Kind) {
	for key, b := range brands {
		if e := end(key, b); e != set.Forget {
			d.Owned.See(d.Object(b.ID), seen{mayDelete: e == set.Delete && !d.IsNamed, handoff: set.Handoff{Overwritten: b.Overwritten}})
		}
	}
}

// Subject names brands in messages.
func (d Dictionary) Subject(keys ...string) apidiag.Subject {
	texts := make([]string, len(keys))
	for i, key := range slices.SortedFunc(slices.Values(keys), Compare) {
		texts[i] = d.text(key)
	}
	return field.Subject(d.Ref, texts...)
}

var atBrands = path.Root("brands")

// At is where the arguments of a brand stand.
func At(key string) path.Path { return atBrands.AtMapKey(key) }

// Conflicts gathers what stands against a plan, so that it is said once for all brands.
type Conflicts struct {
	Dictionary
	// Elsewhere says what helps where a moved block cannot, and HowToKeep how to keep what the plan deletes.
	Elsewhere, HowToKeep string

	// MayDelete says that a replacement would delete what the state has, and could not create it again.
	MayDelete bool

	found map[ownership.Conflict][]string
}

// Note notes what the dictionary is planned to do with a brand, and what stands against it.
func (c *Conflicts) Note(key string, object ownership.Object, intent ownership.Intent) {
	conflict := c.Owned.Plan(object, intent)
	if conflict == ownership.None {
		return
	}
	if c.found == nil {
		c.found = make(map[ownership.Conflict][]string)
	}
	c.found[conflict] = append(c.found[conflict], key)
}

// Elsewhere says what helps where a moved block cannot.
const Elsewhere = "An entry goes to another resource in two applies: the first one removes it with deletion_policy = \"abandon\", the second one adds it to the other."

// Errors are those of a plan that cannot be carried out.
func (c *Conflicts) Errors() (diags diag.Diagnostics) {
	for _, conflict := range []ownership.Conflict{ownership.CreatedTwice, ownership.DestroyedElsewhere} {
		if keys := c.found[conflict]; len(keys) > 0 {
			for _, d := range c.Conflict(conflict, c.Subject(keys...), c.Elsewhere) {
				diags.Append(diag.WithPath(atBrands, d))
			}
		}
	}
	return diags
}

// PlanEnds notes what becomes of brands that the dictionary no longer has, and warns of those that stay in the service, or are deleted.
// InPlace says that the dictionary goes on without them.
func (c *Conflicts) PlanEnds(brands Brands, end func(key string, b set.Brand) set.Kind, inPlace bool, howToEnd string) (diags diag.Diagnostics) {
	var left, deleted []string
	for _, key := range brands.Keys() {
		b := brands[key]
		kind := end(key, b)
		switch {
		case kind.Writes():
			c.Note(key, c.Object(b.ID), ownership.Destroy)
		case kind == set.Abandon:
			left = append(left, key)
		}
		if kind == set.Delete {
			deleted = append(deleted, c.label(key, b))
		}
	}
	switch {
	case len(left) == 0:
	case inPlace:
		diags.Append(deletion.WillAbandonInUpdate(c.Subject(left...), howToEnd))
	default:
		diags.Append(deletion.WillAbandonByPolicy(c.Subject(left...), howToEnd))
	}
	if len(deleted) > 0 {
		diags.Append(WillDelete(c.Ref, deleted, c.HowToKeep))
	}
	return diags
}

// WillDelete is the warning of a plan that deletes brands.
func WillDelete(account videoindexer.AccountRef, names []string, more string) diag.Diagnostic {
	return deletion.WillDeleteMany("brand", names, apidiag.Subject{Noun: "account", ID: account.ID, Account: videoindexer.AccountRef{Location: account.Location}}, more)
}

func (c *Conflicts) label(key string, b set.Brand) string {
	return cmp.Or(b.Values.Name(), key)
}

// Look reads brands that are to be adopted, for a plan. Those that do not exist are errors.
func (d Dictionary) Look(ctx context.Context, added Brands) diag.Diagnostics {
	results := d.read(ctx, added, "adopt")
	for _, r := range results {
		b := added[r.Key]
		b.Found = r.Remote
		added[r.Key] = b
	}
	return d.Failures(results)
}

// Refresh reads the brands of a state (endpoint 16, or X1 for many at once), and removes those that are gone, which it returns.
func (d Dictionary) Refresh(ctx context.Context, brands Brands, diags *diag.Diagnostics) (gone []string) {
	results := d.read(ctx, brands, "read")
	for _, r := range results {
		if videoindexer.IsNotFound(r.Err) {
			gone = append(gone, r.Key)
			delete(brands, r.Key)
			r.Err = nil
		} else if r.Remote != nil {
			b := brands[r.Key]
			b.Values.Fill(r.Remote.BrandFields)
			brands[r.Key] = b
		}
	}
	diags.Append(d.Failures(results)...)
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

// UseFound gives brands that are added what the plan in the same process has just read.
func (d Dictionary) UseFound(wanted Brands) {
	for key, b := range wanted {
		if found, ok := d.Found.LoadAndDelete(d.Object(b.ID)); ok {
			b.Found, _ = found.(*videoindexer.Brand)
			wanted[key] = b
		}
	}
}

// PlanManaged notes which brands the dictionary will have, and returns what will be overwritten of each. Added are those that the
// state does not have, as they were found.
func (c *Conflicts) PlanManaged(wanted, prior, added Brands) map[string]field.Values {
	keep := ownership.Keep
	if c.MayDelete {
		keep = ownership.KeepOrDelete
	}
	overwritten := make(map[string]field.Values, len(wanted))
	for _, key := range wanted.Keys() {
		next, before, found := wanted[key].Values, prior[key], added[key].Found
		if before.ID != 0 {
			c.Note(key, c.Object(before.ID), keep)
			if before.IsAdopted {
				overwritten[key] = field.Overwrite(before.Overwritten, before.Values.Fields(), next)
			}
			continue
		}
		if found == nil {
			c.Note(key, c.Name(key), ownership.Create)
			continue
		}
		isSeen, mayDelete := c.Seen(found.ID)
		if mayDelete {
			c.Owned.Plan(c.Object(found.ID), ownership.KeepOrDelete)
		}
		c.Note(key, c.Object(found.ID), ownership.Create)
		c.Found.Store(c.Object(found.ID), found)
		if overwritten[key] = field.Unknown(); !isSeen {
			overwritten[key] = field.Overwrite(field.Values{}, found.BrandFields, next)
		}
		c.IsReplaced = c.IsReplaced || isSeen && len(prior) == 0
	}
	return overwritten
}

// Apply carries out a plan, and returns what the state will have.
func (d Dictionary) Apply(ctx context.Context, operations []set.Operation) ([]*set.Result, Brands) {
	results := set.Run(ctx, d, d.Parallelism, operations)
	slices.SortFunc(results, func(a, b *set.Result) int { return Compare(a.Key, b.Key) })
	after := make(Brands, len(results))
	for _, r := range results {
		if r.Brand != nil {
			after[r.Key] = *r.Brand
		}
	}
	return results, after
}

// Failures are what went wrong: the first brands in full, then how many more, and those that were not tried.
//
// Terraform sorts diagnostics by the line that they are about, and then by their summaries: those that count the rest are
// about the same line as the others, and come last by their first letter.
func (d Dictionary) Failures(results []*set.Result) (diags diag.Diagnostics) {
	report := set.NewReport(results)
	for _, alike := range report.InFull {
		diags.Append(d.explain(alike)...)
	}
	if len(report.Further) > 0 {
		diags.AddAttributeError(atBrands, "Work on more brands failed", fmt.Sprintf("%d more failed: %s.", len(report.Further), d.Subject(report.Further...)))
	}
	switch {
	case len(report.Untried) == 0:
	case report.Unreached != nil:
		diags.Append(apidiag.Error(report.Unreached.Verb, d.Subject(report.Untried...), report.Unreached.Err))
	default:
		diags.AddAttributeError(atBrands, "Work on more brands was not started",
			fmt.Sprintf("%d more would have failed in the same way, and were not tried: %s.", len(report.Untried), d.Subject(report.Untried...)))
	}
	return diags
}

// explain is what went wrong with a brand, or with several alike.
func (d Dictionary) explain(alike []*set.Result) (diags diag.Diagnostics) {
	r, at := alike[0], At(alike[0].Key)
	keys := make([]string, len(alike))
	for i, one := range alike {
		keys[i] = one.Key
	}
	subject := d.Subject(keys...)
	if len(alike) > 1 {
		at = atBrands
	}
	switch {
	case r.Err != nil && r.ConcernsAll():
		diags.Append(apidiag.Error(r.Verb, subject, r.Err))
	case r.Err != nil && r.Verb == "adopt" && !d.IsNamed && videoindexer.IsNotFound(r.Err):
		diags.AddAttributeError(at, "Brand does not exist",
			fmt.Sprintf("%s must be the id of a brand that exists in this account. Without extended_operations the provider has no call that creates brands; "+
				"with them, videoindexer_brand and videoindexer_brand_dictionary create brands.\n\n%s", at, apidiag.Detail("adopt", subject, r.Err)))
	case r.Err != nil:
		diags.AddAttributeError(at, fmt.Sprintf("Unable to %s %s", r.Verb, subject.Noun), apidiag.WithHint(r.Verb, subject, r.Err, r.Hint))
	case r.Kind.Writes():
		diags.Append(field.NotReleased(string(d.Policy), subject, r.Sent, r.Remote)...)
	default:
		verb := "update"
		if r.Kind == set.Create {
			verb = "create"
		}
		diags.Append(d.notKept(r, at, verb, subject)...)
	}
	return diags
}

func (d Dictionary) notKept(r *set.Result, at path.Path, verb string, subject apidiag.Subject) (diags diag.Diagnostics) {
	if !d.IsNamed {
		return field.NotKept(at, verb, subject, r.Sent, r.Remote)
	}
	if videoindexer.NormalName(r.Remote.Name) != videoindexer.NormalName(r.Sent.Name()) {
		diags.AddAttributeError(at, "Name changed by the service",
			fmt.Sprintf("The service accepted the %s of %s, but its brand %d has the name %q. Use that name as the key of the entry.", verb, subject, r.Remote.ID, r.Remote.Name))
	}
	diags.Append(field.NotKept(at, verb, subject, r.Sent.Without(field.Name), r.Remote)...)
	return diags
}

// Warnings are what an apply leaves behind. Left are brands that stay as they are.
func (d Dictionary) Warnings(results []*set.Result, howToEnd string) (diags diag.Diagnostics) {
	var left, taken []string
	overwritten := ""
	for _, r := range results {
		switch {
		case r.Failed():
		case r.IsLeftToOther:
			taken = append(taken, r.Key)
			if values := r.Prior.Overwritten.String(); values != "" && overwritten == "" {
				overwritten = fmt.Sprintf(" The other instance does not know the values that Terraform had overwritten before: of %s %s.", d.text(r.Key), values)
			}
		case r.Kind == set.Abandon:
			left = append(left, r.Key)
		}
	}
	if len(left) > 0 {
		diags.Append(deletion.Abandoned(d.Subject(left...), howToEnd))
	}
	if len(taken) > 0 {
		diags.AddWarning("Brand left to another resource",
			fmt.Sprintf("Another instance has adopted %s in this run, so that nothing was written or deleted.%s", d.Subject(taken...), overwritten))
	}
	return diags
}
