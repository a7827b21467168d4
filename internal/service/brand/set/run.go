package set

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Client has the operations of the API for brands.
type Client interface {
	GetBrand(ctx context.Context, account videoindexer.AccountRef, id int32) (*videoindexer.Brand, error)
	CreateBrand(
		ctx context.Context, account videoindexer.AccountRef, fields videoindexer.BrandFields,
	) (*videoindexer.Brand, error)
	UpdateBrand(
		ctx context.Context, account videoindexer.AccountRef, id int32, fields videoindexer.BrandFields,
	) (*videoindexer.Brand, error)
	DeleteBrand(ctx context.Context, account videoindexer.AccountRef, id int32) error
}

// Service is the account of the brands, with the client for it and the coordinator of other instances.
type Service struct {
	Client
	Account     videoindexer.AccountRef
	Coordinator Coordinator
}

// Coordinator coordinates instances that work on the same brands.
type Coordinator interface {
	// Lock locks a brand and names until unlock is called. The id is 0 for a brand that is created.
	Lock(ctx context.Context, id int32, names ...string) (unlock func(), err error)
	// Take notes that a brand was created, or is about to be adopted. GiveUp notes that this has
	// failed.
	Take(id int32)
	GiveUp(id int32)
	// IsNeeded reports whether another instance has a brand or wants it: a release leaves it.
	IsNeeded(id int32) bool
	// MayReturn reports whether another instance may create a brand again that is deleted here.
	MayReturn() bool
	// Released notes that a brand was written to, or deleted, and is no longer managed here.
	Released(b Brand, verb Verb)
	// WasReleased reports whether a brand was released. Values that were read before may be out of date.
	WasReleased(id int32) bool
}

// Result is the result of a task.
type Result struct {
	Task

	// Next is the brand of the new state; nil for none. Before the task has changed the brand, Next is the brand of
	// the prior state.
	Next *Brand
	// Remote is the brand of the service; nil if it is unknown.
	Remote *videoindexer.Brand
	// Sent are the values of the last write that was accepted, as far as they were wanted.
	Sent field.Values
	// Err is the error that ended the task, and Hint explains it; "" for no explanation.
	Err  error
	Hint string
	// IsSkipped marks a brand that was not tried, because it would have failed like others, and IsNeeded one that
	// was left to another instance.
	IsSkipped, IsNeeded bool

	done chan struct{}
}

// IsNotKept reports whether the service has not kept a value that was sent.
func (r *Result) IsNotKept() bool {
	isAnswered := r.Err == nil && r.Remote != nil
	return isAnswered && len(r.Sent.DifferentIn(r.Remote.BrandFields)) > 0
}

// Failed reports whether the task was not completed.
func (r *Result) Failed() bool { return r.Err != nil || r.IsNotKept() }

// NotSentError means that no request was sent, because the task of another brand has failed.
type NotSentError struct{ Why string }

func (e *NotSentError) Error() string { return e.Why }

// Run carries out tasks in the order of Diff, at most parallelism at a time. If one brand fails, the others
// continue. Once it is clear that all would fail as well, the remaining ones are skipped.
func Run(ctx context.Context, service Service, parallelism int, tasks []Task) []*Result {
	results := make([]*Result, 0, len(tasks))
	pool := newPool(parallelism)
	leaving := make(map[string]*Result) // results by the names that their brands give up
	for _, task := range tasks {
		result := &Result{Task: task, done: make(chan struct{})}
		results = append(results, result)
		if task.Prior.ID != 0 {
			result.Next = &task.Prior
		}
		if task.Verb == Keep {
			result.keep()
			close(result.done)
			continue
		}
		oldName, newName := task.Names()
		holder := leaving[newName]
		if oldName != "" && leaving[oldName] == nil {
			leaving[oldName] = result
		}
		pool.start(result, func() {
			result.Err = holder.awaitName()
			if result.Err == nil {
				result.do(ctx, service)
			}
		})
	}
	pool.wait()
	return results
}

