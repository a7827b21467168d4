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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Resource is what the resources of brands do: both dictionaries, and the single brand as a dictionary of one.
type Resource struct {
	managed.Resource

	Layout Layout
	entry  map[string]schema.Attribute
}

// New is the resource videoindexer_<name>.
func New(name string, layout Layout, keys importid.Keys) Resource {
	return Resource{managed.New(name, keys), layout, entryAttributes(layout)}
}

// kept is what private state holds.
type kept struct {
	// Created marks a single brand that Terraform has created. One that was adopted or imported has no mark, whatever is
	// configured later.
	Created bool `json:"created,omitempty"`
	// Complete are the brands of which every field is managed: they need not be read before they are written.
	Complete []string `json:"complete,omitempty"`
	// Renamed are the names of the configuration, by those that the brands have been given elsewhere.
	Renamed map[string]string `json:"renamed,omitempty"`
	// Unlisted are brands that no configuration has named: a refresh shows them because the dictionary is exclusive.
	Unlisted []string `json:"unlisted,omitempty"`
	// IsNoted is false in the plan of a create. The destroy of a replacement is given that plan, and not what was kept of the state;
	// that of an address that is gone is not.
	IsNoted bool `json:"noted"`
	// Adopts are the brands, in an account, that the plan of a create adopts. The destroy leaves them to it, unless it restores them.
	// HasSeen says that the state of the run had some of them, and that what was overwritten is therefore open.
	Adopts  []int32 `json:"adopts,omitempty"`
	Account string  `json:"account,omitempty"`
	HasSeen bool    `json:"seen,omitempty"`
	// Removes are those that the plan of a create deletes, since the dictionary is exclusive: they are left to it under every policy.
	Removes []int32 `json:"removes,omitempty"`
	// Imported marks a dictionary that was imported and not yet read: with the brands of the state, or all of the account if it has
	// none.
	Imported bool `json:"imported,omitempty"`
}

const keptKey = "brands"

// mark completes brands with what private state says of them.
func (k kept) mark(brands Brands) {
	if one, isSingle := brands[One]; isSingle && k.Created {
		one.IsAdopted = false
		brands[One] = one
	}
	for _, key := range k.Complete {
		if b, ok := brands[key]; ok {
			b.IsComplete = true
			brands[key] = b
		}
	}
}

func keptOf(ctx context.Context, store private.Reader, diags *diag.Diagnostics) (k kept) {
	diags.Append(private.Get(ctx, store, keptKey, &k)...)
	return k
}

