package byname

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface                   = (*dictionaryResource)(nil)
	_ resource.ResourceWithValidateConfig = (*dictionaryResource)(nil)
)

type dictionaryResource struct{ managed.Resource }

// NewResource is videoindexer_brand_dictionary. Its identity is the account alone: names come and go with the entries.
func NewResource() resource.Resource {
	return &dictionaryResource{managed.New("brand_dictionary", importid.Keys{})}
}

func (r *dictionaryResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: describeDictionary, Attributes: providerdata.ResourceAttributes(dictionaryAttributes())}
}

// dictionary is what the methods work on. Client may be nil in a plan.
func (r *dictionaryResource) dictionary(m *dictionaryModel, client *videoindexer.Client, account videoindexer.AccountRef) entries.Dictionary {
	return entries.Dictionary{Kind: kind, Resource: &r.Resource, API: client, Ref: account, Parallelism: entries.Parallelism(m.Parallelism), Policy: m.policy()}
}

// Create adopts the brands that are there, creates the others, and deletes what the plan of an exclusive dictionary has
// shown. What fails is not in the state. The destroy of the tainted resource deletes what was created.
func (r *dictionaryResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan dictionaryModel
	diags := &resp.Diagnostics
	client, account, ok := r.Load(ctx, req.Plan, &plan, diags)
	if !ok {
		return
	}
	a := applying{Dictionary: r.dictionary(&plan, client, account), plan: &plan, kept: keptOf(ctx, resp.Private, diags), becomesExclusive: plan.Exclusive.ValueBool()}
	after := a.apply(ctx, diags)
	if diags.HasError() {
		if len(after) == 0 {
			return // nothing to manage
		}
		switch plan.policy() {
		case deletion.Restore:
		case deletion.Delete:
			diags.AddWarning("Brand dictionary was created despite the error", "Terraform marks a resource whose create failed as tainted, and the next apply would delete the brands "+
				"that were created, and create them again with other ids. To keep them and have the next apply do the rest, run terraform untaint on this resource first.")
		default:
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		}
	}
	diags.Append(a.kept.save(ctx, resp.Private)...)
	diags.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read shows the brands as the service has them; those that are gone are removed from the state. Where the dictionary is
// exclusive, brands of the account that it does not hold become entries, which the plan then removes.
func (r *dictionaryResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state dictionaryModel
	diags := &resp.Diagnostics
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	k := keptOf(ctx, req.Private, diags)
	if !ok || diags.HasError() {
		return // while the provider is not known, the plan uses what the state says
	}
	d, prior := r.dictionary(&state, client, account), state.brands()
	var now entries.Brands
	if k.Imported != "" {
		now = readImported(ctx, d, prior, k.Imported == allBrands, diags)
		k = kept{}
	} else {
		d.See(prior, state.ending(k, false).of)
		now = refresh(ctx, d, prior, state.Exclusive.ValueBool(), &k, diags)
	}
	if diags.HasError() {
		return
	}
	diags.Append(k.save(ctx, resp.Private)...)
	diags.Append(state.set(now)...)
	diags.Append(model.SetState(ctx, &resp.State, state)...)
}

// readImported reads the brands that an import names, or all of the account (X1). They were there before, and are adopted.
func readImported(ctx context.Context, d entries.Dictionary, named entries.Brands, isAll bool, diags *diag.Diagnostics) entries.Brands {
	now, err := list(ctx, d)
	if err != nil {
		apidiag.Add(diags, "import", apidiag.Subject{Noun: "brands", Account: d.Ref}, err)
		return nil
	}
	if isAll {
		for _, found := range now.byName {
			named[found.Name] = set.Brand{}
		}
	}
	var missing []string
	for name := range named {
		found := now.named(name)
		if found == nil {
			missing = append(missing, name)
			continue
		}
		b := foundBrand(found)
		b.Values = field.Sent(found.BrandFields) // nothing is then planned to change, also for an address that is configured as empty
		named[name] = b
	}
	if len(missing) > 0 {
		diags.Append(lacking(d.Subject(missing...)))
	}
	return named
}

// refresh is what the service has of the brands of a state, under the names that they have now (X1). A brand that the
// list does not show is read by itself (endpoint 16), and is gone only if that read finds nothing. Without extended
// operations, and where there is no list, perhaps because the account is gone, all brands are read in this way.
func refresh(ctx context.Context, d entries.Dictionary, prior entries.Brands, isExclusive bool, k *kept, diags *diag.Diagnostics) entries.Brands {
	var now listing
	if d.Extended() {
		var err error
		if now, err = list(ctx, d); err != nil && !videoindexer.IsNotFound(err) {
			apidiag.Add(diags, "read", apidiag.Subject{Noun: "brands", Account: d.Ref}, err)
			return nil
		}
	}
	shown, unseen := make(entries.Brands, len(prior)), make(entries.Brands)
	for name, b := range prior {
		if found := now.byID[b.ID]; found != nil {
			b.Values.Fill(found.BrandFields)
			shown[name] = b
		} else {
			unseen[name] = b
		}
	}
	d.Refresh(ctx, unseen, diags)
	maps.Copy(shown, unseen)
	unlisted := nameMap(k.Unlisted)
	k.Unlisted = nil
	next := byTheirNames(shown, k)
	for name := range next {
		if unlisted[name] {
			k.Unlisted = append(k.Unlisted, name)
		}
	}
	if !isExclusive {
		return next
	}
	has := make(map[int32]bool, len(next))
	for _, b := range next {
		has[b.ID] = true
	}
	for _, found := range now.byName {
		if _, isTaken := next[found.Name]; !isTaken && !has[found.ID] {
			next[found.Name] = foundBrand(found)
			k.Unlisted = append(k.Unlisted, found.Name)
		}
	}
	if len(now.more) > 0 {
		diags.Append(namedTwice(d.Ref, now))
	}
	return next
}

// byTheirNames gives brands the keys that their names are, and notes which were renamed.
func byTheirNames(brands entries.Brands, k *kept) entries.Brands {
	next, renamed := make(entries.Brands, len(brands)), make(map[string]string)
	for _, key := range brands.Keys() {
		b := brands[key]
		name, was := b.Values.Name(), key
		if first, isRenamed := k.Renamed[key]; isRenamed {
			was = first
		}
		_, isTaken := brands[name]
		switch normal := videoindexer.NormalName(name); {
		case normal == videoindexer.NormalName(key), isTaken:
			name = key
		}
		if next[name] = b; videoindexer.NormalName(was) != videoindexer.NormalName(name) {
			renamed[name] = was
		}
	}
	k.Renamed = renamed
	return next
}

// Update removes the brands whose entries were removed, adopts or creates those that were added, and writes what
// changed of the others. What fails stays in the state as it was, except for what may have been overwritten despite the
// error.
func (r *dictionaryResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state dictionaryModel
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, diags)
	if !ok {
		return
	}
	isExclusive := plan.Exclusive.ValueBool()
	a := applying{
		Dictionary: r.dictionary(&plan, client, account), plan: &plan, prior: state.brands(), kept: keptOf(ctx, resp.Private, diags),
		isExclusive: isExclusive, becomesExclusive: isExclusive && !state.Exclusive.ValueBool(),
	}
	a.apply(ctx, diags)
	diags.Append(a.kept.save(ctx, resp.Private)...)
	diags.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state.
func (r *dictionaryResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state dictionaryModel
	diags := &resp.Diagnostics
	client, account, ok := r.Load(ctx, req.State, &state, diags)
	if !ok {
		return
	}
	k, prior := keptOf(ctx, req.Private, diags), state.brands()
	prior.SetComplete(k.Complete)
	d := r.dictionary(&state, client, account)
	d.IsReplaced = k.IsReplaced
	results, left := d.Apply(ctx, set.Diff(prior, nil, state.ending(k, false).of))
	failures := d.Failures(results)
	diags.Append(failures...)
	diags.Append(d.Warnings(results, howToEnd)...)
	if failures.HasError() {
		diags.Append(state.set(byTheirNames(left, &k))...)
		diags.Append(model.SetState(ctx, &resp.State, state)...)
	}
}

// applying is one create or update.
type applying struct {
	entries.Dictionary
	plan  *dictionaryModel
	prior entries.Brands
	kept  kept

	isExclusive, becomesExclusive bool
}

// apply carries out the plan, puts what the state will have into it, and says what failed and what was left.
func (a *applying) apply(ctx context.Context, diags *diag.Diagnostics) entries.Brands {
	wanted := a.plan.brands()
	wanted.SetComplete(a.kept.Complete)
	prior := byTheKeysOf(wanted, a.prior)
	var now listing
	if added := wanted.Without(prior); len(added) > 0 || a.becomesExclusive {
		var err error
		if now, err = list(ctx, a.Dictionary); err != nil {
			apidiag.Add(diags, "list", apidiag.Subject{Noun: "brands", Account: a.Ref}, err)
			diags.Append(a.plan.set(a.prior)...)
			return a.prior
		}
		for name, b := range added {
			wanted[name] = a.add(b, now.named(name))
		}
	}
	end := a.plan.ending(a.kept, a.isExclusive)
	unlisted := a.unlisted(wanted, prior, now)
	for name := range unlisted {
		prior[name] = unlisted[name]
	}
	results, after := a.Apply(ctx, set.Diff(prior, wanted, func(name string, b set.Brand) set.Kind {
		if _, isUnlisted := unlisted[name]; isUnlisted {
			return set.Delete
		}
		return end.of(name, b)
	}))
	a.explain(ctx, results)
	diags.Append(a.Failures(results)...)
	diags.Append(a.Warnings(results, howToEnd)...)
	a.note(results, unlisted)
	after = byTheirNames(after, &a.kept)
	shown := a.plan.Overwritten
	diags.Append(a.plan.set(after)...)
	diags.Append(a.showRemoved(shown, wanted, after)...)
	return after
}

// byTheKeysOf gives brands of the state the keys of the plan, which knows them by their ids.
func byTheKeysOf(wanted, prior entries.Brands) entries.Brands {
	keys := make(map[int32]string, len(wanted))
	for key, b := range wanted {
		if b.ID != 0 {
			keys[b.ID] = key
		}
	}
	next := make(entries.Brands, len(prior))
	for name, b := range prior {
		if key, isWanted := keys[b.ID]; isWanted {
			name = key
		}
		next[name] = b
	}
	return next
}

// add says of a brand that is added whether it is created or adopted, as the plan has shown it.
func (a *applying) add(b set.Brand, found *videoindexer.Brand) set.Brand {
	isOpen := a.plan.Adopted.IsUnknown()
	switch {
	case found != nil && !isOpen && !b.IsAdopted:
		b.Refusal = fmt.Sprintf("brand %d has appeared with this name since the plan, so the plan does not show which of its values would be overwritten; plan again to adopt it", found.ID)
	case found == nil && b.IsAdopted:
		b.Refusal = vanished
	case found != nil:
		b.ID, b.Found, b.IsAdopted, b.MayBeGone = found.ID, found, true, isOpen
	}
	return b
}

// vanished is why a brand is not adopted that was planned to be.
const vanished = "the account had a brand with this name during the plan, and has none any more; plan again to create it"

// unlisted are the brands that the plan has shown to be deleted because the dictionary becomes exclusive: its overwritten
// values hold them, and no entry.
func (a *applying) unlisted(wanted, prior entries.Brands, now listing) entries.Brands {
	unlisted := make(entries.Brands)
	if !a.becomesExclusive {
		return unlisted
	}
	for name := range a.plan.Overwritten.Entries() {
		_, isWanted := wanted[name]
		if _, isPrior := prior[name]; isPrior || isWanted {
			continue
		}
		if found := now.named(name); found != nil {
			unlisted[name] = foundBrand(found)
		}
	}
	return unlisted
}

// explain adds what is known of creates and adoptions that failed.
func (a *applying) explain(ctx context.Context, results []*set.Result) {
	var now *listing
	for _, r := range results {
		answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err)
		switch {
		case r.Err == nil:
		case r.Verb == "adopt" && videoindexer.IsNotFound(r.Err):
			r.Err = &set.ChangedError{What: vanished}
		case r.Verb != "create":
		case videoindexer.IsAmbiguous(r.Err):
			r.Hint = "Plan again: if it was created, the plan finds it by its name, and shows it in adopted."
		case isAnswered && answer.Status == http.StatusBadRequest:
			if now == nil {
				found, _ := list(ctx, a.Dictionary) // without a list nothing is explained
				now = &found
			}
			r.Hint = now.hasName(r.Key)
		}
	}
}

