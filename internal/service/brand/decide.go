package brand

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// decision is a plan, with what its apply does.
type decision struct {
	plan  resourceModel
	tasks []set.Task
	diags diag.Diagnostics
}

// decide plans the brands of a configuration with the settings of the plan. Prior is the state,
// without brands in a create.
func decide(config, prior *resourceModel, f facts) (decided decision) {
	decided.plan = *config
	if config.areBrandsUnknown {
		decided.decideUnlisted(prior, f)
		decided.warnOfUnknown(prior, prior.Brands)
		return decided
	}
	planned := make(set.Brands, len(config.Brands))
	decided.plan.Brands = planned
	// Only the apply finds out whether the brands of mayStay stay or leave. The plan settles what
	// becomes of the others.
	mayStay := make(set.Brands)
	settled := maps.Clone(prior.Brands)
	matched := f.remoteNameRule().matchMore(config.Brands, prior.Brands, f.matched)
	unmatched := len(prior.Brands) - len(matched)
	for _, label := range config.Brands.Labels() {
		entry := config.Brands[label]
		priorLabel, isMatched := matched[label]
		priorBrand := prior.Brands[priorLabel]
		switch {
		case isMatched && mayBeAnother(entry, unmatched):
			mayStay[priorLabel] = priorBrand
			delete(settled, priorLabel)
			planned[label] = unknownEntry(entry)
		case isMatched:
			planned[label] = managedEntry(entry, priorBrand, priorLabel == label)
		default:
			planned[label] = f.entries[label].addedEntry(entry)
		}
	}
	decided.tasks = set.Diff(settled, planned, config.removalVerb)
	decided.diags = config.sharedIDErrors(planned)
	decided.diags.Append(config.missingWarnings(f)...)
	decided.diags.Append(config.nameWarnings(decided.tasks, f.list)...)
	decided.diags.Append(config.removalWarnings(withoutNeeded(decided.tasks, f.neededIDs), "")...)
	decided.decideUnlisted(prior, f)
	decided.warnOfUnknown(prior, mayStay)
	return decided
}

// mayBeAnother reports whether an entry may turn out to mean another brand than the one that it is
// matched with. Unmatched is the number of brands of the state that no entry is matched with.
func mayBeAnother(e set.Brand, unmatched int) bool {
	if e.ID == 0 && e.Values.IsNameUnknown() {
		return e.IsUnknown || unmatched > 0
	}
	return e.IsUnknown
}

// remoteNameRule returns the last rule, which needs what was read: an entry has the name that a
// brand has at the service, but not in the state.
func (f facts) remoteNameRule() rule {
	return rule{
		appliesTo: func(set.Brand) bool { return true },
		inState:   idOfBrand,
		inEntry: func(label string, _ set.Brand) string {
			remote := f.entries[label].remote
			if remote == nil {
				return ""
			}
			return brandIDText(remote.ID)
		},
	}
}

// managedEntry plans a brand that the state has.
func managedEntry(e, prior set.Brand, isSameLabel bool) set.Brand {
	planned := withHistoryOf(e, prior, e.Values)
	planned.Values.FillUnset(prior.Values)
	if isSameLabel {
		// Engines allow a plan to keep the form of a value only at the same place of the state.
		planned.Values.KeepForm(prior.Values)
	}
	return planned
}

// withHistoryOf gives an entry the id, the origin and the previous values of a brand of a state:
// its own, or one that the destroy of the same replacement has left.
func withHistoryOf(e, prior set.Brand, planned field.Values) set.Brand {
	e.IsUnknown = false
	e.ID = prior.ID
	e.IsAdopted = prior.IsAdopted
	e.Created = prior.Created
	e.Overwritten = field.Values{}
	if e.IsAdopted {
		e.Overwritten = field.Overwritten(prior.Overwritten, prior.Values.Fields(), planned)
	}
	return e
}

// unknownEntry plans a brand whose values are unknown until the apply, except the configured ones.
func unknownEntry(e set.Brand) set.Brand {
	e.IsUnknown = true
	e.IsAdopted = true
	e.Values.PlanUnknown()
	return e
}

// addedEntry plans a brand that is not in the state: the apply adopts or creates it. If a destroy
// may still give its name to another brand, only the apply finds out which.
func (f entryFacts) addedEntry(e set.Brand) set.Brand {
	e.Remote = f.remote
	switch {
	case f.remote != nil:
		return f.adoptedEntry(e)
	case f.isListed && !f.ofName.mayBeReleased:
		return f.createdEntry(e)
	}
	return unknownEntry(e)
}

// createdEntry plans a new brand. A brand that was just deleted is created again, with its values
// that are not managed.
func (f entryFacts) createdEntry(e set.Brand) set.Brand {
	e.IsAdopted = false
	if f.ofName.isDeleted {
		e.Values.FillUnset(f.ofName.brand.Values)
	}
	e.Values.FillUnset(field.ValuesOf(field.NewBrandFields))
	return e
}

// adoptedEntry plans a brand that was found. The recorded values of a brand that a destroy has left
// stay known. If a destroy may still change the brand, its values are unknown until the apply.
func (f entryFacts) adoptedEntry(e set.Brand) set.Brand {
	switch {
	case f.ofBrand.isHandedOver:
		e = withHistoryOf(e, f.ofBrand.brand, e.Values)
	case f.ofBrand.mayBeReleased:
		return unknownEntry(e)
	default:
		e.ID = f.remote.ID
		e.IsAdopted = true
		e.Overwritten = field.Overwritten(field.Values{}, f.remote.BrandFields, e.Values)
	}
	e.Created = f.remote.Created
	e.Values.PlanUnknown()
	return e
}

