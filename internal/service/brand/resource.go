// Package brand manages brands, one by one and many in a resource, lists them, and reads them as data.
package brand

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
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
}

// NewResource is videoindexer_brand.
func NewResource() resource.Resource {
	return &brandResource{managed.New("brand", aboutBrand, brandArguments), singleLayout{}}
}

// NewBrandsResource is videoindexer_brands. The account identifies it: brands come and go.
func NewBrandsResource() resource.Resource {
	return &brandResource{managed.New(brandsName, aboutBrands, brandsArguments), mapLayout{}}
}

func (r *brandResource) planModel() *planModel {
	return &planModel{settings: settings{layout: r.layout}}
}

func (r *brandResource) stateModel() *stateModel {
	return &stateModel{settings: settings{layout: r.layout}}
}

// Create adopts the brands that are there, creates the others, and deletes what the plan of an exclusive resource
// lists. What was neither adopted nor created is not in the state.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan, diags := r.planModel(), &resp.Diagnostics
	client, _, ok := r.Load(ctx, req.Plan, plan, diags)
	if !ok {
		return
	}
	at := r.shared(plan.AccountRef(), r.BeginCreate(ctx, resp.Private, diags), nil)
	next := r.apply(ctx, client, at, plan, r.stateModel(), diags)
	if diags.HasError() {
		if len(next.Brands) == 0 {
			return // nothing to manage
		}
		next.afterFailedCreate()
		diags.Append(next.createdDespiteError()...)
	}
	diags.Append(r.Save(ctx, next, &resp.State, resp.Identity)...)
}

// afterFailedCreate has the destroy of the tainted resource leave what the create has adopted, or give back its
// previous values.
func (m *stateModel) afterFailedCreate() {
	switch managed.EffectOf(m.DeletionPolicy, true) {
	case managed.Deletes, managed.Disables:
		m.DeletionPolicy = types.StringNull()
	case managed.Leaves, managed.Restores:
	}
}

// Read shows the brands as the service has them, and removes those that are gone. While the resource is exclusive, it
// lists the brands of the account that have no entry. After an import, a brand that does not exist is an error: its
// id may be mistyped.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, diags := r.stateModel(), &resp.Diagnostics
	begun, ok := r.BeginRead(ctx, req, resp, state)
	if !ok {
		return
	}
	visit := r.Ledger.BeginVisit(objectKind, state.AccountRef()) // a plan follows, which may want the brands of others
	defer r.Ledger.EndVisit(visit)
	if begun.IsImport && len(state.Brands) == 0 {
		state.addAll(r.list(ctx, begun.Client, state.AccountRef(), diags))
	}
	r.hold(state, begun.Instance) // before the service answers: an engine plans creates at the same time
	gone, others := state.refresh(r.find(ctx, begun.Client, &state.settings, state.Brands, false, diags))
	for _, b := range others {
		diags.Append(state.isAnother(b))
	}
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
	if r.layout.isMap() {
		r.seeOthers(ctx, begun, visit, state, resp)
	}
	diags.Append(model.SetState(ctx, &resp.State, state)...)
}

// seeOthers notes which brands other instances have, and lists those of an exclusive resource that no entry and no
// other instance has.
func (r *brandResource) seeOthers(
	ctx context.Context, begun managed.BegunRead, visit *ledger.Visit, state *stateModel, resp *resource.ReadResponse,
) {
	r.Ledger.Await(ctx, objectKind, state.AccountRef(), visit)
	claimed := r.NoteClaimed(ctx, begun, objectKind, state.AccountRef(), resp)
	if !state.Exclusive.ValueBool() || !r.HasExtended() {
		return
	}
	list := r.list(ctx, begun.Client, state.AccountRef(), &resp.Diagnostics)
	if list != nil {
		state.Unlisted = list.unlisted(state.Brands, claimed)
	}
}

