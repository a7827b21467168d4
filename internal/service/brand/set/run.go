package set

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Client is the API.
type Client interface {
	GetBrand(ctx context.Context, account videoindexer.AccountRef, id int32) (*videoindexer.Brand, error)
	CreateBrand(ctx context.Context, account videoindexer.AccountRef, fields videoindexer.BrandFields) (*videoindexer.Brand, error)
	UpdateBrand(ctx context.Context, account videoindexer.AccountRef, id int32, fields videoindexer.BrandFields) (*videoindexer.Brand, error)
	DeleteBrand(ctx context.Context, account videoindexer.AccountRef, id int32) error
}

// Service is where brands are, and what this process knows of the instances that have them.
type Service struct {
	Client
	*ownership.Objects

	Account videoindexer.AccountRef
}

// Known is what a process knows of the instance that a state has a brand in, as Objects.Seen has it.
type Known struct {
	Overwritten field.Values
	// IsCreated says that the instance has created the brand, and IsDeleted that its destroy deletes it: the name is then free.
	IsCreated, IsDeleted bool
}

// Object is a brand of an account.
func Object(account videoindexer.AccountRef, id int32) ownership.Object {
	return ownership.Object{Noun: "brand", Account: account, ID: strconv.Itoa(int(id))}
}

func (s Service) object(r *Result) ownership.Object { return Object(s.Account, r.id()) }

// Result is what became of one brand.
type Result struct {
	Operation

	// Brand is what the state will have of it: nil for nothing. Until something is done, it is what the state had before.
	Brand *Brand
	// Remote is the brand as the service is known to have it; nil if it is not.
	Remote *videoindexer.Brand
	// Sent are the values of the last write that was accepted.
	Sent field.Values
	// Verb is what was being done when Err ended it, and Hint a sentence that explains Err; "" for none.
	Verb, Hint string
	Err        error
	// IsSkipped marks a brand that was not tried, and IsLeftToOther one that another instance has adopted.
	IsSkipped, IsLeftToOther bool
}

// IsNotKept reports whether the service has another value than it was sent.
func (r *Result) IsNotKept() bool {
	return r.Err == nil && r.Remote != nil && len(r.Sent.DifferentIn(r.Remote.BrandFields)) > 0
}

// Failed reports whether anything was not done.
func (r *Result) Failed() bool { return r.IsSkipped || r.Err != nil || r.IsNotKept() }

// ChangedError means that no request was sent, because of what became of another brand or was changed since the plan.
type ChangedError struct{ What string }

func (e *ChangedError) Error() string { return e.What }

// Run carries out operations in the order of Diff, at most parallelism at a time. A brand that fails does not stop the
// others; once it is clear that all would fail alike, the rest is skipped.
func Run(ctx context.Context, service Service, parallelism int, operations []Operation) []*Result {
	results, byKey := make([]*Result, len(operations)), make(map[string]*Result, len(operations))
	for i, o := range operations {
		results[i] = &Result{Operation: o}
		if before := o.Prior; before.ID != 0 {
			results[i].Brand = &before
		}
		byKey[o.Key] = results[i]
	}
	p := NewPool(parallelism)
	for _, r := range results {
		if r.Interim != "" {
			p.Go(r, func() { r.rename(ctx, service) })
		}
	}
	p.Wait()
	for i, r := range results {
		if i > 0 && r.Round > results[i-1].Round {
			p.Wait()
		}
		switch {
		case r.Kind == Keep:
			r.keep()
		case !r.Failed() && !r.IsLeftToOther: // with its interim name
			p.Go(r, func() { r.do(ctx, service, byKey[r.After]) })
		}
	}
	p.Wait()
	return results
}

// keep makes what is wanted the state's, without a request.
func (r *Result) keep() {
	next := r.Wanted
	next.Values.FillUnknown(r.Prior.Values.Fields())
	next.Overwritten = r.overwrites(r.Prior.Overwritten, r.Prior.Values.Fields())
	r.Brand = &next
}

func (r *Result) fail(verb string, err error) { r.Verb, r.Err = verb, err }

