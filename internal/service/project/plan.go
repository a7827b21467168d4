package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, looks whether a project that is to be adopted exists, and refuses what deletion_policy
// does not allow.
func (r *projectResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan resourceModel
	state := resourceModel{outcome: noOutcome()}
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		r.planDestroy(ctx, &state, req, resp)
		return
	}
	before, after, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.outcome = state.outcome
	if plan.Render.IsUnknown() || plan.rendersAfter(state) {
		plan.outcome = unknownOutcome()
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	if step == managed.Create {
		resp.Diagnostics.Append(adoption.MarkReplaced(ctx, resp.Private)...)
		r.planCreate(ctx, &plan, after, before != after, &resp.Diagnostics)
	} else {
		r.planChange(&plan, &state, after, resp)
	}
	r.Prove(ctx, noun, req, resp)
}

// planCreate looks for the project. A create that replaces an instance comes after its destroy, which must not delete.
func (r *projectResource) planCreate(ctx context.Context, plan *resourceModel, instance adoption.Instance, isReplacement bool, diags *diag.Diagnostics) {
	account := plan.AccountRef()
	object := r.object(account, plan.ProjectID)
	switch {
	case plan.isKnown() && object.IsGone(): // nothing is replaced, although the private data of what was there is
		diags.Append(apidiag.Gone(projectIDPath, plan.subject(), "The service has no call that creates projects"))
		return
	case isReplacement && plan.policy() == deletion.Delete:
		diags.Append(mustNotReplace("The project", nil))
		return
	case !plan.isKnown() || !r.Known():
		return // the create looks
	}
	object.PlanCreate(instance)
	if object.ChangesHands() {
		diags.Append(willBeDeleted(plan.subject()))
		return
	}
	client := r.Client(diags)
	release, err := object.Hold(ctx)
	if err == nil {
		defer release()
		err = r.Through(ctx, account, func() error { return look(ctx, client, account, plan.ProjectID) })
	}
	problems := found(account, plan.ProjectID, err)
	diags.Append(problems...)
	if !problems.HasError() {
		object.Found = true
	}
}

// planChange refuses a replacement by the planned policy, so that one apply can change the policy and replace.
func (r *projectResource) planChange(plan, state *resourceModel, instance adoption.Instance, resp *resource.ModifyPlanResponse) {
	if !plan.ProjectID.Equal(state.ProjectID) {
		resp.RequiresReplace.Append(projectIDPath)
	}
	switch {
	case len(resp.RequiresReplace) > 0 && plan.policy() == deletion.Delete:
		resp.Diagnostics.Append(mustNotReplace(state.subject().Capitalized(), resp.RequiresReplace))
	case len(resp.RequiresReplace) == 0 && plan.isKnown():
		r.object(plan.AccountRef(), plan.ProjectID).PlanManage(instance)
	}
}

// planDestroy says what becomes of the project, by the policy that was applied last.
func (r *projectResource) planDestroy(ctx context.Context, state *resourceModel, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.WillAbandon(state.subject(), whatDeletes))
		return
	}
	object := r.object(state.AccountRef(), state.ProjectID)
	isExpected := object.PlanDestroy(instance)
	if isExpected || object.ChangesHands() || object.IsTakenOver(instance) {
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, state.ProjectID.ValueString())...)
		resp.Diagnostics.Append(leftToAnother(state.subject(), "Project will not be deleted",
			"adopts or manages it in this run: the destroy will leave it as it is"))
	}
}

// noun names a project in messages, and its objects in what the run has met.
const noun = "project"

var projectIDPath = path.Root("project_id")

func (r *projectResource) object(account videoindexer.AccountRef, projectID types.String) *adoption.Object {
	return r.Objects.Get(noun, account, projectID.ValueString())
}

// adopt takes the project over for an instance. It looks for the project unless the plan of this process has done so.
func (r *projectResource) adopt(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String, store private.Writer) diag.Diagnostics {
	instance, diags := adoption.NewInstance(ctx, store)
	object := r.object(account, projectID)
	release, err := object.Hold(ctx)
	if err == nil {
		defer release()
		if object.Found == nil {
			err = look(ctx, client, account, projectID)
		}
	}
	diags.Append(found(account, projectID, err)...)
	if !diags.HasError() {
		object.TakeOver(instance)
	}
	return diags
}

