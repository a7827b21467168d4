package managed

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ObjectResource is a Resource of one object. It drives the life of the object: it plans, locks,
// saves and remembers, and calls methods of the model for what is special to the object.
type ObjectResource[M any, P modelPointer[M]] struct{ Resource }

// NewObjectResource returns a resource of one object, whose model is an M, with attributes besides
// those of the account.
func NewObjectResource[M any, P modelPointer[M]](
	info ResourceInfo, attributes func() map[string]schema.Attribute,
) *ObjectResource[M, P] {
	r := NewResource(info, attributes)
	r.newModel = func() ObjectModel { return P(new(M)) }
	return &ObjectResource[M, P]{r}
}

// ModifyPlan plans the account and the step, and notes them for the other instances and for the
// apply. It then lets the model complete the plan, and checks that the credentials can use the
// account.
func (r *ObjectResource[M, P]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	plan := P(new(M))
	prior := new(M)
	begun := r.beginObjectPlan(ctx, req, resp, plan, P(prior))
	_, isCreator := any(plan).(Creator[M])
	if isCreator && begun.Step == StepCreate {
		r.planNew(ctx, req, resp, begun, plan)
	}
	planner, isPlanner := any(plan).(Planner[M])
	if isPlanner && begun.Step != StepNone {
		diags.Append(planner.Plan(ctx, PlanRequest[M]{
			BegunPlan: begun, Data: r.Data,
			Config: req.Config, Prior: prior, Private: resp.Private,
			resource: &r.Resource, plan: resp.Plan,
		})...)
	}
	hasPlan := begun.Step != StepNone && begun.Step != StepDestroy
	if hasPlan {
		diags.Append(resp.Plan.Set(ctx, plan)...)
	}
	r.CheckAccess(ctx, plan.Subject().Kind, req, resp)
}

// planNew plans whether a create adopts its object, and warns of namesakes of an object that it
// creates.
func (r *ObjectResource[M, P]) planNew(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, begun BegunPlan, plan P,
) {
	adopts := r.adoptsByID(req)
	plan.setAdopted(r.plannedAdopted(begun, resp.Plan, plan, adopts))
	if adopts.Equal(types.BoolValue(false)) {
		resp.Diagnostics.Append(r.namesakeWarnings(ctx, begun, plan)...)
	}
}

// adoptsByID returns whether a create adopts its object, because the configuration contains
// its ids.
func (r *Resource) adoptsByID(req resource.ModifyPlanRequest) types.Bool {
	switch {
	case !r.hasConfiguredIDs(req):
		return types.BoolValue(false)
	case slices.Contains(r.Keys.Values(model.Attributes(req.Config.Raw)), ""):
		return types.BoolUnknown()
	}
	return types.BoolValue(true)
}

// Create takes the object that a destroy at the same address has left, or adopts the one that the
// configuration names, or creates one.
func (r *ObjectResource[M, P]) Create(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse,
) {
	plan := P(new(M))
	target, isLoaded := r.Load(ctx, req.Plan, plan, &resp.Diagnostics)
	if !isLoaded {
		return
	}
	r.Ledger.NoteApply()
	writing := WriteRequest[M]{
		Data: r.Data, Client: target.Client, Prior: new(M),
		Config: req.Config, Plan: req.Plan, Private: resp.Private,
	}
	creator, isCreator := any(plan).(Creator[M])
	_, hasID := r.ledgerKey(req.Plan.Raw)
	switch {
	case isCreator && r.acceptHandover(ctx, req, resp, plan):
		writing.Origin = OriginHandover
		r.finishCreate(ctx, req, resp, writing)
	case isCreator && !hasID:
		writing.Origin = OriginCreated
		r.createNew(ctx, req, resp, creator, writing)
	default:
		writing.Origin = OriginAdopted
		r.createAdopted(ctx, req, resp, plan, writing)
	}
}

