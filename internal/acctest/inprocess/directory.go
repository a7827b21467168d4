package inprocess

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// Directory is a working directory in which a test runs an engine's commands one by one. Each walk
// (validation, plan, apply) has its own process. It visits several independent instances at a time,
// in a random order, as engines do.
type Directory struct {
	*Provider
	// random is nil to visit one instance after the other in the order of the text. An apply then
	// begins with its destroys.
	random *rand.Rand
	// IsReversed visits the ready instances in the reverse order of the text, if random is nil.
	IsReversed bool
	// Parallelism is the number of instances that are visited at a time; 0 means the number of
	// engines.
	Parallelism int
	// state contains the objects by address, and the objects that depose has put aside.
	state map[string]*Object
	// applied are the instances of terraform_data that were applied.
	applied map[string]bool
	diags   Diagnostics
	// Running, if it is not nil, returns a configured process for the next walk. If it is nil, each
	// walk starts a new process.
	Running func() *Process
}

// Diagnostics returns the diagnostics of the last plan or apply.
func (d *Directory) Diagnostics() Diagnostics { return d.diags }

// Open makes an empty working directory.
func Open(p *Provider, random *rand.Rand) *Directory {
	return &Directory{Provider: p, random: random, state: map[string]*Object{}, applied: map[string]bool{}}
}

// Options are the options of a plan.
type Options struct {
	IsDestroy bool
	NoRefresh bool
	// Replace are the addresses of -replace.
	Replace []string
	// Target are the addresses of -target.
	Target []string
	// Import are the ids to import, by address, as import blocks name them.
	Import map[string]string
}

// Plan is a saved plan.
type Plan struct {
	// Changes are the changes of all instances, no-ops included.
	Changes []Change
	saved
}

// saved is the part of a plan that an apply needs.
type saved struct {
	c       configuration
	options Options
	changes []change
	state   map[string]*Object
	chosen  targets
}

// change is what a plan does to an instance.
type change struct {
	address, typeName string
	before            cty.Value
	createsFirst      bool // before it destroys what it replaces
	Planned
}

func (c *change) isNoOp() bool { return !c.IsReplacement && c.before.RawEquals(c.After) }

func (c *change) action() string {
	switch {
	case c.IsReplacement:
		return "replace"
	case c.isNoOp():
		return "no-op"
	case c.before.IsNull():
		return "create"
	case c.After.IsNull():
		return "delete"
	}
	return "update"
}

// Change is what a plan does to an instance.
type Change struct {
	Address, Type string
	// Action is no-op, create, update, delete or replace.
	Action string
	// CreatesFirst means that a replacement creates before it destroys.
	CreatesFirst bool
	// IsDeposed means that an earlier apply replaced the instance, but could not destroy it.
	IsDeposed bool
	// Before and After are the values of the instance by name, without unknown values. They are nil
	// if the instance does not exist.
	Before, After map[string]any
	// Unknown are the attributes of After that are known only after apply: true, or a map with the
	// unknown parts of an attribute.
	Unknown map[string]any
	// UnknownConfig are the attributes whose configured value is known only after apply.
	UnknownConfig map[string]any
}

// Of returns the plan of an instance, or nil if the plan has no such instance.
func (p *Plan) Of(address string) *Planned {
	for i := range p.changes {
		if p.changes[i].address == address {
			return &p.changes[i].Planned
		}
	}
	return nil
}

// plan returns the plan of a saved plan.
func (s saved) plan() *Plan {
	plan := &Plan{saved: s}
	for _, c := range s.changes {
		address, _, isDeposed := strings.Cut(c.address, deposed)
		plan.Changes = append(plan.Changes, Change{
			Address: address, Type: c.typeName, Action: c.action(), Before: values(c.before), After: values(c.After),
			CreatesFirst: c.IsReplacement && c.createsFirst, IsDeposed: isDeposed,
			Unknown: unknownIn(c.After), UnknownConfig: unknownIn(c.Config),
		})
	}
	return plan
}

// unknownIn returns the unknown attributes of an instance.
func unknownIn(instance cty.Value) map[string]any {
	_, unknown := Plain(instance)
	attributes, _ := unknown.(map[string]any)
	return attributes
}

// IsEmpty reports whether the plan changes nothing.
func (p *Plan) IsEmpty() bool {
	return p == nil || !slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Action != "no-op" })
}