// awaitName waits until the brand has given up its name, which another one gets. It is an error if the brand keeps it.
// This task was started before that of the other one.
func (r *Result) awaitName() error {
	if r == nil {
		return nil
	}
	<-r.done
	if r.Failed() {
		return &NotSentError{fmt.Sprintf("its new name is still that of brand %d, because of another error", r.ID())}
	}
	return nil
}

// ReadAll reads brands that have an id, at most parallelism at a time. Once it is clear that all would fail as
// well, the remaining ones are skipped.
func ReadAll(brands Brands, parallelism int, read func(id int32) (*videoindexer.Brand, error)) []*Result {
	results := make([]*Result, 0, len(brands))
	pool := newPool(parallelism)
	for _, label := range brands.Labels() {
		task := Task{Verb: Read, Label: label, Wanted: Entry{Brand: brands[label]}}
		result := &Result{Task: task, done: make(chan struct{})}
		results = append(results, result)
		pool.start(result, func() { result.Remote, result.Err = read(result.Wanted.ID) })
	}
	pool.wait()
	return results
}

// keep sets the brand of the new state without a request.
func (r *Result) keep() {
	next := r.Wanted.Brand
	next.Values.FillUnknown(r.Prior.Values.Fields())
	next.Overwritten = r.overwritten(r.Prior.Values.Fields())
	r.Next = &next
}

func (r *Result) do(ctx context.Context, service Service) {
	unlock, err := service.Coordinator.Lock(ctx, r.ID(), r.lockedNames()...)
	r.Err = err
	if err != nil {
		return
	}
	defer unlock()
	switch r.Verb {
	case Create:
		r.create(ctx, service)
	case Adopt, Update, Rename:
		r.change(ctx, service)
	case Leave, Disable, Restore, Delete:
		r.release(ctx, service)
	case Keep, Read:
	}
}

