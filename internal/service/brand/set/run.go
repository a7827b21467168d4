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

// Service is the account of the brands, with the client for it and the coordinator of other
// instances.
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
	// OthersNeedAny reports whether other instances need brands: they may create again what is
	// deleted here.
	OthersNeedAny() bool
	// NoteRelease notes that a brand was written to, or deleted, and is no longer managed here.
	NoteRelease(b Brand, verb Verb)
	// WasReleased reports whether a brand was released. Values that were read before may be out of
	// date.
	WasReleased(id int32) bool
}

// Result is a task with what has become of it.
type Result struct {
	Task

	// NewState is the brand of the new state; nil for none. Until the task has changed the brand,
	// it is that of the prior state.
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
	// IsLeftToOther means that the brand was left to another instance, which needs it.
	IsLeftToOther bool

	// done is closed at the end of the task.
	done chan struct{}
}

// Failed reports whether the task was not completed, or the service has not kept a value that was
// sent.
func (r *Result) Failed() bool {
	switch {
	case r.Err != nil:
		return true
	case r.Remote == nil:
		return false
	}
	return len(r.Sent.DifferencesIn(r.Remote.BrandFields)) > 0
}

// NotSentError means that no request was sent, because the task of another brand has failed.
type NotSentError struct{ Why string }

func (e *NotSentError) Error() string { return e.Why }

// Run carries out tasks in the order of Diff, at most parallelism at a time. If one brand fails,
// the others continue. Once it is clear that all would fail as well, the remaining ones are
// skipped.
func Run(ctx context.Context, service Service, parallelism int, tasks []Task) []*Result {
	workers := newPool(parallelism)
	// The keys are the names that the brands give up.
	holders := make(map[string]*Result)
	for _, task := range tasks {
		started := workers.add(task)
		if task.Verb == Keep {
			started.keep()
			continue
		}
		oldName, newName := task.Names()
		holder := holders[newName]
		// In a cycle of names, the task that sets the brand aside comes first, and frees the name.
		isSetAside := holders[oldName] != nil
		if oldName != "" && !isSetAside {
			holders[oldName] = started
		}
		workers.start(started, func() {
			if holder != nil {
				started.Err = holder.awaitName()
			}
			if started.Err == nil {
				started.carryOut(ctx, service)
			}
		})
	}
	return workers.wait()
}

// ReadAll reads brands that have an id, at most parallelism at a time. Once it is clear that all
// would fail as well, the remaining ones are skipped.
func ReadAll(brands Brands, parallelism int, read func(id int32) (*videoindexer.Brand, error)) []*Result {
	workers := newPool(parallelism)
	for _, label := range brands.Labels() {
		started := workers.add(Task{Verb: Read, Label: label, Wanted: brands[label]})
		workers.start(started, func() { started.Remote, started.Err = read(started.Wanted.ID) })
	}
	return workers.wait()
}

// awaitName waits until the brand has given up its name, which the brand of a later task gets. It
// is an error if the brand keeps it.
func (r *Result) awaitName() error {
	<-r.done
	if r.Failed() {
		return &NotSentError{fmt.Sprintf("its new name is still that of brand %d, because of another error", r.ID())}
	}
	return nil
}

// keep sets the brand of the new state without a request.
func (r *Result) keep() {
	before := r.Prior.Values.Fields()
	kept := r.Wanted
	kept.Values.FillUnknown(before)
	kept.Overwritten = r.overwrittenValues(before)
	kept.IsUnknown = false
	r.NewState = &kept
}

// carryOut carries out the task while the brand and its names are locked.
func (r *Result) carryOut(ctx context.Context, service Service) {
	unlock, err := service.Coordinator.Lock(ctx, r.ID(), r.lockedNames()...)
	r.Err = err
	if err != nil {
		return
	}
	defer unlock()
	switch {
	case r.Verb.IsRelease():
		r.release(ctx, service)
	case r.Verb == Create:
		r.create(ctx, service)
	case r.Verb == Adopt:
		r.adopt(ctx, service)
	case r.Verb == Update, r.Verb == SetAside:
		r.update(ctx, service)
	default:
		r.Err = r.unknownVerbError()
	}
}

