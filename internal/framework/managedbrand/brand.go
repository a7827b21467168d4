// Package managedbrand is a brand under management, for every resource that keeps brands: its fields, what Terraform
// has overwritten of them, and how it is read, adopted, changed and released.
package managedbrand

import (
	"context"
	"errors"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Brand is one brand of an account, for the calls of a resource that manages it.
type Brand struct {
	ID int32
	// At is where its arguments stand in the configuration.
	At path.Path

	Brands
	object *adoption.Object
}

// Is reports whether both are the same brand of the service.
func (b Brand) Is(other Brand) bool { return b.object == other.object }

// Subject names the brand in messages.
func (b Brand) Subject() apidiag.Subject {
	return Subject(b.Account, strconv.Itoa(int(b.ID)))
}

// Refresh reads a brand that the state has (endpoint 16, or X1 for many at once).
func (b Brand) Refresh(ctx context.Context) (*videoindexer.Brand, error) {
	b.object.SeenInState(b.Instance)
	found, err := b.look(ctx)
	if videoindexer.IsNotFound(err) {
		b.object.SeenGone()
	}
	return found, err
}

// SeenKept notes that the state has the brand with a policy: any but "delete" leaves it, and its name taken.
func (b Brand) SeenKept(policy deletion.Policy) {
	if policy != deletion.Delete {
		b.object.SeenKept()
	}
}

// IsGone reports whether a refresh of this run has found that the brand no longer exists.
func (b Brand) IsGone() bool { return b.object.IsGone() }

// look reads the brand for a refresh or a plan.
func (b Brand) look(ctx context.Context) (*videoindexer.Brand, error) {
	return providerdata.Read(ctx, b.Data, b.Account, func() (*videoindexer.Brand, error) {
		return b.Client.ReadBrand(ctx, b.Account, b.ID)
	})
}

// IsInState reports whether the state of this run is known to have the brand.
func (b Brand) IsInState() bool { return b.object.IsInState() }

// IsAdoptedAgain reports whether the instance that replaces this one adopts the brand again.
func (b Brand) IsAdoptedAgain() bool { return b.adoptedAgain[b.Subject().ID] }

// AwaitHolder is IsInState for a plan that would fail otherwise: it waits a moment for the refreshes that an engine makes
// at the same time.
func (b Brand) AwaitHolder(ctx context.Context) bool {
	return b.object.AwaitHolder(ctx)
}

// errContested means that an instance is planned to adopt a brand which another one's destroy deletes.
var errContested = errors.New("another instance is planned to delete the brand")

// PlanAdoption reads the brand for the plan of a create (endpoint 16 or X1), and returns what the create will
// overwrite. That is unknown if another instance may be destroyed before it, or if a refresh has just found the brand
// gone (see IsGone). Wanted is what is configured.
func (b Brand) PlanAdoption(ctx context.Context, wanted Values) (types.Object, error) {
	release, err := b.object.Hold(ctx)
	if err != nil {
		return types.ObjectUnknown(Types), err
	}
	defer release()
	if b.IsGone() {
		return types.ObjectUnknown(Types), nil
	}
	if b.object.IsDeleted() {
		return types.ObjectUnknown(Types), errContested
	}
	found, err := b.look(ctx)
	if err != nil {
		return types.ObjectUnknown(Types), err
	}
	b.object.Found = found
	if b.object.PlanCreate(b.Instance) {
		return types.ObjectUnknown(Types), nil
	}
	left := b.left()
	return PlanOverwritten(left.overwritten, left.before(found.BrandFields), wanted), nil
}

// legacy is what the destroy of another instance has left to the one that adopts the brand next in the same run.
type legacy struct {
	// overwritten are the values that the other instance had overwritten and has not written back.
	overwritten types.Object
	// enabled is the value of enabled before that destroy disabled the brand; nil if it did not.
	enabled *bool
}

func (b Brand) left() legacy {
	if l, ok := b.object.Left.(legacy); ok {
		return l
	}
	return legacy{overwritten: types.ObjectNull(Types)}
}

// before are the fields of a brand as they were before the other instance's destroy changed them.
func (l legacy) before(fields videoindexer.BrandFields) videoindexer.BrandFields {
	if l.enabled != nil {
		fields.Enabled = *l.enabled
	}
	return fields
}

// Outcome is what became of a brand.
type Outcome struct {
	// Remote is the brand as the service is known to have it: nil where nothing is known of it.
	Remote *videoindexer.Brand
	// Overwritten are the values that Terraform has overwritten of it.
	Overwritten types.Object
	// Verb is what was being done when Err ended it.
	Verb string
	Err  error
	// Decisive is a sentence that explains Err beyond the service's answer; "" for none.
	Decisive string
	// Diags are warnings, and errors about fields that the service accepted but holds with another value.
	Diags diag.Diagnostics
}

// Failed reports whether anything was not done.
func (o *Outcome) Failed() bool { return o.Err != nil || o.Diags.HasError() }

func failure(verb string, err error) Outcome { return Outcome{Verb: verb, Err: err} }

// Adopt writes what is wanted to the brand, if it differs (endpoint 17). It uses what the plan in the same process has
// read, and otherwise reads the brand (endpoint 16). Planned are the overwritten values of the plan, which are kept if
// they are known. A write that fails leaves the brand adopted, since it may have been carried out.
func (b Brand) Adopt(ctx context.Context, wanted Values, planned types.Object) Outcome {
	release, err := b.object.Hold(ctx)
	if err != nil {
		return failure("adopt", err)
	}
	defer release()
	found, planned, err := b.takeOver(ctx, wanted, planned)
	if err != nil {
		return failure("adopt", err)
	}
	before := b.left().before(found.BrandFields)
	b.object.Left = nil
	outcome := b.write(ctx, found, wanted.Overlay(before))
	outcome.Overwritten = planned
	return outcome
}

// takeOver makes the instance the owner of the brand, and returns what the brand has and what the adoption will
// overwrite.
func (b Brand) takeOver(ctx context.Context, wanted Values, planned types.Object) (*videoindexer.Brand, types.Object, error) {
	b.object.TakeOver(b.Instance)
	found, isRead := b.object.Found.(*videoindexer.Brand)
	if !isRead {
		var err error
		if found, err = b.Client.GetBrand(ctx, b.Account, b.ID); err != nil {
			return nil, planned, err
		}
	}
	if planned.IsUnknown() {
		left := b.left()
		planned = PlanOverwritten(left.overwritten, left.before(found.BrandFields), wanted)
	}
	return found, planned, nil
}

// Writes reports whether going from a state to what is wanted changes a brand, as far as that is known.
func Writes(state, wanted Values) bool {
	before := state.Fields()
	return !wanted.isKnown() || len(before.DifferentFields(wanted.Overlay(before))) > 0
}

// Change writes what is wanted to a brand of the state (endpoint 17). If a field is not managed, the brand is read
// before it is written (endpoint 16), because the state may be older than what the service has. Remote is nil if
// nothing was sent.
func (b Brand) Change(ctx context.Context, state, wanted Values) Outcome {
	if !Writes(state, wanted) {
		return Outcome{}
	}
	release, err := b.object.Hold(ctx)
	if err != nil {
		return failure("update", err)
	}
	defer release()
	if wanted.IsComplete() {
		return b.put(ctx, nil, wanted.Fields())
	}
	found, err := b.Client.GetBrand(ctx, b.Account, b.ID)
	if err != nil {
		return failure("update", err)
	}
	return b.write(ctx, found, wanted.Overlay(found.BrandFields))
}

// write writes next to the brand, unless found is the same already.
func (b Brand) write(ctx context.Context, found *videoindexer.Brand, next videoindexer.BrandFields) Outcome {
	if len(found.DifferentFields(next)) == 0 {
		return Outcome{Remote: found}
	}
	return b.put(ctx, found, next)
}

// put writes the brand (endpoint 17). Found is what is known of it if that fails.
func (b Brand) put(ctx context.Context, found *videoindexer.Brand, next videoindexer.BrandFields) Outcome {
	b.object.Found = nil
	remote, err := b.Client.UpdateBrand(ctx, b.Account, b.ID, next)
	if err != nil {
		return Outcome{Remote: found, Verb: "update", Err: err}
	}
	return Outcome{Remote: remote, Diags: b.NotKept("update", remote, ValuesOfBrand(next))}
}

// Rename writes the name alone, as a step on the way to other names (endpoints 16 and 17). It leaves a brand that another
// instance has taken over: Remote is nil then.
func (b Brand) Rename(ctx context.Context, name string) Outcome {
	release, err := b.object.Hold(ctx)
	if err != nil {
		return failure("rename", err)
	}
	defer release()
	if b.object.IsTakenOver(b.Instance) {
		return Outcome{}
	}
	found, err := b.Client.GetBrand(ctx, b.Account, b.ID)
	if err != nil {
		return failure("rename", err)
	}
	return b.rename(ctx, found, name)
}

// AdoptRenamed is Rename for a brand that is adopted afterwards. Wanted and planned are as for Adopt, which must then
// get the overwritten values of this outcome.
func (b Brand) AdoptRenamed(ctx context.Context, name string, wanted Values, planned types.Object) Outcome {
	release, err := b.object.Hold(ctx)
	if err != nil {
		return failure("adopt", err)
	}
	defer release()
	found, planned, err := b.takeOver(ctx, wanted, planned)
	if err != nil {
		return failure("adopt", err)
	}
	outcome := b.rename(ctx, found, name)
	if outcome.Err == nil {
		b.object.Found = outcome.Remote
	}
	outcome.Overwritten = planned
	return outcome
}

// rename writes another name to a brand that was just read.
func (b Brand) rename(ctx context.Context, found *videoindexer.Brand, name string) Outcome {
	next := found.BrandFields
	next.Name = name
	outcome := b.write(ctx, found, next)
	if outcome.Err != nil {
		outcome.Verb = "rename"
	}
	return outcome
}

// FoundName is the name of the brand that the plan in the same process has read; empty if it has read none.
func (b Brand) FoundName(ctx context.Context) string {
	release, err := b.object.Hold(ctx)
	if err != nil {
		return ""
	}
	defer release()
	if found, ok := b.object.Found.(*videoindexer.Brand); ok {
		return found.Name
	}
	return ""
}

// Release ends the management of a brand as the policy says: delete deletes it (X3), and restore writes back what was
// overwritten (endpoint 17). Abandon and disable leave what was overwritten to the instance that adopts the brand next
// in the same run. If a field of the state is not managed, the brand is read first (endpoint 16), so that no stale
// value is written. A brand that is gone needs nothing. One that another instance has taken over is left to that
// instance: the result is then true, and nothing was sent.
func (b Brand) Release(ctx context.Context, policy deletion.Policy, state Values, overwritten types.Object) (isTakenOver bool, outcome Outcome) {
	release, err := b.object.Hold(ctx)
	if err != nil {
		return false, failure(string(policy), err)
	}
	defer release()
	if b.object.IsTakenOver(b.Instance) || b.IsHandedOver(b.ID) {
		return true, Outcome{}
	}
	defer func() {
		if !outcome.Failed() {
			b.object.Release()
		}
	}()
	left := legacy{overwritten: overwritten}
	switch {
	case policy == deletion.Delete && !b.IsAdoptedAgain():
		return false, b.delete(ctx)
	case policy == deletion.Disable:
	case policy == deletion.Restore && !overwritten.IsNull():
		left.overwritten = types.ObjectNull(Types)
	default:
		b.object.Left = left
		return false, Outcome{}
	}
	b.object.NoteRewritten()
	found, err := b.current(ctx, state)
	if videoindexer.IsNotFound(err) {
		return false, Outcome{}
	}
	if err != nil {
		return false, failure(string(policy), err)
	}
	next := found.BrandFields
	if policy == deletion.Disable {
		left.enabled = &found.Enabled
		next.Enabled = false
	} else {
		next = restored(overwritten, next)
	}
	outcome = b.write(ctx, found, next)
	if videoindexer.IsNotFound(outcome.Err) {
		return false, Outcome{}
	}
	switch {
	case outcome.Err != nil:
		outcome.Verb = string(policy)
	case outcome.Failed():
		outcome.Diags = b.notReleased(policy, outcome.Remote, ValuesOfBrand(next))
	default:
		b.object.Left = left
	}
	return false, outcome
}

// delete deletes the brand; one that is gone needs nothing.
func (b Brand) delete(ctx context.Context) Outcome {
	b.object.Found = nil
	if err := b.Client.DeleteBrand(ctx, b.Account, b.ID); err != nil && !videoindexer.IsNotFound(err) {
		return failure("delete", err)
	}
	return Outcome{}
}

// current is the brand with the values of the state if every field is managed, and otherwise as the service has it.
func (b Brand) current(ctx context.Context, state Values) (*videoindexer.Brand, error) {
	if b.complete[b.ID] {
		return &videoindexer.Brand{ID: b.ID, BrandFields: state.Fields()}, nil
	}
	return b.Client.GetBrand(ctx, b.Account, b.ID) //nolint:wrapcheck // the client's errors say what was being done
}