// hold notes that a state has brands, and the names that a destroy gives back to them.
func (r *brandResource) hold(state *stateModel, by ledger.Instance) {
	for _, b := range state.Brands {
		r.Ledger.Note(key(state.AccountRef(), b.ID), by, ledger.Holds)
		name := b.Overwritten.Name()
		if name != "" && state.onDestroy(b) == set.Restore {
			r.Ledger.Note(nameKey(state.AccountRef(), name), by, ledger.Holds)
		}
	}
}

// refresh takes what was found into the state, and returns the brands that are gone, and those whose ids other brands
// have now.
func (m *stateModel) refresh(found map[int32]*videoindexer.Brand) (gone, others []set.Brand) {
	for _, label := range m.Brands.Labels() {
		b := m.Brands[label]
		remote, isRead := found[b.ID]
		switch {
		case !isRead:
		case remote == nil:
			gone = append(gone, b)
			delete(m.Brands, label)
		default:
			areKnown := b.Create != "" && remote.Create != ""
			isAnother := areKnown && b.Create != remote.Create
			if isAnother {
				others = append(others, b)
				b.IsAdopted, b.Overwritten = true, field.Values{} // of which Terraform has replaced nothing
			}
			b.Values.Fill(remote.BrandFields)
			b.Create = remote.Create
			m.Brands[label] = b
		}
	}
	return gone, others
}