// String returns the changes of the plan.
func (p *Plan) String() string {
	var changes []string
	if p.IsEmpty() {
		return "nothing"
	}
	for _, c := range p.Changes {
		if c.Action != "no-op" {
			changes = append(changes, c.String())
		}
	}
	return strings.Join(changes, "\n")
}

// String returns a line for each attribute that changes, nested attributes included.
func (c Change) String() string {
	return strings.Join(
		append([]string{c.Address + ": " + c.Action}, changesAt("", c.Before, c.After, c.Unknown)...), "\n",
	)
}

// changesAt returns a line for each difference between two values at a path. Parts of the second
// value may be unknown.
func changesAt(attribute string, before, after, unknown any) (lines []string) {
	old, wasObject := before.(map[string]any)
	next, isObject := after.(map[string]any)
	unknownParts, _ := unknown.(map[string]any)
	if !wasObject && !isObject {
		if unknown == true {
			after = "known after apply"
		}
		if fmt.Sprint(before) != fmt.Sprint(after) {
			lines = append(lines, fmt.Sprintf(
				"    %s: %q -> %q", strings.TrimPrefix(attribute, "."), fmt.Sprint(before), fmt.Sprint(after),
			))
		}
		return lines
	}
	names := map[string]bool{}
	for _, values := range []map[string]any{old, next, unknownParts} {
		for name := range values {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		lines = append(lines, changesAt(attribute+"."+name, old[name], next[name], unknownParts[name])...)
	}
	return lines
}

// Addresses returns the addresses of the instances in the state.
func (d *Directory) Addresses() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(d.state)), func(address string) bool {
		return strings.Contains(address, deposed)
	})
}

// deposed follows the address of an object that a new object has replaced and that is not destroyed
// yet.
const deposed = " (deposed "

// depose puts the object of an instance aside, and returns its new address.
func (d *Directory) depose(address string) (aside string) {
	for n := 1; aside == "" || d.state[aside] != nil; n++ {
		aside = fmt.Sprintf("%s%s%d)", address, deposed, n)
	}
	d.Move(address, aside)
	return aside
}

// Values returns the values of an instance in the state by name, or nil if there is no such
// instance.
func (d *Directory) Values(address string) map[string]any {
	o, exists := d.state[address]
	if exists {
		return values(o.Value)
	}
	return nil
}

func values(of cty.Value) map[string]any {
	value, _ := Plain(of)
	attributes, _ := value.(map[string]any)
	return attributes
}

// Taint marks an instance so that it is replaced; Untaint takes the mark away.
func (d *Directory) Taint(address string) { d.mark(address, true) }

// Untaint removes the mark of Taint, or of a create that failed.
func (d *Directory) Untaint(address string) { d.mark(address, false) }

func (d *Directory) mark(address string, isTainted bool) {
	o, exists := d.state[address]
	if exists {
		marked := *o
		marked.IsTainted = isTainted
		d.state[address] = &marked
	}
}

// IsTainted reports whether an instance is marked for replacement.
func (d *Directory) IsTainted(address string) bool {
	o, exists := d.state[address]
	return exists && o.IsTainted
}

// Move gives an instance another address, as "state mv" does.
func (d *Directory) Move(from, to string) {
	o, exists := d.state[from]
	if exists {
		delete(d.state, from)
		d.state[to] = o
	}
}

// moveAll applies a moved block to all instances whose new addresses are free.
func (d *Directory) moveAll(m move) {
	for address := range maps.Clone(d.state) {
		rest, isIt := strings.CutPrefix(address, m.from)
		if !isIt || d.state[m.to+rest] != nil {
			continue
		}
		isPart := strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, deposed)
		if rest == "" || isPart {
			d.Move(address, m.to+rest)
		}
	}
}

// Remove removes an instance from the state, as "state rm" does.
func (d *Directory) Remove(address string) { delete(d.state, address) }

// Import imports an instance by its id into the state.
func (d *Directory) Import(ctx context.Context, text, address, id string) error {
	c, err := d.parse(text)
	if err != nil {
		return err
	}
	typeName, _, _ := strings.Cut(address, ".")
	_, exists := d.state[address]
	if exists {
		return errors.New("the state has " + address)
	}
	r, err := d.open(ctx, c)
	if err != nil {
		return err
	}
	o, err := r.imported(ctx, typeName, id)
	if err == nil {
		d.state[address] = o
	}
	return err
}
