package person

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
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
	if !r.RequireExtended(path.Empty(), modelType, &resp.Diagnostics) {
		return
	}
	var plan, state modelModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.None {
		return
	}
	if step != managed.Create {
		isRenamed := step == managed.Update && !plan.Name.Equal(state.Name)
		r.Data.Owned.See(state.object(), state.stays() && !isRenamed)
	}
	switch step {
	case managed.Destroy:
		resp.Diagnostics.Append(r.planEnd(ctx, state)...)
		return
	case managed.Replace:
		resp.Diagnostics.Append(r.planEnd(ctx, state)...)
	case managed.Update:
		resp.Diagnostics.Append(r.Plan(state.object(), ownership.Keep, modelSubject(state.AccountRef(), state.PersonModelID.ValueString()), "")...)
	}
	planPolicy(ctx, req, resp, state.DeletionPolicy, step != managed.Update)
	r.CheckAccess(ctx, "person model", req, resp)
	if step == managed.Create && !resp.Diagnostics.HasError() {
		r.planCreate(ctx, plan, &resp.Diagnostics)
	}
}

const (
	deletesModel = `deletion_policy "delete" deletes the model with all of its persons.`
	uniqueNames  = "Names of person models are unique. If the model were deleted first, its persons would be lost."
)

// planEnd says what becomes of a model that is destroyed or replaced, and refuses it if another address keeps the model or
// creates one of its name.
func (r *modelResource) planEnd(ctx context.Context, state modelModel) (diags diag.Diagnostics) {
	account, id := state.AccountRef(), state.PersonModelID.ValueString()
	subject := modelSubject(account, id)
	switch {
	case state.IsDefault.ValueBool():
		return diag.Diagnostics{deletion.WillAbandon(subject, defaultStays)}
	case state.policy() == deletion.Abandon:
		return diag.Diagnostics{deletion.WillAbandonByPolicy(subject, deletesModel)}
	}
	diags = r.Plan(state.object(), ownership.Destroy, subject, "")
	diags.Append(r.Plan(modelName(account, state.Name.ValueString()), ownership.Destroy, subject, uniqueNames)...)
	if !diags.HasError() {
		diags.Append(r.nameLosses(ctx, state)...)
	}
	return diags
}

// maxCounted is how many persons of a model a plan asks for their faces, with one request each.
const maxCounted = 100

// nameLosses names the persons that are deleted with a model, and counts their faces.
func (r *modelResource) nameLosses(ctx context.Context, state modelModel) (diags diag.Diagnostics) {
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
		return diag.Diagnostics{apidiag.Warning("name the persons that are deleted with", modelSubject(account, id), err)}
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
	return diag.Diagnostics{deletion.WillDeleteMany("person", names, modelSubject(account, id), faces+
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

// modelObject is a person model of an account, for what this process knows of it; modelName is the name of one.
func modelObject(account videoindexer.AccountRef, id string) ownership.Object {
	return ownership.Object{Noun: "person model", Account: account, ID: strings.ToLower(id)}
}

func modelName(account videoindexer.AccountRef, name string) ownership.Object {
	return ownership.Object{Noun: "name of a person model", Account: account, ID: name}
}

// planCreate refuses a name that another model has or gets.
func (r *modelResource) planCreate(ctx context.Context, plan modelModel, diags *diag.Diagnostics) {
	if !r.Extended() || !plan.KnowsAccount() || plan.Name.IsUnknown() {
		return
	}
	client, account, ok := r.Target(&plan.AccountFields, diags)
	if !ok {
		return
	}
	name := plan.Name.ValueString()
	subject := modelSubject(account, strconv.Quote(name))
	diags.Append(r.Plan(modelName(account, name), ownership.Create, subject, uniqueNames)...)
	if diags.HasError() {
		return
	}
	found, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.PersonModel, error) {
		return client.FindPersonModel(ctx, account, name)
	})
	switch {
	case videoindexer.IsUnsupported(err):
	case err != nil:
		diags.Append(apidiag.Planned("look for", subject, err))
	case found == nil:
	default:
		stays, isSeen := r.Data.Owned.Seen(modelObject(account, found.ID))
		switch {
		case stays == true: // a rename, which an engine may plan later, frees the name; nothing else does
			diags.AddAttributeWarning(path.Root("name"), "Person model name stays taken", subject.WithIDs(fmt.Sprintf(
				"A model that a destroy leaves has the name of %s. The apply fails unless it renames that model first.\n\n"+
					"If the resource was renamed, add a moved block. To replace the model, change its name. The other model is %s.", subject, found.ID)))
			return
		case isSeen:
			return // it is replaced, or another resource of the state gives its name up
		}
		diags.AddAttributeError(path.Root("name"), "Account has a person model of that name", fmt.Sprintf(
			"Another person model has the name of %s, and these names are unique in an account.\n\n"+
				"To manage that model, import it: `terraform import '<address>' %s`. If a resource has it already, add a moved block, or apply first what frees the name.", subject, found.ID))
	}
}
