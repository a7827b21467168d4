package person

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, refuses a new model whose name is taken, and says what a destroy deletes or leaves.
func (r *modelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics
	if !r.RequireExtended(path.Empty(), modelType, diags) {
		return
	}
	var config, plan, state modelModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy, managed.Replace:
		diags.Append(r.planEnd(ctx, &state)...)
	case managed.Update:
		diags.Append(r.PlanKeep(&state)...)
	}
	if step == managed.Destroy {
		return
	}
	diags.Append(req.Config.Get(ctx, &config)...)
	plan.PlanPolicy(config.DeletionPolicy, step, state.Fields.Policy())
	diags.Append(resp.Plan.Set(ctx, plan)...)
	r.CheckAccess(ctx, "person model", req, resp)
	if step == managed.Create && !diags.HasError() {
		r.planCreate(ctx, &plan, diags)
	}
}

const (
	deletesModel = `deletion_policy "delete" deletes the model with all of its persons.`
	uniqueNames  = "Names of person models are unique. If the model were deleted first, its persons would be lost."
)

// planEnd says what becomes of a model that is destroyed or replaced, and refuses it if another address keeps the model or
// creates one of its name.
func (r *modelResource) planEnd(ctx context.Context, state *modelModel) diag.Diagnostics {
	if state.IsDefault.ValueBool() {
		r.Owned.See(state.Object(), state.Policy())
		return diag.Diagnostics{deletion.WillAbandon(state.Subject(), defaultStays)}
	}
	diags := r.PlanEnd(state, deletesModel)
	if state.Policy() == deletion.Abandon {
		return diags
	}
	diags.Append(r.Plan(state.nameObject(), ownership.Destroy, state.Subject(), uniqueNames)...)
	if !diags.HasError() {
		diags.Append(r.nameLosses(ctx, state)...)
	}
	return diags
}

// maxCounted is how many persons of a model a plan asks for their faces, with one request each.
const maxCounted = 100

// nameLosses names the persons that are deleted with a model, and counts their faces.
func (r *modelResource) nameLosses(ctx context.Context, state *modelModel) (diags diag.Diagnostics) {
	client, account, ok := r.Target(&state.AccountFields, &diags)
	if !ok {
		return diags
	}
	id := state.PersonModelID.ValueString()
	persons, err := providerdata.Read(ctx, r.Data, account, func() ([]videoindexer.Person, error) {
		return client.ListPersons(ctx, account, id, videoindexer.PersonsQuery{})
	})
	switch {
	case videoindexer.IsNotFound(err):
		return nil
	case err != nil:
		return diag.Diagnostics{apidiag.Warning("name the persons that are deleted with", state.Subject(), err)}
	case len(persons) == 0:
		return nil
	}
	names := make([]string, len(persons))
	var asked []videoindexer.Person
	for i, person := range persons {
		names[i] = cmp.Or(person.Name, person.ID)
		if person.SampleFace.ID != "" {
			asked = append(asked, person)
		}
	}
	faces := "Their faces are deleted with them."
	if count, ok := countFaces(ctx, client, account, id, asked); ok {
		faces = fmt.Sprintf("They have %d faces, which are deleted with them.", count)
	}
	return diag.Diagnostics{deletion.WillDeleteMany("person", names, state.Subject(), faces+
		" Persons that no resource manages are deleted, too. To keep the model, set deletion_policy = \"abandon\" and apply that first.")}
}

// countFaces counts the faces of persons (22). It is not ok if there are too many persons, or if a list cannot be read.
func countFaces(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, modelID string, persons []videoindexer.Person) (count int64, ok bool) {
	if len(persons) > maxCounted {
		return 0, false
	}
	var sum atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for _, person := range persons {
		group.Go(func() error {
			faces, err := client.ListFaces(ctx, account, videoindexer.FacesQuery{PersonModelID: modelID, PersonID: person.ID})
			sum.Add(int64(len(faces)))
			return err //nolint:wrapcheck // not shown
		})
	}
	err := group.Wait()
	return sum.Load(), err == nil
}

// planCreate refuses a name that another model has or gets.
func (r *modelResource) planCreate(ctx context.Context, plan *modelModel, diags *diag.Diagnostics) {
	if !r.Extended() || !plan.KnowsAccount() || plan.Name.IsUnknown() {
		return
	}
	plan.PersonModelID = types.StringNull() // messages give the name
	client, account, name, subject := r.Client(diags), plan.AccountRef(), plan.Name.ValueString(), plan.Subject()
	diags.Append(r.Plan(plan.nameObject(), ownership.Create, subject, uniqueNames)...)
	if diags.HasError() {
		return
	}
	found, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.PersonModel, error) {
		return client.FindPersonModel(ctx, account, name)
	})
	switch {
	case err != nil && !videoindexer.IsUnsupported(err):
		diags.Append(apidiag.Planned("look for", subject, err))
	case found == nil:
	default:
		if _, isSeen := r.Owned.Seen(modelObject(account, found.ID)); isSeen {
			// It is replaced, or an update, which an engine may plan later, frees the name. A destroy may leave it taken.
			diags.Append(r.Namesakes(subject, []string{found.ID}, func(id string) ownership.Object { return modelObject(account, id) })...)
			return
		}
		diags.AddAttributeError(path.Root("name"), "Account has a person model of that name", fmt.Sprintf(
			"Another person model has the name of %s, and these names are unique in an account.\n\n"+
				"To manage that model, import it: `terraform import '<address>' %s`. If a resource has it already, add a moved block, or apply first what frees the name.", subject, found.ID))
	}
}