// decideUnlisted plans the brands of the account without an entry. An apply deletes those that the
// state lists and the plan does not. An apply that makes the resource exclusive does not delete
// brands: the next plan shows them.
func (d *decision) decideUnlisted(prior *resourceModel, f facts) {
	if !d.plan.Exclusive.ValueBool() {
		return
	}
	areEntriesKnown := !d.plan.areBrandsUnknown && len(d.plan.Brands.Where(isUnresolved)) == 0
	areDeletionsKnown := areEntriesKnown || len(prior.Unlisted) == 0
	switch {
	case prior.Exclusive.ValueBool() && areDeletionsKnown:
		deleted := namesWithoutEntry(prior.Unlisted, d.plan.Brands)
		d.plan.Unlisted = []string{}
		d.diags.Append(d.plan.unlistedWarnings(deleted)...)
	case areEntriesKnown && f.list != nil:
		d.plan.Unlisted = f.list.unlistedNames(d.plan.Brands, f.neededIDs)
		d.diags.Append(d.plan.nextDeletionWarnings(d.plan.Unlisted)...)
	default:
		d.plan.isUnlistedUnknown = true
	}
}

// warnOfUnknown warns about brands that the apply may release, because their entries are unknown
// until the apply: brands of the state, and unlisted ones. Users do not see the warnings of the
// plan that the apply makes.
func (d *decision) warnOfUnknown(prior *resourceModel, mayStay set.Brands) {
	tasks := set.Diff(mayStay, nil, d.plan.removalVerb)
	for _, verb := range set.ReleaseVerbs {
		if verb == set.Leave {
			continue
		}
		names := namesOf(priorBrands(tasks, verb))
		if verb == set.Delete && d.plan.isUnlistedUnknown {
			names = append(names, namesWithoutEntry(prior.Unlisted, d.plan.Brands)...)
		}
		if len(names) > 0 {
			d.diags.Append(d.plan.possibleReleaseWarning(verb, names))
		}
	}
}

// namesWithoutEntry returns the names that no entry has.
func namesWithoutEntry(names []string, entries set.Brands) []string {
	hasEntry := make(map[string]bool, len(entries))
	for _, e := range entries {
		hasEntry[videoindexer.NormalText(e.Values.Name())] = true
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return hasEntry[videoindexer.NormalText(name)]
	})
}

// canRelease returns a condition that the ids of brands meet which the apply can release: those of
// the state, or for an exclusive resource those of all brands of the account. The state of a
// tainted resource is nil: it probably has the brands of the plan.
func (d *decision) canRelease(state *resourceModel) func(id string) bool {
	released := &d.plan
	if state != nil {
		released = state
	}
	areUnknown := released.areBrandsUnknown || len(released.Brands.Where(mustFindByName)) > 0
	if areUnknown || d.plan.Exclusive.ValueBool() {
		return func(string) bool { return true }
	}
	return isAmong(released.Brands)
}

// isAmong returns a condition that the ids of some brands meet.
func isAmong(brands set.Brands) func(id string) bool {
	hasID := make(map[string]bool, len(brands))
	for _, brand := range brands {
		hasID[brandIDText(brand.ID)] = true
	}
	return func(id string) bool { return hasID[id] }
}

// isUnresolved reports whether neither the id nor the name of an entry is known.
func isUnresolved(e set.Brand) bool { return mustFindByName(e) && !e.Values.HasName() }

// removalVerb returns what the apply does with a brand that leaves the map, or that a destroy
// removes.
func (m *resourceModel) removalVerb(b set.Brand) set.Verb {
	if m.Exclusive.ValueBool() {
		return set.Delete
	}
	return m.destroyVerb(b)
}

// destroyVerb returns what a destroy does with a brand.
func (m *resourceModel) destroyVerb(b set.Brand) set.Verb { return verbOf(m.effectOn(b)) }

// effectOn returns the effect of deletion_policy on a brand.
func (m *resourceModel) effectOn(b set.Brand) managed.Effect {
	return managed.EffectOf(m.DeletionPolicy, b.IsAdopted)
}

// destroyTasks returns what a destroy does with each brand. Create is the create that follows at
// the same address; nil for none.
func (m *resourceModel) destroyTasks(create *managed.NextCreate) []set.Task {
	return set.Diff(m.Brands, nil, func(b set.Brand) set.Verb {
		facts := m.destroyFacts(b, create)
		if facts.Outcome() == managed.OutcomeRemoved {
			return verbOf(facts.Effect)
		}
		return set.Leave
	})
}

// destroyFacts decide the outcome of a destroy for a brand, but for what others need: set.Run finds
// that out under the lock of the brand.
func (m *resourceModel) destroyFacts(b set.Brand, create *managed.NextCreate) managed.DestroyFacts {
	facts := m.layout.info().DestroyFacts(m.effectOn(b), b.IsAdopted)
	facts.CreateFacts = create.FactsFor(brandIDText(b.ID), "")
	return facts
}

// verbOf returns the verb of a task that has an effect.
func verbOf(effect managed.Effect) set.Verb {
	switch effect {
	case managed.EffectDisable:
		return set.Disable
	case managed.EffectRestore:
		return set.Restore
	case managed.EffectDelete:
		return set.Delete
	case managed.EffectLeave, managed.EffectRefuse:
		// Brands offer no policy that refuses.
	}
	return set.Leave
}