// note keeps in private state what is complete and unlisted. What failed is not complete: what the service has of it is open.
func (a *applying) note(results []*set.Result, removing entries.Brands) {
	unlisted := nameMap(a.kept.Unlisted)
	a.kept.Complete, a.kept.Unlisted, a.kept.IsReplaced = nil, nil, false
	for _, r := range results {
		if r.Brand == nil {
			continue
		}
		_, isRemoving := removing[r.Key]
		if isRemoving || unlisted[r.Key] && (r.Kind == set.Keep || r.Failed()) {
			a.kept.Unlisted = append(a.kept.Unlisted, r.Key)
		}
		if r.Wanted.IsComplete && !r.Failed() {
			a.kept.Complete = append(a.kept.Complete, r.Key)
		}
	}
}

// showRemoved keeps what was deleted because the dictionary has become exclusive among the overwritten values, as the plan
// has it, until the next refresh.
func (a *applying) showRemoved(planned entries.Map, wanted, after entries.Brands) diag.Diagnostics {
	values := make(map[string]field.Values, len(after))
	for name, b := range after {
		values[name] = b.Overwritten
	}
	for name, object := range planned.Entries() {
		_, isShown := after[name]
		if _, isWanted := wanted[name]; !isShown && !isWanted {
			values[name] = field.ReadObject(object)
		}
	}
	return kind.SetOverwritten(&a.plan.Model, values)
}
