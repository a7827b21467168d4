// Package brand manages brands, one by one and many in a resource, lists them, and reads them as data.
package brand

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface                   = (*brandResource)(nil)
	_ resource.ResourceWithValidateConfig = (*brandResource)(nil)
)

// brandResource manages a map of brands. A single brand is a map of one.
type brandResource struct {
	managed.Resource

	layout layout
	schema func() schema.Schema
}

// NewResource is videoindexer_brand.
func NewResource() resource.Resource {
	return &brandResource{Resource: managed.New("brand", keys), layout: singleLayout{}, schema: brandSchema}
}

// NewBrandsResource is videoindexer_brands. The account identifies it: brands come and go.
func NewBrandsResource() resource.Resource {
	return &brandResource{Resource: managed.New(brandsName, importid.Keys{}), layout: mapLayout{}, schema: brandsSchema}
}

func (r *brandResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.schema()
}

func (r *brandResource) model() *resourceModel { return &resourceModel{layout: r.layout} }

// Create adopts the brands that are there, creates the others, and deletes what the plan of an exclusive resource lists. What was neither
// adopted nor created is not in the state.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan, diags := r.model(), &resp.Diagnostics
	client, _, ok := r.Load(ctx, req.Plan, plan, diags)
	if !ok {
		return
	}
	owner := r.BeginCreate(ctx, resp.Private, diags)
	r.apply(ctx, client, owner, plan, r.model(), diags)
	if diags.HasError() {
		if len(plan.Brands) == 0 {
			return // nothing to manage
		}
		if policy := plan.DeletionPolicy.ValueString(); policy == "delete" || policy == "disable" { // what it has adopted is left
			plan.DeletionPolicy = types.StringNull()
		}
	}
	diags.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read shows the brands as the service has them, and removes those that are gone. While the resource is exclusive, it lists the brands of the
// account that have no entry. After an import, a brand that does not exist is an error: its id may be mistyped.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, diags := r.model(), &resp.Diagnostics
	begun, ok := r.BeginRead(ctx, req, resp, state)
	if !ok {
		return
	}
	if begun.IsImport && len(state.Brands) == 0 {
		state.addAll(r.list(ctx, begun.Client, state, diags))
	}
	r.hold(state, begun.Owner) // before the service answers: an engine plans creates at the same time
	gone := state.refresh(r.find(ctx, begun.Client, state, state.Brands, false, diags))
	switch {
	case diags.HasError():
		return
	case begun.IsImport && len(gone) > 0:
		diags.Append(notImported(state.subject(gone...)))
		return
	case len(gone) > 0 && len(state.Brands) == 0:
		resp.State.RemoveResource(ctx)
		return
	case len(gone) > 0:
		diags.Append(notFound(state.subject(gone...)))
	case begun.IsImport:
		state.label()
	}
	if state.Exclusive.ValueBool() && r.Extended() {
		if list := r.list(ctx, begun.Client, state, diags); list != nil {
			state.Unlisted = list.unlisted(state.Brands)
		}
	}
	diags.Append(model.SetState(ctx, &resp.State, state)...)
}

// hold notes that a state has brands, and the names that a destroy gives back to them.
func (r *brandResource) hold(state *resourceModel, owner ownership.Instance) {
	for _, b := range state.Brands {
		r.Owned.Note(key(state.AccountRef(), b.ID), owner, ownership.Holds)
		if name := b.Overwritten.Name(); name != "" && state.onDestroy(b) == set.Restore {
			r.Owned.Note(nameKey(state.AccountRef(), name), owner, ownership.Holds)
		}
	}
}

// refresh takes what was found into the state, and returns the brands that are gone.
func (m *resourceModel) refresh(found map[int32]*videoindexer.Brand) (gone []set.Brand) {
	for _, label := range m.Brands.Labels() {
		b := m.Brands[label]
		remote, isRead := found[b.ID]
		switch {
		case !isRead:
		case remote == nil:
			gone = append(gone, b)
			delete(m.Brands, label)
		default:
			b.Values.Fill(remote.BrandFields)
			b.Create = remote.Create
			m.Brands[label] = b
		}
	}
	return gone
}

// Update adopts or creates the brands that were added, stops managing those that were removed, and writes what changed of the
// others. What fails stays in the state as it was, except for what may have been overwritten despite the error.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state, diags := r.model(), r.model(), &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, state)...)
	client, _, ok := r.Load(ctx, req.Plan, plan, diags)
	if !ok {
		return
	}
	r.apply(ctx, client, r.Owner(ctx, req.Private, diags), plan, state, diags)
	diags.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state. In a replacement, it hands what it leaves to the create
