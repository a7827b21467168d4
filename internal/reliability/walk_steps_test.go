//go:build unix

package reliability

import (
	"fmt"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// step is something that happens between two empty plans.
type step struct {
	name string
	do   func(w *walk)
}

// steps are drawn with the same probability each; after each, the walk settles.
var steps = []step{
	{"change arguments", func(w *walk) { w.edit() }},
	{"change arguments", func(w *walk) { w.edit() }},
	{"add a resource", (*walk).add},
	{"add a resource", (*walk).add},
	{"remove a resource", (*walk).drop},
	{"rename", (*walk).rename},
	{"rename", (*walk).rename},
	{"taint", (*walk).taint},
	{"-replace", (*walk).replace},
	{"create_before_destroy", (*walk).createFirst},
	{"deletion_policy", (*walk).policy},
	{"deletion_policy", (*walk).policy},
	{"extended_operations", (*walk).extend},
	{"-refresh=false", (*walk).withoutRefresh},
	{"saved plan", (*walk).savedPlan},
	{"saved plan", (*walk).savedPlan},
	{"state rm", (*walk).forget},
	{"import", (*walk).importFree},
	{"others", func(w *walk) { w.isRisky = w.meddle() }},
	{"others", func(w *walk) { w.isRisky = w.meddle() }},
	{"a request fails", (*walk).refused},
	{"a request fails", (*walk).refused},
	{"destroy", func(w *walk) { w.destroy(); w.isRisky = true }},
}

func (w *walk) take(seed uint64) {
	w.source.Seed(seed, 0)
	w.kinds = walkKinds()
	w.service = drawService(w, seed)
	w.estate.provider = w.service.provider()
	w.estate.provider["extended_operations"] = w.service.isExtended && !chance(w.Rand, 6)
	w.dir = inprocess.Open(acctest.InProcess(w.TB, w.hear), w.Rand)
	for range 1 + w.IntN(4) {
		w.add()
	}
	w.settle()
	for w.at = 1; w.at <= walkSteps; w.at++ {
		w.source.Seed(seed, uint64(w.at))
		if w.skipped[w.at] {
			continue
		}
		s := pick(w.Rand, steps...)
		w.note("--- step %d: %s", w.at, s.name)
		s.do(w)
		w.settle()
	}
	w.note("--- destroy")
	w.destroy()
}

func (w *walk) edit() {
	for range 1 + w.IntN(3) {
		if d := w.one(); d != nil {
			d.kind.change(w, d)
			w.plainIfKeyed(d)
		}
	}
}

// plainIfKeyed makes every value of an instance with a key one that is known: an engine must know the keys.
func (w *walk) plainIfKeyed(d *declared) {
	if d.key != "" {
		d.args.makePlain()
	}
}

func (a args) makePlain() {
	for name, value := range a {
		if inner, ok := value.(args); ok {
			inner.makePlain()
		}
		a[name] = plainly(value)
	}
}

// one is one of the declared resources; nil if there is none.
func (w *walk) one() *declared {
	if len(w.estate.all) == 0 {
		return nil
	}
	return pick(w.Rand, w.estate.all...)
}

func (w *walk) add() {
	k := pick(w.Rand, w.kinds...)
	if k.needsExtended && !w.isExtended() || k.isSingle && w.declares(k) || w.hasExclusive() && k != settingsKind {
		return
	}
	if a := k.draw(w); a != nil {
		w.declare(k, a)
	}
}

// declare adds a resource, or an instance of a block with for_each.
func (w *walk) declare(k *kind, a args) *declared {
	w.names++
	d := &declared{kind: k, name: fmt.Sprintf("it%d", w.names), args: a}
	if !k.isSingle && chance(w.Rand, 3) {
		d.name, d.key = "many", pick(w.Rand, "a", "b c", "ü", `"`)+fmt.Sprint(w.names)
		w.plainIfKeyed(d)
	}
	if len(k.policies) > 0 && chance(w.Rand, 2) {
		d.args["deletion_policy"] = w.drawPolicy(k)
	}
	w.estate.all = append(w.estate.all, d)
	return d
}

func (w *walk) declares(k *kind) bool {
	return slices.ContainsFunc(w.estate.all, func(d *declared) bool { return d.kind == k })
}

func (w *walk) hasExclusive() bool {
	return slices.ContainsFunc(w.estate.all, func(d *declared) bool { return d.args["exclusive"] == true })
}

func (w *walk) drop() {
	if d := w.one(); d != nil {
		w.withdraw(d)
	}
}

// rename gives a resource another name or key, with a moved block or without.
func (w *walk) rename() {
	d := w.one()
	if d == nil {
		return
	}
	from := d.address()
	w.names++
	if d.key == "" {
		d.name = fmt.Sprintf("it%d", w.names)
	} else {
		d.key = fmt.Sprintf("k%d", w.names)
	}
	if chance(w.Rand, 2) {
		w.note("moved from %s to %s", from, d.address())
		w.dir.Move(from, d.address())
		return
	}
	w.isRisky = d.args["brand_id"] != nil // a plan refuses to delete and adopt the same brand
}

func (w *walk) taint() {
	if d := w.one(); d != nil {
		w.note("taint %s", d.address())
		w.dir.Taint(d.address())
		if chance(w.Rand, 4) {
			d.kind.change(w, d)
			w.plainIfKeyed(d)
		}
		if chance(w.Rand, 6) {
			w.dir.Untaint(d.address())
		}
	}
}

func (w *walk) replace() {
	if d := w.one(); d != nil {
		if chance(w.Rand, 3) {
			w.edit()
		}
		w.options.Replace = []string{d.address()}
	}
}

func (w *walk) createFirst() {
	if d := w.one(); d != nil {
		for _, other := range w.estate.all {
			if other.block() == d.block() {
				other.createFirst = !d.createFirst || other != d && other.createFirst
			}
		}
	}
}

func (w *walk) drawPolicy(k *kind) any {
	policy := pick(w.Rand, append([]string{""}, k.policies...)...)
	if policy == "" || policy == "delete" && !w.isExtended() {
		return nil
	}
	return policy
}

func (w *walk) policy() {
	if d := w.one(); d != nil && len(d.kind.policies) > 0 {
		d.args["deletion_policy"] = w.drawPolicy(d.kind)
		if chance(w.Rand, 3) {
			d.kind.change(w, d)
			w.plainIfKeyed(d)
		}
	}
}

func (w *walk) extend() {
	if w.service.isExtended {
		w.estate.provider["extended_operations"] = !w.isExtended()
		w.isRisky = !w.isExtended()
	}
}

func (w *walk) withoutRefresh() {
	w.edit()
	if chance(w.Rand, 2) {
		w.isRisky = w.meddle()
	}
	if plan := w.plan(inprocess.Options{NoRefresh: true}); plan != nil {
		w.isRisky = !w.apply(plan) && plan.isAnnounced || w.isRisky
	}
}

// savedPlan changes something outside between the plan and its apply.
func (w *walk) savedPlan() {
	w.edit()
	if chance(w.Rand, 2) {
		w.add()
	}
	plan := w.plan(inprocess.Options{})
	w.isRisky = w.meddle()
	w.mayContradict = true
	if plan != nil {
		w.apply(plan)
	}
	w.mayContradict = false
}

// forget takes an instance out of the state, which stays declared.
func (w *walk) forget() {
	if d := w.one(); d != nil {
		w.note("state rm %s", d.address())
		w.dir.Remove(d.address())
		w.isRisky = true
	}
}

// importFree imports a brand that no resource manages.
func (w *walk) importFree() {
	id := w.freeBrand()
	if id == 0 || w.hasExclusive() {
		return
	}
	d := w.declare(brandKind, w.brandArgs())
	d.args["brand_id"] = int(id)
	w.note("import %s %d", d.address(), id)
	if chance(w.Rand, 2) {
		w.options.Import = map[string]string{d.address(): fmt.Sprint(id)}
		return
	}
	if err := w.dir.Import(w.Context(), w.estate.hcl(), d.address(), fmt.Sprint(id)); err != nil {
		w.broken("the import fails: %v", err)
	}
}

// refused has a request of the apply fail.
func (w *walk) refused() {
	w.edit()
	if chance(w.Rand, 2) {
		w.add()
	}
	if d := w.one(); d != nil && chance(w.Rand, 2) {
		w.dir.Taint(d.address())
	}
	plan := w.plan(inprocess.Options{})
	if plan == nil {
		return
	}
	w.isRisky = true
	how := pick(w.Rand, mockserver.Status(400), mockserver.Status(500), mockserver.StatusAfter(504), mockserver.ResetBefore(), mockserver.ResetAfter(), mockserver.CutAnswer())
	w.service.fail(w.IntN(4), how)
	w.apply(plan)
	w.service.ClearFaults()
	w.isRisky = plan.isAnnounced
}

// destroy destroys everything.
func (w *walk) destroy() {
	for round := 0; ; round++ {
		plan := w.plan(inprocess.Options{IsDestroy: true})
		if plan == nil || round == 4 {
			w.broken("the destroy fails:\n%v", w.lastError)
			return
		}
		if w.apply(plan) && len(w.dir.Addresses()) == 0 {
			return
		}
	}
}