// lockedNames returns the names that the brand gets or gives up.
func (r *Result) lockedNames() []string {
	names := []string{FoldName(r.Prior.Values.Name()), FoldName(r.NextName())}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// create creates a brand. It does not check the values that every new brand has: the next refresh shows others.
func (r *Result) create(ctx context.Context, service Service) {
	fields := r.Wanted.Values.New()
	if r.Wanted.Deleted != nil {
		fields = r.Wanted.Values.Overlay(*r.Wanted.Deleted)
	}
	r.Remote, r.Err = service.CreateBrand(ctx, service.Account, fields)
	if r.Err != nil {
		return
	}
	service.Coordinator.Take(r.Remote.ID)
	r.Sent = r.Wanted.Values.Known().NotFresh()
	next := r.Wanted.Brand
	next.ID = r.Remote.ID
	next.IsAdopted = false
	next.Overwritten = field.Values{}
	next.Create = r.Remote.Created
	if r.IsNotKept() {
		next.Values.Fill(r.Remote.BrandFields)
	} else {
		next.Values.FillUnknown(r.Remote.BrandFields)
	}
	r.Next = &next
}

// change writes the wanted values to a brand that was found, or the changed values to a brand of the state. If the
// outcome of the write is unknown, the new state has the brand as it was found, and the values that may be overwritten.
func (r *Result) change(ctx context.Context, service Service) {
	found, err := r.current(ctx, service)
	r.Err = err
	if err != nil {
		return
	}
	before := r.Prior.Values.Fields()
	writes := r.Wanted.Values.Changed(r.Prior.Values)
	if r.Verb == Adopt {
		id := r.ID()
		service.Coordinator.Take(id)
		defer func() {
			if r.Next == nil {
				service.Coordinator.GiveUp(id)
			}
		}()
		before, writes = found.BrandFields, r.Wanted.Values
	}
	next := r.Wanted.Brand
	next.Overwritten = r.overwritten(before)
	next.Create = cmp.Or(next.Create, found.Created)
	r.write(ctx, service, found, writes.Overlay(found.BrandFields))
	switch {
	case r.Wanted.IsFoundByName && videoindexer.IsNotFound(r.Err): // the destroy of another resource has deleted it
		r.create(ctx, service)
		return
	case r.Err != nil && breaker.IsAboutObject(r.Err): // refused
		return
	case r.Failed():
		next.Values.Fill(r.Remote.BrandFields)
	default:
		next.Values.FillUnknown(r.Remote.BrandFields)
	}
	r.Next = &next
}

// overwritten returns the overwritten values of the plan. If these are not known, it compares the wanted values with
// those before the write.
func (r *Result) overwritten(before videoindexer.BrandFields) field.Values {
	if !r.Wanted.IsAdopted {
		return field.Values{}
	}
	if !r.Wanted.IsOpen && r.Wanted.Overwritten.IsKnown() {
		return r.Wanted.Overwritten
	}
	return field.Overwrite(r.Prior.Overwritten, before, r.Wanted.Values.Known())
}

// release stops managing the brand. It does not change a brand that another instance has or wants. A brand that is gone
// is no error.
func (r *Result) release(ctx context.Context, service Service) {
	r.IsNeeded = r.Verb != Leave && service.Coordinator.IsNeeded(r.ID())
	if r.IsNeeded {
		r.Next = nil
		return
	}
	switch r.Verb {
	case Delete:
		r.delete(ctx, service)
	case Disable:
		r.revert(ctx, service, field.Disabled)
	case Restore:
		r.revert(ctx, service, r.Prior.Overwritten)
	}
	if videoindexer.IsNotFound(r.Err) {
		r.Err, r.Remote = nil, nil
	}
	switch {
	case !r.Failed():
		r.Next = nil
		service.Coordinator.Released(r.Prior, r.Verb)
	case r.Remote != nil:
		r.Next.Values.Fill(r.Remote.BrandFields)
	}
}

// delete deletes the brand. If another instance may create it again, its fields are read first, since others may have
// changed them after the last refresh.
func (r *Result) delete(ctx context.Context, service Service) {
	if service.Coordinator.MayReturn() {
		found, err := service.GetBrand(ctx, service.Account, r.ID())
		if err == nil {
			r.Prior.Values.Fill(found.BrandFields)
		}
	}
	r.Err = service.DeleteBrand(ctx, service.Account, r.ID())
}

func (r *Result) revert(ctx context.Context, service Service, to field.Values) {
	if to.IsZero() {
		return
	}
	found, err := r.current(ctx, service)
	r.Err = err
	if err == nil {
		r.write(ctx, service, found, to.Restored(found.BrandFields))
	}
}

// current returns the brand as the plan has just read it, or reads it.
func (r *Result) current(ctx context.Context, service Service) (*videoindexer.Brand, error) {
	if r.Wanted.Found != nil && !service.Coordinator.WasReleased(r.ID()) {
		return r.Wanted.Found, nil
	}
	return service.GetBrand(ctx, service.Account, r.ID())
}

// write writes next, unless the brand has these values already. A name keeps the form that it has at the service.
func (r *Result) write(ctx context.Context, service Service, found *videoindexer.Brand, next videoindexer.BrandFields) {
	if videoindexer.SameText(found.Name, next.Name) {
		next.Name = found.Name
	}
	r.Remote = found
	if found.Same(next) {
		return
	}
	remote, err := service.UpdateBrand(ctx, service.Account, r.ID(), next)
	r.Err = err
	if err == nil {
		r.Remote = remote
		r.Sent = field.Sent(next)
	}
}

// pool runs the work on brands, a few at a time, until it is clear that the remaining work would fail as well.
type pool struct {
	group   errgroup.Group
	breaker breaker.Breaker
}

func newPool(parallelism int) *pool {
	var p pool
	p.group.SetLimit(parallelism)
	return &p
}

// start starts the work on a brand once the pool has room for it. The work stores its outcome in the result.
func (p *pool) start(result *Result, work func()) {
	p.group.Go(func() error {
		defer close(result.done)
		result.Err = p.breaker.Allow()
		if result.Err != nil {
			result.IsSkipped = true
			return nil
		}
		work()
		if !videoindexer.IsA[*NotSentError](result.Err) {
			p.breaker.Note(result.Err)
		}
		return nil
	})
}

// wait waits for all work that was started.
func (p *pool) wait() { _ = p.group.Wait() } // failures are in the results