// createNew creates an object, saves it at once, and writes the planned values that the creation
// has not set.
func (r *ObjectResource[M, P]) createNew(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse,
	creator Creator[M], writing WriteRequest[M],
) {
	diags := &resp.Diagnostics
	result, createDiags := creator.Create(ctx, writing)
	diags.Append(createDiags...)
	created := P(result)
	if created == nil {
		return
	}
	diags.Append(r.Save(ctx, created, &resp.State, resp.Identity)...)
	key, _ := r.ledgerKey(resp.State.Raw)
	r.noteCreated(ctx, resp, key)
	if !diags.HasError() {
		r.finishCreate(ctx, req, resp, writing)
	}
	if diags.HasError() {
		diags.Append(CreatedDespiteErrorWarnings(created.Subject(), created.Effect())...)
	}
}

// finishCreate writes the planned values in which the state of a create differs. If it fails, that
// state stays.
func (r *ObjectResource[M, P]) finishCreate(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse, writing WriteRequest[M],
) {
	prior := resp.State
	filled := req.Plan
	filled.Raw = model.WithoutUnknown(filled.Raw, prior.Raw)
	r.write(ctx, prior, filled, writing, destination{&resp.State, resp.Identity, &resp.Diagnostics})
}

// createAdopted writes the planned values to the object that the plan names.
func (r *ObjectResource[M, P]) createAdopted(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse, plan P, writing WriteRequest[M],
) {
	key, _ := r.ledgerKey(req.Plan.Raw)
	done, canWrite := r.adopt(ctx, resp, plan.Subject(), key)
	defer done()
	if !canWrite {
		return
	}
	becomesState, diags := plan.Write(ctx, writing)
	resp.Diagnostics.Append(diags...)
	if becomesState {
		r.saveCreated(ctx, req, resp, plan)
	}
}

// Read reads the object.
func (r *ObjectResource[M, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	begun, isBegun := r.beginObjectRead(ctx, req, resp, state)
	if !isBegun {
		return
	}
	exists, diags := state.Fetch(ctx, ReadRequest{Data: r.Data, Instance: begun.Instance, Private: resp.Private})
	resp.Diagnostics.Append(diags...)
	switch {
	case resp.Diagnostics.HasError():
		return
	case !exists:
		resp.State.RemoveResource(ctx)
	default:
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Update writes the planned values.
func (r *ObjectResource[M, P]) Update(
	ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse,
) {
	writing := WriteRequest[M]{
		Data: r.Data, Config: req.Config, Plan: req.Plan, Private: resp.Private,
	}
	r.write(ctx, req.State, req.Plan, writing, destination{&resp.State, resp.Identity, &resp.Diagnostics})
}

// write writes the planned values in which an object differs from a prior state, while it is
// locked, and saves the values of the service. Filled is the plan with its unknown values replaced
// by those of the state, as far as it has them.
func (r *ObjectResource[M, P]) write(
	ctx context.Context, from tfsdk.State, filled tfsdk.Plan, writing WriteRequest[M], into destination,
) {
	diags := into.diags
	plan := P(new(M))
	prior := P(new(M))
	diags.Append(model.Get(ctx, from, prior)...)
	target, isLoaded := r.Load(ctx, filled, plan, diags)
	if !isLoaded {
		return
	}
	writing.Client = target.Client
	writing.Prior = prior
	r.Ledger.NoteApply()
	key, _ := r.ledgerKey(from.Raw)
	unlock, err := r.Ledger.Lock(ctx, key)
	if err != nil {
		diags.Append(apidiag.Error("update", prior.Subject(), err))
		return
	}
	defer unlock()
	becomesState, writeDiags := plan.Write(ctx, writing)
	diags.Append(writeDiags...)
	if becomesState {
		r.saveKept(ctx, writing.Plan, plan, into)
	}
}

// Delete calls Destroy of the model, unless it leaves the object. One that no destroy changes has
// no Destroy.
func (r *ObjectResource[M, P]) Delete(
	ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse,
) {
	state := P(new(M))
	destroyer, _ := any(state).(Destroyer)
	r.destroyObject(ctx, req, resp, state, func(client *videoindexer.Client) diag.Diagnostics {
		return destroyer.Destroy(ctx, DestroyRequest{Client: client, State: &resp.State, Private: resp.Private})
	})
}
