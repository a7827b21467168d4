package entries

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Resource is what both dictionaries do.
type Resource struct {
	managed.Resource

	Layout   Layout
	HowToEnd string

	entry map[string]schema.Attribute
}

// New is the resource videoindexer_<name>.
func New(name string, layout Layout, howToEnd string) Resource {
	return Resource{managed.New(name, importid.Keys{}), layout, howToEnd, entryAttributes(layout)}
}

// kept is what private state holds.
type kept struct {
	// Complete are the brands of which every field is managed: they need not be read before they are written.
	Complete []string `json:"complete,omitempty"`
	// Renamed are the names of the configuration, by those that the brands have been given elsewhere.
	Renamed map[string]string `json:"renamed,omitempty"`
	// Unlisted are brands that no configuration has named: a refresh shows them because the dictionary is exclusive.
	Unlisted []string `json:"unlisted,omitempty"`
	// IsNoted is false where there is no private state, as in the destroy of a tainted dictionary.
	IsNoted bool `json:"noted"`
	// Replaces are the brands of the plan of a create that the state of this run has. The destroy of a replacement is given that
	// plan, and leaves them to the create, unless it restores them; that of an address that is gone is not.
	Replaces []int32 `json:"replaces,omitempty"`
	// Imported marks a dictionary that was imported and not yet read: with all brands of the account, or those of the state.
	Imported string `json:"imported,omitempty"`
}

const (
	keptKey    = "brands"
	allBrands  = "all"
	someBrands = "some"
)

func keptOf(ctx context.Context, store private.Reader, diags *diag.Diagnostics) (k kept) {
	diags.Append(private.Get(ctx, store, keptKey, &k)...)
	return k
}

func (k kept) save(ctx context.Context, store private.Writer) diag.Diagnostics {
	k.IsNoted = true
	slices.Sort(k.Unlisted)
	return private.Set(ctx, store, keptKey, k)
}

func (r *Resource) policy(m *Model) deletion.Policy {
	if r.Layout == ByName {
		return deletion.Of(m.DeletionPolicy, deletion.Delete)
	}
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// end says what becomes of brands whose entries go: of those that are destroyed, or that an exclusive dictionary removes.
func (r *Resource) end(m *Model, k kept, isExclusive bool) func(key string, b set.Brand) set.Kind {
	policy, unlisted := r.policy(m), make(map[string]bool)
	for _, name := range k.Unlisted {
		unlisted[name] = true
	}
	return func(key string, b set.Brand) set.Kind {
		isUnlisted := unlisted[key] || m.Contents.Exclusive.ValueBool() && !k.IsNoted && b.IsAdopted // it may never have been managed
		switch {
		case isExclusive:
			return set.Delete
		case isUnlisted:
			return set.Forget
		case policy == deletion.Delete && (r.Layout == ByID || !b.IsAdopted):
			return set.Delete
		case slices.Contains(k.Replaces, b.ID) && policy != deletion.Restore:
			return set.Forget
		case policy == deletion.Disable:
			return set.Disable
		case policy == deletion.Restore && b.IsAdopted:
			return set.Restore
		}
		return set.Abandon
	}
}

// dictionary is what a plan or an apply works on. Client may be nil in a plan.
func (r *Resource) dictionary(m *Model, client *videoindexer.Client, account videoindexer.AccountRef) Dictionary {
	parallelism := min(max(int(m.Parallelism.Int32()), 1), maxParallelism) // an import has none yet
	return Dictionary{Layout: r.Layout, Resource: &r.Resource, API: client, Ref: account, Parallelism: parallelism, Policy: r.policy(m), HowToEnd: r.HowToEnd}
}

func (r *Resource) planning(m *Model) Planning {
	p := Planning{Dictionary: r.dictionary(m, nil, m.AccountRef()), Elsewhere: Elsewhere}
	switch {
	case r.Layout == ByID && r.policy(m) == deletion.Delete:
		p.Elsewhere += " " + Replaced
	case m.Contents.Exclusive.ValueBool():
		p.Elsewhere += elsewhereExclusive
		p.HowToKeep = howToKeep
	}
	return p
}

// mayUse reports whether the provider may do what a dictionary does, and the error where it may not.
func (r *Resource) mayUse(m *Model, isDestroy bool, diags *diag.Diagnostics) bool {
	deletes := r.policy(m) == deletion.Delete
	switch {
	case r.Layout == ByName && isDestroy:
		deletes = deletes && slices.ContainsFunc(m.Contents.Brands.Keys(), func(name string) bool { return !m.Contents.Brands[name].IsAdopted })
		return !deletes || r.RequireExtended(path.Empty(), "videoindexer_"+r.Name, diags)
	case r.Layout == ByName:
		return r.RequireExtended(path.Empty(), "videoindexer_"+r.Name, diags)
	}
	return !deletes || r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, diags)
}

