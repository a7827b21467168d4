package nameddictionary

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

const typeName = "videoindexer_brand_dictionary"

// ModifyPlan plans the account, the brands, which of them are adopted, and what the apply will overwrite of those.
func (r *dictionaryResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, resp)
		return
	}
	if !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
		return
	}
	p := r.newPlanning(ctx, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case p.config.Exclusive.IsUnknown():
		resp.Diagnostics.Append(notShown("its value"))
	case p.config.Brands.IsUnknown() && p.config.Exclusive.ValueBool():
		resp.Diagnostics.Append(notShown("brands"))
	case p.config.Brands.IsUnknown():
		r.Prove(ctx, "brands", req, resp)
	default:
		resp.Diagnostics.Append(p.planEntries(ctx)...)
		if r.Data == nil || resp.Diagnostics.HasError() {
			return // validation alone does not configure the provider
		}
		if hasRead := p.plan(ctx); !hasRead {
			r.Prove(ctx, "brands", req, resp)
		}
	}
}

// planning is one plan of a dictionary that is not destroyed.
type planning struct {
	dictionary
	req  resource.ModifyPlanRequest
	resp *resource.ModifyPlanResponse
	// config is the configuration, in which exclusive has its default if it is not set.
	config dictionaryModel
	state  dictionaryModel
	prior  contents
	wanted map[string]entry
	// added are the names that are wanted and not in the state.
	added                         []string
	isExclusive, becomesExclusive bool
	// before is the instance that is replaced, if one is.
	before adoption.Instance
}

func (r *dictionaryResource) newPlanning(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) *planning {
	p := &planning{req: req, resp: resp, prior: newContents(), dictionary: dictionary{Brands: managedbrand.Brands{Data: r.Data}}}
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.Config, &p.config)...)
	diags.Append(req.Plan.GetAttribute(ctx, path.Root("exclusive"), &p.config.Exclusive)...)
	if !req.State.Raw.IsNull() {
		diags.Append(model.Get(ctx, req.State, &p.state)...)
		p.prior = p.state.contents()
		p.prior.unlisted, _ = unlistedOf(ctx, req.Private, diags)
	}
	p.wanted = entriesOf(p.config.Brands.Entries())
	p.added = p.prior.lacks(p.wanted)
	p.isExclusive = p.config.Exclusive.ValueBool()
	p.becomesExclusive = p.isExclusive && !p.state.Exclusive.ValueBool()
	return p
}

// planEntries plans each entry as configured. The fields that it leaves out are planned as the state
// has them, which is what the service was just read to hold, and unknown where the entry is new.
func (p *planning) planEntries(ctx context.Context) diag.Diagnostics {
	elements := make(map[string]tftypes.Value, len(p.wanted))
	for name, element := range p.config.Brands.Entries() {
		if !element.IsKnown() || element.IsNull() {
			elements[name] = element
			continue
		}
		e := p.wanted[name]
		if before, isPrior := p.prior.entries[name]; isPrior {
			e.PlanEntry(&before.Values)
			e.ID = before.ID
		} else {
			e.PlanEntry(nil)
			e.ID = int32type.Unknown()
		}
		elements[name] = e.object()
	}
	planned, diags := brandsType.Map(elements)
	if diags.HasError() {
		return diags
	}
	diags.Append(model.SetAttributes(ctx, &p.resp.Plan, map[string]attr.Value{"brands": planned})...)
	return diags
}

// plan plans the rest, where it is known. It reports whether it has asked the service.
func (p *planning) plan(ctx context.Context) (hasRead bool) {
	diags := &p.resp.Diagnostics
	var plan dictionaryModel
	diags.Append(model.Get(ctx, p.resp.Plan, &plan)...)
	before, after, more := adoption.Planned(ctx, p.req, p.resp)
	diags.Append(more...)
	if diags.HasError() {
		return false
	}
	p.before, p.Instance = before, after
	isReplaced := len(p.resp.RequiresReplace) > 0 // an engine plans it once more then, as a create
	if !p.req.State.Raw.IsNull() {
		p.Account = p.state.AccountRef()
		if isReplaced {
			diags.Append(p.planRelease(ctx, change{prior: p.prior, policy: p.state.policy()}, p.resp)...)
			return false
		}
		p.holds(p.prior, p.state.policy())
	}
	isNeeded := len(p.added) > 0 || p.becomesExclusive
	if !plan.KnowsAccount() || isNeeded && !p.Data.Known() {
		if p.becomesExclusive {
			diags.Append(notShown("the account or the provider's configuration"))
		}
		return false // what the framework has planned stays: unknown, if anything changes
	}
	p.Account = plan.AccountRef()
	var now listing
	if isNeeded {
		p.Client = p.Data.Client(diags)
		var err error
		if now, err = p.list(ctx); err != nil {
			diags.Append(apidiag.Planned("list", apidiag.Subject{Noun: "brands", Account: p.Account}, err))
			return true
		}
	}
	p.planContents(ctx, plan, now)
	return isNeeded
}
