package managed

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Step is what a plan does with an object.
type Step int

const (
	// None is the step of a plan that ends here: it has an error, or the provider is not configured.
	None Step = iota
	Create
	Update
	// Replace is the first of the two plans of a replacement that the plan itself asks for, since an argument has changed: an
	// engine plans a Create next, and no Destroy. So whatever a Destroy would say of the prior object is said here.
	Replace
	Destroy
)

// Plan is the beginning of a ModifyPlan.
type Plan struct {
	Step
	// Owner is the instance. A create has an id that only the plan knows, or, in a replacement, that of the prior instance.
	Owner ownership.Instance
	// IsReplacement says that a create replaces the prior instance. An engine does not tell it of a tainted one, nor when it applies.
	IsReplacement bool
	// IsRepeated says that users have seen this plan: an apply plans creates and updates once more. Terraform tells it by allowing deferral,
	// which it does in a plan only for an experiment; OpenTofu does not tell it.
	IsRepeated bool
}

// BeginPlan plans the account, reads plan and state where there are any, and notes in private state what is planned.
func (r *Resource) BeginPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state Model) (p Plan) {
	diags := &resp.Diagnostics
	account := r.PlanAccount(ctx, req, resp)
	if r.Data == nil || r.IsExtended && !r.requireExtended(diags) || diags.HasError() {
		return p
	}
	if !req.State.Raw.IsNull() {
		diags.Append(model.Get(ctx, req.State, state)...)
	}
	if !req.Plan.Raw.IsNull() {
		diags.Append(model.Get(ctx, resp.Plan, plan)...)
	}
	if account.Elsewhere != (videoindexer.AccountRef{}) && !diags.HasError() {
		diags.Append(apidiag.StopsDestroy(OtherAccount(state.Subject(), account.Elsewhere)))
	}
	i, isNew := instanceOf(ctx, req.Private, diags)
	p = Plan{Step: stepOf(ctx, req, resp), Owner: r.owner(i), IsReplacement: !isNew, IsRepeated: req.ClientCapabilities.DeferralAllowed}
	if i.Create = nil; p.Step == Create {
		i.Create = &plannedCreate{Account: plan.AccountRef(), ByDefault: account.ByDefault, IsTainted: isNew, IsUnread: r.Known() && !r.IsRefreshed.Load()}
	}
	if p.Step != Destroy {
		diags.Append(private.Set(ctx, resp.Private, instanceKey, i)...)
	}
	if diags.HasError() {
		p.Step = None
	}
	return p
}

func stepOf(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) Step {
	switch {
	case req.Plan.Raw.IsNull():
		return Destroy
	case req.State.Raw.IsNull():
		return Create
	case replaces(ctx, req, resp):
		return Replace
	}
	return Update
}

// OtherAccount is the error of a plan whose object is in another account than the provider's default, by which it would be planned.
func OtherAccount(subject apidiag.Subject, fallback videoindexer.AccountRef) diag.Diagnostic {
	here, there := subject.Account, fallback
	if there.Location == "" {
		there.Location = here.Location
	}
	if there.ID == "" {
		there.ID = here.ID
	}
	return diag.NewErrorDiagnostic(subject.Heading()+" in another account than the provider's", fmt.Sprintf(
		"The state has %s in another account than the provider's default, and a change of the default does not move objects.\n\n"+
			"The state: account %s, location %s\nThe provider: account %s, location %s\n\n"+
			"  - If the default changed by mistake, set the provider back: account_id and location, or VIDEOINDEXER_ACCOUNT_ID and VIDEOINDEXER_LOCATION.\n"+
			"  - To keep the object where it is, or to move it on purpose, set account_id and location in the resource.\n"+
			"  - To begin again in the other account and leave the object, use a `removed` block with destroy = false, or `terraform state rm`.\n\n%s",
		subject, here.ID, here.Location, there.ID, there.Location, apidiag.Guide("several-accounts#move-to-another-account")))
}

// LoadPlan is BeginPlan for a resource of one object. It notes what the plan does with the object, warns of an object that a destroy
// or a replacement leaves, of what goes with it, and of other instances that have it, and refuses a replacement that would delete what KeepsAdopted.
func (r *Resource) LoadPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state Object) Plan {
	p, diags := r.BeginPlan(ctx, req, resp, plan, state), &resp.Diagnostics
	switch p.Step {
	case Create:
		diags.Append(r.noteObject(ctx, resp.Plan, p.Owner, ownership.Creates, plan.Subject())...)
	case Update:
		diags.Append(r.noteObject(ctx, req.State, p.Owner, ownership.Keeps, state.Subject())...)
	case Replace, Destroy:
		isKept := p.Step == Replace && r.KeepsAdopted && IsAdopted(state)
		switch {
		case state.Effect() == Leave:
			diags.Append(WillLeave(state.Subject(), effectHint(state, isKept)))
		case isKept:
			diags.Append(mustNotReplace(state.Subject()))
			p.Step = None
		default:
			diags.Append(r.noteObject(ctx, req.State, p.Owner, ownership.Destroys, state.Subject())...)
			r.nameContents(ctx, state, resp.Private, diags)
		}
	case None:
	}
	return p
}

// effectHint is what has an effect where a plan leaves an object; "" where a deletion_policy asks for that, or where nothing may have one.
func effectHint(state Object, isKept bool) string {
	if asked, is := state.(interface{ isAbandoned() bool }); isKept || is && asked.isAbandoned() {
		return ""
	}
	return state.EffectHint()
}