// ModifyPlan plans the account, the brands, which of them are adopted, and what the apply will overwrite of those.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state, config Model
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.None {
		return
	}
	diags := &resp.Diagnostics
	k, before := keptOf(ctx, req.Private, diags), r.planning(&state)
	end := r.end(&state, k, false)
	if step == managed.Destroy || step == managed.Replace {
		if r.mayUse(&state, true, diags) {
			diags.Append(before.End(state.Contents.Brands, end, false)...)
			diags.Append(before.Errors()...)
		}
	}
	if step == managed.Destroy || !r.mayUse(&plan, false, diags) {
		return
	}
	diags.Append(model.Get(ctx, req.Config, &config)...)
	config.Contents.Exclusive = plan.Contents.Exclusive // with its default
	hasRead := false
	switch c := &config.Contents; {
	case diags.HasError():
		return
	case c.Exclusive.IsUnknown():
		diags.Append(notShown("its value"))
	case c.IsUnknown && c.Exclusive.ValueBool():
		diags.Append(notShown("brands"))
	case !c.IsUnknown:
		if step == managed.Update {
			before.See(state.Contents.Brands, end)
		}
		plan.Contents = *c
		hasRead = r.planContents(ctx, step, &plan, &state, k, resp)
	}
	if !hasRead {
		r.CheckAccess(ctx, "brands", req, resp)
	}
}

// planContents plans each entry, and what follows from them as far as it is known: what is adopted and overwritten, and what is
// deleted. It reports whether it asks the service.
func (r *Resource) planContents(ctx context.Context, step managed.Step, plan, state *Model, k kept, resp *resource.ModifyPlanResponse) (isNeeded bool) {
	diags, p, c := &resp.Diagnostics, r.planning(plan), &plan.Contents
	wanted, prior := c.Brands, state.Contents.Brands
	becomesExclusive := c.Exclusive.ValueBool() && !state.Contents.Exclusive.ValueBool()
	added := wanted.Without(prior)
	isReplaced := step == managed.Replace // an engine plans a replacement once more, as a create
	isNeeded = !isReplaced && (becomesExclusive || len(added) > 0)
	isKnown := !isReplaced && plan.KnowsAccount() && (r.Known() || !isNeeded)
	var now listing
	switch {
	case !isNeeded:
	case isKnown:
		p.API = r.Client(diags)
		var failed diag.Diagnostics
		if now, failed = p.look(ctx, added); len(failed) > 0 {
			diags.Append(failed...)
			isKnown = false
		}
	case becomesExclusive:
		diags.Append(notShown("the account or the provider's configuration"))
	}
	if r.Layout == ByName {
		prior = respelled(prior, wanted, k.Renamed, now)
		added = now.find(wanted.Without(prior))
	}
	if c.IsOpen = !isKnown; isKnown && !diags.HasError() {
		p.Deletes = r.Layout == ByID && r.policy(state) == deletion.Delete
		p.Manage(wanted, prior, added)
		leaving := prior.Without(wanted)
		if c.Deleted = state.Contents.Deleted; becomesExclusive {
			c.Deleted = make(map[string]field.Values)
			for name, b := range now.others(wanted, prior) { // a plan shows no entries but those of the configuration
				c.Deleted[name], leaving[name] = field.Sent(b.Values.Fields()), b
			}
		}
		c.AreAdoptedOpen = len(p.Replaces) > 0
		for name, b := range wanted {
			if becomesExclusive && !b.Overwritten.IsKnown() { // what shows deletions stays known
				b.Overwritten = field.Values{}
				wanted[name] = b
			}
		}
		diags.Append(now.warnings(p.Ref, added, leaving, becomesExclusive)...)
		diags.Append(p.End(leaving, r.end(plan, k, c.Exclusive.ValueBool()), true)...)
		diags.Append(p.Errors()...)
		k.Complete, k.Replaces = wanted.complete(), p.Replaces
		diags.Append(k.save(ctx, resp.Private)...)
	}
	if !diags.HasError() {
		c.Brands = c.planned(prior)
		diags.Append(model.SetPlan(ctx, &resp.Plan, *plan)...)
	}
	return isNeeded
}

// look finds what the account has: the brands that are added, or of a dictionary by name all (X1).
func (d Dictionary) look(ctx context.Context, added Brands) (now listing, failed diag.Diagnostics) {
	if d.Layout == ByID {
		return now, d.Look(ctx, added)
	}
	now, err := d.list(ctx)
	if err != nil {
		failed.Append(apidiag.Planned("list", apidiag.Subject{Noun: "brands", Account: d.Ref}, err))
	}
	return now, failed
}