// rename gives the brand its interim name. One that is adopted is in the state from then on.
func (r *Result) rename(ctx context.Context, service Service) {
	verb := "rename"
	switch r.Kind {
	case Restore:
		if r.IsLeftToOther = service.IsTakenOver(service.object(r)); r.IsLeftToOther {
			r.Brand = nil
			return
		}
	case Adopt:
		verb = "adopt"
		service.TakeOver(service.object(r))
	default: // an update
	}
	found, err := r.current(ctx, service)
	if err != nil {
		r.fail(verb, err)
		return
	}
	switch r.Kind {
	case Adopt:
		r.adopted(service, found)
	case Update:
		r.Brand.Overwritten = r.overwrites(r.Prior.Overwritten, r.Prior.Values.Fields())
	default: // a restore
	}
	next := found.BrandFields
	next.Name = r.Interim
	if r.put(ctx, service, "rename", next); r.Err == nil {
		r.Brand.Values.SetName(r.Remote.Name)
	}
	r.Wanted.Found = nil
}

// do carries out the operation. Holder is the brand that is to give up the name.
func (r *Result) do(ctx context.Context, service Service, holder *Result) {
	switch {
	case holder != nil && holder.Failed():
		how := "renamed"
		if holder.Kind == Delete {
			how = "deleted"
		}
		r.fail("rename", &ChangedError{fmt.Sprintf("its new name is still that of brand %d, which could not be %s", holder.id(), how)})
	case r.Wanted.Refusal != "":
		r.fail(verbs[r.Kind], &ChangedError{r.Wanted.Refusal})
	case r.Kind == Create:
		r.create(ctx, service)
	case r.Kind == Adopt:
		r.adopt(ctx, service)
	case r.Kind == Update:
		r.update(ctx, service)
	default:
		r.end(ctx, service)
	}
}

// create creates a brand. It is enabled unless that is set; other fields that are not set are empty.
func (r *Result) create(ctx context.Context, service Service) {
	sent := r.Wanted.Values.Overlay(videoindexer.BrandFields{Enabled: true})
	remote, err := service.CreateBrand(ctx, service.Account, sent)
	if err != nil {
		r.fail("create", err)
		return
	}
	service.TakeOver(Object(service.Account, remote.ID))
	r.Remote, r.Sent = remote, field.Sent(sent)
	next := r.Wanted
	next.ID, next.IsAdopted, next.Overwritten = remote.ID, false, field.Values{}
	next.Values.Fill(remote.BrandFields)
	r.Brand = &next
}

// adopt writes what is wanted to a brand that was found, if it differs. A write that fails leaves the brand adopted, since it
// may have been carried out.
func (r *Result) adopt(ctx context.Context, service Service) {
	service.TakeOver(service.object(r))
	found, err := r.current(ctx, service)
	if err != nil {
		r.fail("adopt", err)
		return
	}
	if r.Brand == nil {
		r.adopted(service, found)
	}
	r.write(ctx, service, found, r.Wanted.Values.Overlay(found.BrandFields))
	if r.Remote != nil {
		r.Brand.Values = r.Wanted.Values // whose forms stay: an address that is planned as "" is not null
		r.Brand.Values.Fill(r.Remote.BrandFields)
	}
}

// adopted puts the brand into the state as it was found.
func (r *Result) adopted(service Service, found *videoindexer.Brand) {
	next := r.Wanted
	next.Found = nil
	seen, _ := service.Seen(service.object(r))
	replaced, _ := seen.(Known)
	next.Overwritten = r.overwrites(replaced.Overwritten, found.BrandFields)
	next.Values.Fill(found.BrandFields)
	r.Brand = &next
}

// overwrites are the overwritten values of the plan, or, where they are not known, of a brand that had earlier ones.
func (r *Result) overwrites(earlier field.Values, before videoindexer.BrandFields) field.Values {
	if r.Wanted.Overwritten.IsKnown() || !r.Wanted.IsAdopted {
		return r.Wanted.Overwritten
	}
	return field.Overwrite(earlier, before, r.Wanted.Values.Known())
}

