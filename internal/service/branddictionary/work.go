package branddictionary

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
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

func (d dictionary) brand(id int32) managedbrand.Brand {
	return d.One(id, path.Root("brands").AtMapKey(strconv.Itoa(int(id))))
}

// outcome is what became of one brand.
type outcome struct {
	manybrands.Result
	brand managedbrand.Brand
	// entry is what the state will have of the brand: nil for nothing. Until a task succeeds it is what the state had before.
	entry *managedbrand.Values
	// overwritten is what the state will have of its overwritten values. Until a task changes it, it is what the state had
	// before.
	overwritten types.Object
	// isRenamed marks a brand that has an interim name.
	isRenamed bool
	// isTakenOver marks a brand that was left to another instance.
	isTakenOver bool
}

// outcomes are what became of brands, in the order of their ids.
type outcomes []*outcome

// start are the outcomes of brands before anything is done, with what the state has of them.
func (d dictionary) start(ids []int32, prior entries, earlier overwritten) outcomes {
	started := make(outcomes, len(ids))
	for i, id := range ids {
		b := d.brand(id)
		started[i] = &outcome{Result: manybrands.Result{Subject: b.Subject(), At: b.At}, brand: b, overwritten: earlier.of(id)}
		if entry, isPrior := prior[id]; isPrior {
			started[i].entry = &entry
		}
	}
	return started
}

// each does a task for brands that need not wait for one another.
func (d dictionary) each(brands outcomes, task func(o *outcome)) {
	pool := manybrands.NewPool(d.parallelism)
	for _, o := range brands {
		pool.Go(&o.Result, func() { task(o) })
	}
	pool.Wait()
}

// refresh reads a brand (endpoint 16). One that does not exist has no entry any more.
func (o *outcome) refresh(ctx context.Context) {
	remote, err := o.brand.Refresh(ctx)
	switch {
	case videoindexer.IsNotFound(err):
		o.entry = nil
	case err != nil:
		o.Verb, o.Err = "read", err
	default:
		o.fill(*o.entry, remote)
	}
}

// change is what a plan or an apply does with the brands of a dictionary.
type change struct {
	prior   entries // in the state; none in a create
	earlier overwritten
	wanted  entries // in the configuration; none in a destroy or a replacement
	// planned and overwritten are those of the plan.
	planned     entries
	overwritten overwritten
	policy      deletion.Policy
}

// nameTaken means that a brand could not get its name, because the brand that has it could not give it up.
func nameTaken(holder int32, gives naming) error {
	if gives.isDeleted {
		return fmt.Errorf("its new name is still that of brand %d, which could not be deleted", holder)
	}
	return fmt.Errorf("its new name is still that of brand %d, which could not be renamed", holder)
}

// apply adopts, changes and releases brands, in an order in which their names are free.
func (d dictionary) apply(ctx context.Context, c change) outcomes {
	all := ids(c.prior, c.wanted)
	results := d.start(all, c.prior, c.earlier)
	byID := make(map[int32]*outcome, len(all))
	for i, id := range all {
		byID[id] = results[i]
	}
	names := d.namings(ctx, c)
	order := inOrder(all, names)
	pool := manybrands.NewPool(d.parallelism)
	for _, id := range order.interim {
		o := byID[id]
		pool.Go(&o.Result, func() { c.rename(ctx, o, fmt.Sprintf("%s (renaming brand %d)", names[id].to, id)) })
	}
	pool.Wait()
	for _, round := range order.rounds {
		for _, id := range round {
			o := byID[id]
			holder, waits := order.holders[id]
			switch {
			case o.Failed(): // to get its interim name
			case waits && byID[holder].Failed():
				pool.Go(&o.Result, func() {
					o.Diags.Append(diag.WithPath(o.At, apidiag.Error("rename", o.Subject, nameTaken(holder, names[holder]))))
				})
			default:
				pool.Go(&o.Result, func() { c.do(ctx, o) })
			}
		}
		pool.Wait()
	}
	return results
}

// do adopts, changes or releases a brand, as is wanted of it.
func (c *change) do(ctx context.Context, o *outcome) {
	_, isWanted := c.wanted[o.brand.ID]
	switch {
	case !isWanted:
		c.release(ctx, o)
	case !c.holds(o):
		c.adopt(ctx, o)
	default:
		c.update(ctx, o)
	}
}

// holds reports whether the state has a brand.
func (c *change) holds(o *outcome) bool {
	_, isPrior := c.prior[o.brand.ID]
	return isPrior
}

// rename gives a brand an interim name, so that another brand can have the one that it leaves.
func (c *change) rename(ctx context.Context, o *outcome, name string) {
	wanted, isWanted := c.wanted[o.brand.ID]
	switch {
	case isWanted && !c.holds(o):
		o.Outcome = o.brand.AdoptRenamed(ctx, name, wanted, c.overwritten.of(o.brand.ID))
		o.isRenamed = true
		o.adopted(wanted)
		return
	case isWanted:
		o.overwritten = c.overwrites(o)
	}
	o.Outcome = o.brand.Rename(ctx, name)
	if o.Err == nil && o.Remote != nil {
		o.isRenamed = true
		o.entry.Name = types.StringValue(o.Remote.Name)
	}
}