// Create adopts the brands that are there, creates the others, and deletes what the plan of an exclusive dictionary has shown.
// What fails before it is adopted is not in the state. A write that fails leaves the brand in the state with what it may have
// overwritten: the destroy of the tainted resource restores it, or does nothing. That destroy deletes what was created.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan Model
	diags := &resp.Diagnostics
	client, account, ok := r.Load(ctx, req.Plan, &plan, diags)
	if !ok {
		return
	}
	k := keptOf(ctx, resp.Private, diags)
	r.apply(ctx, r.dictionary(&plan, client, account), &plan, &Model{}, &k, diags)
	if diags.HasError() {
		switch policy := r.policy(&plan); {
		case len(plan.Contents.Brands) == 0:
			return // nothing to manage
		case policy == deletion.Restore:
		case policy == deletion.Delete && r.Layout == ByName:
			diags.AddWarning("Brand dictionary was created despite the error", "Terraform marks a resource whose create failed as tainted, and the next apply would delete the brands "+
				"that were created, and create them again with other ids. To keep them and have the next apply do the rest, run terraform untaint on this resource first.")
		default:
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		}
	}
	diags.Append(k.save(ctx, resp.Private)...)
	diags.Append(r.save(ctx, &plan, &resp.State, resp.Identity)...)
}

// Read shows the brands as the service has them, those by name under the names that they have now; those that are gone are removed
// from the state. Where the dictionary is exclusive, brands of the account that it does not hold become entries, which the plan then
// removes. After an import, a brand that does not exist is an error: its id or name may be mistyped.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state Model
	diags, c := &resp.Diagnostics, &state.Contents
	diags.Append(model.Get(ctx, req.State, &state)...)
	diags.Append(r.identify(ctx, &state, resp.Identity)...)
	if diags.HasError() || !r.Known() {
		return // while the provider is not known, the plan uses what the state says
	}
	k := keptOf(ctx, req.Private, diags)
	client, account, ok := r.Target(&state.AccountFields, diags)
	if !ok || diags.HasError() {
		return
	}
	d := r.dictionary(&state, client, account)
	var missing []string
	switch {
	case k.Imported != "" && r.Layout == ByName:
		missing = d.identified(ctx, c.Brands, k.Imported == allBrands, diags)
	case k.Imported == "":
		d.See(c.Brands, r.end(&state, k, false))
		fallthrough
	default:
		missing = d.Refresh(ctx, c.Brands, diags)
	}
	switch {
	case diags.HasError():
		return
	case k.Imported != "" && len(missing) > 0:
		diags.Append(notImported(d.Layout, d.Subject(missing...)))
		return
	case len(missing) > 0 && r.Layout == ByID:
		diags.Append(gone(d.Subject(missing...)))
		if len(c.Brands) == 0 {
			resp.State.RemoveResource(ctx)
			return
		}
	}
	k.Imported, c.Deleted = "", nil
	if r.Layout == ByName {
		c.Brands, k.Renamed = byTheirNames(c.Brands, k.Renamed)
		if c.Exclusive.ValueBool() {
			k.Unlisted = d.addUnlisted(ctx, c.Brands, k.Unlisted, diags)
		}
	}
	diags.Append(k.save(ctx, resp.Private)...)
	diags.Append(r.save(ctx, &state, &resp.State, resp.Identity)...)
}

