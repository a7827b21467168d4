package brand_test

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// place is an address of a configuration: an instance that the state has or not, and what the next run wants of it.
type place struct {
	kind string
	// before and after are configurations; nil for none.
	before, after acctest.Values
	// replace is how the instance is replaced: "tainted", unseen (tainted, with -refresh=false), "-replace" or ""; first that it is
	// created before it is destroyed.
	replace string
	first   bool
}

// way is a way to replace, rename, move or remove, in a run that visits addresses in every order.
type way struct {
	name      string
	addresses []place
	// stops is in every message that stops the plan, "" where the apply goes through. Warns is in a warning.
	stops, warns string
	// end is what the service has in the end: each brand's name, description and whether it is enabled.
	end string
	// overwritten are the descriptions that the state says to be overwritten.
	overwritten string
	// isOpen allows warnings to depend on the order: a destroy that leaves the brand says so, unless another instance has
	// adopted it by then.
	isOpen bool

	// instances and brands are what every run begins with.
	instances []*acctest.Instance
	brands    []mockserver.Brand
}

const (
	single = "videoindexer_brand"
	unseen = "tainted, not refreshed"
)

// adoption adopts brand 7, which was described "as found".
func adoption(policy string, more acctest.Values) acctest.Values {
	return with(acctest.Values{"brand_id": 7, "description": "mine", "deletion_policy": policy}, more)
}

func with(config, more acctest.Values) acctest.Values {
	all := maps.Clone(config)
	maps.Copy(all, more)
	return all
}

func withName(name, policy string) acctest.Values {
	return acctest.Values{"name": name, "deletion_policy": policy}
}

// ways are those of single brands, under a policy.
func ways(policy string) []way {
	mine, left := adoption(policy, nil), map[string]string{
		"abandon": "7 Old mine, 8 Other other", "disable": "7 (Old) mine, 8 Other other", "restore": "7 Old as found, 8 Other other", "delete": "8 Other other",
	}[policy]
	all := []way{
		{name: "two addresses adopt one brand", addresses: []place{{after: mine}, {after: mine}}, stops: "planned at two addresses", end: "7 Old as found, 8 Other other"},
		{name: "removed", addresses: []place{{before: mine}}, end: left},
		{name: "another brand", addresses: []place{{before: mine, after: with(mine, acctest.Values{"brand_id": 8})}}, end: strings.Replace(left, "8 Other other", "8 Other mine", 1), overwritten: "other"},
		{name: "moved", addresses: []place{{before: mine, after: mine}}, end: kept, overwritten: "as found"},
		{name: "changed", addresses: []place{{before: mine, after: adoption(policy, acctest.Values{"description": "new"})}}, end: "7 Old new, 8 Other other", overwritten: "as found"},
	}
	for _, replace := range []string{"tainted", unseen, "-replace"} {
		again := place{before: mine, after: mine, replace: replace}
		inPlace := way{name: replace, addresses: []place{again}, end: kept, overwritten: "as found"}
		again.first = true
		first := way{name: replace + ", create first", addresses: []place{again}, end: kept, warns: `description "as found"`}
		all = append(all, inPlace.orUnseen(replace, policy, first, untouched), first)
	}
	renamed := way{name: "renamed", addresses: []place{{before: mine}, {after: mine}}, end: kept}
	if renamed.isOpen = policy == "abandon"; !renamed.isOpen {
		renamed.stops, renamed.overwritten = moves, "as found"
	}
	renamedNew := way{name: "created and renamed", addresses: []place{{before: withName("New", policy)}, {after: withName("New", policy)}}, stops: "Brand name is taken", end: "New , 7 Old as found, 8 Other other"}
	all = append(all, renamed, renamedNew,
		way{name: "two addresses create one name", addresses: []place{{after: withName("New", policy)}, {after: withName("New", policy)}}, stops: "planned at two addresses", end: "7 Old as found, 8 Other other"},
		way{name: "created under another name", addresses: []place{{before: withName("New", policy), after: withName("Next", policy)}}, end: "Next , 7 Old as found, 8 Other other"},
		way{name: "created and removed", addresses: []place{{before: withName("New", policy)}}, end: map[string]string{
			"abandon": "New , 7 Old as found, 8 Other other", "disable": "(New) , 7 Old as found, 8 Other other", "restore": "New , 7 Old as found, 8 Other other", "delete": "7 Old as found, 8 Other other",
		}[policy]},
	)
	for _, replace := range []string{"tainted", unseen, "-replace"} {
		for _, first := range []bool{false, true} {
			again := way{name: "created, " + replace, addresses: []place{{before: withName("New", policy), after: withName("New", policy), replace: replace, first: first}}, end: "New , 7 Old as found, 8 Other other"}
			if policy != "delete" || first || replace == unseen {
				again.name, again.stops = fmt.Sprintf("%s, create first %t", again.name, first), "Brand name is taken"
			}
			all = append(all, again)
		}
	}
	return all
}