// unknownVerbError is the error of a verb that no code carries out.
func (r *Result) unknownVerbError() error { return fmt.Errorf("no task can %s a brand", r.Verb) }

// lockedNames returns the names that the brand gets or gives up.
func (r *Result) lockedNames() []string {
	names := []string{FoldName(r.Prior.Values.Name()), FoldName(r.NewName())}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// create creates a brand. It does not check the values that every new brand has: the next refresh
// shows others.
func (r *Result) create(ctx context.Context, service Service) {
	fields := r.Wanted.Values.Overlaid(field.NewBrandFields)
	r.Remote, r.Err = service.CreateBrand(ctx, service.Account, fields)
	if r.Err != nil {
		return
	}
	service.Coordinator.Take(r.Remote.ID)
	newBrand := field.ValuesSent(field.NewBrandFields)
	r.Sent = r.Wanted.Values.Known().ChangesFrom(newBrand)
	created := r.Wanted
	created.ID = r.Remote.ID
	created.IsAdopted = false
	created.Overwritten = field.Values{}
	created.Created = r.Remote.Created
	r.setNewState(created)
}

// setNewState puts the brand into the new state, with the values of the service where the plan did
// not know them, or if the task has failed.
func (r *Result) setNewState(brand Brand) {
	if r.Failed() {
		brand.Values.Fill(r.Remote.BrandFields)
	} else {
		brand.Values.FillUnknown(r.Remote.BrandFields)
	}
	brand.IsUnknown = false
	r.NewState = &brand
}

// adopt writes the wanted values to a brand that was found.
func (r *Result) adopt(ctx context.Context, service Service) {
	remote, err := r.currentBrand(ctx, service)
	r.Err = err
	if err != nil {
		return
	}
	id := r.ID()
	service.Coordinator.Take(id)
	defer func() {
		if r.NewState == nil {
			service.Coordinator.GiveUp(id)
		}
	}()
	r.writeChanged(ctx, service, remote, remote.BrandFields, r.Wanted.Values)
}

// update writes the changed values to a brand of the state.
func (r *Result) update(ctx context.Context, service Service) {
	remote, err := r.currentBrand(ctx, service)
	r.Err = err
	if err != nil {
		return
	}
	changes := r.Wanted.Values.ChangesFrom(r.Prior.Values)
	r.writeChanged(ctx, service, remote, r.Prior.Values.Fields(), changes)
}

// writeChanged writes changes to a brand, and puts it into the new state. Before has the values
// that they may overwrite. If the outcome of the write is unknown, the new state has the brand as
// it was found, and the values that may be overwritten.
func (r *Result) writeChanged(
	ctx context.Context, service Service,
	remote *videoindexer.Brand, before videoindexer.BrandFields, changes field.Values,
) {
	changed := r.Wanted
	changed.Overwritten = r.overwrittenValues(before)
	// What the plan knew must stay, also that a list does not show when brands were created.
	if changed.IsUnknown {
		changed.Created = cmp.Or(changed.Created, remote.Created)
	}
	r.write(ctx, service, remote, changes.Overlaid(remote.BrandFields))
	isGone := videoindexer.IsNotFound(r.Err)
	mayBeWritten := r.Err == nil || !videoindexer.IsAboutObject(r.Err)
	switch {
	case isGone && r.Wanted.IsFoundByName:
		// The destroy of another resource has deleted the brand since the list was read.
		r.create(ctx, service)
	case mayBeWritten:
		r.setNewState(changed)
	}
}

// overwrittenValues returns the overwritten values of the plan. If these are not known, it compares
// the wanted values with those before the write.
func (r *Result) overwrittenValues(before videoindexer.BrandFields) field.Values {
	if !r.Wanted.IsAdopted {
		return field.Values{}
	}
	if !r.Wanted.IsUnknown && r.Wanted.Overwritten.IsKnown() {
		return r.Wanted.Overwritten
	}
	return field.Overwritten(r.Prior.Overwritten, before, r.Wanted.Values.Known())
}

// release stops managing the brand. It does not change a brand that another instance has or wants.
// A brand that is gone is no error.
func (r *Result) release(ctx context.Context, service Service) {
	isNeeded := service.Coordinator.IsNeeded(r.ID())
	r.IsLeftToOther = isNeeded && r.Verb != Leave
	if r.IsLeftToOther {
		r.NewState = nil
		return
	}
	released := r.Prior
	switch r.Verb {
	case Leave:
		// The brand stays unchanged.
	case Delete:
		released = r.brandToDelete(ctx, service)
		r.Err = service.DeleteBrand(ctx, service.Account, r.ID())
	case Disable:
		r.writeValues(ctx, service, field.Disabled)
	case Restore:
		r.writeValues(ctx, service, r.Prior.Overwritten)
	default:
		r.Err = r.unknownVerbError()
	}
	if videoindexer.IsNotFound(r.Err) {
		r.Err = nil
		r.Remote = nil
	}
	switch {
	case !r.Failed():
		r.NewState = nil
		service.Coordinator.NoteRelease(released, r.Verb)
	case r.Remote != nil:
		r.NewState.Values.Fill(r.Remote.BrandFields)
	}
}

// brandToDelete returns the brand of the state. If another instance may create it again, its fields
// are read first, since others may have changed them after the last refresh.
func (r *Result) brandToDelete(ctx context.Context, service Service) Brand {
	deleted := r.Prior
	if !service.Coordinator.OthersNeedAny() {
		return deleted
	}
	remote, err := service.GetBrand(ctx, service.Account, r.ID())
	if err == nil {
		deleted.Values.Fill(remote.BrandFields)
	}
	return deleted
}

// writeValues writes the values that are set to the brand in its present state, if there are any.
func (r *Result) writeValues(ctx context.Context, service Service, values field.Values) {
	if values.IsZero() {
		return
	}
	remote, err := r.currentBrand(ctx, service)
	r.Err = err
	if err == nil {
		r.write(ctx, service, remote, values.Restored(remote.BrandFields))
	}
}

// currentBrand returns the brand as the plan has just read it, or reads it.
func (r *Result) currentBrand(ctx context.Context, service Service) (*videoindexer.Brand, error) {
	if r.Wanted.Remote != nil && !service.Coordinator.WasReleased(r.ID()) {
		return r.Wanted.Remote, nil
	}
	return service.GetBrand(ctx, service.Account, r.ID())
}

// write writes the wanted fields, unless the brand has these values already. A name keeps the form
// that it has at the service.
func (r *Result) write(
	ctx context.Context, service Service, remote *videoindexer.Brand, wanted videoindexer.BrandFields,
) {
	if videoindexer.IsSameText(remote.Name, wanted.Name) {
		wanted.Name = remote.Name
	}
	r.Remote = remote
	if remote.IsSameAs(wanted) {
		return
	}
	written, err := service.UpdateBrand(ctx, service.Account, r.ID(), wanted)
	r.Err = err
	if err == nil {
		r.Remote = written
		r.Sent = field.ValuesSent(wanted)
	}
}

// pool carries out tasks, a few at a time, until it is clear that the remaining ones would fail as
// well.
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

// add adds a task. Until it has changed its brand, the brand of the new state is that of the prior
// one.
func (p *pool) add(task Task) *Result {
	added := &Result{Task: task, done: make(chan struct{})}
	if task.Prior.ID != 0 {
		added.NewState = &task.Prior
	}
	p.results = append(p.results, added)
	return added
}

// start starts the work of a task once the pool has room for it. A task that waits for another one
// is started after it, so that the other one always has room.
func (p *pool) start(task *Result, work func()) {
	p.group.Go(func() error {
		defer close(task.done)
		task.Err = p.breaker.Allow()
		if task.Err != nil {
			task.IsSkipped = true
			return nil
		}
		work()
		if !videoindexer.IsA[*NotSentError](task.Err) {
			p.breaker.Record(task.Err)
		}
		return nil
	})
}

// wait waits for all tasks that were started.
func (p *pool) wait() []*Result {
	// The group has no errors: those of tasks are in the results.
	_ = p.group.Wait()
	return p.results
}