// look asks for a token of the project, which shows that it exists. Without a subscription key that cannot be asked. A
// refusal says the same of a wrong key and of an account that the key's user does not have: what distinguishes them is asked
// then.
func look(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String) error {
	_, err := client.GetProjectAccessToken(ctx, account, projectID.ValueString(), videoindexer.Read)
	if answer, ok := errors.AsType[*videoindexer.APIError](err); ok && answer.Status == http.StatusUnauthorized {
		if unreached := client.Reach(ctx, account); unreached != nil {
			return unreached
		}
	}
	return err
}

// found says what a look at a project that is to be adopted has come to. Without a subscription key, the project is taken
// to exist.
func found(account videoindexer.AccountRef, projectID types.String, err error) (diags diag.Diagnostics) {
	subject := subjectOf(account, projectID.ValueString())
	switch {
	case err == nil:
	case isWithoutKey(err):
		diags.Append(notLookedFor(account, projectID))
	case videoindexer.IsNotFound(err):
		diags.AddAttributeError(projectIDPath, "Project does not exist",
			fmt.Sprintf("There is no %s.\n\nThe service has no call that creates projects: project_id must be the id of one that exists.", subject))
	default:
		apidiag.Add(&diags, "read", subject, err)
	}
	return diags
}

func isWithoutKey(err error) bool {
	_, ok := errors.AsType[*videoindexer.MissingCredentialError](err)
	return ok
}

func notLookedFor(account videoindexer.AccountRef, projectID types.String) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Project was not looked for",
		fmt.Sprintf("Whether %s exists can be asked with a subscription key only: set the provider's subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY).",
			subjectOf(account, projectID.ValueString())))
}

func subjectOf(account videoindexer.AccountRef, projectID string) apidiag.Subject {
	return apidiag.Subject{Noun: noun, ID: projectID, Account: account}
}

const whatDeletes = `deletion_policy "delete" deletes it.`

// movedBlock is how an object changes its address without being destroyed. A provider does not learn the addresses.
const movedBlock = "If this is one project under a new address, tell Terraform so, and nothing is destroyed:\n\n" +
	"moved {\n  from = videoindexer_project.<old address>\n  to   = videoindexer_project.<new address>\n}"

// leftToAnother is the warning of a destroy, under "delete", that leaves a project which another instance manages.
func leftToAnother(subject apidiag.Subject, summary, why string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(summary, fmt.Sprintf("%s has deletion_policy = \"delete\", and another instance %s.\n\n%s", subject.Capitalized(), why, movedBlock))
}

func willBeDeleted(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(projectIDPath, "Project is to be deleted in the same run",
		fmt.Sprintf("Another instance holds %s with deletion_policy = \"delete\", and its destroy is planned in this run: it could delete the project before this instance adopts it, or after.\n\n"+
			"%s\n\nOtherwise set deletion_policy = \"abandon\" there and apply that first.", subject, movedBlock))
}

// mustNotReplace is the error of a replacement under the policy "delete". Because names the arguments that ask for it;
// none where the user did.
func mustNotReplace(which string, because path.Paths) diag.Diagnostic {
	const instead = "Set deletion_policy = \"abandon\" to have it left as it is."
	if len(because) == 0 {
		return diag.NewErrorDiagnostic("Project must not be replaced",
			which+" has deletion_policy = \"delete\" and would be replaced because the run or replace_triggered_by asks for it. "+
				"A replacement would delete a project, and the service has no call that creates one. "+instead)
	}
	names := make([]string, len(because))
	for i, at := range because {
		names[i] = at.String()
	}
	return diag.NewAttributeErrorDiagnostic(because[0], "Project must not be replaced",
		fmt.Sprintf("%s has deletion_policy = \"delete\" and would be replaced because of a change of %s. A replacement would delete it, and the service has no call that creates one.\n\n"+
			"Undo the change, or declare the other project as a resource of its own. %s", which, strings.Join(names, ", "), instead))
}