// update writes what has changed. What is not managed stays as planned.
func (r *Result) update(ctx context.Context, service Service) {
	overwritten := r.overwrites(r.Prior.Overwritten, r.Prior.Values.Fields())
	if found, err := r.current(ctx, service); err != nil {
		r.fail("update", err)
	} else {
		r.write(ctx, service, found, r.Wanted.Values.Changed(r.Prior.Values).Overlay(found.BrandFields))
	}
	switch {
	case r.Err != nil:
		r.Brand.Overwritten = overwritten // it may have been carried out
		return
	case r.IsNotKept():
		r.Wanted.Values.Fill(r.Remote.BrandFields)
	default:
		r.Wanted.Values.FillUnknown(r.Remote.BrandFields)
	}
	next := r.Wanted
	next.Overwritten = overwritten
	r.Brand = &next
}

// end stops managing the brand. One that is gone needs nothing, and one that another instance has adopted is left to it.
func (r *Result) end(ctx context.Context, service Service) {
	if service.IsTakenOver(service.object(r)) {
		r.IsLeftToOther, r.Brand = true, nil
		return
	}
	switch {
	case r.Kind == Delete:
		r.Err = service.DeleteBrand(ctx, service.Account, r.id())
	case r.Kind == Disable, r.Kind == Restore && !r.Prior.Overwritten.IsZero():
		found, err := r.current(ctx, service)
		if err != nil {
			r.Err = err
			break
		}
		next := r.Prior.Overwritten.Restored(found.BrandFields)
		if r.Kind == Disable {
			next = found.BrandFields
			next.Enabled = false
		}
		r.write(ctx, service, found, next)
	}
	if videoindexer.IsNotFound(r.Err) {
		r.Err, r.Remote = nil, nil
	}
	if r.Err != nil {
		r.Verb = verbs[r.Kind]
	}
	switch {
	case !r.Failed():
		r.Brand = nil
		if r.Kind == Delete { // what this instance replaces has nothing left to write to
			service.TakeOver(service.object(r))
		}
	case r.Remote != nil:
		r.Brand.Values.Fill(r.Remote.BrandFields)
	}
}

// current is the brand as it was just read. Of one with nothing that is not managed, the state's values will do.
func (r *Result) current(ctx context.Context, service Service) (*videoindexer.Brand, error) {
	switch {
	case r.Wanted.Found != nil:
		return r.Wanted.Found, nil
	case r.Prior.IsComplete && r.Interim == "" && r.Kind != Adopt:
		return &videoindexer.Brand{ID: r.id(), BrandFields: r.Prior.Values.Fields()}, nil
	}
	return service.GetBrand(ctx, service.Account, r.id()) //nolint:wrapcheck // the client's errors say what was being done
}

// write writes next, unless found is the same already. A name keeps the form that it has at the service.
func (r *Result) write(ctx context.Context, service Service, found *videoindexer.Brand, next videoindexer.BrandFields) {
	if videoindexer.NormalName(found.Name) == videoindexer.NormalName(next.Name) {
		next.Name = found.Name
	}
	if r.Remote = found; !found.Means(next) {
		r.put(ctx, service, "update", next)
	}
}

func (r *Result) put(ctx context.Context, service Service, verb string, next videoindexer.BrandFields) {
	remote, err := service.UpdateBrand(ctx, service.Account, r.id(), next)
	if err != nil {
		r.fail(verb, err)
		return
	}
	r.Remote, r.Sent = remote, field.Sent(next)
}

// Pool works on brands, a few at a time, until it is clear that what is left would fail as well.
type Pool struct {
	group   errgroup.Group
	breaker breaker.Breaker
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
		if result.IsSkipped = p.breaker.Open() != nil; result.IsSkipped {
			return nil
		}
		if work(); isAboutBrand(result.Err) {
			p.breaker.Note(nil)
		} else {
			p.breaker.Note(result.Err)
		}
		return nil
	})
}

// Wait returns when all the work is done that was started. More can be started afterwards.
func (p *Pool) Wait() { _ = p.group.Wait() } // failures are in the results

// isAboutBrand reports whether the service has looked at the brand and refused the request, or no request was sent.
func isAboutBrand(err error) bool {
	_, isChanged := errors.AsType[*ChangedError](err)
	return isChanged || breaker.IsAboutObject(err)
}
