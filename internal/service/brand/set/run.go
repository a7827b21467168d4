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
	// Take notes that a brand was created, or is about to be adopted.
	Take(id int32)
	// GiveUp notes that a brand could not be adopted.
	GiveUp(id int32)
	// IsNeeded reports whether another instance has a brand or wants it: a release leaves it.
	IsNeeded(id int32) bool
	// OthersNeedAny reports whether other instances need brands: they may create again what is deleted here.
	OthersNeedAny() bool
	// Released notes that a brand was written to, or deleted, and is no longer managed here.
	Released(b Brand, verb Verb)
	// WasReleased reports whether a brand was released. Values that were read before may be out of date.
	WasReleased(id int32) bool
}

// Result is the result of a task.
type Result struct {
	Task

	// NewState is the brand of the new state; nil for none. Before the task has changed the brand, Next is the brand of
	// the prior state.
	NewState *Brand
	// Remote is the brand of the service; nil if it is unknown.
	Remote *videoindexer.Brand
	// Sent are the values of the last write that was accepted, as far as they were wanted.
	Sent field.Values
	// Err is the error that ended the task.
	Err error
	// Hint says what to do about the error; "" for nothing.
	Hint string
	// IsSkipped means that the task was not tried, because it would have failed like others.
	IsSkipped bool
	// IsNeeded means that the brand was left to another instance.
	IsNeeded bool
}

// Failed reports whether the task was not completed, or the service has not kept a value that was sent.
func (r *Result) Failed() bool {
	if r.Err != nil || r.Remote == nil {
		return r.Err != nil
	}
	return len(r.Sent.DifferentIn(r.Remote.BrandFields)) > 0
}

// NotSentError means that no request was sent, because the task of another brand has failed.
type NotSentError struct{ Why string }

func (e *NotSentError) Error() string { return e.Why }

// Run carries out tasks in the order of Diff, at most parallelism at a time. If one brand fails, the others
// continue. Once it is clear that all would fail as well, the remaining ones are skipped.
func Run(ctx context.Context, service Service, parallelism int, tasks []Task) []*Result {
	pool := newPool(parallelism)
	// Jobs by the names that their brands give up.
	leaving := make(map[string]*runningTask)
	for _, task := range tasks {
		next := pool.add(task)
		if task.Verb == Keep {
			next.keep()
			continue
		}
		oldName, newName := task.Names()
		// Nil for none.
		holder := leaving[newName]
		if oldName != "" && leaving[oldName] == nil {
			leaving[oldName] = next
		}
		pool.start(next, func() {
			if holder != nil {
				next.Err = holder.awaitName()
			}
			if next.Err == nil {
				next.do(ctx, service)
			}
		})
	}
	return pool.wait()
}

// ReadAll reads brands that have an id, at most parallelism at a time. Once it is clear that all would fail as
// well, the remaining ones are skipped.
func ReadAll(brands Brands, parallelism int, read func(id int32) (*videoindexer.Brand, error)) []*Result {
	pool := newPool(parallelism)
	for _, label := range brands.Labels() {
		next := pool.add(Task{Verb: Read, Label: label, Wanted: Entry{Brand: brands[label]}})
		pool.start(next, func() { next.Remote, next.Err = read(next.Wanted.ID) })
	}
	return pool.wait()
}

// runningTask is a task in progress. It ends with its result.
type runningTask struct {
	Result

	done chan struct{}
}

// awaitName waits until the brand has given up its name, which another one gets. It is an error if the brand keeps it.
// This job was started before that of the other one.
func (j *runningTask) awaitName() error {
	<-j.done
	if j.Failed() {
		return &NotSentError{fmt.Sprintf("its new name is still that of brand %d, because of another error", j.ID())}
	}
	return nil
}

// keep sets the brand of the new state without a request.
func (r *Result) keep() {
	next := r.Wanted.Brand
	next.Values.FillUnknown(r.Prior.Values.Fields())
	next.Overwritten = r.overwritten(r.Prior.Values.Fields())
	r.NewState = &next
}

func (j *runningTask) do(ctx context.Context, service Service) {
	unlock, err := service.Coordinator.Lock(ctx, j.ID(), j.lockedNames()...)
	j.Err = err
	if err != nil {
		return
	}
	defer unlock()
	switch j.Verb {
	case Create:
		j.create(ctx, service)
	case Adopt, Update, Rename:
		j.change(ctx, service)
	case Leave, Disable, Restore, Delete:
		j.release(ctx, service)
	case Keep, Read:
	}
}