// that follows, and it deletes nothing that Terraform has not created: no create could make it again.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state, diags := r.model(), &resp.Diagnostics
	d, ok := r.BeginDestroy(ctx, req, resp, state)
	if ok && d.IsUnseen {
		diags.Append(state.wouldForget()...)
	}
	if !ok || diags.HasError() {
		return
	}
	isSucceeded := d.IsReplacement && !d.IsMove
	onDestroy := func(b set.Brand) set.Kind {
		kind := state.onDestroy(b)
		if isSucceeded && kind == set.Delete && b.IsAdopted {
			kind = set.Leave
		}
		return kind
	}
	results := r.run(ctx, d.Client, d.Owner, state, set.Diff(state.Brands, nil, onDestroy))
	memories := providerdata.Memory[memory](r.Data)
	for _, result := range results {
		k := key(state.AccountRef(), result.ID())
		if isSucceeded && result.Kind != set.Delete && !result.Failed() {
			memories.handed.Store(k, &result.Prior)
		}
		if !result.Failed() {
			r.Owned.Forget(k, d.Owner)
		}
	}
	report := state.report(results)
	diags.Append(report...)
	if report.HasError() {
		state.Brands = remaining(results)
		diags.Append(model.SetState(ctx, &resp.State, state)...)
	}
}

// keys name a brand inside its account.
var keys = importid.Keys{{Name: brandIDName, Description: "Id of the brand.", Int32: true, Type: "brand", Find: findByName}}

func findByName(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, _ []string, name string) ([]string, error) {
	return client.FindBrands(ctx, account, name) //nolint:wrapcheck // importid makes a diagnostic of it
}

// all stands for all brands of an account in an import id.
const all = "*"

// importKeys is what the ids of an import are called.
var importKeys = importid.Keys{{Name: "brand_ids", Description: "Ids of the brands, separated by commas; * for all.", Type: "brand"}}

// ImportState takes the id of a brand; or <id>,<id>…, or * or an identity for all brands of the account. Each may be behind
// <location>/<account_id>/.
func (r *brandResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if !r.layout.isMap() {
		r.Resource.ImportState(ctx, req, resp)
		return
	}
	diags := &resp.Diagnostics
	var fields providerdata.AccountFields
	ids := []string{all}
	if req.ID == "" && req.Identity != nil && !req.Identity.Raw.IsFullyNull() {
		fields, _ = r.Keys.Read(ctx, r.Data, req, diags)
	} else {
		fields, ids = importKeys.Read(ctx, r.Data, req, diags)
	}
	if diags.HasError() {
		return
	}
	m := r.model()
	m.AccountFields, m.Brands = fields, make(set.Brands)
	m.Exclusive, m.Parallelism = types.BoolValue(false), number.New(defaultParallelism)
	if ids[0] == all {
		r.RequireExtended(path.Empty(), "An import of all brands", diags)
	} else {
		for part := range strings.SplitSeq(ids[0], ",") {
			id, err := number.Parse(strings.TrimSpace(part))
			if err != nil {
				diags.AddError("Invalid import", fmt.Sprintf("Brand id %s.%s", err, importid.Shown("brand")))
				return
			}
			m.add(id)
		}
	}
	if !diags.HasError() {
		diags.Append(r.Save(ctx, m, &resp.State, resp.Identity)...)
		r.MarkImport(ctx, resp)
	}
}

// add adds a brand that is to be imported. The read that follows finds its name.
func (m *resourceModel) add(id int32) { m.Brands[idOf(id)] = set.Brand{ID: id, IsAdopted: true} }

func (m *resourceModel) addAll(list *listing) {
	if list != nil {
		for _, b := range list.all {
			m.add(b.ID)
		}
	}
}

// label gives imported brands of a map their names as labels, or their ids where engines cannot write the name as a key. Where two have the same
// name, the second one has its id as well.
func (m *resourceModel) label() {
	if !m.layout.isMap() {
		return
	}
	labeled := make(set.Brands, len(m.Brands))
	for _, label := range m.Brands.Labels() {
		b := m.Brands[label]
		name := videoindexer.NormalText(b.Values.Name())
		if !importid.IsMapKey(name) {
			name = idOf(b.ID)
		}
		if _, isTaken := labeled[name]; isTaken || name == "" {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", name, b.ID))
		}
		labeled[name] = b
	}
	m.Brands = labeled
}

// apply carries out a plan, which then has what the state will have, and says what failed.
func (r *brandResource) apply(ctx context.Context, client *videoindexer.Client, owner ownership.Instance, plan, state *resourceModel, diags *diag.Diagnostics) {
	unlisted := plan.toDelete(state)
	var list *listing
	if len(unlisted) > 0 || slices.ContainsFunc(plan.Brands.Labels(), func(label string) bool { return isNameOpen(plan.Brands[label]) }) {
		if list = r.list(ctx, client, plan, diags); list == nil {
			plan.Brands, plan.Unlisted = state.Brands, state.Unlisted
			return
		}
	}
	operations := append(set.Diff(state.Brands, r.resolved(plan, list), plan.onRemoval), plan.deletions(list, unlisted)...)
	results := r.run(ctx, client, owner, plan, operations)
	diags.Append(plan.report(results)...)
	plan.Brands = remaining(results)
	var failed []string
	for _, r := range results {
		if r.IsUnlisted && r.Failed() {
			failed = append(failed, r.Label)
		}
	}
	if len(failed) > 0 {
		plan.Unlisted = failed
	}
}