// adopt writes what is wanted to the brand, if it differs.
func (c *change) adopt(ctx context.Context, o *outcome) {
	wanted, planned := c.wanted[o.brand.ID], c.overwritten.of(o.brand.ID)
	if o.isRenamed {
		planned = o.overwritten
	}
	o.Outcome = o.brand.Adopt(ctx, wanted, planned)
	o.adopted(wanted)
}

// adopted puts an adoption into the state, if it got far enough.
func (o *outcome) adopted(wanted managedbrand.Values) {
	if o.Remote != nil {
		wanted.PlanEntry(nil)
		o.fill(wanted, o.Remote)
		o.overwritten = o.Overwritten
	}
}

// overwrites are the overwritten values of a brand of the state once it is changed: those of the plan, where it knows them.
func (c *change) overwrites(o *outcome) types.Object {
	if planned := c.overwritten.of(o.brand.ID); !planned.IsUnknown() {
		return planned
	}
	return managedbrand.PlanOverwritten(o.overwritten, o.entry.Fields(), c.wanted[o.brand.ID])
}

// update writes a brand of the state if it differs from what is wanted. Fields that are not managed stay as planned.
func (c *change) update(ctx context.Context, o *outcome) {
	o.overwritten = c.overwrites(o)
	planned := c.planned[o.brand.ID]
	o.Outcome = o.brand.Change(ctx, *o.entry, c.wanted[o.brand.ID])
	switch {
	case o.Err != nil:
	case o.Remote == nil:
		planned.FillUnknown(o.entry.Fields())
		o.entry = &planned
	case o.Failed():
		o.fill(planned, o.Remote)
	default:
		planned.FillUnknown(o.Remote.BrandFields)
		o.entry = &planned
	}
}

// release stops managing a brand of the state as the policy says.
func (c *change) release(ctx context.Context, o *outcome) {
	o.isTakenOver, o.Outcome = o.brand.Release(ctx, c.policy, *o.entry, o.overwritten)
	switch {
	case o.Failed():
		if o.Remote != nil {
			o.fill(*o.entry, o.Remote)
		}
	case o.isTakenOver:
		o.Diags.Append(managedbrand.TakenOver(o.brand, o.overwritten))
		o.entry = nil
	default:
		o.entry = nil
	}
}

// fill makes the entry what the service has, in the form that like has it.
func (o *outcome) fill(like managedbrand.Values, remote *videoindexer.Brand) {
	like.Fill(remote.BrandFields)
	o.entry = &like
}

// entries are the brands that the state will have, and what Terraform has overwritten of them.
func (os outcomes) entries() (entries, overwritten) {
	brands, values := make(entries, len(os)), newOverwritten()
	for _, o := range os {
		if o.entry != nil {
			brands[o.brand.ID] = *o.entry
			values.put(o.brand.ID, o.overwritten)
		}
	}
	return brands, values
}

// succeeded are the entries of brands with which nothing went wrong.
func (os outcomes) succeeded(wanted entries) entries {
	done := maps.Clone(wanted)
	for _, o := range os {
		if o.Failed() {
			delete(done, o.brand.ID)
		}
	}
	return done
}

// without are the ids of brands that the state must no longer hold.
func (os outcomes) without() (gone []string) {
	for _, o := range os {
		if o.entry == nil {
			gone = append(gone, o.Subject.ID)
		}
	}
	return gone
}

// report is what failed, and a warning of the brands that Terraform no longer manages and left as they are. The instance that
// replaces this one manages those that it adopts again.
func (d dictionary) report(os outcomes, policy deletion.Policy) diag.Diagnostics {
	var left []string
	for _, o := range os {
		if o.entry == nil && !o.isTakenOver && !o.Failed() && !o.brand.IsAdoptedAgain() {
			left = append(left, o.Subject.ID)
		}
	}
	diags := d.failures(os)
	if policy == deletion.Abandon && len(left) > 0 {
		diags.Append(deletion.Abandoned(d.subject(left...), managedbrand.NoDeletion))
	}
	return diags
}

// failures are what failed.
func (d dictionary) failures(os outcomes) diag.Diagnostics {
	results := make([]*manybrands.Result, len(os))
	for i, o := range os {
		results[i] = &o.Result
	}
	return manybrands.Report(d.Account, results)
}

// gone is the warning of a refresh that finds brands missing.
func (d dictionary) gone(ids []string) diag.Diagnostic {
	const removed = "The refresh has removed %s from the state, because the service no longer has "
	if len(ids) == 1 {
		return diag.NewWarningDiagnostic("Brand no longer exists", fmt.Sprintf(removed+"it. "+
			"Terraform cannot create a brand with a given id: remove its entry, or use the id of a brand that exists.", d.subject(ids...)))
	}
	return diag.NewWarningDiagnostic("Brands no longer exist", fmt.Sprintf(removed+"them. "+
		"Terraform cannot create brands with given ids: remove their entries, or use the ids of brands that exist.", d.subject(ids...)))
}

func (d dictionary) subject(ids ...string) apidiag.Subject {
	return managedbrand.Subject(d.Account, ids...)
}
