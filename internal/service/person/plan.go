package person

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var policyPath = path.Root("deletion_policy")

// ModifyPlan plans the account, and which faces are to be added. It warns if a create may duplicate a person, and says what
// becomes of a person who is destroyed or replaced.
func (r *personResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if !r.RequireExtended(path.Empty(), personType, &resp.Diagnostics) {
		return
	}
	var plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.Replace && len(resp.RequiresReplace) == 0 && strings.EqualFold(plan.PersonModelID.ValueString(), state.PersonModelID.ValueString()) {
		step = managed.Update // letter case does not tell models apart
	}
	if step == managed.None {
		return
	}
	if step != managed.Create {
		isRenamed := step == managed.Update && !plan.Name.Equal(state.Name)
		r.Data.Owned.See(state.object(), state.stays() && !isRenamed)
	}
	switch step {
	case managed.Destroy:
		resp.Diagnostics.Append(r.planEnd(state, false)...)
		return
	case managed.Replace:
		resp.Diagnostics.Append(r.planEnd(state, true)...)
	case managed.Update:
		resp.Diagnostics.Append(r.Plan(state.object(), ownership.Keep, state.subject(state.AccountRef()), "")...)
	}
	planPolicy(ctx, req, resp, state.DeletionPolicy, step != managed.Update)
	faces, diags := planFaces(ctx, plan.Faces, state.Faces)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("faces"), faces)...)
	r.CheckAccess(ctx, "person", req, resp)
	if step == managed.Create && !resp.Diagnostics.HasError() {
		r.lookForNamesake(ctx, plan, &resp.Diagnostics)
	}
}

// planPolicy plans deletion_policy where nothing is configured.
func planPolicy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, prior types.String, isNew bool) {
	var configured, planned types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, policyPath, &configured)...)
	resp.Diagnostics.Append(resp.Plan.GetAttribute(ctx, policyPath, &planned)...)
	if !configured.IsNull() || !planned.IsUnknown() {
		return
	}
	planned = defaultPolicy(prior)
	if isNew {
		planned = types.StringValue(string(deletion.Delete))
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, policyPath, planned)...)
}

const (
	lossOfPerson  = "The new person has another id and the pictures that are configured: faces that came from videos are lost."
	deletesPerson = `deletion_policy "delete" deletes the person.`
)

// planEnd says what becomes of a person who is destroyed or replaced, and that another address keeps the person or creates
// one of the same name.
func (r *personResource) planEnd(state resourceModel, isReplaced bool) (diags diag.Diagnostics) {
	account := state.AccountRef()
	subject := state.subject(account)
	if state.stays() {
		return diag.Diagnostics{deletion.WillAbandonByPolicy(subject, deletesPerson)}
	}
	diags = r.Plan(state.object(), ownership.Destroy, subject, "")
	switch {
	case isReplaced:
		diags.AddWarning("Person will be deleted and another one created", subject.WithIDs(fmt.Sprintf("Applying this plan deletes %s and creates another one. %s", subject, lossOfPerson)))
	case r.Data.Owned.Plan(nameObject(state), ownership.Destroy) == ownership.DestroyedElsewhere:
		diags.Append(remade(subject, state.Name.ValueString()))
	}
	return diags
}

// remade is the warning of a person whom one address destroys while another one creates a person of the same name.
func remade(subject apidiag.Subject, name string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Person is destroyed and another created under the same name",
		subject.WithIDs(fmt.Sprintf("One address destroys %s, and another one creates a person named %q in the same run. %s\n\n%s",
			subject, name, lossOfPerson, deletion.Moved("person"))))
}

// personObject is a person of an account, for what this process knows of the person.
func personObject(account videoindexer.AccountRef, id string) ownership.Object {
	return ownership.Object{Noun: "person", Account: account, ID: strings.ToLower(id)}
}

// nameObject is the name of a person in a model. Several persons may have it: only a destroy and a create of one name are
// a conflict.
func nameObject(m resourceModel) ownership.Object {
	return ownership.Object{Noun: "name of a person", Account: m.AccountRef(), ID: strings.ToLower(m.PersonModelID.ValueString()) + "/" + m.Name.ValueString()}
}

// lookForNamesake warns of a person whom the create may duplicate: a run that was killed may have left one. A model that
// does not exist is an error. The apply reports a service without lists.
func (r *personResource) lookForNamesake(ctx context.Context, plan resourceModel, diags *diag.Diagnostics) {
	if !r.Known() || !plan.KnowsAccount() || plan.PersonModelID.IsUnknown() || plan.Name.IsUnknown() {
		return
	}
	client, account, ok := r.Target(&plan.AccountFields, diags)
	if !ok {
		return
	}
	if r.Data.Owned.Plan(nameObject(plan), ownership.Create) == ownership.DestroyedElsewhere {
		diags.Append(remade(plan.subject(account), plan.Name.ValueString()))
		return
	}
	found, err := providerdata.Read(ctx, r.Data, account, func() ([]videoindexer.Person, error) {
		return client.FindPersons(ctx, account, plan.PersonModelID.ValueString(), plan.Name.ValueString())
	})
	switch {
	case videoindexer.IsUnsupported(err):
		return
	case videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err):
		diags.AddAttributeError(path.Root("person_model_id"), "Person model does not exist",
			apidiag.Detail("create", plan.subject(account), err))
		return
	case err != nil:
		diags.Append(apidiag.Planned("look for duplicates of", plan.subject(account), err))
		return
	}
	var ids []string
	for _, person := range found {
		stays, isSeen := r.Data.Owned.Seen(personObject(account, person.ID))
		switch {
		case stays == true:
			diags.AddAttributeWarning(path.Root("name"), "Person name stays taken", plan.subject(account).WithIDs(fmt.Sprintf(
				"A person whom a destroy leaves has that name. The apply creates another person, or fails if the service requires unique names.\n\n"+
					"If the resource was renamed, add a moved block. The other person is %s.", person.ID)))
			return
		case !isSeen:
			ids = append(ids, person.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	diags.AddAttributeWarning(path.Root("name"), "Person model has a person of that name", plan.subject(account).WithIDs(fmt.Sprintf(
		"The model has %d of that name already. The apply creates another one, or fails if the service requires unique names.\n\n"+
			"If an interrupted run has left one, import it: `terraform import '<address>' %s/%s`. Otherwise, ignore this warning.",
		len(ids), plan.PersonModelID.ValueString(), ids[0])))
}

// planFaces plans ids and states: those of a face that stays, unknown where a picture is added.
func planFaces(ctx context.Context, planned, prior types.Map) (types.Map, diag.Diagnostics) {
	if planned.IsNull() || planned.IsUnknown() {
		return planned, nil
	}
	remote, diags := facesOf(ctx, prior)
	wanted, problems := facesOf(ctx, planned)
	diags.Append(problems...)
	for label, face := range wanted {
		face.FaceID, face.State = types.StringUnknown(), types.StringUnknown()
		wanted[label] = face
	}
	kept, _ := diffFaces(remote, wanted)
	elements := planned.Elements() // one that is not known yet stays as it is
	for label, face := range wanted {
		if before, isKept := kept[label]; isKept {
			face.FaceID, face.State = before.FaceID, before.State
		}
		object, problems := types.ObjectValueFrom(ctx, labeledFaceType.AttrTypes, face)
		diags.Append(problems...)
		elements[label] = object
	}
	faces, problems := types.MapValue(labeledFaceType, elements)
	return faces, append(diags, problems...)
}
