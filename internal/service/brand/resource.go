package brand

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scope"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ resource.ResourceWithConfigure   = (*brandResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*brandResource)(nil)
	_ resource.ResourceWithImportState = (*brandResource)(nil)
	_ resource.ResourceWithIdentity    = (*brandResource)(nil)
)

// keys name a brand inside its account.
var keys = importid.Keys{{Name: "brand_id", Description: "Id of the brand.", Int32: true}}

type brandResource struct{ scope.Resource }

// NewResource is videoindexer_brand.
func NewResource() resource.Resource { return &brandResource{} }

func (r *brandResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_brand"
}

func (r *brandResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A brand of an account's dictionary.\n\n" +
			"The service has no call that creates a brand: this resource adopts one that exists, by its id, and then keeps it as configured. " +
			"Arguments that are not set are not managed: the service's values are read, kept and shown.\n\n" +
			"For many brands that belong together, see [`videoindexer_brands`](brands.md).",
		Attributes: scope.ResourceAttributes(resourceAttributes()),
	}
}

func (r *brandResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = keys.Schema()
}

// Create adopts the brand: it reads it, and writes it where it differs from the configuration.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&plan.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	found, err := client.GetBrand(ctx, account, plan.BrandID.Int32())
	if videoindexer.IsNotFound(err) {
		subject := plan.subject(account)
		resp.Diagnostics.AddAttributeError(path.Root("brand_id"), "Brand does not exist",
			fmt.Sprintf("%s\n\nThe service has no call that creates brands: brand_id must be the id of one that exists in this account.", apidiag.Detail("adopt", subject, err)))
		return
	}
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", plan.subject(account), err)
		return
	}
	update := plan.over(found)
	held, failed := found, diag.Diagnostics(nil)
	if len(found.Refused(update)) > 0 {
		held, failed = r.write(ctx, client, account, &plan, update, found)
		resp.Diagnostics.Append(failed...)
	}
	if plan.policy() == deletion.Restore {
		resp.Diagnostics.Append(remember(ctx, resp.Private, updateTo(found))...)
	} else {
		resp.Diagnostics.Append(forget(ctx, resp.Private)...)
	}
	if failed.HasError() {
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	plan.take(held)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(keys.Publish(ctx, resp.State, resp.Identity)...)
}

// Read shows the brand as the service holds it; one that is gone leaves the state.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(keys.Publish(ctx, req.State, resp.Identity)...)
	if resp.Diagnostics.HasError() || !r.Known() {
		return // while the provider is not known, planned with what the state says
	}
	client, account, ok := r.Target(&state.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	held, err := client.GetBrand(ctx, account, state.BrandID.Int32())
	if videoindexer.IsNotFound(err) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", state.subject(account), err)
		return
	}
	state.DeletionPolicy = types.StringValue(string(state.policy()))
	state.take(held)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update writes all five fields, those that are not managed as they were read.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&plan.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	before := state.held()
	update := plan.over(before)
	if len(before.Refused(update)) == 0 {
		plan.history = state.history
	} else {
		held, failed := r.write(ctx, client, account, &plan, update, nil)
		resp.Diagnostics.Append(failed...)
		if held == nil {
			return // nothing is known to have changed: the state stays
		}
		plan.take(held)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(keys.Publish(ctx, resp.State, resp.Identity)...)
	resp.Diagnostics.Append(rememberFrom(ctx, req.Private, resp.Private, plan.policy(), updateTo(before))...)
}

// Delete does what deletion_policy says; the service has no call that deletes a brand.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&state.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	before := state.held()
	last := updateTo(before)
	switch state.policy() {
	case deletion.Disable:
		last.Enabled = false
	case deletion.Restore:
		found, kept, diags := recall[videoindexer.BrandUpdate](ctx, req.Private)
		resp.Diagnostics.Append(diags...)
		if !kept {
			resp.Diagnostics.Append(deletion.Abandoned(state.subject(account), noBaseline))
			return
		}
		last = found
	default:
		resp.Diagnostics.Append(deletion.Abandoned(state.subject(account),
			"The service has no call that deletes a brand. deletion_policy \"disable\" or \"restore\" changes what destroy does."))
		return
	}
	if len(before.Refused(last)) == 0 {
		return
	}
	_, err := client.UpdateBrand(ctx, account, state.BrandID.Int32(), last)
	if err != nil && !videoindexer.IsNotFound(err) {
		apidiag.Add(&resp.Diagnostics, string(state.policy()), state.subject(account), err)
	}
}

// ModifyPlan plans the account.
func (r *brandResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
}

// ImportState takes <brand_id> or <location>/<account_id>/<brand_id>, or an identity.
func (r *brandResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	keys.Import(ctx, r.Data, req, resp)
}

// write sends an update and reports what the service did not take. It answers the brand as the
// service is known to hold it: the written one, or before where the write failed.
func (r *brandResource) write(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef,
	m *resourceModel, update videoindexer.BrandUpdate, before *videoindexer.Brand,
) (*videoindexer.Brand, diag.Diagnostics) {
	var diags diag.Diagnostics
	held, err := client.UpdateBrand(ctx, account, m.BrandID.Int32(), update)
	if err != nil {
		apidiag.Add(&diags, "update", m.subject(account), err)
		return before, diags
	}
	diags.Append(notTaken(path.Empty(), m.subject(account), held, update)...)
	return held, diags
}

func (m *resourceModel) subject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "brand", ID: strconv.Itoa(int(m.BrandID.Int32())), Account: account}
}

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// take fills the model from the brand as the service holds it.
func (m *resourceModel) take(b *videoindexer.Brand) {
	m.history.take(b)
	m.values.take(b)
}