// Update adopts or creates the brands that were added, stops managing those that were removed, and writes what
// changed of the others. What fails stays in the state as it was, except for what may have been overwritten despite
// the error.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state, diags := r.planModel(), r.stateModel(), &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, state)...)
	client, _, ok := r.Load(ctx, req.Plan, plan, diags)
	if !ok {
		return
	}
	r.Ledger.NoteApply()
	by, claimed := r.Instance(ctx, req.Private, diags)
	next := r.apply(ctx, client, r.shared(plan.AccountRef(), by, claimed), plan, state, diags)
	diags.Append(r.Save(ctx, next, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state. In a replacement, it passes
// what it leaves to the create that follows, and it deletes nothing that no create could make again.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state, diags := r.stateModel(), &resp.Diagnostics
	d, ok := r.BeginDestroy(ctx, req, resp, state)
	if !ok {
		return
	}
	onDestroy := state.onDestroy
	if d.IsReplacement() {
		diags.Append(state.wouldForget(d)...)
		onDestroy = func(b set.Brand) set.Kind { return state.onReplacement(b, d.IsNamed(strconv.Itoa(int(b.ID)))) }
	}
	if diags.HasError() {
		return
	}
	at := r.shared(state.AccountRef(), d.Instance, d.Claimed())
	at.passesOn = d.PassesOn(state.AccountRef())
	results := r.run(ctx, d.Client, at, state.parallelism(), set.Diff(state.Brands, nil, onDestroy))
	report := state.report(results)
	diags.Append(report...)
	if report.HasError() {
		state.Brands = remaining(results)
		diags.Append(model.SetState(ctx, &resp.State, state)...)
	}
}

// shared is what an apply of an instance knows of the others.
func (r *brandResource) shared(account videoindexer.AccountRef, by ledger.Instance, claimed []string) shared {
	return shared{run: &r.Ledger, account: account, by: by, claimed: claimed}
}

// keys name a brand inside its account.
var keys = importid.Keys{{
	Name: brandIDName, Description: "Id of the brand.", Int32: true, Type: "brand", Find: findByName,
}}

func findByName(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, _ map[string]string, name string,
) ([]string, error) {
	return client.FindBrands(ctx, account, name) //nolint:wrapcheck // importid makes a diagnostic of it
}

// all stands for all brands of an account in an import id.
const all = "*"

// importKeys is what the ids of an import are called.
var importKeys = importid.Keys{{Name: "brand_ids", Description: "Ids of the brands, separated by commas; * for all.", Type: "brand"}}

// ImportState takes the id of a brand; or <id>,<id>…, or * or an identity for all brands of the account. Each may be
// behind <location>/<account_id>/.
func (r *brandResource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	if !r.layout.isMap() {
		r.Resource.ImportState(ctx, req, resp)
		return
	}
	diags := &resp.Diagnostics
	var fields providerdata.AccountFields
	ids := []string{all}
	hasIdentity := req.Identity != nil && !req.Identity.Raw.IsFullyNull()
	if hasIdentity && req.ID == "" {
		fields, _ = r.Keys.Read(ctx, r.Data, req, diags)
	} else {
		fields, ids = importKeys.Read(ctx, r.Data, req, diags)
	}
	if diags.HasError() {
		return
	}
	m := r.stateModel()
	m.AccountFields, m.Brands = fields, make(set.Brands)
	m.Exclusive, m.Parallelism = types.BoolValue(false), number.New(defaultParallelism)
	if ids[0] == all {
		r.RequireExtended(path.Empty(), "An import of all brands", diags)
	} else {
		for part := range strings.SplitSeq(ids[0], ",") {
			id, err := number.Parse(strings.TrimSpace(part))
			if err != nil {
				diags.AddError("Invalid import", fmt.Sprintf("Brand id %s.%s", err, importid.WhichShows("brand")))
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
func (m *stateModel) add(id int32) { m.Brands[idOf(id)] = set.Brand{ID: id, IsAdopted: true} }

func (m *stateModel) addAll(list *listing) {
	if list != nil {
		for _, b := range list.all {
			m.add(b.ID)
		}
	}
}

// label gives imported brands of a map their names as labels, or their ids where engines cannot write the name as a
// key. Where two have the same name, the second one has its id as well.
func (m *stateModel) label() {
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
		_, isTaken := labeled[name]
		if isTaken || name == "" {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", name, b.ID))
		}
		labeled[name] = b
	}
	m.Brands = labeled
}

// apply carries out a plan, says what failed, and returns what the state will have.
func (r *brandResource) apply(
	ctx context.Context, client *videoindexer.Client, at shared, plan *planModel, state *stateModel,
	diags *diag.Diagnostics,
) (next *stateModel) {
	next = &stateModel{settings: plan.settings, Brands: state.Brands}
	unlisted := plan.toDelete(state)
	looksForNames := slices.ContainsFunc(slices.Collect(maps.Values(plan.Brands)), isNameOpen)
	var list *listing
	if len(unlisted) > 0 || looksForNames {
		list = r.list(ctx, client, at.account, diags)
		if list == nil {
			next.Unlisted = state.Unlisted
			return next
		}
	}
	operations := set.Diff(state.Brands, r.resolved(plan, list), plan.onRemoval)
	operations = append(operations, plan.deletions(list, unlisted)...)
	results := r.run(ctx, client, at, plan.parallelism(), operations)
	diags.Append(plan.report(results)...)
	next.Brands = remaining(results)
	var failed []string
	for _, r := range results {
		if r.IsUnlisted && r.Failed() {
			failed = append(failed, r.Label)
		}
	}
	if len(failed) > 0 {
		next.Unlisted = failed
	}
	return next
}

// toDelete are the names of brands without an entry that the apply of a plan deletes.
func (m *planModel) toDelete(state *stateModel) []string {
	if !m.Exclusive.ValueBool() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(state.Unlisted), func(name string) bool {
		return slices.Contains(m.Unlisted, name)
	})
}

// deletions are the operations for brands with some names that have no entry.
func (m *planModel) deletions(list *listing, names []string) (operations []set.Operation) {
	if len(names) == 0 {
		return nil
	}
	for _, b := range list.without(m.Brands.Brands()) {
		if slices.ContainsFunc(names, func(name string) bool { return videoindexer.SameText(name, b.Name) }) {
			operations = append(operations, set.Operation{
				Kind: set.Delete, Label: b.Name, IsUnlisted: true,
				Prior: set.Brand{ID: b.ID, Values: field.Of(b.BrandFields), IsAdopted: true},
			})
		}
	}
	return operations
}

// isNameOpen reports whether the apply has to look for a brand by its name.
func isNameOpen(e set.Entry) bool { return e.IsOpen && e.ID == 0 }

// resolved are the brands of a plan, with those found that it has left open, and with what the plan before the apply
// has just read. A brand that a replaced instance has left keeps what is known of it.
func (r *brandResource) resolved(plan *planModel, list *listing) set.Entries {
	account, renamed, wanted := plan.AccountRef(), plan.renamedIDs(), make(set.Entries, len(plan.Brands))
	for label, e := range plan.Brands {
		if isNameOpen(e) {
			e = r.findByName(e, account, renamed, list)
		}
		planned := plannedKey(account, e.ID)
		found, isRead := ledger.RecallOnce[*videoindexer.Brand](&r.Ledger, planned)
		if isRead && e.Found == nil {
			e.Found = found
		}
		left := passedOn(&r.Ledger, account, e.ID)
		if e.IsOpen && left != nil {
			e = resumed(e, *left, e.Values.Known())
		}
		wanted[label] = e
	}
	return wanted
}

// findByName finds a brand that the plan has left open, or has it created.
func (r *brandResource) findByName(
	e set.Entry, account videoindexer.AccountRef, renamed map[int32]string, list *listing,
) set.Entry {
	name := e.Values.Name()
	found := list.named(name)
	if found == nil || gives(renamed, found) {
		e.IsOpen, e.IsAdopted, e.Deleted = false, false, deleted(&r.Ledger, account, name)
		return e
	}
	e.Found, e.ID, e.IsFoundByName = found, found.ID, true
	return e
}

// run carries out operations for an instance, and explains what failed because of names. What it releases, it
// releases after the plans of others that are under way, which may want it.
func (r *brandResource) run(
	ctx context.Context, client *videoindexer.Client, at shared, parallelism int, operations []set.Operation,
) []*set.Result {
	if slices.ContainsFunc(operations, isRelease) {
		r.Ledger.Await(ctx, objectKind, at.account, nil)
	}
	results := set.Run(ctx, set.Service{Client: client, Account: at.account, Run: at}, parallelism, operations)
	explainNames(ctx, client, at.account, results)
	return results
}

// remaining is what the state has after an apply. A brand whose removal has failed keeps its label, unless another
// brand has it now.
func remaining(results []*set.Result) set.Brands {
	brands := make(set.Brands, len(results))
	for _, r := range results {
		endsHere := r.Kind.IsRelease() || r.Kind == set.Rename
		if r.Brand != nil && !endsHere {
			brands[r.Label] = *r.Brand
		}
	}
	for _, r := range results {
		hasLabel := r.Kind.IsRelease() && !r.IsUnlisted
		if r.Brand == nil || !hasLabel {
			continue
		}
		label := r.Label
		_, isTaken := brands[label]
		if isTaken {
			label = fmt.Sprintf("%s (%d)", label, r.ID())
		}
		brands[label] = *r.Brand
	}
	return brands
}

// explainNames adds what is known of creates and renames that failed.
func explainNames(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, results []*set.Result,
) {
	var now *listing
	for _, r := range results {
		answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err)
		isRefused := isAnswered && slices.Contains([]int{http.StatusBadRequest, http.StatusConflict}, answer.Status)
		leaves, gets := r.Names()
		keepsName := gets == "" || r.Kind == set.Adopt && leaves == ""
		switch {
		case r.Err == nil || keepsName:
		case r.Kind == set.Create && videoindexer.IsAmbiguous(r.Err):
			r.Hint = "Plan again. If the brand was created, the plan finds it by its name."
		case isRefused && client.Extended():
			if now == nil {
				brands, _ := client.ListBrands(ctx, account) // without a list nothing is explained
				now = newListing(brands)
			}
			r.Hint = nameHint(r, now)
		case isRefused && r.Kind == set.Update:
			r.Hint = renameHint(r)
		}
	}
}
