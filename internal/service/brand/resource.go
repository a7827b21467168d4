package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface                   = (*brandResource)(nil)
	_ resource.ResourceWithValidateConfig = (*brandResource)(nil)
)

// keys name a brand inside its account.
var keys = importid.Keys{{Name: "brand_id", Description: "Id of the brand.", Int32: true}}

type brandResource struct{ managed.Resource }

// NewResource is videoindexer_brand.
func NewResource() resource.Resource { return &brandResource{managed.New("brand", keys)} }

func (r *brandResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
	}
}

// ValidateConfig requires a name if the brand is to be created.
func (r *brandResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config resourceModel
	resp.Diagnostics.Append(model.Get(ctx, req.Config, &config)...)
	if !resp.Diagnostics.HasError() && config.BrandID.IsNull() && config.Name.IsNull() {
		resp.Diagnostics.Append(nameMissing())
	}
}

// Create creates a brand, or adopts the one with the configured id and writes it if it differs from the configuration.
// A write that fails leaves the brand in the state with what it may have overwritten, and tainted: the destroy that
// follows restores it or does nothing.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	wanted, diags := managedbrand.Configured(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(model.Get(ctx, req.Plan, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan.BrandID.IsUnknown() { // an id that is configured is known by now
		r.createNew(ctx, plan, wanted, resp)
		return
	}
	_, diags = adoption.NewInstance(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	b, ok := r.target(ctx, req.Plan, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	adopted := b.Adopt(ctx, wanted, plan.Overwritten)
	resp.Diagnostics.Append(report(b, adopted)...)
	if adopted.Remote == nil {
		return
	}
	plan.fill(adopted.Remote)
	plan.Overwritten = adopted.Overwritten
	if adopted.Failed() && plan.policy() != deletion.Restore {
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	resp.Diagnostics.Append(noteComplete(ctx, resp.Private, b, wanted, adopted)...)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read shows the brand as the service has it; one that is gone leaves the state.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	resp.Diagnostics.Append(keys.Publish(ctx, req.State, resp.Identity)...)
	if resp.Diagnostics.HasError() || !r.Known() {
		return // while the provider is not known, the plan uses what the state says
	}
	_, diags := adoption.Named(ctx, req.Private, resp.Private)
	resp.Diagnostics.Append(diags...)
	b, ok := r.target(ctx, req.State, &state, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	b.SeenKept(state.policy())
	remote, err := b.Refresh(ctx)
	if videoindexer.IsNotFound(err) {
		r.nameOf(b.Account, state.Name.ValueString()).SeenGone()
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", b.Subject(), err)
		return
	}
	state.DeletionPolicy = types.StringValue(string(state.policy()))
	state.fill(remote)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
}

// Update writes the fields that are managed. The others are planned as in the state, and sent as the service has them
// now.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	wanted, diags := managedbrand.Configured(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	b, ok := r.target(ctx, req.Plan, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	if plan.Overwritten.IsUnknown() {
		plan.Overwritten = managedbrand.PlanOverwritten(state.Overwritten, state.Values.Fields(), wanted)
	}
	planned := plan.CreateTime
	changed := b.Change(ctx, state.Values, wanted)
	resp.Diagnostics.Append(report(b, changed)...)
	resp.Diagnostics.Append(noteComplete(ctx, resp.Private, b, wanted, changed)...)
	switch {
	case changed.Err != nil:
		// The state stays as it was, except for what may have been overwritten despite the error.
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("overwritten"), plan.Overwritten)...)
		return
	case changed.Remote == nil: // nothing to write
		plan.history = state.history
		plan.Values.FillUnknown(state.Values.Fields())
	case changed.Failed():
		plan.fill(changed.Remote)
	default:
		plan.history.fill(changed.Remote)
		plan.Values.FillUnknown(changed.Remote.BrandFields)
	}
	if !planned.IsUnknown() {
		plan.CreateTime = planned // the answer may show it with other fractions of a second than the list has
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says. A brand that the instance which replaces this one adopts again is not deleted.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	b, ok := r.target(ctx, req.State, &state, req.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	isTakenOver, released := b.Release(ctx, state.policy(), state.Values, state.Overwritten)
	resp.Diagnostics.Append(report(b, released)...)
	switch {
	case isTakenOver:
		resp.Diagnostics.Append(managedbrand.TakenOver(b, state.Overwritten))
	case state.policy() == deletion.Abandon && !b.IsAdoptedAgain():
		resp.Diagnostics.Append(deletion.Abandoned(b.Subject(), managedbrand.NoDeletion))
	}
}

// target reads a plan or state into a model and returns the brand that it is about; ok is false after an error.
func (r *brandResource) target(ctx context.Context, from model.Source, into *resourceModel, store private.Reader, diags *diag.Diagnostics) (b managedbrand.Brand, ok bool) {
	brands := managedbrand.Brands{Data: r.Data}
	brands.Client, brands.Account, ok = r.Load(ctx, from, into, diags)
	diags.Append(brands.Recall(ctx, store)...)
	return brands.One(into.BrandID.Int32(), path.Empty()), ok && !diags.HasError()
}

// noteComplete keeps whether the brand is managed as a whole, for a destroy.
func noteComplete(ctx context.Context, store private.Writer, b managedbrand.Brand, wanted managedbrand.Values, o managedbrand.Outcome) diag.Diagnostics {
	complete := map[int32]managedbrand.Values{}
	if !o.Failed() {
		complete[b.ID] = wanted
	}
	return managedbrand.SetComplete(ctx, store, complete)
}

// report are the diagnostics of a call about the brand.
func report(b managedbrand.Brand, o managedbrand.Outcome) diag.Diagnostics {
	return o.Explain(b.Subject(), path.Empty(), path.Root("brand_id"))
}
