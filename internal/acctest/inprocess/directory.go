package inprocess

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// Directory is a working directory in which a test runs an engine's commands one by one. Where an engine may choose the
// order of its calls, the directory draws one at random.
type Directory struct {
	engine
	random *rand.Rand
	// deposed are the objects that were replaced by new ones and are not destroyed yet.
	deposed []deposed
	baton
}

type deposed struct {
	address string
	*object
}

// Open makes an empty working directory. start starts a process of the provider; offered is what it has, the same in each.
func Open(start func() (tfprotov6.ProviderServer, error), offered *tfprotov6.GetProviderSchemaResponse, random *rand.Rand) *Directory {
	d := &Directory{random: random, engine: newEngine(start, offered)}
	d.changed.L = &d.mu
	return d
}

// Options are those of a plan.
type Options struct {
	IsDestroy bool
	NoRefresh bool
	// Replace are the addresses of -replace.
	Replace []string
	// Import are the ids to import, by address, as import blocks name them.
	Import map[string]string
}

// Plan is a saved plan.
type Plan struct {
	c       configuration
	changes []change
	state   map[string]*object
	deposed []deposed
}

// Change is what a plan does to an instance.
type Change struct {
	Address, Type string
	// Action is no-op, create, update, delete or replace.
	Action string
	// CreatesFirst says that a replacement creates before it destroys.
	CreatesFirst bool
	// IsDeposed says that the instance was replaced by an earlier apply, which could not destroy it.
	IsDeposed bool
	// Before and After are the values of the instance by name, nil where it does not exist. What is unknown is left out.
	Before, After map[string]any
	// Unknown are the attributes of After that are known only after apply: true, or the same of the parts of an attribute.
	Unknown map[string]any
}

// Changes are those of all instances, no-ops included.
func (p *Plan) Changes() []Change {
	var all []Change
	for _, c := range p.changes {
		action := string(c.actions()[0])
		if c.isReplacement {
			action = "replace"
		}
		_, unknown := plain(c.after)
		open, _ := unknown.(map[string]any)
		all = append(all, Change{
			Address: c.address, Type: c.kind, Action: action, Before: values(&object{value: c.before}), After: values(&object{value: c.after}),
			CreatesFirst: c.isReplacement && c.createsFirst, Unknown: open,
		})
	}
	for _, o := range p.deposed {
		all = append(all, Change{Address: o.address, Type: o.kind, Action: "delete", IsDeposed: true, Before: values(o.object)})
	}
	return all
}

// IsEmpty reports whether the plan does nothing.
func (p *Plan) IsEmpty() bool {
	return len(p.deposed) == 0 && !slices.ContainsFunc(p.changes, func(c change) bool { return !c.isNoOp() })
}

// String is what the plan changes, an attribute a line.
func (p *Plan) String() string {
	var lines []string
	for _, c := range p.changes {
		if c.isNoOp() {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: %v", c.address, c.actions()))
		before, after := attributes(c.before), attributes(c.after)
		for _, name := range slices.Sorted(maps.Keys(c.config.Type().AttributeTypes())) {
			if before[name] != after[name] {
				lines = append(lines, fmt.Sprintf("    %s: %s -> %s", name, before[name], after[name]))
			}
		}
	}
	for _, o := range p.deposed {
		lines = append(lines, o.address+" (deposed): delete")
	}
	return strings.Join(lines, "\n")
}

// attributes are those of a value, as texts.
func attributes(v cty.Value) map[string]string {
	texts := map[string]string{}
	if v.IsNull() {
		return texts
	}
	for name, value := range v.AsValueMap() {
		known, unknown := plain(value)
		text, _ := json.Marshal(known)
		texts[name] = string(text)
		if unknown != false && !value.IsWhollyKnown() {
			open, _ := json.Marshal(unknown)
			texts[name] += " (unknown: " + string(open) + ")"
		}
	}
	return texts
}

// Addresses are those of the instances in the state.
func (d *Directory) Addresses() []string { return slices.Sorted(maps.Keys(d.state)) }

// Values are those of an instance of the state by name; nil if there is no such instance.
func (d *Directory) Values(address string) map[string]any {
	if o, ok := d.state[address]; ok {
		return values(o)
	}
	return nil
}

func values(o *object) map[string]any {
	value, _ := plain(o.value)
	attributes, _ := value.(map[string]any)
	return attributes
}

// Kept is all that the state keeps, for a search.
func (d *Directory) Kept() string {
	var kept strings.Builder
	for _, o := range d.state {
		fmt.Fprintf(&kept, "%#v %s\n", o.value, o.private)
	}
	return kept.String()
}

// Taint marks an instance so that it is replaced; Untaint takes the mark away.
func (d *Directory) Taint(address string) { d.mark(address, true) }

// Untaint takes the mark of Taint, or of a create that failed, away.
func (d *Directory) Untaint(address string) { d.mark(address, false) }

func (d *Directory) mark(address string, isTainted bool) {
	if o, ok := d.state[address]; ok {
		marked := *o
		marked.isTainted = isTainted
		d.state[address] = &marked
	}
}

// IsTainted reports whether an instance will be replaced because it is marked.
func (d *Directory) IsTainted(address string) bool {
	o, ok := d.state[address]
	return ok && o.isTainted
}

// Move gives an instance another address, as "state mv" and moved blocks do.
func (d *Directory) Move(from, to string) {
	if o, ok := d.state[from]; ok {
		delete(d.state, from)
		d.state[to] = o
	}
}

// Remove takes an instance out of the state, as "state rm" does.
func (d *Directory) Remove(address string) { delete(d.state, address) }

// Import imports an instance by its id into the state.
func (d *Directory) Import(ctx context.Context, text, address, id string) error {
	c, err := parse(text)
	if err != nil {
		return err
	}
	kind, _, _ := strings.Cut(address, ".")
	if _, exists := d.state[address]; exists {
		return errors.New("the state has " + address)
	}
	o, err := d.imported(ctx, c, kind, id)
	if err != nil {
		return err
	}
	d.state[address] = o
	return nil
}

// shuffled puts the blocks of a configuration into another order in which each finds what it refers to.
func (d *Directory) shuffled(text string) (configuration, error) {
	c, err := parse(text)
	if err != nil {
		return c, err
	}
	d.random.Shuffle(len(c.blocks), func(i, j int) { c.blocks[i], c.blocks[j] = c.blocks[j], c.blocks[i] })
	c.blocks, err = sorted(c.blocks)
	return c, err
}