// Update adopts or creates the brands that were added, stops managing those that were removed, and writes what changed of the
// others. What fails stays in the state as it was, except for what may have been overwritten despite the error.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state Model
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, diags)
	if !ok {
		return
	}
	k := keptOf(ctx, resp.Private, diags)
	r.apply(ctx, r.dictionary(&plan, client, account), &plan, &state, &k, diags)
	diags.Append(k.save(ctx, resp.Private)...)
	diags.Append(r.save(ctx, &plan, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state Model
	diags := &resp.Diagnostics
	client, account, ok := r.Load(ctx, req.State, &state, diags)
	if !ok {
		return
	}
	k, d, prior := keptOf(ctx, req.Private, diags), r.dictionary(&state, client, account), state.Contents.Brands
	prior.setComplete(k.Complete)
	end := r.end(&state, k, false)
	if len(k.Replaces) > 0 {
		d.See(prior, end)
	}
	results, left := d.Apply(ctx, prior, nil, end)
	report := d.Report(results)
	diags.Append(report...)
	if report.HasError() {
		state.Contents.Brands = left
		diags.Append(model.SetState(ctx, &resp.State, state)...)
	}
}

// apply carries out a plan, which then has what the state will have, and says what failed and what was left. Private state keeps
// which brands are complete, but for those that failed: what the service has of them is open.
func (r *Resource) apply(ctx context.Context, d Dictionary, plan, state *Model, k *kept, diags *diag.Diagnostics) {
	c := &plan.Contents
	wanted, prior := c.Brands, byKeysOf(c.Brands, state.Contents.Brands)
	wanted.setComplete(k.Complete)
	isExclusive := c.Exclusive.ValueBool()
	shown := make(Brands)
	if added := wanted.Without(prior); r.Layout == ByName && (len(added) > 0 || isExclusive && len(c.Deleted) > 0) {
		now, err := d.list(ctx)
		if err != nil {
			apidiag.Add(diags, "list", apidiag.Subject{Noun: "brands", Account: d.Ref}, err)
			c.Brands, c.Deleted, c.AreAdoptedOpen = prior, nil, false
			return
		}
		for name, b := range added {
			wanted[name] = resolved(b, now.named(name), c.AreAdoptedOpen)
		}
		if isExclusive && !state.Contents.Exclusive.ValueBool() {
			for name, b := range now.others(wanted, prior) {
				if _, isShown := c.Deleted[name]; isShown {
					shown[name], prior[name] = b, b
				}
			}
		}
	}
	results, after := d.Apply(ctx, prior, wanted, r.end(plan, *k, isExclusive))
	if r.Layout == ByName {
		d.explainNames(ctx, results)
	}
	diags.Append(d.Report(results)...)
	k.note(results, shown)
	c.Brands, c.AreAdoptedOpen = after, false
	if r.Layout == ByName {
		c.Brands, k.Renamed = byTheirNames(after, k.Renamed)
	}
}

// note keeps what is complete, and what no configuration has named. Deleted are brands that the plan has shown to be deleted.
func (k *kept) note(results []*set.Result, deleted Brands) {
	unlisted := k.Unlisted
	k.Complete, k.Unlisted = nil, nil
	for _, r := range results {
		if r.Brand == nil {
			continue
		}
		if _, isDeleted := deleted[r.Key]; isDeleted || slices.Contains(unlisted, r.Key) && (r.Kind == set.Keep || r.Failed()) {
			k.Unlisted = append(k.Unlisted, r.Key)
		}
		if r.Wanted.IsComplete && !r.Failed() {
			k.Complete = append(k.Complete, r.Key)
		}
	}
	k.Replaces = nil
}

// complete are the keys of the brands of which every field is managed.
func (b Brands) complete() (keys []string) {
	for _, key := range b.Keys() {
		if b[key].Values.IsComplete() {
			keys = append(keys, key)
		}
	}
	return keys
}

// setComplete notes which of the brands are managed as a whole.
func (b Brands) setComplete(keys []string) {
	for _, key := range keys {
		if brand, ok := b[key]; ok {
			brand.IsComplete = true
			b[key] = brand
		}
	}
}

// save makes a model the state, and publishes the identity.
func (r *Resource) save(ctx context.Context, m *Model, state *tfsdk.State, identity *tfsdk.ResourceIdentity) diag.Diagnostics {
	return append(model.SetState(ctx, state, *m), r.identify(ctx, m, identity)...)
}

// identify sets the identity of a response: the account, and of a dictionary by id the ids, which follow its entries. Names are not
// in it, since they come and go.
func (r *Resource) identify(ctx context.Context, m *Model, identity *tfsdk.ResourceIdentity) (diags diag.Diagnostics) {
	if identity == nil {
		return nil
	}
	diags.Append(identity.SetAttribute(ctx, path.Root("location"), m.Location)...)
	diags.Append(identity.SetAttribute(ctx, path.Root("account_id"), m.AccountID)...)
	if r.Layout == ByID {
		diags.Append(identity.SetAttribute(ctx, path.Root("brand_ids"), strings.Join(m.Contents.Brands.Keys(), ","))...)
	}
	return diags
}

// Import makes the state of an import, whose brands the read that follows fills in: those of the keys, or all of the account where
// there are none.
func (r *Resource) Import(ctx context.Context, fields providerdata.AccountFields, keys []string, resp *resource.ImportStateResponse) {
	diags, k := &resp.Diagnostics, kept{Imported: someBrands}
	if diags.HasError() {
		return
	}
	if _, ok := r.Account(&fields, diags); !ok {
		return
	}
	diags.Append(importid.CheckAccount(fields)...)
	m := Model{AccountFields: fields, Contents: Contents{Brands: make(Brands), Exclusive: types.BoolValue(false)}, Parallelism: int32type.New(defaultParallelism)}
	m.DeletionPolicy = types.StringValue(string(r.policy(&m)))
	for _, key := range keys {
		m.Contents.Brands[key] = set.Brand{}
	}
	if len(keys) == 0 {
		k.Imported = allBrands
	}
	if !diags.HasError() {
		diags.Append(private.Set(ctx, resp.Private, keptKey, k)...)
		diags.Append(r.save(ctx, &m, &resp.State, resp.Identity)...)
	}
}