// orUnseen is a way that ends as one which creates first, if it is not refreshed: the process has not seen what was overwritten. If that is
// restored, the plan of the apply finds other values.
func (w way) orUnseen(replace, policy string, first way, restored string) way {
	switch {
	case replace == unseen && policy == "restore":
		w.stops, w.overwritten, w.end = "inconsistent final plan", "", restored
	case replace == unseen:
		w.overwritten, w.warns = first.overwritten, first.warns
	}
	return w
}

// TestOrder goes through every way under every policy, in every order that the calls about two addresses can have.
// Whatever comes first, the messages, the requests that write and the end are the same.
func TestOrder(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"abandon", "disable", "restore", "delete"} {
		for _, w := range append(ways(policy), dictionaryWays(policy)...) {
			t.Run(policy+", "+w.name, func(t *testing.T) {
				t.Parallel()
				var first *outcome
				var seen []preparation
				w.prepare(t)
				for planning := range orders(w.addresses, place.planning) {
					for applying := range orders(w.addresses, place.applying) {
						got := w.run(t, planning, applying, &seen)
						if first == nil {
							first = got
						}
						if got != nil && got.differs(first, w.isOpen) {
							t.Errorf("in order %v and %v:\n%+v\nin the first one:\n%+v", planning, applying, got, first)
						}
						if got == nil || w.stops != "" {
							break // an apply is given what another order of planning has given it, or nothing
						}
					}
				}
			})
		}
	}
}

// preparation is what an order of planning gives to every apply.
type preparation struct {
	order    []int
	plans    []*acctest.Plan
	states   []map[string]tftypes.Value
	messages string
}

// isKnown reports whether another order of planning has given an apply the same. What an apply does depends on nothing else: it has a process
// of its own.
func (p preparation) isKnown(seen *[]preparation) bool {
	for _, s := range *seen {
		if slices.EqualFunc(p.plans, s.plans, (*acctest.Plan).Equal) && slices.EqualFunc(p.states, s.states, sameState) && p.messages == s.messages {
			return !slices.Equal(p.order, s.order)
		}
	}
	*seen = append(*seen, p)
	return false
}

func sameState(a, b map[string]tftypes.Value) bool { return maps.EqualFunc(a, b, tftypes.Value.Equal) }

// planning counts the calls about an address in a plan: what the state has is read first.
func (a place) planning() int {
	if a.before == nil || a.replace == unseen {
		return 1
	}
	return 2
}

// applying counts the calls about an address in an apply: a create is planned once more.
func (a place) applying() int {
	if a.before == nil {
		return 2
	}
	return 1
}

// orders are the numbers of one or two addresses in every order that their calls can have.
func orders(addresses []place, calls func(place) int) iter.Seq[[]int] {
	left := [2]int{calls(addresses[0])}
	if len(addresses) == 2 {
		left[1] = calls(addresses[1])
	}
	return func(yield func([]int) bool) { interleave(left, nil, yield) }
}

// interleave gives every order that begins with these calls and goes on with the ones that are left, until yield returns false.
func interleave(left [2]int, begun []int, yield func([]int) bool) bool {
	if left == [2]int{} {
		return yield(begun)
	}
	for n := range left {
		rest := left
		if rest[n]--; left[n] > 0 && !interleave(rest, append(slices.Clip(begun), n), yield) {
			return false
		}
	}
	return true
}