// lockedNames returns the names that the brand gets or gives up.
func (r *Result) lockedNames() []string {
	names := []string{FoldName(r.Prior.Values.Name()), FoldName(r.NextName())}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// create creates a brand. It does not check the values that every new brand has: the next refresh shows others.
func (j *runningTask) create(ctx context.Context, service Service) {
	fields := j.Wanted.Values.Overlay(j.Wanted.Base())
	j.Remote, j.Err = service.CreateBrand(ctx, service.Account, fields)
	if j.Err != nil {
		return
	}
	service.Coordinator.Take(j.Remote.ID)
	j.Sent = j.Wanted.Values.Known().NotFresh()
	next := j.Wanted.Brand
	next.ID = j.Remote.ID
	next.IsAdopted = false
	next.Overwritten = field.Values{}
	next.Created = j.Remote.Created
	j.end(next)
}

// end puts the brand into the new state, with the values of the service where the plan did not know them, or if the
// task has failed.
func (j *runningTask) end(next Brand) {
	if j.Failed() {
		next.Values.Fill(j.Remote.BrandFields)
	} else {
		next.Values.FillUnknown(j.Remote.BrandFields)
	}
	j.NewState = &next
}

// change writes the wanted values to a brand that was found, or the changed values to a brand of the state. If the
// outcome of the write is unknown, the new state has the brand as it was found, and the values that may be overwritten.
func (j *runningTask) change(ctx context.Context, service Service) {
	found, err := j.current(ctx, service)
	j.Err = err
	if err != nil {
		return
	}
	before := j.Prior.Values.Fields()
	writes := j.Wanted.Values.Changed(j.Prior.Values)
	if j.Verb == Adopt {
		id := j.ID()
		service.Coordinator.Take(id)
		defer func() {
			if j.NewState == nil {
				service.Coordinator.GiveUp(id)
			}
		}()
		before = found.BrandFields
		writes = j.Wanted.Values
	}
	next := j.Wanted.Brand
	next.Overwritten = j.overwritten(before)
	next.Created = cmp.Or(next.Created, found.Created)
	j.write(ctx, service, found, writes.Overlay(found.BrandFields))
	switch {
	case j.Wanted.IsFoundByName && videoindexer.IsNotFound(j.Err):
		// The destroy of another resource has deleted it.
		j.create(ctx, service)
	case j.Err == nil || !breaker.IsAboutObject(j.Err):
		// Not refused.
		j.end(next)
	}
}

// overwritten returns the overwritten values of the plan. If these are not known, it compares the wanted values with
// those before the write.
func (r *Result) overwritten(before videoindexer.BrandFields) field.Values {
	if !r.Wanted.IsAdopted {
		return field.Values{}
	}
	if !r.Wanted.IsUnknown && r.Wanted.Overwritten.IsKnown() {
		return r.Wanted.Overwritten
	}
	return field.Overwrite(r.Prior.Overwritten, before, r.Wanted.Values.Known())
}

// release stops managing the brand. It does not change a brand that another instance has or wants. A brand that is gone
// is no error.
func (j *runningTask) release(ctx context.Context, service Service) {
	j.IsNeeded = j.Verb != Leave && service.Coordinator.IsNeeded(j.ID())
	if j.IsNeeded {
		j.NewState = nil
		return
	}
	switch j.Verb {
	case Delete:
		j.delete(ctx, service)
	case Disable:
		j.revert(ctx, service, field.Disabled)
	case Restore:
		j.revert(ctx, service, j.Prior.Overwritten)
	}
	if videoindexer.IsNotFound(j.Err) {
		j.Err, j.Remote = nil, nil
	}
	switch {
	case !j.Failed():
		j.NewState = nil
		service.Coordinator.Released(j.Prior, j.Verb)
	case j.Remote != nil:
		j.NewState.Values.Fill(j.Remote.BrandFields)
	}
}

// delete deletes the brand. If another instance may create it again, its fields are read first, since others may have
// changed them after the last refresh.
func (j *runningTask) delete(ctx context.Context, service Service) {
	if service.Coordinator.OthersNeedAny() {
		found, err := service.GetBrand(ctx, service.Account, j.ID())
		if err == nil {
			j.Prior.Values.Fill(found.BrandFields)
		}
	}
	j.Err = service.DeleteBrand(ctx, service.Account, j.ID())
}

func (j *runningTask) revert(ctx context.Context, service Service, to field.Values) {
	if to.IsZero() {
		return
	}
	found, err := j.current(ctx, service)
	j.Err = err
	if err == nil {
		j.write(ctx, service, found, to.Restored(found.BrandFields))
	}
}

// current returns the brand as the plan has just read it, or reads it.
func (j *runningTask) current(ctx context.Context, service Service) (*videoindexer.Brand, error) {
	if j.Wanted.Found != nil && !service.Coordinator.WasReleased(j.ID()) {
		return j.Wanted.Found, nil
	}
	return service.GetBrand(ctx, service.Account, j.ID())
}

// write writes next, unless the brand has these values already. A name keeps the form that it has at the service.
func (j *runningTask) write(
	ctx context.Context, service Service, found *videoindexer.Brand, next videoindexer.BrandFields,
) {
	if videoindexer.IsSameText(found.Name, next.Name) {
		next.Name = found.Name
	}
	j.Remote = found
	if found.Same(next) {
		return
	}
	remote, err := service.UpdateBrand(ctx, service.Account, j.ID(), next)
	j.Err = err
	if err == nil {
		j.Remote = remote
		j.Sent = field.ValuesSent(next)
	}
}

// pool runs jobs, a few at a time, until it is clear that the remaining ones would fail as well.
type pool struct {
	group   errgroup.Group
	breaker breaker.Breaker
	results []*Result
}

func newPool(parallelism int) *pool {
	var p pool
	p.group.SetLimit(parallelism)
	return &p
}

// add adds a job. Before it has changed its brand, the brand is that of the prior state.
func (p *pool) add(task Task) *runningTask {
	next := &runningTask{Result: Result{Task: task}, done: make(chan struct{})}
	if task.Prior.ID != 0 {
		next.NewState = &task.Prior
	}
	p.results = append(p.results, &next.Result)
	return next
}

// start starts the work of a job once the pool has room for it.
func (p *pool) start(next *runningTask, work func()) {
	p.group.Go(func() error {
		defer close(next.done)
		next.Err = p.breaker.Allow()
		if next.Err != nil {
			next.IsSkipped = true
			return nil
		}
		work()
		if !videoindexer.IsA[*NotSentError](next.Err) {
			p.breaker.Record(next.Err)
		}
		return nil
	})
}

// wait waits for all jobs that were started.
func (p *pool) wait() []*Result {
	// Failures are in the results.
	_ = p.group.Wait()
	return p.results
}