// toDelete are the names of brands without an entry that the apply of a plan deletes.
func (m *resourceModel) toDelete(state *resourceModel) []string {
	switch {
	case !m.Exclusive.ValueBool():
		return nil
	case !state.Exclusive.ValueBool():
		return m.Unlisted
	}
	return slices.DeleteFunc(slices.Clone(state.Unlisted), func(name string) bool { return slices.Contains(m.Unlisted, name) })
}

// deletions are the operations for brands with some names that have no entry.
func (m *resourceModel) deletions(list *listing, names []string) (operations []set.Operation) {
	if len(names) == 0 {
		return nil
	}
	for _, b := range list.without(m.Brands) {
		if slices.ContainsFunc(names, func(name string) bool { return videoindexer.SameText(name, b.Name) }) {
			operations = append(operations, set.Operation{
				Kind: set.Delete, Label: b.Name, IsUnlisted: true, After: -1, Prior: set.Brand{ID: b.ID, Values: field.Of(b.BrandFields), IsAdopted: true},
			})
		}
	}
	return operations
}

// isNameOpen reports whether the apply has to look for a brand by its name.
func isNameOpen(b set.Brand) bool { return b.IsOpen && b.ID == 0 }

// resolved are the brands of a plan, with those found that it has left open, and with what the plan before the apply has just read. A brand that
// a replaced instance has left keeps what is known of it.
func (r *brandResource) resolved(plan *resourceModel, list *listing) set.Brands {
	memories, wanted := providerdata.Memory[memory](r.Data), make(set.Brands, len(plan.Brands))
	for label, b := range plan.Brands {
		if isNameOpen(b) {
			if b.Found = list.named(b.Values.Name()); b.Found != nil {
				b.ID, b.IsFoundByName = b.Found.ID, true
			} else {
				b.IsOpen, b.IsAdopted = false, false
			}
		}
		k := key(plan.AccountRef(), b.ID)
		if found, isRead := memories.found.LoadAndDelete(k); isRead && b.Found == nil {
			b.Found, _ = found.(*videoindexer.Brand)
		}
		if left := memories.left(k); b.IsOpen && left != nil {
			b = resumed(b, *left, b.Values.Known())
		}
		memories.handed.Delete(k)
		wanted[label] = b
	}
	return wanted
}

// run carries out operations for an instance, and explains what failed because of names.
func (r *brandResource) run(ctx context.Context, client *videoindexer.Client, owner ownership.Instance, m *resourceModel, operations []set.Operation) []*set.Result {
	account := m.AccountRef()
	results := set.Run(ctx, set.Service{
		Client: client, Account: account,
		TakeOver: func(id int32) { r.Owned.TakeOver(key(account, id), owner) },
		IsTaken:  func(id int32) bool { return r.isTaken(m, id, owner) },
	}, m.parallelism(), operations)
	explainNames(ctx, client, m, results)
	return results
}

// remaining is what the state has after an apply. A brand whose removal has failed keeps its label, unless another brand has it now.
func remaining(results []*set.Result) set.Brands {
	brands := make(set.Brands, len(results))
	for _, r := range results {
		if r.Brand != nil && r.Kind < set.Leave && r.Kind != set.Rename {
			brands[r.Label] = *r.Brand
		}
	}
	for _, r := range results {
		if r.Brand == nil || r.Kind < set.Leave || r.IsUnlisted {
			continue
		}
		label := r.Label
		if _, isTaken := brands[label]; isTaken {
			label = fmt.Sprintf("%s (%d)", label, r.ID())
		}
		brands[label] = *r.Brand
	}
	return brands
}

// explainNames adds what is known of creates and renames that failed.
func explainNames(ctx context.Context, client *videoindexer.Client, m *resourceModel, results []*set.Result) {
	var now *listing
	for _, r := range results {
		answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err)
		isRefused := isAnswered && (answer.Status == http.StatusBadRequest || answer.Status == http.StatusConflict)
		leaves, gets := r.Names()
		switch {
		case r.Err == nil || gets == "" || r.Kind == set.Adopt && leaves == "":
		case r.Kind == set.Create && videoindexer.IsAmbiguous(r.Err):
			r.Hint = "Plan again: if it was created, the plan finds it by its name."
		case isRefused && client.Extended():
			if now == nil {
				brands, _ := client.ListBrands(ctx, m.AccountRef()) // without a list nothing is explained
				now = newListing(brands)
			}
			r.Hint = nameHint(r, now)
		case isRefused && r.Kind == set.Update:
			r.Hint = renameHint(r)
		}
	}
}