func (k kept) save(ctx context.Context, store private.Writer) diag.Diagnostics {
	slices.Sort(k.Unlisted)
	slices.Sort(k.Removes)
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
		mayBeUnlisted := m.Contents.Exclusive.ValueBool() && !k.IsNoted && b.IsAdopted && b.Overwritten.IsZero()
		switch {
		case isExclusive:
			return set.Delete
		case unlisted[key], mayBeUnlisted, slices.Contains(k.Removes, b.ID), slices.Contains(k.Adopts, b.ID) && (policy != deletion.Restore || !b.IsAdopted):
			return set.Forget
		case policy == deletion.Delete && (r.Layout != ByName || !b.IsAdopted):
			return set.Delete
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
	parallelism := min(max(int(number.Value(m.Contents.Parallelism)), 1), maxParallelism) // an import has none yet, and a single brand none at all
	return Dictionary{
		Layout: r.Layout, Resource: &r.Resource, API: client, Ref: account, Parallelism: parallelism, Policy: r.policy(m),
		One: nameOf(m.Contents.Brands[One]),
	}
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
	k.Created = r.Layout == Single && plan.Contents.Brands[One].ID == 0 // an id that is configured is known by now
	r.apply(ctx, r.dictionary(&plan, client, account), &plan, &Model{}, &k, diags)
	if diags.HasError() {
		switch policy := r.policy(&plan); {
		case len(plan.Contents.Brands) == 0:
			return // nothing to manage
		case k.Created: // its name would prevent the next create
			plan.DeletionPolicy = types.StringValue(string(deletion.Delete))
		case policy == deletion.Restore, policy == deletion.Delete && r.Layout == ByName: // which deletes what was created alone
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
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	k := keptOf(ctx, req.Private, diags)
	d := r.dictionary(&state, client, account)
	var missing []string
	if k.Imported && r.Layout == ByName {
		missing = d.identified(ctx, c.Brands, diags)
	} else {
		missing = d.Refresh(ctx, c, diags)
	}
	switch {
	case diags.HasError():
		return
	case k.Imported && len(missing) > 0:
		diags.Append(notImported(d.Layout, d.Subject(missing...)))
		return
	case len(missing) > 0 && r.Layout == ByID:
		diags.Append(gone(d.Subject(missing...)))
	}
	if len(missing) > 0 && len(c.Brands) == 0 && r.Layout != ByName {
		resp.State.RemoveResource(ctx)
		return
	}
	k.Imported, k.IsNoted, c.Deleted = false, true, nil
	state.DeletionPolicy = types.StringValue(string(r.policy(&state))) // an import may have none yet
	if r.Layout == ByName {
		c.Brands, k.Renamed = byTheirNames(c.Brands, k.Renamed)
		if c.Exclusive.ValueBool() {
			k.Unlisted = d.addUnlisted(ctx, c.Brands, k.Unlisted, diags)
		}
	}
	d.See(c.Brands, r.end(&state, k, false))
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
	if !k.IsNoted {
		k.Complete = nil // the plan of a create says nothing of the state
	}
	if k.Account != state.account() {
		k.Adopts, k.Removes = nil, nil
	}
	if !k.HasSeen && d.Policy != deletion.Restore { // the create that follows cannot take over what was overwritten
		for _, id := range k.Adopts {
			d.Owned.TakeOver(d.Object(id))
		}
	}
	end := r.end(&state, k, false)
	k.mark(prior)
	results, left := d.run(ctx, prior, nil, end)
	if k.HasSeen { // as the plan of the create has, which follows
		d.See(prior, end)
	}
	report := d.Report(results)
	diags.Append(report...)
	if report.HasError() {
		state.Contents.Brands = left
		diags.Append(model.SetState(ctx, &resp.State, &state)...)
	}
}

// apply carries out a plan, which then has what the state will have, and says what failed and what was left. Private state keeps
// which brands are complete, but for those that failed: what the service has of them is open.
func (r *Resource) apply(ctx context.Context, d Dictionary, plan, state *Model, k *kept, diags *diag.Diagnostics) {
	c := &plan.Contents
	wanted, prior := c.Brands, byKeysOf(c.Brands, state.Contents.Brands)
	k.mark(wanted)
	k.mark(prior)
	isExclusive := c.Exclusive.ValueBool()
	shown := make(Brands)
	if added := wanted.Without(prior); r.Layout == ByName && (len(added) > 0 || isExclusive && len(c.Deleted) > 0) {
		now, err := d.list(ctx, added.Keys()...)
		if err != nil {
			apidiag.Add(diags, "list", apidiag.Subject{Noun: "brands", Account: d.Ref}, err)
			c.Brands, c.Deleted, c.AreAdoptedOpen = prior, nil, false
			return
		}
		for name, b := range added {
			wanted[name] = d.resolved(b, now.named(name), c.AreAdoptedOpen)
		}
		if isExclusive && !state.Contents.Exclusive.ValueBool() {
			for name, b := range now.others(wanted, prior) {
				if _, isShown := c.Deleted[name]; isShown {
					shown[name], prior[name] = b, b
				}
			}
		}
	}
	results, after := d.run(ctx, prior, wanted, r.end(plan, *k, isExclusive))
	d.explainNames(ctx, results)
	diags.Append(d.Report(results)...)
	k.note(results, shown)
	c.Brands, c.AreAdoptedOpen = after, false
	if c.CreateTime.IsUnknown() && results[0].Remote != nil { // of a single brand
		c.CreateTime = nullable.Text(results[0].Remote.Create)
	}
	if r.Layout == ByName {
		c.Brands, k.Renamed = byTheirNames(after, k.Renamed)
		k.Complete = nil // names would be a tenth of the state
	}
}

// run carries out a plan, and returns what became of each brand, and what the state will have. What an added brand was found
// to be by the plan in the same process is not read again.
func (d Dictionary) run(ctx context.Context, prior, wanted Brands, end func(key string, b set.Brand) set.Kind) ([]*set.Result, Brands) {
	for key, b := range wanted.Without(prior) {
		if found, ok := d.Found.LoadAndDelete(d.Object(b.ID)); ok && b.Found == nil {
			b.Found, _ = found.(*videoindexer.Brand)
			wanted[key] = b
		}
	}
	results := set.Run(ctx, set.Service{Client: d.API, Objects: &d.Owned, Account: d.Ref}, d.Parallelism, set.Diff(prior, wanted, end))
	after := make(Brands, len(results))
	for _, r := range results {
		if r.Brand != nil {
			after[r.Key] = *r.Brand
		}
	}
	return results, after
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
	k.IsNoted, k.Adopts, k.Account, k.HasSeen, k.Removes = true, nil, "", false, nil
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

// save makes a model the state, and sets the identity: the account, and the id of a brand, or of a dictionary by id the ids, which
// follow its entries. Names are not in it, since they come and go.
func (r *Resource) save(ctx context.Context, m *Model, state *tfsdk.State, identity *tfsdk.ResourceIdentity) diag.Diagnostics {
	diags := model.SetState(ctx, state, m)
	diags.Append(r.Keys.Publish(ctx, *state, identity)...)
	if r.Layout == ByID && identity != nil {
		diags.Append(identity.SetAttribute(ctx, path.Root("brand_ids"), strings.Join(m.Contents.Brands.Keys(), ","))...)
	}
	return diags
}

// Import makes the state of an import, whose brands the read that follows fills in: those of the keys, or all of the account where
// there are none.
func (r *Resource) Import(ctx context.Context, fields providerdata.AccountFields, keys []string, resp *resource.ImportStateResponse) {
	diags := &resp.Diagnostics
	if diags.HasError() {
		return
	}
	if _, ok := r.Account(&fields, diags); !ok {
		return
	}
	diags.Append(importid.CheckAccount(fields)...)
	settings := Settings{Exclusive: types.BoolValue(false), Parallelism: number.New(defaultParallelism)}
	m := Model{AccountFields: fields, Contents: Contents{Brands: make(Brands), Settings: settings}}
	m.DeletionPolicy = types.StringValue(string(r.policy(&m)))
	for _, key := range keys {
		m.Contents.Brands[key] = set.Brand{}
	}
	if !diags.HasError() {
		diags.Append(private.Set(ctx, resp.Private, keptKey, kept{Imported: true})...)
		diags.Append(r.save(ctx, &m, &resp.State, resp.Identity)...)
	}
}