// outcome is what came of a run.
type outcome struct{ Messages, Writes, End, Overwritten string }

func (o *outcome) differs(other *outcome, isOpen bool) bool {
	a, b := *o, *other
	if isOpen {
		a.Messages, b.Messages = "", ""
	}
	return a != b
}

// prepare makes what every run begins with.
func (w *way) prepare(t *testing.T) {
	t.Helper()
	server := newExtended(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: "Old", Enabled: true, Description: "as found", Tags: []string{}})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 8, Name: "Other", Enabled: true, Description: "other", Tags: []string{}})
	for _, a := range w.addresses {
		i := process(t, server).Instance(cmp.Or(a.kind, single))
		if a.before != nil {
			i.Run(a.before)
		}
		w.instances = append(w.instances, i)
	}
	w.brands = server.Brands(server.Account.ID)
}

// run plans and applies the addresses in an order of calls. The result is nil if the plans are those of another order.
func (w way) run(t *testing.T, planning, applying []int, seen *[]preparation) *outcome {
	t.Helper()
	server := newExtended(t)
	for _, b := range w.brands {
		server.AddBrand(server.Account.ID, b)
	}
	instances := make([]*acctest.Instance, len(w.addresses))
	for n, i := range w.instances {
		prepared := *i
		instances[n] = &prepared
	}
	var diags []*tfprotov6.Diagnostic
	plans, first := make([]*acctest.Plan, len(instances)), process(t, server)
	call(planning, func(n int, isLast bool) {
		a, i := w.addresses[n], instances[n]
		i.Protocol, i.Tainted, i.CreateBeforeDestroy = first, a.replace == "tainted" || a.replace == unseen, a.first
		switch {
		case !isLast:
			diags = append(diags, i.Refresh(t.Context())...)
		case a.replace == "-replace":
			plans[n] = i.PlanReplacement(t.Context(), a.after)
		default:
			plans[n] = i.Plan(t.Context(), a.after)
		}
		if plans[n] != nil {
			diags = append(diags, plans[n].Diagnostics...)
		}
	})
	if writes := server.Writes(); writes > 0 {
		t.Errorf("%d writes while planning", writes)
	}
	if isPlanned := len(acctest.Errors(diags)) == 0; isPlanned {
		p := preparation{order: planning, plans: plans, messages: strings.Join(w.messages(diags), "\n")}
		for _, i := range instances {
			p.states = append(p.states, i.State())
		}
		if p.isKnown(seen) {
			return nil
		}
		diags = append(diags, w.apply(t, server, instances, plans, applying)...)
	}
	got := w.outcome(t, server, instances, diags)
	if stopped := acctest.Errors(diags); w.stops == "" && len(stopped) > 0 || w.stops != "" && len(stopped) == 0 {
		t.Errorf("in order %v and %v: %q", planning, applying, acctest.Texts(diags))
	}
	for _, d := range acctest.Errors(diags) {
		hasWayOn := w.stops != moves || strings.Contains(d.Detail, "moved {") && strings.Contains(d.Detail, "a `removed` block with destroy = false")
		if !strings.Contains(d.Summary, w.stops) || !hasWayOn {
			t.Errorf("in order %v and %v: %s: %s", planning, applying, d.Summary, d.Detail)
		}
	}
	if got.End != w.end || got.Overwritten != w.overwritten || !strings.Contains(got.Messages, w.warns) {
		t.Errorf("in order %v and %v: got %+v, want %+v", planning, applying, got, w)
	}
	return got
}

// apply has a process of its own, which plans each create once more.
func (w way) apply(t *testing.T, server *acctest.Server, instances []*acctest.Instance, plans []*acctest.Plan, order []int) (diags []*tfprotov6.Diagnostic) {
	t.Helper()
	again, second := make([]*acctest.Plan, len(instances)), process(t, server)
	call(order, func(n int, isLast bool) {
		a, i := w.addresses[n], instances[n]
		i.Protocol = second
		switch isCreate := a.before == nil; {
		case len(acctest.Errors(diags)) > 0:
		case !isLast:
			again[n] = i.PlanCreate(t.Context(), a.after)
			diags = append(diags, again[n].Diagnostics...)
			for _, at := range acctest.Contradictions(plans[n].Planned, again[n].Planned) {
				t.Errorf("inconsistent final plan at %s", at)
			}
		case isCreate:
			diags = append(diags, i.ApplyAsPlanned(t.Context(), again[n])...)
		default:
			diags = append(diags, i.Apply(t.Context(), plans[n])...)
		}
	})
	return diags
}

