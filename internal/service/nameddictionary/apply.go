package nameddictionary

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
)

// change is what a create, update or destroy is to do.
type change struct {
	// prior is what the state has, and wanted are the entries of the configuration, null where a field is not managed.
	prior  contents
	wanted map[string]entry
	// planned is what the plan says.
	planned                       planned
	isExclusive, becomesExclusive bool
	policy                        deletion.Policy
}

// apply carries out the plan. It removes brands first, so that their names are free to be added in another letter case.
func (w *work) apply(ctx context.Context, c change) (diags diag.Diagnostics) {
	var removed, stay []string
	for _, name := range sorted(c.prior.entries) {
		if _, isWanted := c.wanted[name]; isWanted {
			stay = append(stay, name)
		} else {
			removed = append(removed, name)
		}
	}
	added := c.prior.lacks(c.wanted)
	var now listing
	if len(added) > 0 || c.becomesExclusive {
		var err error
		if now, err = w.list(ctx); err != nil {
			apidiag.Add(&diags, "list", apidiag.Subject{Noun: "brands", Account: w.Account}, err)
			w.leave(c.prior)
			return diags
		}
	}
	w.each(removed, c.prior, func(o *outcome) {
		w.release(ctx, o, c.prior.fate(o.name, c.isExclusive, c.policy))
	})
	if c.becomesExclusive {
		w.each(c.unlisted(), newContents(), func(o *outcome) { w.removeUnlisted(ctx, o, now.byName[o.name]) })
	}
	adding := additions{dictionary: w.dictionary, planned: c.planned, now: now}
	w.each(added, newContents(), func(o *outcome) { adding.add(ctx, o, c.wanted[o.name]) })
	w.each(stay, c.prior, func(o *outcome) { w.change(ctx, o, c.wanted[o.name], c.planned) })
	diags.Append(w.report()...)
	diags.Append(w.warnings()...)
	return diags
}

// lacks are the names of the entries that are wanted and not among the contents.
func (c contents) lacks(wanted map[string]entry) []string {
	var names []string
	for _, name := range sorted(wanted) {
		if _, isPrior := c.entries[name]; !isPrior {
			names = append(names, name)
		}
	}
	return names
}

// leave keeps what the state has.
func (w *work) leave(prior contents) {
	w.each(sorted(prior.entries), prior, func(*outcome) {})
}

// unlisted are the brands that the plan has shown to be deleted because the dictionary becomes exclusive: its overwritten
// values hold them, and no entry.
func (c change) unlisted() []string {
	var names []string
	for _, name := range sorted(c.planned.overwritten) {
		_, isPrior := c.prior.entries[name]
		if _, isWanted := c.wanted[name]; !isPrior && !isWanted {
			names = append(names, name)
		}
	}
	return names
}

// planned is what the plan says of the dictionary, beside its entries.
type planned struct {
	// adopted is null where it is unknown which brands are.
	adopted map[string]bool
	// isOpen says that it is unknown what is overwritten.
	isOpen bool
	contents
}

func (m *dictionaryModel) planned() planned {
	p := planned{contents: m.contents(), isOpen: m.Overwritten.IsUnknown()}
	if !m.Adopted.IsUnknown() {
		p.adopted = p.contents.adopted
	}
	return p
}

// overwrittenOf are the overwritten values of a brand in the plan.
func (p planned) overwrittenOf(name string) types.Object {
	if p.isOpen {
		return types.ObjectUnknown(managedbrand.Types)
	}
	return p.contents.overwrittenOf(name)
}

// showRemoved keeps what was deleted because the dictionary has become exclusive among the overwritten values, as the plan
// has it.
func (w *work) showRemoved(after, plan contents) {
	for _, o := range w.outcomes {
		if !o.isRemoved {
			delete(plan.overwritten, o.name)
		}
	}
	maps.Copy(after.overwritten, plan.overwritten)
}
