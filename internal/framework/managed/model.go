package managed

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Model is the model of a configuration, plan or state.
type Model interface {
	providerdata.Model
	AccountRef() videoindexer.AccountRef
	// Subject is the name of the object in messages.
	Subject() apidiag.Subject
}

// ObjectModel is the model of a resource that manages one object, which its keys name. It embeds
// AdoptableFields, AdoptedFields or LeftFields.
type ObjectModel interface {
	Model
	adoption
	// Effect is the effect of a destroy, according to the state. EffectHint is a sentence about how
	// to get another effect; "" for none.
	Effect() Effect
	EffectHint() string
}

// modelPointer is a pointer to the model of an ObjectResource. The model can be a Planner, a
// Creator, a Destroyer, a Replacer, a Container, Protected, Named and a Part as well.
type modelPointer[M any] interface {
	*M
	ObjectModel
	// Fetch reads the object of a state into the model. If the object does not exist any more, it
	// is removed from the state. After an error, the state stays unchanged.
	Fetch(ctx context.Context, reading ReadRequest) (exists bool, diags diag.Diagnostics)
	// Write writes the planned values in which the object differs, and sets the model to the values
	// of the service. It returns whether the model becomes the state.
	Write(ctx context.Context, writing WriteRequest[M]) (becomesState bool, diags diag.Diagnostics)
}

// ReadResult returns the results of a Fetch from the error of its request.
func ReadResult(subject apidiag.Subject, err error) (exists bool, diags diag.Diagnostics) {
	switch {
	case videoindexer.IsNotFound(err):
		return false, nil
	case err != nil:
		diags.Append(apidiag.Error("read", subject, err))
	}
	return true, diags
}

// DeletionErrors returns the error of a request that ends an object, as a verb says; none if the
// object does not exist any more.
func DeletionErrors(verb string, subject apidiag.Subject, err error) (diags diag.Diagnostics) {
	if err != nil && !videoindexer.IsNotFound(err) {
		diags.Append(apidiag.Error(verb, subject, err))
	}
	return diags
}

// Planner is a model that completes its plan, or warns of effects that the plan does not show.
type Planner[M any] interface {
	// Plan changes the planned model. In a destroy, the model is empty.
	Plan(ctx context.Context, planning PlanRequest[M]) diag.Diagnostics
}

// Creator is a model whose object Terraform creates, unless the configuration has the id of an
// existing one.
type Creator[M any] interface {
	// Create creates the planned object, and returns the state that it has right after the request,
	// without unknown values; nil if nothing was created. The state is saved at once, and Write
	// follows with it, unless there is an error.
	Create(ctx context.Context, writing WriteRequest[M]) (*M, diag.Diagnostics)
}

// Destroyer is an ObjectModel that a destroy changes or deletes. An ObjectModel that no destroy
// changes has no Destroy.
type Destroyer interface {
	ObjectModel
	// Destroy carries out Effect. If the object does not exist any more, there is no error.
	Destroy(ctx context.Context, destroying DestroyRequest) diag.Diagnostics
}

// Replacer is an ObjectModel that finds out itself which changes replace it, besides those that
// ResourceInfo declares.
type Replacer interface {
	ObjectModel
	// ReplacingChanges returns the arguments in which a plan differs from a prior state, and whose
	// changes replace the object.
	ReplacingChanges(ctx context.Context, prior Model, hasExtended bool) (path.Paths, diag.Diagnostics)
	// ReplacementHint takes the place of EffectHint in a replacement that leaves the object.
	// Changed are the arguments that require it; none if users do.
	ReplacementHint(changed path.Paths) string
}

// Protected is an ObjectModel whose policy can refuse its end (EffectRefuse).
type Protected interface {
	ObjectModel
	// DestroyError is the error of a destroy, and ReplacementError that of a planned replacement.
	// Changed are the arguments that require it; none if users do.
	DestroyError() diag.Diagnostic
	ReplacementError(changed path.Paths) diag.Diagnostic
}