// call calls f with the number of an address, and whether it is the last call about it.
func call(order []int, f func(n int, isLast bool)) {
	for i, n := range order {
		f(n, !slices.Contains(order[i+1:], n))
	}
}

// outcome is what users and the service have in the end. Each message counts once, and without what is said of a create alone.
func (w way) outcome(t *testing.T, server *acctest.Server, instances []*acctest.Instance, diags []*tfprotov6.Diagnostic) *outcome {
	t.Helper()
	messages := w.messages(diags)
	var writes, brands []string
	for _, r := range server.Requests() {
		if r.Method == "PUT" || r.Method == "POST" || r.Method == "DELETE" {
			writes = append(writes, r.Method+" "+r.Path+" "+r.BodySHA256)
		}
	}
	ids := map[string]string{} // of brands that the run has created, which the service numbers as it likes
	for _, b := range server.Brands(server.Account.ID) {
		id, name := fmt.Sprint(b.ID), b.Name
		if b.ID > 8 {
			ids[id] = b.Name
			id = ""
		}
		if !b.Enabled {
			name = "(" + name + ")"
		}
		brands = append(brands, strings.TrimPrefix(fmt.Sprintf("%s %s %s", id, name, b.Description), " "))
	}
	slices.Sort(writes)
	slices.SortFunc(brands, func(a, b string) int { return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a, b)) })
	got := &outcome{Messages: strings.Join(messages, "\n"), Writes: strings.Join(writes, "\n"), End: strings.Join(brands, ", ")}
	for id, name := range ids {
		got.Messages, got.Writes = strings.ReplaceAll(got.Messages, id, name), strings.ReplaceAll(got.Writes, id, name)
	}
	var overwritten []string
	for _, i := range instances {
		if i.Exists() {
			overwritten = append(overwritten, overwrittenOf(t, i.State()["overwritten"])...)
		}
	}
	slices.Sort(overwritten)
	got.Overwritten = strings.Join(overwritten, ", ")
	return got
}

// messages are the texts of diagnostics, each of which counts once.
func (w way) messages(diags []*tfprotov6.Diagnostic) (messages []string) {
	for _, d := range diags {
		if w.isMixed() { // each resource shows the moved block of its own type
			messages = append(messages, d.Summary)
			continue
		}
		detail, _, _ := strings.Cut(d.Detail, "\n\nIf this stops `terraform destroy`")
		messages = append(messages, fmt.Sprintf("%s: %s: %s", d.Severity, d.Summary, detail))
	}
	slices.Sort(messages)
	return slices.Compact(messages)
}

// isMixed reports whether the addresses are of several types.
func (w way) isMixed() bool {
	return slices.ContainsFunc(w.addresses, func(a place) bool { return cmp.Or(a.kind, single) != cmp.Or(w.addresses[0].kind, single) })
}

// order puts brands without a known id first.
func order(brand string) int {
	if brand[0] >= '0' && brand[0] <= '9' {
		return 1
	}
	return 0
}

// overwrittenOf are the descriptions that a state says to be overwritten, of one brand or of each in a map.
func overwrittenOf(t *testing.T, value tftypes.Value) (descriptions []string) {
	t.Helper()
	if value.IsNull() {
		return nil
	}
	fields := acctest.Parts(t, value)
	if value.Type().Is(tftypes.Map{}) {
		for _, entry := range fields {
			descriptions = append(descriptions, overwrittenOf(t, entry)...)
		}
		return descriptions
	}
	if !fields["description"].IsNull() {
		descriptions = append(descriptions, acctest.Text(fields["description"]))
	}
	return descriptions
}