// Named is an ObjectModel that has a name before it has an id, by which a create can find it again.
type Named interface {
	ObjectModel
	// CreatedName is what distinguishes the object from others of its account that a create could
	// mean; "" while that is not known.
	CreatedName() string
}

// Part is an ObjectModel that the service deletes together with another one.
type Part interface {
	ObjectModel
	// Whole is the kind of the other object in messages.
	Whole() string
}

// Container is an ObjectModel that the service deletes together with its contents. A plan names the
// contents. A destroy reads them again, and stops if the plan has not named all of them.
type Container interface {
	ObjectModel
	// Contents reads the objects that a destroy deletes with the object, and that the state does
	// not show.
	Contents(ctx context.Context, client *videoindexer.Client) (Contents, error)
}

// Contents are objects of one kind that the service deletes together with another object.
type Contents struct {
	// Kind is the kind of one of them: words of which the last one has a regular plural.
	Kind string
	// Names are their names, by their ids.
	Names map[string]string
}

// A plan, a read and a destroy each have two types, for two readers:
//
//	                         plan         read         destroy
//	of those who carry out   BegunPlan    BegunRead    BegunDestroy
//	of the methods of models PlanRequest  ReadRequest  DestroyRequest
//
// The first kind is the result of BeginPlan, BeginRead and BeginDestroy, for ObjectResource and for
// brands. The second kind is below. Creates and updates have only a WriteRequest. A PlanRequest
// embeds its BegunPlan, because models ask for most of it: the step, and who has seen the plan.

// PlanRequest is the plan for which Plan of a model is called.
type PlanRequest[M any] struct {
	BegunPlan
	*providerdata.Data

	Config tfsdk.Config
	// Prior is the prior state; empty in a create.
	Prior *M
	// Private is the private state. That of an update becomes that of the instance. In the create
	// of a replacement, it is that of the prior instance.
	Private private.Store

	resource *Resource
	plan     tfsdk.Plan
}

// Adopted returns the planned value of adopted in a create. It is unknown while a destroy of this
// run may still leave an object to the create.
func (p PlanRequest[M]) Adopted(plan ObjectModel, otherwise types.Bool) types.Bool {
	return p.resource.plannedAdopted(p.BegunPlan, p.plan, plan, otherwise)
}

// ReadRequest is the read for which Fetch of a model is called. Its requests go through
// WithAccessCheck.
type ReadRequest struct {
	*providerdata.Data

	Instance ledger.Instance
	Private  private.Store
}

// Origin says where the Prior of a WriteRequest comes from.
type Origin int

const (
	// OriginState is the state before an update.
	OriginState Origin = iota
	// OriginAdopted means that the configuration of a create names the object. Prior is empty.
	OriginAdopted
	// OriginHandover is the state of an object that a destroy has left to this create.
	OriginHandover
	// OriginCreated is the result of Create. In Create itself, Prior is empty.
	OriginCreated
)

// WriteRequest is the create or update for which Create or Write of a model is called.
type WriteRequest[M any] struct {
	*providerdata.Data

	Client *videoindexer.Client
	Origin Origin
	// Prior is the state before.
	Prior *M
	// Config has the write-only arguments, and shows which optional arguments are omitted.
	Config tfsdk.Config
	// Plan is the plan as the engine sent it. In the model of a create, the values of Prior have
	// replaced its unknown ones.
	Plan    tfsdk.Plan
	Private private.Store
}

// TimeoutName names the timeout of the create or update.
func (w WriteRequest[M]) TimeoutName() string {
	if w.Origin == OriginState {
		return StepUpdate.TimeoutName()
	}
	return StepCreate.TimeoutName()
}

// DestroyRequest is the destroy for which Destroy of a model is called.
type DestroyRequest struct {
	Client *videoindexer.Client
	// State stays after an error. A Destroy that has failed halfway sets it.
	State   *tfsdk.State
	Private private.Store
}
